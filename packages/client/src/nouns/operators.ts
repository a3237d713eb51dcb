import type { ApiPromise, PagePromise } from '../api-promise.ts';
import type {
  CreatedOperator,
  ErasurePage,
  InvitedPerson,
  IssuedInvitation,
  IssuedKey,
  Key,
  KeyPage,
  KeyRotation,
  NewKey,
  NewOperator,
  NewPartner,
  NewPersonByOperator,
  NewScale,
  NewTask,
  OperatorActionPage,
  OperatorPage,
  OperatorSignIn,
  Partner,
  PartnerPage,
  PartnerPatch,
  PersonPage,
  PresentCalibration,
  Scale,
  SettlementState,
  Task,
  TaskPage,
  UsagePage,
} from '../generated/api.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

/** The partners of a service. */
export class Partners extends Noun {
  /** Lists partners, oldest first. */
  list(filters: ReadOf<'GET /admin/v1/partners'> = {}): PagePromise<PartnerPage> {
    return this.pages('GET /admin/v1/partners', {}, filters);
  }

  get(id: string, options?: CallOptions): ApiPromise<Partner> {
    return this.call('GET /admin/v1/partners/{id}', { path: { id } }, options);
  }

  create(partner: NewPartner, options?: CallOptions): ApiPromise<Partner> {
    return this.call('POST /admin/v1/partners', { body: partner }, options);
  }

  /** Changes the name or the plan of a partner, or suspends or resumes it. */
  update(id: string, changes: PartnerPatch, options?: CallOptions): ApiPromise<Partner> {
    return this.call('PATCH /admin/v1/partners/{id}', { path: { id }, body: changes }, options);
  }
}

/** The people of partners: operators let the first manager in. */
export class PartnerPeople extends Noun {
  /** Adds a person, a manager by default. The token of the invitation is only in this response. */
  add(partnerId: string, person: NewPersonByOperator, options?: CallOptions): ApiPromise<InvitedPerson> {
    return this.call('POST /admin/v1/partners/{id}/people', { path: { id: partnerId }, body: person }, options);
  }

  /** Lists the people of a partner in order of creation. */
  list(partnerId: string, filters: ReadOf<'GET /admin/v1/partners/{id}/people'> = {}): PagePromise<PersonPage> {
    return this.pages('GET /admin/v1/partners/{id}/people', { id: partnerId }, filters);
  }

  /** Makes another invitation. Its token is only in this response. */
  invite(id: string, options?: CallOptions): ApiPromise<IssuedInvitation> {
    return this.call('POST /admin/v1/people/{id}/invitation', { path: { id } }, options);
  }

  /** Removes a person; with `erase`, also the name. */
  remove(id: string, { erase, ...options }: CallOptions & { readonly erase?: boolean } = {}): ApiPromise<void> {
    return this.callVoid('DELETE /admin/v1/people/{id}', { path: { id }, query: { erase } }, options);
  }
}

/** The erased players. */
export class Erasures extends Noun {
  /** Lists erasures, oldest first. */
  list(filters: ReadOf<'GET /admin/v1/erasures'> = {}): PagePromise<ErasurePage> {
    return this.pages('GET /admin/v1/erasures', {}, filters);
  }

  /** Erases a player by id: if its partner has left, or again after a restore. */
  erase(playerId: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /admin/v1/players/{id}', { path: { id: playerId } }, options);
  }
}

/** The API keys of partners. */
export class Keys extends Noun {
  /** Lists the keys of a partner; with `all`, also those that are revoked or expired. */
  list(partnerId: string, filters: ReadOf<'GET /admin/v1/partners/{id}/keys'> = {}): PagePromise<KeyPage> {
    return this.pages('GET /admin/v1/partners/{id}/keys', { id: partnerId }, filters);
  }

  /** Reads a key, even if it is revoked or expired. */
  get(id: string, options?: CallOptions): ApiPromise<Key> {
    return this.call('GET /admin/v1/keys/{id}', { path: { id } }, options);
  }

  /** Issues a key. Only this response contains it. */
  issue(partnerId: string, key: NewKey, options?: CallOptions): ApiPromise<IssuedKey> {
    return this.call('POST /admin/v1/partners/{id}/keys', { path: { id: partnerId }, body: key }, options);
  }

  /** Issues a key with the same rights. The old key expires after the overlap. */
  rotate(id: string, rotation: KeyRotation = {}, options?: CallOptions): ApiPromise<IssuedKey> {
    return this.call('POST /admin/v1/keys/{id}/rotate', { path: { id }, body: rotation }, options);
  }

  /** Revokes a key within five seconds. */
  revoke(id: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /admin/v1/keys/{id}', { path: { id } }, options);
  }
}

/** The named operators of a service. */
export class Operators extends Noun {
  /** Lists operators, oldest first, without revoked ones. */
  list(filters: ReadOf<'GET /admin/v1/operators'> = {}): PagePromise<OperatorPage> {
    return this.pages('GET /admin/v1/operators', {}, filters);
  }

  /** Creates an operator. Only this response contains its token. */
  create(operator: NewOperator, options?: CallOptions): ApiPromise<CreatedOperator> {
    return this.call('POST /admin/v1/operators', { body: operator }, options);
  }

  /** Revokes an operator at once. */
  revoke(id: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /admin/v1/operators/{id}', { path: { id } }, options);
  }

  /** Lists what operators did, newest first. */
  log(filters: ReadOf<'GET /admin/v1/audit'> = {}): PagePromise<OperatorActionPage> {
    return this.pages('GET /admin/v1/audit', {}, filters);
  }
}

/** Operators in a browser. `begin` needs the operator token; the others a client without one that sends `Bandeja-Mode: live`. */
export class OperatorSignIns extends Noun {
  /** Signs in. */
  begin(options?: CallOptions): ApiPromise<OperatorSignIn> {
    return this.call('POST /admin/v1/sign-in', {}, options);
  }

  /** The sign-in of this browser. */
  get(options?: CallOptions): ApiPromise<OperatorSignIn> {
    return this.call('GET /admin/v1/sign-in', {}, options);
  }

  /** Signs out. */
  signOut(options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /admin/v1/sign-in', {}, options);
  }
}

/** The operator's long-running tasks. */
export class OperatorTasks extends Noun {
  /** Starts a task. Poll it with {@link get} until `ended_at` is not null. */
  start(kind: NewTask['kind'], options?: CallOptions): ApiPromise<Task> {
    return this.call('POST /admin/v1/tasks', { body: { kind } }, options);
  }

  /** Lists the tasks of the operators, or of one partner, newest first. */
  list(filters: ReadOf<'GET /admin/v1/tasks'> = {}): PagePromise<TaskPage> {
    return this.pages('GET /admin/v1/tasks', {}, filters);
  }

  get(id: string, options?: CallOptions): ApiPromise<Task> {
    return this.call('GET /admin/v1/tasks/{id}', { path: { id } }, options);
  }

  cancel(id: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /admin/v1/tasks/{id}', { path: { id } }, options);
  }
}

/** The ratings as a whole. */
export class Ratings extends Noun {
  /** Returns the progress of settlement. */
  settlement(options?: CallOptions): ApiPromise<SettlementState> {
    return this.call('GET /admin/v1/settlement', {}, options);
  }

  /** Returns the steepness, penalty and hold rate of the pool. */
  calibration(options?: CallOptions): ApiPromise<PresentCalibration> {
    return this.call('GET /admin/v1/calibration', {}, options);
  }

  /** Returns the scale on which scores are shown as levels. */
  scale(options?: CallOptions): ApiPromise<Scale> {
    return this.call('GET /admin/v1/scale', {}, options);
  }

  /** Replaces the scale. No rating changes. */
  replaceScale(scale: NewScale, options?: CallOptions): ApiPromise<Scale> {
    return this.call('PUT /admin/v1/scale', { body: scale }, options);
  }

  /** Returns to the default scale. */
  resetScale(options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /admin/v1/scale', {}, options);
  }
}

/** The usage of API keys. */
export class KeyUsage extends Noun {
  /** Lists usage by day. */
  list(filters: ReadOf<'GET /admin/v1/usage'> = {}): PagePromise<UsagePage> {
    return this.pages('GET /admin/v1/usage', {}, filters);
  }
}
