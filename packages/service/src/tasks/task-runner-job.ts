/** Runs operators' tasks. Only one task runs at a time in the whole database: its runner holds the lease `tasks`. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@bandeja/contract/errors/problem';
import type { TaskKind } from '@bandeja/contract/tasks';
import { type Database, DatabaseUnavailable } from '@bandeja/postgres/database';
import { verifyAudit } from '../audit/verify.ts';
import { calibrate, calibrationView } from '../calibration/calibrate.ts';
import type { Context } from '../context.ts';
import type { Job } from '../runtime/job-loop.ts';
import { claimLease, releaseLease } from '../runtime/leases-store.ts';
import type { Progress, ProgressOptions } from '../runtime/progress.ts';
import { replayRatings } from '../settlement/rebuild.ts';
import { verifyRatings } from '../verification/verify.ts';
import {
  endTaskRow,
  hasUnfinishedTask,
  requeueTask,
  saveTaskProgress,
  startNextTask,
  type TaskAttempt,
} from './store.ts';

const EVERY_MS = 5_000;
const POKED_MS = 500;
/** How often the lease is renewed and progress is saved. A cancelled task stops within this time. */
const RENEW_EVERY_MS = 1_000;
/** Time to expiry of the lease. */
const LEASE_MS = 15_000;

const FAILED_INSIDE = 'Internal error. The log of the service contains the cause together with the id of the task.';

type Work = (context: Context, progressOptions: ProgressOptions) => Promise<unknown>;

const work: Readonly<Record<TaskKind, Work>> = {
  verify: verifyRatings,
  replay: replayRatings,
  calibrate: async (context, progressOptions) => calibrationView(await calibrate(context, progressOptions)),
  audit: verifyAudit,
};

export interface TaskLog {
  /** The lease could not be renewed. The renewal will be retried. */
  readonly onFault: (error: unknown) => void;
  /** A task failed. Clients see less of the error. */
  readonly onTaskFault: (task: TaskAttempt, error: unknown) => void;
  /** A sentence about the progress of a task. */
  readonly onTask: (task: TaskAttempt, message: string) => void;
}

/** Only tests change the defaults. */
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

/** Each step of the job runs a whole task. */
export function taskJob(context: Context, log: TaskLog, given: Partial<TaskJobOptions> = {}): Job {
  const options = { ...defaults, ...given };
  const { database } = context;
  const runner = randomUUID();
  return {
    name: 'tasks',
    everyMs: options.everyMs,
    pokedMs: POKED_MS,
    async run(stopping) {
      if (!(await hasUnfinishedTask(database))) return 'idle';
      const task = await claimTask(database, runner, options.leaseMs);
      if (task === null) return 'idle';
      await runTask(context, { ...task, runner }, log, stopping, options);
      return 'more';
    },
  };
}

/** Starts the oldest queued task. @returns null if the queue is empty, or another process runs a task */
export function claimTask(database: Database, runner: string, leaseMs = LEASE_MS): Promise<TaskAttempt | null> {
  return database.transaction(async (transaction) => {
    if (!(await claimLease(transaction, 'tasks', runner, leaseMs))) return null;
    // This process has the lease, so the runner of a running task has crashed.
    await requeueTask(transaction, null);
    const task = await startNextTask(transaction);
    if (task === null) await releaseLease(transaction, 'tasks', runner);
    return task;
  });
}

/** Runs one attempt until the task ends or is cancelled, the lease is lost, or the service stops. */
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
      const startedAt = performance.now();
      try {
        if (!(await renew())) return lost.abort();
        renewedAt = startedAt;
      } catch (error) {
        log.onFault(error);
        if (performance.now() - renewedAt > leaseMs) return lost.abort();
      }
    }
  };

  log.onTask(task, `started the task ${kind} (attempt ${attempt})`);
  const keeping = keepLease();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const onProgress = (now: Progress): void => {
    progress = now;
  };
  try {
    const result = await run(context, task, { signal, onProgress });
    await endTaskRow(database, task, { state: 'done', result });
    log.onTask(task, `finished the task ${kind}`);
  } catch (error) {
    if (signal.aborted) {
      await requeueTask(database, task, { isUncounted: stopping.aborted });
      log.onTask(task, `interrupted the task ${kind}`);
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

/** The cause of an internal error is only logged. */
function failure(error: unknown): { readonly code: string; readonly detail: string } {
  if (error instanceof Problem) return { code: error.code, detail: error.message };
  return { code: 'internal_error', detail: FAILED_INSIDE };
}
