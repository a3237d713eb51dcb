/** Runs operators' tasks. One task runs at a time in the whole database: the runner holds the lease `tasks` until it ends. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@bandeja/contract/errors/problem';
import type { TaskKind } from '@bandeja/contract/tasks';
import { type Database, DatabaseUnavailable } from '@bandeja/postgres/database';
import { verifyAudit } from '../audit/verify.ts';
import type { Context } from '../context.ts';
import { calibrate, calibrationView } from '../ledger/calibrate.ts';
import { replayRatings } from '../ledger/rebuild.ts';
import { verifyRatings } from '../ledger/verify.ts';
import type { Job } from '../runtime/job-loop.ts';
import { claimLease, releaseLease } from '../runtime/leases-store.ts';
import type { Progress, ProgressOptions } from '../runtime/progress.ts';
import {
  endTaskRow,
  hasUnfinishedTask,
  requeueTask,
  saveTaskProgress,
  startNextTask,
  type TaskAttempt,
} from './store.ts';

const EVERY_MS = 500;
/** How often the lease is renewed and progress is saved. A cancelled task stops within this time. */
const RENEW_EVERY_MS = 1_000;
/** Without a renewal for this long, another process may have claimed the lease. */
const LEASE_MS = 15_000;

const FAILED_INSIDE = 'The task failed inside the service; the log of the service has the cause beside the task’s id.';

type Work = (context: Context, progressOptions: ProgressOptions) => Promise<unknown>;

const work: Readonly<Record<TaskKind, Work>> = {
  verify: verifyRatings,
  replay: replayRatings,
  calibrate: async (context, progressOptions) => calibrationView(await calibrate(context, progressOptions)),
  audit: verifyAudit,
};

export interface TaskLog {
  /** The lease could not be renewed; it is tried again. */
  readonly onFault: (error: unknown) => void;
  /** A task failed; clients see less of the error than this. */
  readonly onTaskFault: (task: TaskAttempt, error: unknown) => void;
  /** What becomes of a task, in a sentence. */
  readonly onTask: (task: TaskAttempt, message: string) => void;
}

/** Other than the defaults in tests only. */
export interface TaskJobOptions {
  readonly everyMs: number;
  readonly renewEveryMs: number;
  readonly leaseMs: number;
  readonly run: (context: Context, task: TaskAttempt, progressOptions: ProgressOptions) => Promise<unknown>;
}

const defaults: TaskJobOptions = {
  everyMs: EVERY_MS,
  renewEveryMs: RENEW_EVERY_MS,
  leaseMs: LEASE_MS,
  run: (context, { kind }, progressOptions) => work[kind as TaskKind](context, progressOptions),
};

/** Runs operators' tasks, one after the other. A step is a whole task. */
export function taskJob(context: Context, log: TaskLog, given: Partial<TaskJobOptions> = {}): Job {
  const options = { ...defaults, ...given };
  const { database } = context;
  const runner = randomUUID();
  return {
    name: 'tasks',
    everyMs: options.everyMs,
    async run(stopping) {
      if (!(await hasUnfinishedTask(database))) return 'idle';
      const task = await claimTask(database, runner, options.leaseMs);
      if (task === null) return 'idle';
      await runTask(context, { ...task, runner }, log, stopping, options);
      return 'more';
    },
  };
}

/** Starts the oldest queued task. @returns null if there is none, or if another process runs one */
export function claimTask(database: Database, runner: string, leaseMs = LEASE_MS): Promise<TaskAttempt | null> {
  return database.transaction(async (transaction) => {
    if (!(await claimLease(transaction, 'tasks', runner, leaseMs))) return null;
    // With the lease claimed, a running task is one whose runner has gone.
    await requeueTask(transaction, null);
    const task = await startNextTask(transaction);
    if (task === null) await releaseLease(transaction, 'tasks', runner);
    return task;
  });
}

/** Runs one attempt at a task until it ends, is cancelled, passes to another runner or has to stop. */
async function runTask(
  context: Context,
  task: TaskAttempt & { readonly runner: string },
  log: TaskLog,
  stopping: AbortSignal,
  { renewEveryMs, leaseMs, run }: TaskJobOptions,
): Promise<void> {
  const { database } = context;
  const { kind, attempt } = task;
  const over = new AbortController();
  const lost = new AbortController();
  let progress: Progress | null = null;

  const renew = (): Promise<boolean> =>
    database.transaction(
      async (transaction) =>
        (await claimLease(transaction, 'tasks', task.runner, leaseMs)) &&
        (await saveTaskProgress(transaction, task, progress)),
    );
  const keepLease = async (): Promise<void> => {
    for (let renewedAt = performance.now(); ; ) {
      await sleep(renewEveryMs, undefined, { signal: over.signal, ref: false }).catch(() => {});
      if (over.signal.aborted) return;
      const askedAt = performance.now();
      try {
        if (!(await renew())) return lost.abort();
        renewedAt = askedAt;
      } catch (error) {
        log.onFault(error);
        if (performance.now() - renewedAt > leaseMs) return lost.abort();
      }
    }
  };

  log.onTask(task, `the task ${kind} starts (attempt ${attempt})`);
  const keeping = keepLease();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const onProgress = (now: Progress): void => {
    progress = now;
  };
  try {
    const result = await run(context, task, { signal, onProgress });
    await endTaskRow(database, task, { state: 'done', result });
    log.onTask(task, `the task ${kind} has ended`);
  } catch (error) {
    if (signal.aborted) {
      await requeueTask(database, task, { isUncounted: stopping.aborted });
      log.onTask(task, `the task ${kind} stops before its end`);
    } else {
      log.onTaskFault(task, error);
      if (error instanceof DatabaseUnavailable) await requeueTask(database, task);
      else await endTaskRow(database, task, { state: 'failed', ...failure(error) });
    }
  } finally {
    over.abort();
    await keeping;
    await releaseLease(database, 'tasks', task.runner);
  }
}

/** Anything but a problem is reported without its cause. */
function failure(error: unknown): { readonly code: string; readonly detail: string } {
  if (error instanceof Problem) return { code: error.code, detail: error.message };
  return { code: 'internal_error', detail: FAILED_INSIDE };
}
