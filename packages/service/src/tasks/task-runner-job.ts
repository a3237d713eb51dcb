/**
 * Runs tasks in lanes. A lane is a lease: its holder runs one task at a time. The live database has one lane for operators and two for
 * partners, a sandbox has one. An operator's task that is interrupted begins again, a partner's continues after its last step.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@bandeja/contract/errors/problem';
import type { OperatorTaskKind, PartnerTaskKind } from '@bandeja/contract/tasks';
import { type Database, DatabaseUnavailable } from '@bandeja/postgres/database';
import type { Context } from '../context.ts';
import { readPartner } from '../partners/store.ts';
import type { Job } from '../runtime/job-loop.ts';
import { claimLease, releaseLease } from '../runtime/leases-store.ts';
import type { Progress, ProgressOptions } from '../runtime/progress.ts';
import { PartnerTask, TaskStopped } from './partner-task.ts';
import {
  endTaskRow,
  hasUnfinishedTask,
  isStartedElsewhere,
  type Lane,
  mayTaskContinue,
  requeueCrashedTask,
  requeueTask,
  saveTaskProgress,
  startNextTask,
  type TaskAttempt,
} from './runner-store.ts';

const EVERY_MS = 5_000;
const POKED_MS = 500;
/** How often the lease is renewed and progress is saved. A cancelled task stops within this time. */
const RENEW_EVERY_MS = 1_000;
/** Time to expiry of the lease. */
const LEASE_MS = 15_000;

const FAILED_INSIDE = 'Internal error. The log of the service contains the cause together with the id of the task.';

/** What each kind of task does. @returns the result of the task */
export interface TaskWork {
  readonly operators: Readonly<
    Record<OperatorTaskKind, (context: Context, progressOptions: ProgressOptions) => Promise<unknown>>
  >;
  readonly partners: Readonly<Record<PartnerTaskKind, (task: PartnerTask<never, never>) => Promise<unknown>>>;
}

export interface TaskLog {
  /** The lease could not be renewed. The renewal will be retried. */
  readonly onFault: (error: unknown) => void;
  /** A task failed. Clients see less of the error. */
  readonly onTaskFault: (task: TaskAttempt, error: unknown) => void;
  /** A sentence about the progress of a task. */
  readonly onTask: (task: TaskAttempt, message: string) => void;
}

/** Only tests change the times. */
export interface TaskJobOptions {
  readonly everyMs: number;
  readonly renewEveryMs: number;
  readonly leaseMs: number;
  readonly run: (context: Context, task: TaskAttempt, progressOptions: Required<ProgressOptions>) => Promise<unknown>;
}

/** Runs a task by its kind. */
export const runWith =
  ({ operators, partners }: TaskWork): TaskJobOptions['run'] =>
  async (context, task, progressOptions) => {
    const { partner_id: partnerId, actor } = task;
    if (partnerId === null || actor === null) return operators[task.kind as OperatorTaskKind](context, progressOptions);
    const partner = await readPartner(context.database, partnerId);
    if (partner === undefined) throw new Error(`the partner ${partnerId} of the task ${task.id} does not exist`);
    const own = { ...context, actor: { kind: 'task', partnerId, plan: partner.plan, askedBy: actor } as const };
    return partners[task.kind as PartnerTaskKind](new PartnerTask<never, never>(own, task, progressOptions.signal));
  };

const defaults = { everyMs: EVERY_MS, renewEveryMs: RENEW_EVERY_MS, leaseMs: LEASE_MS };

/**
 * One lane. Each step of the job runs a whole task.
 * @param sandboxOf the partner of a sandbox, which rests while the partner is suspended; null for live data
 */
export function taskJob(
  context: Context,
  lane: Lane,
  log: TaskLog,
  given: Pick<TaskJobOptions, 'run'> & Partial<TaskJobOptions>,
  sandboxOf: string | null = null,
): Job {
  const options = { ...defaults, ...given };
  const { database, liveDatabase } = context;
  const runner = randomUUID();
  const isResting = async () => sandboxOf !== null && (await readPartner(liveDatabase, sandboxOf))?.suspended !== false;
  return {
    name: lane,
    everyMs: options.everyMs,
    pokedMs: POKED_MS,
    async run(stopping) {
      if (!(await hasUnfinishedTask(database, lane)) || (await isResting())) return 'idle';
      const task = await claimTask(database, lane, runner, options.leaseMs);
      if (task === null) return 'idle';
      await runTask(context, { ...task, lane, runner, isResting }, log, stopping, options);
      return 'more';
    },
  };
}

/** Starts the next task of a lane. @returns null if there is none, or another process has the lane */
export async function claimTask(
  database: Database,
  lane: Lane,
  runner: string,
  leaseMs = LEASE_MS,
): Promise<TaskAttempt | null> {
  try {
    return await database.transaction(async (transaction) => {
      if (!(await claimLease(transaction, lane, runner, leaseMs))) return null;
      // This process has the lease, so the runner of a running task has crashed.
      await requeueCrashedTask(transaction, lane);
      const task = await startNextTask(transaction, lane);
      if (task === null) await releaseLease(transaction, lane, runner);
      return task;
    });
  } catch (error) {
    if (isStartedElsewhere(error)) return null;
    throw error;
  }
}

interface RunnerTask extends TaskAttempt {
  readonly lane: Lane;
  readonly runner: string;
  readonly isResting: () => Promise<boolean>;
}

/** Runs one attempt until the task ends or is stopped, the lease is lost, or the service stops. */
async function runTask(
  context: Context,
  task: RunnerTask,
  log: TaskLog,
  stopping: AbortSignal,
  { renewEveryMs, leaseMs, run }: TaskJobOptions,
): Promise<void> {
  const { database } = context;
  const { kind, attempt, lane, runner } = task;
  const over = new AbortController();
  const lost = new AbortController();
  let progress: Progress | null = null;

  const renew = async (): Promise<boolean> => {
    if (await task.isResting()) return false;
    return database.transaction(
      async (transaction) =>
        (await claimLease(transaction, lane, runner, leaseMs)) &&
        // The steps of a partner's task save its progress.
        (task.partner_id === null
          ? await saveTaskProgress(transaction, task, progress)
          : await mayTaskContinue(transaction, task)),
    );
  };
  const keepLease = async (): Promise<void> => {
    for (let renewedAt = performance.now(); ; ) {
      await sleep(renewEveryMs, undefined, { signal: over.signal, ref: false }).catch(() => {});
      if (over.signal.aborted) return;
      const startedAt = performance.now();
      try {
        if (!(await renew())) return lost.abort(new TaskStopped());
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
    if (signal.aborted || error instanceof TaskStopped) {
      const isCrash = !stopping.aborted && !(error instanceof TaskStopped) && !(signal.reason instanceof TaskStopped);
      await requeueTask(database, task, { isCrash });
      log.onTask(task, `interrupted the task ${kind}`);
    } else {
      log.onTaskFault(task, error);
      if (error instanceof DatabaseUnavailable) await requeueTask(database, task, { isCrash: true });
      else await endTaskRow(database, task, { state: 'failed', ...failure(error) });
    }
  } finally {
    over.abort();
    await keeping;
    await releaseLease(database, lane, runner);
  }
}

/** The cause of an internal error is only logged. */
function failure(error: unknown): { readonly code: string; readonly detail: string } {
  if (error instanceof Problem) return { code: error.code, detail: error.message };
  return { code: 'internal_error', detail: FAILED_INSIDE };
}
