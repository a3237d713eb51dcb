import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { bigint, jsonb, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import { AFTER_ALL, type CreationKey, type Page } from '../paging/page.ts';

/** Instants are by the database's clock. */
const tasks = table('tasks', {
  id: uuid,
  /** The constraints `tasks_kind_known` and `tasks_state_known` list the values of kind and state. */
  kind: text,
  state: text,
  progress_done: nullable(bigint),
  progress_total: nullable(bigint),
  /** Null until the task is done. */
  result: nullable(jsonb()),
  error_code: nullable(text),
  error_detail: nullable(text),
  created_at: timestamptz,
  started_at: nullable(timestamptz),
  ended_at: nullable(timestamptz),
});

export interface TaskRow extends RowOf<typeof tasks> {}

// In milliseconds, like cursors.
const insert = statement(
  'tasks_insert',
  `insert into tasks (id, kind, state, created_at)
   values ($1, $2, 'queued', date_trunc('milliseconds', clock_timestamp())) returning ${tasks.select()}`,
);

/** Puts a task at the end of the queue. */
export async function insertTask(database: Queryable, id: string, kind: string): Promise<TaskRow> {
  const [row] = await database.query<TaskRow>(insert, [id, kind]);
  if (row === undefined) throw new Error('the insert returned no row');
  return row;
}

const byId = statement('tasks_by_id', `select ${tasks.select()} from tasks where id = $1`);

/** A task, or undefined. */
export async function readTask(database: Queryable, id: string): Promise<TaskRow | undefined> {
  return (await database.query<TaskRow>(byId, [id]))[0];
}

const list = statement(
  'tasks_list',
  `select ${tasks.select()} from tasks where (created_at, id) < ($1::timestamptz, $2::uuid)
   order by created_at desc, id desc limit $3 offset $4`,
);

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

/** Cancels a task; false if it doesn't exist or has ended. */
export async function cancelTaskRow(database: Queryable, id: string): Promise<boolean> {
  return (await database.query(cancel, [id])).length > 0;
}

const unfinished = statement(
  'tasks_unfinished',
  "select exists (select from tasks where state in ('queued', 'running')) as found",
);

export async function hasUnfinishedTask(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }>(unfinished);
  return row?.found === true;
}

/** An attempt at a task. Updates check it, so a runner that has lost its lease cannot change the task. */
export interface TaskAttempt {
  readonly id: string;
  readonly kind: string;
  /** From 1. */
  readonly attempt: number;
}

// Blocks on a concurrent cancellation, and then skips the cancelled task.
const startNext = statement(
  'tasks_start_next',
  `update tasks set state = 'running', started_at = clock_timestamp(), attempts = attempts + 1
   where id = (select id from tasks where state = 'queued' order by created_at, id limit 1 for update)
   returning id, kind, attempts as attempt`,
);

/** Starts the oldest queued task. The lease must be held. @returns null if none is queued */
export async function startNextTask(transaction: Transaction): Promise<TaskAttempt | null> {
  return (await transaction.query<TaskAttempt>(startNext))[0] ?? null;
}

const saveProgress = statement(
  'tasks_save_progress',
  `update tasks set progress_done = $3::bigint, progress_total = $4::bigint
   where id = $1 and attempts = $2 and state = 'running' returning id`,
);

/** @returns false if the attempt was cancelled, or its runner has lost the lease */
export async function saveTaskProgress(
  database: Queryable,
  { id, attempt }: TaskAttempt,
  progress: { readonly done: number; readonly total: number | null } | null,
): Promise<boolean> {
  const values = [id, attempt, progress?.done ?? null, progress?.total ?? null];
  return (await database.query(saveProgress, values)).length > 0;
}

const end = statement(
  'tasks_end',
  `update tasks set state = $3::text, result = $4::json, error_code = $5, error_detail = $6, ended_at = clock_timestamp()
   where id = $1 and attempts = $2 and state = 'running'`,
);

export type TaskEnd =
  | { readonly state: 'done'; readonly result: unknown }
  | { readonly state: 'failed'; readonly code: string; readonly detail: string };

/** Saves the end of a task, unless it was cancelled or its runner has lost the lease. */
export async function endTaskRow(database: Queryable, { id, attempt }: TaskAttempt, ending: TaskEnd): Promise<void> {
  const values =
    ending.state === 'done' ? [JSON.stringify(ending.result), null, null] : [null, ending.code, ending.detail];
  await database.query(end, [id, attempt, ending.state, ...values]);
}

/** Bounded, since a task may crash its process, such as by running out of memory. */
const ATTEMPTS_MAX = 5;

const requeue = statement(
  'tasks_requeue',
  `with stopped as (
     select id, attempts - $3::smallint as counted, attempts - $3::smallint >= ${ATTEMPTS_MAX} as is_given_up
     from tasks where state = 'running' and ($1::uuid is null or id = $1 and attempts = $2) for update
   )
   update tasks t set
     state = case when is_given_up then 'failed' else 'queued' end,
     attempts = counted,
     started_at = case when is_given_up then started_at end,
     progress_done = case when is_given_up then progress_done end,
     progress_total = case when is_given_up then progress_total end,
     error_code = case when is_given_up then 'internal_error' end,
     error_detail = case when is_given_up then $4::text end,
     ended_at = case when is_given_up then clock_timestamp() end
   from stopped where t.id = stopped.id`,
);

const GIVEN_UP = `The task was started ${ATTEMPTS_MAX} times, and the service stopped before its end each time.`;

/**
 * Puts an interrupted task back into the queue. After {@link ATTEMPTS_MAX} attempts, the task fails.
 * @param attempt null for the running task of a crashed runner; the lease must be held
 * @param isUncounted true if the attempt does not count, since the service was stopped
 */
export async function requeueTask(
  database: Queryable,
  attempt: TaskAttempt | null,
  { isUncounted = false }: { readonly isUncounted?: boolean } = {},
): Promise<void> {
  await database.query(requeue, [attempt?.id ?? null, attempt?.attempt ?? null, isUncounted ? 1 : 0, GIVEN_UP]);
}
