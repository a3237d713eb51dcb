import { randomUUID } from 'node:crypto';
import type { Database } from '../../store/engine/database.ts';
import { prepareRun } from './begin.ts';
import { SettlerMemory } from './memory.ts';
import type { RunEvent } from './run-event.ts';
import { type Settler, type StepResult, settleStep } from './step.ts';

/** A step should take about this long: what a submission may have to wait for. */
const STEP_MS = 40;
const STEP_MATCHES_FIRST = 256;
const STEP_MATCHES_MIN = 32;
const STEP_MATCHES_MAX = 4096;

/** The work of one node at settling a database, step by step. Any number of nodes may do it; one at a time settles. */
export class SettlerWork {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #settler: Settler;
  readonly #isAdapting: boolean;
  #limit: number;

  /**
   * @param now ms since 1970.
   * @param stepMatches keeps to steps of so many matches, for tests.
   * @param onRun is told what becomes of runs by this work.
   */
  constructor(
    database: Database,
    now: () => number,
    stepMatches?: number,
    onRun: (event: RunEvent) => void = () => {},
  ) {
    this.#database = database;
    this.#now = now;
    this.#settler = { id: randomUUID(), memory: new SettlerMemory(), isNextAlone: false, run: null, onRun };
    this.#isAdapting = stepMatches === undefined;
    this.#limit = stepMatches ?? STEP_MATCHES_FIRST;
  }

  /** Does a step of the run under way, or begins one that is due. */
  async step(): Promise<StepResult> {
    const startedAt = performance.now();
    const result = await settleStep(this.#database, this.#settler, this.#limit, this.#now());
    if (this.#isAdapting && result.status === 'settled' && result.matches === this.#limit)
      this.#adapt(performance.now() - startedAt);
    // The next run begins with everything to look up, which takes longer than the end of this one did.
    if (this.#isAdapting && result.status === 'settled' && result.isRunOver) this.#limit = STEP_MATCHES_FIRST;
    if (result.status !== 'idle') return result;
    return this.#prepare();
  }

  async #prepare(): Promise<StepResult> {
    const prepared = await prepareRun(this.#database, this.#now());
    if (prepared.status === 'idle') return { status: 'idle' };
    if (prepared.status === 'begun') {
      const { run, settled_until } = prepared;
      this.#settler.run = run;
      this.#settler.onRun({ what: 'begun', run, settled_until });
    }
    return { status: 'settled', matches: 0, isRunOver: false };
  }

  /** Settles all that is due, for whoever has nothing else to do meanwhile. */
  async finish(): Promise<void> {
    while ((await this.step()).status === 'settled' /* go on */);
  }

  /** Makes the next step as large as would have taken as long as a step should: at once where that is less, else halfway. */
  #adapt(elapsedMs: number): void {
    const wanted = this.#limit * (STEP_MS / Math.max(elapsedMs, 1));
    const next = Math.round(wanted < this.#limit ? wanted : (this.#limit + Math.min(wanted, 4 * this.#limit)) / 2);
    this.#limit = Math.min(STEP_MATCHES_MAX, Math.max(STEP_MATCHES_MIN, next));
  }
}
