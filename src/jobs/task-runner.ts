import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../domain/context.ts';
import {
  type ClaimedTask,
  claimTask,
  completeTask,
  failTask,
  LEASE_MS,
  releaseTask,
  renewTask,
  runTask,
} from '../domain/tasks/run.ts';
import type { Progress } from '../domain/watcher.ts';
import type { Job } from '../runtime/job-loop.ts';

const EVERY_MS = 500;
/** How often the lease is renewed and progress written; so long, too, a cancelled task goes on. */
const RENEW_EVERY_MS = 1_000;

export interface TaskLog {
  /** The lease could not be renewed; it is tried again. */
  readonly onFault: (error: unknown) => void;
  /** A task failed; clients see less of the error than this. */
  readonly onTaskFault: (task: ClaimedTask, error: unknown) => void;
  /** What becomes of a task, in a sentence. */
  readonly onTask: (task: ClaimedTask, message: string) => void;
}

/** Other than the defaults in tests only. */
export interface TaskJobOptions {
  readonly everyMs: number;
  readonly renewEveryMs: number;
  readonly leaseMs: number;
  /** Does a task's work. */
  readonly run: typeof runTask;
}

const defaults: TaskJobOptions = {
  everyMs: EVERY_MS,
  renewEveryMs: RENEW_EVERY_MS,
  leaseMs: LEASE_MS,
  run: runTask,
};

/** Runs operators' tasks, one after the other. A step is a whole task. */
export function taskJob(context: Context, log: TaskLog, given: Partial<TaskJobOptions> = {}): Job {
  const options = { ...defaults, ...given };
  const runner = randomUUID();
  return {
    name: 'tasks',
    everyMs: options.everyMs,
    async run(stopping) {
      const task = await claimTask(context, runner, options.leaseMs);
      if (task === null) return 'idle';
      await new TaskRun(context, task, log, stopping).toItsEnd(options);
      return 'more';
    },
  };
}

/** One attempt at one task. */
class TaskRun {
  readonly #context: Context;
  readonly #task: ClaimedTask;
  readonly #log: TaskLog;
  readonly #stopping: AbortSignal;
  /** The task was cancelled, or has passed to another runner. */
  readonly #lost = new AbortController();
  #progress: Progress | null = null;

  constructor(context: Context, task: ClaimedTask, log: TaskLog, stopping: AbortSignal) {
    this.#context = context;
    this.#task = task;
    this.#log = log;
    this.#stopping = stopping;
  }

  /** Works until the task has ended, was cancelled, or the service stops. */
  async toItsEnd(options: TaskJobOptions): Promise<void> {
    const { kind, attempts } = this.#task;
    this.#log.onTask(this.#task, `the task ${kind} starts${attempts === 1 ? '' : `, for the ${attempts}th time`}`);
    const over = new AbortController();
    const renewing = this.#keepLease(over.signal, options);
    try {
      const result = await options.run(this.#context, this.#task, {
        signal: AbortSignal.any([this.#stopping, this.#lost.signal]),
        onProgress: (progress) => {
          this.#progress = progress;
        },
      });
      over.abort();
      await renewing;
      await completeTask(this.#context, this.#task, result);
      this.#log.onTask(this.#task, `the task ${kind} has ended`);
    } catch (error) {
      over.abort();
      await renewing;
      await this.#leave(error);
    }
  }

  /** A renewal that fails is tried again; once the lease must have ended, the work is given up. */
  async #keepLease(over: AbortSignal, { renewEveryMs, leaseMs }: TaskJobOptions): Promise<void> {
    let renewedAt = performance.now();
    while (!over.aborted) {
      await sleep(renewEveryMs, undefined, { signal: over, ref: false }).catch(() => {});
      if (over.aborted) return;
      const askedAt = performance.now();
      try {
        if (await renewTask(this.#context, this.#task, this.#progress, leaseMs)) renewedAt = askedAt;
        else return this.#lost.abort();
      } catch (error) {
        this.#log.onFault(error);
        if (performance.now() - renewedAt > leaseMs) return this.#lost.abort();
      }
    }
  }

  async #leave(error: unknown): Promise<void> {
    const { kind } = this.#task;
    if (this.#lost.signal.aborted || this.#stopping.aborted) {
      await releaseTask(this.#context, this.#task, { isCounted: !this.#stopping.aborted });
      this.#log.onTask(this.#task, `the task ${kind} stops before its end`);
      return;
    }
    this.#log.onTaskFault(this.#task, error);
    await failTask(this.#context, this.#task, error);
  }
}
