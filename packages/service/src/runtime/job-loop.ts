/**
 * The one loop behind all background jobs of the process: those of the live database and those of each open sandbox.
 *
 * A job is a bounded step that is repeated. Jobs that are due run concurrently, so a long step delays no other job, but a job
 * never overlaps itself. A job with more to do is due again at once, an idle one at the next multiple of its interval, a
 * failed one after a pause that doubles with each failure. Stopping waits for steps in progress.
 *
 * Jobs look rarely, for what other processes left to do. What this process writes, it pokes its own jobs for: they look at once, and
 * then at doubling intervals, since an open transaction may still hide what was written.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 15_000;
/** The pause after a look, as a multiple of its duration: with thousands of webhook endpoints, looks take at most a tenth of the time. */
const PAUSE_PER_LOOK = 9;
const PAUSE_MAX_MS = 1_000;

export interface Job {
  /** Appears in the log. */
  readonly name: string;
  /** How often an idle job looks for work, ms. */
  readonly everyMs: number;
  /** The least time between two looks after pokes, ms. Default: pokes have no effect. */
  readonly pokedMs?: number;
  /**
   * Does one step.
   * @param stopping fires when the job must stop; a step that takes seconds must end early
   * @returns `more` if there may be more to do at once
   */
  run(stopping: AbortSignal): Promise<'more' | 'idle'>;
  /** Called once after the last step, such as to release a lease. Errors are ignored, since a lease expires. */
  close?(): Promise<void>;
}

/** Jobs of one database. They are stopped together. */
export interface JobGroup {
  /** Makes the jobs look for work that this process wrote. A job that did something pokes the others, too. */
  poke(): void;
  /** Waits for the steps in progress, then closes the jobs. Errors from now on are not reported. */
  stop(): Promise<void>;
}

interface Entry {
  readonly job: Job;
  readonly stopping: AbortSignal;
  readonly onError: (job: string, error: unknown) => void;
  readonly group: readonly Entry[];
  dueAt: number;
  /** A poke makes it due then. */
  pokedDueAt: number;
  /** The interval until the next look if this one finds nothing. */
  waitMs: number;
  running: Promise<void> | null;
  failures: number;
}

export class JobLoop {
  readonly #entries = new Set<Entry>();
  /** Where no request is under way: a timer that a request starts would run every later step in the trace of that request. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;

  /** Runs jobs until the group is stopped. */
  add(jobs: readonly Job[], onError: (job: string, error: unknown) => void): JobGroup {
    const controller = new AbortController();
    const stopping = controller.signal;
    const group: Entry[] = [];
    for (const job of jobs) {
      const { everyMs, pokedMs = everyMs } = job;
      const times = { dueAt: 0, pokedDueAt: 0, waitMs: pokedMs };
      group.push({ job, stopping, onError, group, ...times, running: null, failures: 0 });
    }
    for (const entry of group) this.#entries.add(entry);
    this.#schedule();
    return {
      poke: () => {
        for (const entry of group) poke(entry);
        this.#schedule();
      },
      stop: async () => {
        controller.abort();
        for (const entry of group) this.#entries.delete(entry);
        this.#schedule();
        await Promise.all(group.map(({ running }) => running));
        await Promise.allSettled(jobs.map((job) => job.close?.()));
      },
    };
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    let next = Number.POSITIVE_INFINITY;
    for (const { running, dueAt } of this.#entries) if (running === null) next = Math.min(next, dueAt);
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#outside(() => this.#visit()), Math.max(0, next - performance.now())).unref();
  }

  #visit(): void {
    const now = performance.now();
    for (const entry of this.#entries) {
      if (entry.running !== null || entry.dueAt > now) continue;
      entry.running = this.#step(entry).finally(() => {
        entry.running = null;
        this.#schedule();
      });
    }
    this.#schedule();
  }

  async #step(entry: Entry): Promise<void> {
    const { job, stopping, onError } = entry;
    const startedAt = performance.now();
    try {
      const found = await job.run(stopping);
      const { everyMs, pokedMs = everyMs } = job;
      entry.failures = 0;
      if (found === 'more') {
        entry.dueAt = 0;
        for (const other of entry.group) if (other !== entry) poke(other);
      } else {
        const restMs = Math.min(PAUSE_PER_LOOK * (performance.now() - startedAt), PAUSE_MAX_MS, everyMs);
        entry.dueAt = nextVisit(entry.dueAt || startedAt, Math.max(entry.waitMs, restMs));
        entry.pokedDueAt = startedAt + Math.max(pokedMs, restMs);
        entry.waitMs = Math.min(2 * entry.waitMs, everyMs);
      }
    } catch (error) {
      if (!stopping.aborted) onError(job.name, error);
      entry.dueAt = performance.now() + Math.min(RETRY_MIN_MS * 2 ** entry.failures, RETRY_MAX_MS);
      entry.failures += 1;
    }
  }
}

function poke(entry: Entry): void {
  const { pokedMs } = entry.job;
  if (pokedMs === undefined) return;
  entry.waitMs = pokedMs;
  if (entry.failures === 0) entry.dueAt = Math.min(entry.dueAt, entry.pokedDueAt);
}

/** The next multiple of the interval. Missed visits are skipped. */
function nextVisit(dueAt: number, everyMs: number): number {
  return dueAt + everyMs * (Math.floor((performance.now() - dueAt) / everyMs) + 1);
}
