import { randomUUID } from 'node:crypto';
import type { Database } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import type { Context } from '../context.ts';
import { claimLease, releaseLease } from '../runtime/leases-store.ts';
import { spreadMarks } from './marker.ts';
import { addMissingSettlements, endSettlement, readSettlementWork, type Settlement } from './marks-store.ts';
import { rebuildNext } from './rebuild.ts';
import { settleNext } from './wave.ts';

/** The target duration of a step, ms: a submission of a player that it locks waits for that long. */
const STEP_MS = 40;

/** The size of steps, adapted to {@link STEP_MS}. It shrinks at once, but grows only halfway. */
class StepSize {
  readonly #min: number;
  readonly #max: number;
  #size: number;

  constructor(min: number, max: number) {
    this.#min = min;
    this.#max = max;
    this.#size = min;
  }

  get size(): number {
    return this.#size;
  }

  adapt(elapsedMs: number): void {
    const wanted = this.#size * (STEP_MS / Math.max(elapsedMs, 1));
    const next = wanted < this.#size ? wanted : (this.#size + Math.min(wanted, 4 * this.#size)) / 2;
    this.#size = Math.min(this.#max, Math.max(this.#min, Math.round(next)));
  }
}

export interface SettlerOptions {
  /** The matches of a wave's step, for tests. */
  readonly stepMatches?: number;
  /** Settles changes at once instead of when their partner pauses. */
  readonly isImmediate?: boolean;
}

/**
 * Settles a database step by step: spreads marks, then rates the marked matches. Each step is one transaction, and all state is in rows, so any
 * node can continue. A lease lets one node at a time work, which only saves work.
 */
export class Settler {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #id = randomUUID();
  readonly #options: SettlerOptions;
  readonly #marks = new StepSize(16, 256);
  readonly #matches: StepSize;
  /** The partner whose changes were settled last; the next one by id follows. */
  #last = '';

  constructor({ database, now }: Pick<Context, 'database' | 'now'>, options: SettlerOptions = {}) {
    this.#database = database;
    this.#now = now;
    this.#options = options;
    const { stepMatches } = options;
    this.#matches = stepMatches === undefined ? new StepSize(128, 512) : new StepSize(stepMatches, stepMatches);
  }

  /** @returns `idle`: nothing can be done now. `busy`: another node has the lease. */
  async step(): Promise<'more' | 'idle' | 'busy'> {
    const work = await readSettlementWork(this.#database);
    // A node with another model can do nothing, so it must not hold the lease.
    if (work.model_version !== MODEL_VERSION) return 'idle';
    if (work.is_missing) await addMissingSettlements(this.#database);
    const hasWork = work.is_rebuilding || work.is_marking || work.is_marked || work.settlements.length > 0;
    if (!hasWork) return 'idle';
    if (!(await claimLease(this.#database, 'settlement', this.#id))) return 'busy';
    if (work.is_rebuilding) return (await rebuildNext(this.#database)) ? 'more' : 'idle';
    if (work.is_marking) {
      const startedAt = performance.now();
      const spread = await spreadMarks(this.#database, this.#marks.size);
      if (spread === this.#marks.size) this.#marks.adapt(performance.now() - startedAt);
      if (spread > 0) return 'more';
    }
    return this.#settleNext(work.settlements);
  }

  /** Partners take turns, so that no partner's changes wait for all those of another. */
  async #settleNext(settlements: readonly Settlement[]): Promise<'more' | 'idle'> {
    const due = settlements.filter((one) => one.is_due || this.#options.isImmediate === true);
    const turn = [
      ...due.filter((one) => one.changed_by > this.#last),
      ...due.filter((one) => one.changed_by <= this.#last),
    ];
    for (const settlement of turn) {
      this.#last = settlement.changed_by;
      const limit = this.#matches.size;
      const startedAt = performance.now();
      const moved = await settleNext(this.#database, settlement, limit, this.#now());
      if (moved >= limit / 2) this.#matches.adapt(performance.now() - startedAt);
      if (moved > 0) return 'more';
      await endSettlement(this.#database, settlement);
    }
    return 'idle';
  }

  /** Settles everything that there is, at once. */
  async finish(): Promise<void> {
    while ((await this.step()) === 'more' /* go on */);
  }

  /** Releases the lease, so that another node can continue. */
  stop(): Promise<void> {
    return releaseLease(this.#database, 'settlement', this.#id);
  }
}
