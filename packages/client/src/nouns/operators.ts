import type { CallOptions } from '../connection.ts';
import type {
  Erasure,
  ErasurePage,
  IssuedKey,
  Key,
  KeyPage,
  KeyRotation,
  NewKey,
  NewPartner,
  Partner,
  PartnerPage,
  PartnerPatch,
  PresentCalibration,
  SettlementState,
  Task,
  TaskPage,
  Usage,
  UsagePage,
} from '../generated/api.ts';
import { entriesOf, type IterateOf, type ReadOf } from '../pages.ts';
import { Noun } from './noun.ts';

/** The partners of a service. */
export class Partners extends Noun {
  /** A page of the partners. */
  list({ signal, language, ...query }: ReadOf<'GET /admin/v1/partners'> = {}): Promise<PartnerPage> {
    return this.connection.call('GET /admin/v1/partners', { query }, { signal, language });
  }

  /** All of them. */
  iterate(options: CallOptions = {}): AsyncGenerator<Partner, void> {
    return entriesOf((cursor) => this.list({ limit: 100, cursor, ...options }));
  }

  get(id: string, options?: CallOptions): Promise<Partner> {
    return this.connection.call('GET /admin/v1/partners/{id}', { path: { id } }, options);
  }

  create(partner: NewPartner, options?: CallOptions): Promise<Partner> {
    return this.connection.call('POST /admin/v1/partners', { body: partner }, options);
  }

  /** Changes the name or the plan, suspends the partner or lets it go on. */
  update(id: string, changes: PartnerPatch, options?: CallOptions): Promise<Partner> {
    return this.connection.call('PATCH /admin/v1/partners/{id}', { path: { id }, body: changes }, options);
  }
}

/** Which players were erased. */
export class Erasures extends Noun {
  /** A page of them, oldest first. */
  list({ signal, language, ...query }: ReadOf<'GET /admin/v1/erasures'> = {}): Promise<ErasurePage> {
    return this.connection.call('GET /admin/v1/erasures', { query }, { signal, language });
  }

  /** All of them. */
  iterate(options: CallOptions = {}): AsyncGenerator<Erasure, void> {
    return entriesOf((cursor) => this.list({ limit: 1000, cursor, ...options }));
  }

  /** Erases a player by id: for a partner that is gone, or once more after a restore. */
  async erase(playerId: string, options?: CallOptions): Promise<void> {
    await this.connection.call('DELETE /admin/v1/players/{id}', { path: { id: playerId } }, options);
  }
}

/** The keys of partners. */
export class Keys extends Noun {
  /** A page of a partner's keys. */
  list(
    partnerId: string,
    { signal, language, ...query }: ReadOf<'GET /admin/v1/partners/{id}/keys'> = {},
  ): Promise<KeyPage> {
    return this.connection.call(
      'GET /admin/v1/partners/{id}/keys',
      { path: { id: partnerId }, query },
      { signal, language },
    );
  }

  /** All of them. */
  iterate(partnerId: string, options: CallOptions = {}): AsyncGenerator<Key, void> {
    return entriesOf((cursor) => this.list(partnerId, { limit: 100, cursor, ...options }));
  }

  /** Issues a key. It is shown only now. */
  issue(partnerId: string, key: NewKey, options?: CallOptions): Promise<IssuedKey> {
    return this.connection.call('POST /admin/v1/partners/{id}/keys', { path: { id: partnerId }, body: key }, options);
  }

  /** Issues a key with the same rights; the old one ends after the overlap. */
  rotate(id: string, rotation: KeyRotation = {}, options?: CallOptions): Promise<IssuedKey> {
    return this.connection.call('POST /admin/v1/keys/{id}/rotate', { path: { id }, body: rotation }, options);
  }

  /** Ends a key within five seconds. */
  async revoke(id: string, options?: CallOptions): Promise<void> {
    await this.connection.call('DELETE /admin/v1/keys/{id}', { path: { id } }, options);
  }
}

/** Long jobs of the operator. */
export class Tasks extends Noun {
  /** Starts a task. Ask for it with {@link get} until `ended_at` is not null. */
  start(kind: Task['kind'], options?: CallOptions): Promise<Task> {
    return this.connection.call('POST /admin/v1/tasks', { body: { kind } }, options);
  }

  /** A page of the tasks. */
  list({ signal, language, ...query }: ReadOf<'GET /admin/v1/tasks'> = {}): Promise<TaskPage> {
    return this.connection.call('GET /admin/v1/tasks', { query }, { signal, language });
  }

  /** All of them. */
  iterate(options: CallOptions = {}): AsyncGenerator<Task, void> {
    return entriesOf((cursor) => this.list({ limit: 100, cursor, ...options }));
  }

  get(id: string, options?: CallOptions): Promise<Task> {
    return this.connection.call('GET /admin/v1/tasks/{id}', { path: { id } }, options);
  }

  async cancel(id: string, options?: CallOptions): Promise<void> {
    await this.connection.call('DELETE /admin/v1/tasks/{id}', { path: { id } }, options);
  }
}

/** The ratings as a whole. */
export class Ratings extends Noun {
  /** Whether ratings are being replayed, and how far. */
  settlement(options?: CallOptions): Promise<SettlementState> {
    return this.connection.call('GET /admin/v1/settlement', {}, options);
  }

  /** The steepness, penalty and hold rate of the pool. */
  calibration(options?: CallOptions): Promise<PresentCalibration> {
    return this.connection.call('GET /admin/v1/calibration', {}, options);
  }
}

/** What keys have used. */
export class UsageOfKeys extends Noun {
  /** A page of what keys have used, by day. */
  list({ signal, language, ...query }: ReadOf<'GET /admin/v1/usage'> = {}): Promise<UsagePage> {
    return this.connection.call('GET /admin/v1/usage', { query }, { signal, language });
  }

  /** All of it. */
  iterate(query: IterateOf<'GET /admin/v1/usage'> = {}, options: CallOptions = {}): AsyncGenerator<Usage, void> {
    return entriesOf((cursor) => this.list({ limit: 1000, ...query, cursor, ...options }));
  }
}
