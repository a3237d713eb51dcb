import assert from 'node:assert/strict';
import type { MatchAmendment } from '@bandeja/contract/match-bodies';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Database } from '@bandeja/postgres/database';
import { type Context, type KeyActor, type PartnerContext, serviceContext } from '../../src/context.ts';
import { amendMatch } from '../../src/matches/amend.ts';
import { openSubmissionQueue, type SubmissionQueue } from '../../src/matches/submission-queue.ts';
import type { SubmissionResult } from '../../src/matches/submission-results.ts';
import { submitMatches } from '../../src/matches/submit.ts';
import { confirmMatch, voidMatch } from '../../src/matches/transitions.ts';
import { scheduleRebuild } from '../../src/settlement/rebuild.ts';
import { Settler } from '../../src/settlement/settler.ts';

export interface Call {
  /** The present, ms. */
  readonly now: number;
  /** How many matches a change may reach to be settled in its request. */
  readonly closureMax: number;
}

/** A match that a partner submits. */
export interface SentMatch {
  readonly actor: KeyActor;
  readonly body: unknown;
}

/** What changes matches, by values that another process can be sent. */
export interface ServiceNode {
  /** Submits matches. Those of several partners share a transaction, unless some are late. */
  submit(call: Call, matches: readonly SentMatch[]): Promise<SubmissionResult[]>;
  confirm(call: Call, actor: KeyActor, id: string): Promise<OwnMatchView>;
  amend(call: Call, actor: KeyActor, id: string, amendment: MatchAmendment): Promise<OwnMatchView>;
  void(call: Call, actor: KeyActor, id: string): Promise<OwnMatchView>;
  /** Schedules a rebuild of all ratings. */
  rebuild(): Promise<void>;
  /** Lets the node's settler take one step of at most `stepMatches` matches. */
  settle(stepMatches: number): Promise<string>;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A node of the service in this process, without HTTP. */
export class LocalNode implements ServiceNode {
  readonly #database: Database;
  #settler: { readonly work: Settler; readonly stepMatches: number } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async submit(call: Call, matches: readonly SentMatch[]): Promise<SubmissionResult[]> {
    const ofPartners = [...Map.groupBy(matches, ({ actor }) => actor).entries()];
    const errors: unknown[] = [];
    const options = ofPartners.length > 1 ? { queue: this.#blockedQueue(call, (error) => errors.push(error)) } : {};
    const results = new Map<SentMatch, SubmissionResult>();
    await Promise.all(
      ofPartners.map(async ([actor, own]) => {
        const bodies = own.map(({ body }) => body);
        const found = await submitMatches(this.#contextOf(actor, call), bodies, options);
        for (const [index, result] of found.entries()) results.set(own[index] ?? assert.fail(), result);
      }),
    );
    if (errors.length > 0) throw new AggregateError(errors, 'The queue of submissions failed.', { cause: errors[0] });
    return matches.map((match) => results.get(match) ?? assert.fail());
  }

  /** A queue whose first job blocks it, so that the next requests share a transaction. @param onError must not throw */
  #blockedQueue(call: Call, onError: (error: unknown) => void): SubmissionQueue {
    const options = { running: 1, queued: 10_000, batchMax: 10_000 };
    const queue = openSubmissionQueue(this.#context(call), options, onError);
    const actor = { kind: 'key', partnerId: NOBODY } as KeyActor;
    queue.store({ context: { ...this.#context(call), actor }, matches: [] }).catch(onError);
    return queue;
  }

  confirm(call: Call, actor: KeyActor, id: string): Promise<OwnMatchView> {
    return confirmMatch(this.#contextOf(actor, call), id);
  }

  amend(call: Call, actor: KeyActor, id: string, amendment: MatchAmendment): Promise<OwnMatchView> {
    return amendMatch(this.#contextOf(actor, call), id, amendment);
  }

  void(call: Call, actor: KeyActor, id: string): Promise<OwnMatchView> {
    return voidMatch(this.#contextOf(actor, call), id, 'Twice.');
  }

  rebuild(): Promise<void> {
    return scheduleRebuild(serviceContext(this.#database));
  }

  async settle(stepMatches: number): Promise<string> {
    if (this.#settler?.stepMatches !== stepMatches) {
      this.#settler = {
        work: new Settler(serviceContext(this.#database), { stepMatches, isImmediate: true }),
        stepMatches,
      };
    }
    return this.#settler.work.step();
  }

  #context({ now, closureMax }: Call): Context {
    return { ...serviceContext(this.#database, () => now), closureMax };
  }

  #contextOf(actor: KeyActor, call: Call): PartnerContext {
    return { ...this.#context(call), actor };
  }
}
