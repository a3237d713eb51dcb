/**
 * What a task runner does with tasks. A runner holds a lease on the one task that runs in the whole database and renews it;
 * when a runner's process dies, the lease ends and the task goes back to the queue.
 */
import { ConstraintViolation, DatabaseUnavailable } from '../../store/engine/database.ts';
import { claimTaskRow, endTaskRow, type GiveUpRule, releaseTaskRow, renewTaskRow } from '../../store/tasks.ts';
import { verifyAudit } from '../audit/verify.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { calibrate, calibrationView } from '../ledger/calibrate.ts';
import { replayRatings } from '../ledger/rebuild.ts';
import { verifyRatings } from '../ledger/verify.ts';
import type { Progress, Watcher } from '../watcher.ts';
import type { TaskKind } from './shapes.ts';

/** How long a crashed runner blocks the others. Longer than any pause of a live process between two renewals. */
export const LEASE_MS = 15_000;

/** A task that ends its process (by taking all memory, say) must not do so for ever. */
const ATTEMPTS_MAX = 5;

const giveUpRule: GiveUpRule = {
  attemptsMax: ATTEMPTS_MAX,
  code: 'internal_error',
  detail: `The task was started ${ATTEMPTS_MAX} times, and each time the service stopped before the task had ended.`,
};

const FAILED_INSIDE = 'The task failed inside the service; the log of the service has the cause beside the task’s id.';

/** A task in the hands of a runner. */
export interface ClaimedTask {
  readonly id: string;
  readonly kind: TaskKind;
  readonly runner: string;
  /** How often it has been started, this time included. */
  readonly attempts: number;
}

/** Claims the oldest queued task. @returns null when there is none, or another runner is at work. */
export async function claimTask(
  { database }: Context,
  runner: string,
  leaseMs = LEASE_MS,
): Promise<ClaimedTask | null> {
  try {
    const row = await database.transaction((transaction) => claimTaskRow(transaction, runner, leaseMs, giveUpRule));
    return row === undefined ? null : { id: row.id, kind: row.kind as TaskKind, runner, attempts: row.attempts };
  } catch (error) {
    if (error instanceof ConstraintViolation && error.constraint === 'tasks_one_runner') return null;
    throw error;
  }
}

/** Renews the lease and writes progress. @returns false when the task was cancelled or has passed to another runner. */
export function renewTask(
  { database }: Context,
  task: ClaimedTask,
  progress: Progress | null,
  leaseMs = LEASE_MS,
): Promise<boolean> {
  return renewTaskRow(database, task, leaseMs, progress);
}

const work: Readonly<Record<TaskKind, (context: Context, watcher: Watcher) => Promise<unknown>>> = {
  verify: verifyRatings,
  replay: replayRatings,
  calibrate: async (context, watcher) => calibrationView(await calibrate(context, watcher)),
  audit: verifyAudit,
};

/**
 * Does a task's work.
 * @returns its result, as JSON has it.
 * @throws the signal's reason once that has fired, and what the work throws.
 */
export function runTask(context: Context, task: ClaimedTask, watcher: Watcher): Promise<unknown> {
  return work[task.kind](context, watcher);
}

/** Writes that a task is done. Changes nothing when the task was cancelled or has passed to another runner. */
export function completeTask({ database }: Context, task: ClaimedTask, result: unknown): Promise<void> {
  return endTaskRow(database, task, { state: 'done', result });
}

/**
 * Writes that a task has failed: a problem with its own sentence, anything else as `internal_error` without its story. If the
 * database could not be used, the task goes back to the queue.
 */
export function failTask(context: Context, task: ClaimedTask, error: unknown): Promise<void> {
  if (error instanceof DatabaseUnavailable) return releaseTask(context, task, { isCounted: true });
  const { code, message: detail } =
    error instanceof Problem ? error : { code: 'internal_error' as const, message: FAILED_INSIDE };
  return endTaskRow(context.database, task, { state: 'failed', code, detail });
}

/**
 * Leaves a task: it goes back to the queue unless it was cancelled.
 * @param isCounted whether the attempt counts among those after which a task is given up; not when the service stops.
 */
export function releaseTask(
  { database }: Context,
  task: ClaimedTask,
  { isCounted }: { readonly isCounted: boolean },
): Promise<void> {
  return releaseTaskRow(database, task, giveUpRule, !isCounted);
}
