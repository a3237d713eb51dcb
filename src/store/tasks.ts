import { instant, type Queryable, statement, type Transaction } from './engine/database.ts';
import type { CreationKey, Page } from './page.ts';

/** A task as it is shown. Instants in ms, by the database's clock. */
export interface TaskRow {
  readonly id: string;
  /** One of what `tasks_kind_known` and `tasks_state_known` allow. */
  readonly kind: string;
  readonly state: string;
  readonly progress_done: number | null;
  readonly progress_total: number | null;
  /** The JSON that the task ended with; null until it is done. */
  readonly result: unknown;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
}

const COLUMNS = `id, kind, state, progress_done, progress_total, result, error_code, error_detail,
  created_at, started_at, ended_at`;

// To the millisecond, as cursors have it.
const insert = statement(
  'tasks_insert',
  `insert into tasks (id, kind, state, created_at)
   values ($1, $2, 'queued', date_trunc('milliseconds', clock_timestamp())) returning ${COLUMNS}`,
);

/** Puts a task at the end of the queue. */
export async function insertTask(database: Queryable, id: string, kind: string): Promise<TaskRow> {
  const [row] = await database.query<TaskRow>(insert, [id, kind]);
  if (row === undefined) throw new Error('an inserted task came back as no row');
  return row;
}

const byId = statement('tasks_by_id', `select ${COLUMNS} from tasks where id = $1`);

/** A task, or undefined. */
export async function readTask(database: Queryable, id: string): Promise<TaskRow | undefined> {
  return (await database.query<TaskRow>(byId, [id]))[0];
}

const list = statement(
  'tasks_list',
  `select ${COLUMNS} from tasks where (created_at, id) < ($1::timestamptz, $2::uuid)
   order by created_at desc, id desc limit $3 offset $4`,
);

const AFTER_ALL: CreationKey = { created_at: Number.POSITIVE_INFINITY, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Tasks, the newest first. */
export async function listTaskRows(database: Queryable, page: Page<CreationKey>): Promise<TaskRow[]> {
  const after = page.after ?? AFTER_ALL;
  return database.query<TaskRow>(list, [instant(after.created_at), after.id, page.limit, page.offset]);
}

const cancel = statement(
  'tasks_cancel',
  `update tasks set state = 'cancelled', ended_at = clock_timestamp()
   where id = $1 and state in ('queued', 'running') returning id`,
);

/** Cancels a task that has not ended; false when there is none. Its runner, if it has one, keeps its lease. */
export async function cancelTaskRow(database: Queryable, id: string): Promise<boolean> {
  return (await database.query(cancel, [id])).length > 0;
}

/** What becomes of a task whose runner stops before the task has ended. */
export interface GiveUpRule {
  /** Begun this often without an end, the task fails; else it goes back to the queue. */
  readonly attemptsMax: number;
  /** What it fails with: a code of the error registry and a sentence. */
  readonly code: string;
  readonly detail: string;
}

/** The columns of a task that its runner leaves. A cancelled task stays cancelled. @param attempts the count to judge. */
function leave(attempts: string): string {
  const isGivenUp = `state = 'running' and ${attempts} >= $1::int`;
  const isRequeued = `state = 'running' and ${attempts} < $1::int`;
  return `runner = null, lease_until = null, attempts = ${attempts},
    state = case when ${isRequeued} then 'queued' when ${isGivenUp} then 'failed' else state end,
    error_code = case when ${isGivenUp} then $2::text end,
    error_detail = case when ${isGivenUp} then $3::text end,
    ended_at = case when ${isGivenUp} then clock_timestamp() else ended_at end,
    started_at = case when ${isRequeued} then null else started_at end,
    progress_done = case when ${isRequeued} then null else progress_done end,
    progress_total = case when ${isRequeued} then null else progress_total end`;
}

// A lease that would end more than twice as late as it can is over as well: the clock was ahead when it was renewed. Twice, since a
// clock that steps back a little must not take a task from a living runner.
const releaseExpired = statement(
  'tasks_release_expired',
  `update tasks set ${leave('attempts')}
   where runner is not null
     and not lease_until between clock_timestamp() and clock_timestamp() + 2 * $4::float8 * interval '1 ms'`,
);

// Of two nodes that claim at once, the second waits for the row and then finds it claimed. With `skip locked` it would try the
// next task, and could be given that one before the oldest.
const claim = statement(
  'tasks_claim',
  `update tasks set state = 'running', runner = $1, lease_until = clock_timestamp() + $2::float8 * interval '1 ms',
     started_at = clock_timestamp(), attempts = attempts + 1
   where id = (select id from tasks where state = 'queued' order by created_at, id limit 1 for update)
     and not exists (select from tasks where runner is not null)
   returning id, kind, attempts`,
);

/** A task that a runner has just taken. */
export interface ClaimedRow {
  readonly id: string;
  readonly kind: string;
  /** How often it has been begun, this time included. */
  readonly attempts: number;
}

/**
 * Frees the task of a runner whose lease has ended, then gives the oldest queued task to `runner`.
 * @returns undefined when nothing is queued or another runner is at work.
 * @throws {ConstraintViolation} `tasks_one_runner` when another runner has claimed at the same moment.
 */
export async function claimTaskRow(
  transaction: Transaction,
  runner: string,
  leaseMs: number,
  rule: GiveUpRule,
): Promise<ClaimedRow | undefined> {
  await transaction.query(releaseExpired, [rule.attemptsMax, rule.code, rule.detail, leaseMs]);
  return (await transaction.query<ClaimedRow>(claim, [runner, leaseMs]))[0];
}

const renew = statement(
  'tasks_renew',
  `update tasks set lease_until = clock_timestamp() + $3::float8 * interval '1 ms', progress_done = $4::bigint, progress_total = $5::bigint
   where id = $1 and runner = $2 and state = 'running' returning id`,
);

/** Renews the runner's lease and notes progress; false when the task is no longer the runner's, or was cancelled. */
export async function renewTaskRow(
  database: Queryable,
  task: { readonly id: string; readonly runner: string },
  leaseMs: number,
  progress: { readonly done: number; readonly total: number | null } | null,
): Promise<boolean> {
  const values = [task.id, task.runner, leaseMs, progress?.done ?? null, progress?.total ?? null];
  return (await database.query(renew, values)).length > 0;
}

const end = statement(
  'tasks_end',
  `update tasks set runner = null, lease_until = null,
     state = case when state = 'running' then $3::text else state end,
     result = case when state = 'running' then $4::json end,
     error_code = case when state = 'running' then $5::text end,
     error_detail = case when state = 'running' then $6::text end,
     ended_at = case when state = 'running' then clock_timestamp() else ended_at end
   where id = $1 and runner = $2`,
);

/** How a task ended by itself. */
export type TaskEnd =
  | { readonly state: 'done'; readonly result: unknown }
  | { readonly state: 'failed'; readonly code: string; readonly detail: string };

/** Writes a task's end, if it is still the runner's and was not cancelled meanwhile, and frees the runner. */
export async function endTaskRow(
  database: Queryable,
  task: { readonly id: string; readonly runner: string },
  ending: TaskEnd,
): Promise<void> {
  const values =
    ending.state === 'done' ? [JSON.stringify(ending.result), null, null] : [null, ending.code, ending.detail];
  await database.query(end, [task.id, task.runner, ending.state, ...values]);
}

const release = statement(
  'tasks_release',
  `update tasks set ${leave('(attempts - $6::smallint)')} where id = $4 and runner = $5`,
);

/**
 * Frees the runner of a task that it has not brought to an end.
 * @param uncounted whether this attempt is not held against the task: the service was stopped.
 */
export async function releaseTaskRow(
  database: Queryable,
  task: { readonly id: string; readonly runner: string },
  rule: GiveUpRule,
  uncounted: boolean,
): Promise<void> {
  const values = [rule.attemptsMax, rule.code, rule.detail, task.id, task.runner, uncounted ? 1 : 0];
  await database.query(release, values);
}
