import { inContextOfCaller } from '../tracing/spans.ts';
import { Problem } from './errors/problem.ts';

export interface QueueLimits {
  /** Runs under way at once, of all owners and of one. */
  readonly running: number;
  readonly runningOfOwner: number;
  /** Weight that may wait, of all owners and of one. */
  readonly waiting: number;
  readonly waitingOfOwner: number;
  /** The most weight that shares a run. A heavier job runs by itself; with 1 every job does. */
  readonly together: number;
  /** Weight that has to wait before a run begins beside another one. Less does if the last run has not ended in {@link PATIENCE_MS}. */
  readonly minForAnother: number;
}

/** A run takes some milliseconds. A longer one probably waits for a lock, and others should not wait with it. */
const PATIENCE_MS = 50;

interface Waiting<Job> {
  readonly job: Job;
  /** Runs something in the context of the caller, whose trace it then belongs to. */
  readonly asCaller: <T>(run: () => T) => T;
  readonly weight: number;
}

/** The jobs of a run, which goes on in the context of the caller of the first. */
interface Taken<Job> extends Pick<Waiting<Job>, 'asCaller'> {
  readonly jobs: readonly Job[];
  readonly owners: ReadonlySet<string>;
  readonly weight: number;
}

/** The jobs of one owner, oldest first. */
interface Line<Job> {
  readonly waiting: Waiting<Job>[];
  weight: number;
}

/**
 * Jobs wait here for their turn, instead of on database connections. Owners take turns, a job each, however many jobs one
 * of them has. Jobs that wait may share a run. If nothing is under way, a job begins at once.
 *
 * A queue is about fairness and speed only. Correctness is up to the locks and constraints of the database, since other
 * processes have queues of their own.
 */
export class FairQueue<Job> {
  readonly #limits: QueueLimits;
  readonly #run: (jobs: readonly Job[]) => Promise<void>;
  readonly #onRun: (weight: number) => void;
  /** By owner, in the order of turns: whose turn is next stands first. No line is empty. */
  readonly #lines = new Map<string, Line<Job>>();
  readonly #runningOf = new Map<string, number>();
  #running = 0;
  #waiting = 0;
  #refused = 0;
  /** By the process's own clock, ms. */
  #lastBegunAt = 0;
  #patience: NodeJS.Timeout | undefined;
  #onIdle: (() => void)[] = [];

  /**
   * @param run carries out jobs that share a run, and answers each itself; it must not reject.
   * @param onRun called with the weight of each run that begins
   */
  constructor(
    limits: QueueLimits,
    run: (jobs: readonly Job[]) => Promise<void>,
    onRun: (weight: number) => void = () => {},
  ) {
    this.#limits = limits;
    this.#run = run;
    this.#onRun = onRun;
  }

  /** The weight that waits, and the weight that was turned away since the queue was opened. */
  get state(): { readonly waiting: number; readonly refused: number } {
    return { waiting: this.#waiting, refused: this.#refused };
  }

  /**
   * @param weight how much of the limits the job takes; at least 1
   * @throws {Problem} `overloaded` when too much waits already
   */
  push(owner: string, weight: number, job: Job): void {
    const { waiting, waitingOfOwner } = this.#limits;
    const line = this.#lines.get(owner) ?? { waiting: [], weight: 0 };
    if (this.#waiting + weight > waiting || line.weight + weight > waitingOfOwner) {
      this.#refused += weight;
      throw new Problem('overloaded');
    }
    line.waiting.push({ job, weight, asCaller: inContextOfCaller() });
    line.weight += weight;
    this.#waiting += weight;
    this.#lines.set(owner, line);
    this.#beginRuns();
  }

  /** Resolves when nothing waits and nothing is under way. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #beginRuns(): void {
    while (this.#mayBegin()) void this.#begin();
    if (this.#running > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #mayBegin(): boolean {
    const { running, minForAnother } = this.#limits;
    if (this.#running >= running) return false;
    let ready = 0;
    for (const [owner, line] of this.#lines) if (this.#isFree(owner)) ready += line.weight;
    if (ready === 0) return false;
    if (this.#running === 0 || ready >= minForAnother) return true;
    if (performance.now() - this.#lastBegunAt >= PATIENCE_MS) return true;
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined;
      this.#beginRuns();
    }, PATIENCE_MS);
    return false;
  }

  #isFree(owner: string): boolean {
    return (this.#runningOf.get(owner) ?? 0) < this.#limits.runningOfOwner;
  }

  async #begin(): Promise<void> {
    const { jobs, owners, weight, asCaller } = this.#take();
    this.#onRun(weight);
    this.#running += 1;
    for (const owner of owners) this.#runningOf.set(owner, (this.#runningOf.get(owner) ?? 0) + 1);
    this.#lastBegunAt = performance.now();
    try {
      await asCaller(() => this.#run(jobs));
    } finally {
      this.#running -= 1;
      for (const owner of owners) {
        const left = (this.#runningOf.get(owner) ?? 0) - 1;
        if (left > 0) this.#runningOf.set(owner, left);
        else this.#runningOf.delete(owner);
      }
      this.#beginRuns();
    }
  }

  /** Takes out the jobs of the next run: one of each owner in turn, then a second of each, and so on. */
  #take(): Taken<Job> {
    const jobs: Job[] = [];
    let asCaller: Waiting<Job>['asCaller'] | undefined;
    const owners = new Set<string>();
    let left = this.#limits.together;
    for (;;) {
      const owner = this.#lines.keys().find((one) => this.#isFree(one));
      const line = owner === undefined ? undefined : this.#lines.get(owner);
      const next = line?.waiting[0];
      if (owner === undefined || line === undefined || next === undefined) break;
      if (next.weight > left && jobs.length > 0) break;
      left -= next.weight;
      this.#waiting -= next.weight;
      line.weight -= next.weight;
      line.waiting.shift();
      jobs.push(next.job);
      asCaller ??= next.asCaller;
      owners.add(owner);
      // The owner goes to the end of the turns.
      this.#lines.delete(owner);
      if (line.waiting.length > 0) this.#lines.set(owner, line);
    }
    return { jobs, owners, weight: this.#limits.together - left, asCaller: asCaller ?? ((run) => run()) };
  }
}
