import { randomUUID } from 'node:crypto';
import type { Database } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import { releaseLease } from '../runtime/leases-store.ts';
import { trimLedgerChanges } from './changes-store.ts';
import { throughGate } from './gate-store.ts';
import { type RunEvent, type Settler, type StepResult, settleStep } from './settle-step.ts';
import { SettlerMemory } from './settler-memory.ts';
import { beginRun, type LedgerState, lockLedgerState, readLedgerState } from './state-store.ts';

/** The target duration of a step, ms. A submission may have to wait for a whole step. */
const STEP_MS = 40;
/** How often an idle settler trims the change log of the ledger. */
const TRIM_EVERY_MS = 600_000;
const STEP_MATCHES_FIRST = 256;
const STEP_MATCHES_MIN = 32;
const STEP_MATCHES_MAX = 4096;

/** Whether a run is scheduled and the pause before it is over. */
function isDue(next: LedgerState['next']): next is NonNullable<LedgerState['next']> {
  return next !== null && next.due_at === null;
}

/** Settles a database step by step. Any number of nodes may run this; a lease lets one at a time work. */
export class SettlerWork {
  readonly #database: Database;
  readonly #settler: Settler;
  readonly #isAdapting: boolean;
  #limit: number;
  #trimmedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param stepMatches fixes the step size, for tests.
   */
  constructor(database: Database, stepMatches?: number, onRun: (event: RunEvent) => void = () => {}) {
    this.#database = database;
    this.#settler = { id: randomUUID(), memory: new SettlerMemory(), isNextExclusive: false, run: null, onRun };
    this.#isAdapting = stepMatches === undefined;
    this.#limit = stepMatches ?? STEP_MATCHES_FIRST;
  }

  /** Does one step of the current run, or begins a run that is due. */
  async step(): Promise<StepResult> {
    const startedAt = performance.now();
    const result = await settleStep(this.#database, this.#settler, this.#limit);
    if (this.#isAdapting && result.status === 'settled' && result.matches === this.#limit)
      this.#adapt(performance.now() - startedAt);
    // The next run starts with an empty cache, so its first steps are slower than the last ones of this run.
    if (this.#isAdapting && result.status === 'settled' && result.isRunOver) this.#limit = STEP_MATCHES_FIRST;
    return result.status === 'idle' ? this.#begin() : result;
  }

  /** Begins the next run if it is due. */
  async #begin(): Promise<StepResult> {
    await this.#trimLog();
    const { run, next, model_version: model } = await readLedgerState(this.#database);
    if (run !== null || !isDue(next) || model !== MODEL_VERSION) return { status: 'idle' };
    const after = await throughGate(this.#database, 'exclusive', async (transaction) => {
      const state = await lockLedgerState(transaction);
      if (state.run !== null || !isDue(state.next)) return null;
      this.#settler.run = await beginRun(transaction);
      return state.next.after;
    });
    if (after === null) return { status: 'idle' };
    this.#settler.onRun({ what: 'begun', run: this.#settler.run ?? 0, after });
    return { status: 'settled', matches: 0, isRunOver: false };
  }

  /** Late matches are logged even if no run follows, so the log is trimmed by age. */
  async #trimLog(): Promise<void> {
    if (performance.now() - this.#trimmedAt < TRIM_EVERY_MS) return;
    await trimLedgerChanges(this.#database);
    this.#trimmedAt = performance.now();
  }

  /** Releases the lease, so that another node can continue the run. */
  stop(): Promise<void> {
    return releaseLease(this.#database, 'settlement', this.#settler.id);
  }

  /** Settles everything that is due. */
  async finish(): Promise<void> {
    while ((await this.step()).status === 'settled' /* go on */);
  }

  /** Adapts the size of the next step to STEP_MS. It shrinks at once, but grows only halfway. */
  #adapt(elapsedMs: number): void {
    const wanted = this.#limit * (STEP_MS / Math.max(elapsedMs, 1));
    const next = Math.round(wanted < this.#limit ? wanted : (this.#limit + Math.min(wanted, 4 * this.#limit)) / 2);
    this.#limit = Math.min(STEP_MATCHES_MAX, Math.max(STEP_MATCHES_MIN, next));
  }
}
