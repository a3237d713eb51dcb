import { Problem } from '@bandeja/contract/errors/problem';
import { inContextOfCaller } from './tracing/spans.ts';

export interface QueueLimits {
  /** Units running at once. A batch counts as one unit. */
  readonly running: number;
  /** Units queued. */
  readonly queued: number;
}

export interface FairQueueOptions extends QueueLimits {
  /** Default limits of each owner. Default: those of the queue. */
  readonly perOwner?: QueueLimits;
  /** Runs queued jobs of any owners as a batch of at most this many units. A larger job runs alone. Default: no batching. */
  readonly batchMax?: number;
  /** A batch contains the jobs of one owner only. */
  readonly isOneOwner?: boolean;
  /** Units that must be queued before a batch starts beside another one, unless that one is slow. Default: 1. */
  readonly minQueuedForSecond?: number;
  /** Called with the units of each run that starts. */
  readonly onRun?: (units: number) => void;
}

/** A batch takes some milliseconds. A longer one is probably waiting for a lock, so another may start beside it. */
const SLOW_RUN_MS = 50;

interface QueuedJob<Job> {
  readonly job: Job;
  readonly units: number;
  readonly limits: QueueLimits;
  readonly inCallerContext: <T>(run: () => T) => T;
}

interface Owner<Job> {
  readonly name: string;
  /** Oldest first. */
  readonly jobs: QueuedJob<Job>[];
  queued: number;
  running: number;
}

interface Run<Job> {
  readonly jobs: QueuedJob<Job>[];
  readonly owners: Set<Owner<Job>>;
  /** Units of the jobs. */
  units: number;
  /** Units of the limits that the run takes. */
  cost: number;
}

/**
 * A bounded queue in front of a scarce resource, such as database connections, which is fair to owners.
 *
 * **Model.** An owner, such as a partner, pushes jobs, each with a number of units. Owners take turns, one job each. Jobs of an owner
 * start in the order they were pushed. With batching, a run takes jobs in that rotation up to `batchMax` units (group commit). A run
 * uses the trace context of its first job's caller.
 *
 * **States of a job:** queued, running, done.
 * - A job starts at once, in the same tick, if the limits of queue and owner allow it and it overtakes no other job.
 * - When a run ends, the next ones start. An owner at its own limit is skipped and keeps its turn. A job that exceeds the
 *   rest of the queue's limit is not overtaken. Otherwise small jobs would starve it.
 * - A job larger than a limit counts as the limit, and so runs alone.
 *
 * **When full,** {@link push} throws `overloaded`: if the owner is at its `queued` limit, or if the queue is at its own and the owner
 * has queued jobs. So other owners never cause a refusal of an owner's first job. The last job may exceed the limit.
 *
 * A queue ensures only fairness and throughput within this process. Locks and constraints of the database ensure correctness.
 */
export class FairQueue<Job> {
  readonly #options: FairQueueOptions;
  readonly #run: (jobs: readonly Job[]) => Promise<void>;
  /** Only owners with queued or running jobs. */
  readonly #owners = new Map<string, Owner<Job>>();
  /** The owners with queued jobs. The next one is first. */
  readonly #rotation = new Set<string>();
  #running = 0;
  #queued = 0;
  #refused = 0;
  #lastStartMs = 0;
  #slowRunTimer: NodeJS.Timeout | undefined;
  #onIdle: (() => void)[] = [];

  /** @param run runs a batch and reports to the callers; must not reject. Without `batchMax`, it gets one job at a time. */
  constructor(options: FairQueueOptions, run: (jobs: readonly Job[]) => Promise<void>) {
    this.#options = options;
    this.#run = run;
  }

  /** Units queued now, and jobs refused since the queue was created. */
  get state(): { readonly waiting: number; readonly refused: number } {
    return { waiting: this.#queued, refused: this.#refused };
  }

  /**
   * @param limits of the owner
   * @throws {Problem} `overloaded` if the queue is full
   */
  push(owner: string, units: number, job: Job, limits: QueueLimits = this.#ownerLimits): void {
    this.checkRoom(owner, limits);
    const entry = this.#owners.get(owner) ?? { name: owner, jobs: [], queued: 0, running: 0 };
    this.#owners.set(owner, entry);
    entry.jobs.push({ job, units, limits, inCallerContext: inContextOfCaller() });
    entry.queued += units;
    this.#queued += units;
    this.#rotation.add(owner);
    this.#startRuns();
  }

  /** @throws {Problem} `overloaded` if {@link push} would throw it */
  checkRoom(owner: string, limits: QueueLimits = this.#ownerLimits): void {
    const queued = this.#owners.get(owner)?.queued ?? 0;
    if (queued < limits.queued && (queued === 0 || this.#queued < this.#options.queued)) return;
    this.#refused += 1;
    throw new Problem('overloaded');
  }

  /** Resolves when nothing is queued or running. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  get #ownerLimits(): QueueLimits {
    return this.#options.perOwner ?? this.#options;
  }

  #startRuns(): void {
    for (let run = this.#nextRun(); run.jobs.length > 0; run = this.#nextRun()) void this.#start(run);
    if (this.#running === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #nextRun(): Run<Job> {
    const { running, batchMax, isOneOwner = false } = this.#options;
    const run: Run<Job> = { jobs: [], owners: new Set(), units: 0, cost: 0 };
    if (batchMax !== undefined && !this.#isBatchDue()) return run;
    // An owner with more jobs moves to the end of the set, so this loop visits it again.
    for (const name of this.#rotation) {
      const owner = this.#owners.get(name);
      const next = owner?.jobs[0];
      if (owner === undefined || next === undefined) throw new Error(`owner without a job in the rotation: ${name}`);
      const cost = batchMax === undefined ? Math.min(next.units, next.limits.running, running) : 1;
      if (owner.running + cost > next.limits.running) continue;
      if (isOneOwner && run.owners.size > 0 && !run.owners.has(owner)) continue;
      if (this.#running + cost > running) break;
      if (run.jobs.length > 0 && run.units + next.units > (batchMax ?? 0)) break;
      owner.jobs.shift();
      owner.queued -= next.units;
      this.#queued -= next.units;
      this.#rotation.delete(name);
      if (owner.jobs.length > 0) this.#rotation.add(name);
      run.jobs.push(next);
      run.owners.add(owner);
      run.units += next.units;
      run.cost = cost;
      if (batchMax === undefined) break;
    }
    return run;
  }

  /** A second batch of few units costs the process and the database more than it gains. */
  #isBatchDue(): boolean {
    if (this.#running === 0) return true;
    let ready = 0;
    for (const name of this.#rotation) {
      const owner = this.#owners.get(name);
      if (owner !== undefined && owner.running < (owner.jobs[0]?.limits.running ?? 0)) ready += owner.queued;
    }
    if (ready === 0) return false;
    if (ready >= (this.#options.minQueuedForSecond ?? 1)) return true;
    if (performance.now() - this.#lastStartMs >= SLOW_RUN_MS) return true;
    this.#slowRunTimer ??= setTimeout(() => {
      this.#slowRunTimer = undefined;
      this.#startRuns();
    }, SLOW_RUN_MS);
    return false;
  }

  async #start({ jobs, owners, units, cost }: Run<Job>): Promise<void> {
    this.#running += cost;
    for (const owner of owners) owner.running += cost;
    this.#lastStartMs = performance.now();
    this.#options.onRun?.(units);
    try {
      await jobs[0]?.inCallerContext(() => this.#run(jobs.map(({ job }) => job)));
    } finally {
      this.#running -= cost;
      for (const owner of owners) {
        owner.running -= cost;
        if (owner.running === 0 && owner.jobs.length === 0) this.#owners.delete(owner.name);
      }
      this.#startRuns();
    }
  }
}
