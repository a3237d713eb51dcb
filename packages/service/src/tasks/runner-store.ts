/** What the runners of tasks write. */
import {
  ConstraintViolation,
  type Queryable,
  type Statement,
  statement,
  type Transaction,
} from '@bandeja/postgres/database';

/** A lease, whose holder runs one task at a time. */
export type Lane = 'tasks' | 'tasks:1' | 'tasks:2';
const isOfPartners = (lane: Lane): boolean => lane !== 'tasks';

const unfinished = statement(
  'tasks_unfinished',
  "select exists (select from tasks where state in ('queued', 'running') and (partner_id is not null) = $1) as found",
);

/** Whether a task of this lane is queued or running. */
export async function hasUnfinishedTask(database: Queryable, lane: Lane): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }>(unfinished, [isOfPartners(lane)]);
  return row?.found === true;
}

/** An attempt at a task. Updates check it, so a runner that has lost its lease cannot change the task. */
export interface TaskAttempt {
  readonly id: string;
  readonly kind: string;
  /** From 1. */
  readonly attempt: number;
  /** Null for an operator's task, like the next three. */
  readonly partner_id: string | null;
  readonly subject_id: string | null;
  readonly actor: string | null;
  readonly input: unknown;
  /** Where it continues; null before the first step. */
  readonly position: unknown;
}

const ATTEMPT = `t.id, t.kind, t.attempts as attempt, t.partner_id, t.subject_id, t.actor, t.input, t.position`;

const start = (of: string, queued: string): Statement =>
  statement(
    ['tasks_start_of', of].join('_'),
    `update tasks t set state = 'running', lane = $1, started_at = clock_timestamp(), attempts = attempts + 1
     where t.id = (select q.id from tasks q ${queued} order by q.created_at, q.id limit 1 for update of q)
     returning ${ATTEMPT}`,
  );
// Both block on a concurrent cancellation, and then skip the cancelled task.
const startOfOperators = start('operators', "where q.state = 'queued' and q.partner_id is null");
const startOfPartners = start(
  'partners',
  `join partners p on p.id = q.partner_id
   where q.state = 'queued' and not p.suspended
     and not exists (select from tasks r where r.partner_id = q.partner_id and r.state = 'running')`,
);

/**
 * Starts the oldest queued task, of a partner without a running one that is not suspended. The lease of the lane must be held.
 * @returns null if there is none
 */
export async function startNextTask(transaction: Transaction, lane: Lane): Promise<TaskAttempt | null> {
  const next = isOfPartners(lane) ? startOfPartners : startOfOperators;
  return (await transaction.query<TaskAttempt>(next, [lane]))[0] ?? null;
}

/** Whether another lane has just started a task of the same partner. */
export const isStartedElsewhere = (error: unknown): boolean =>
  error instanceof ConstraintViolation && error.constraint === 'tasks_one_a_partner';

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

const MAY_CONTINUE = `t.id = $1 and t.attempts = $2 and t.state = 'running'
     and not exists (select from partners p where p.id = t.partner_id and p.suspended)`;
const mayContinue = statement('tasks_may_continue', `select from tasks t where ${MAY_CONTINUE}`);

/** @returns false if the attempt was cancelled, its partner is suspended, or its runner has lost the lease */
export async function mayTaskContinue(database: Queryable, { id, attempt }: TaskAttempt): Promise<boolean> {
  return (await database.query(mayContinue, [id, attempt])).length > 0;
}

const saveStep = statement(
  'tasks_save_step',
  `update tasks t set position = $3::jsonb, progress_done = $4::bigint, progress_total = $5::bigint, crashes = 0
   where ${MAY_CONTINUE} returning t.id`,
);

/** What a step leaves behind. */
export interface TaskStep {
  readonly position: object;
  readonly done: number;
  readonly total: number | null;
}

/** Saves a step in its transaction. It must be the last statement, since it blocks a cancellation. @returns as {@link mayTaskContinue} */
export async function saveTaskStep(
  transaction: Transaction,
  { id, attempt }: TaskAttempt,
  { position, done, total }: TaskStep,
): Promise<boolean> {
  const values = [id, attempt, JSON.stringify(position), done, total];
  return (await transaction.query(saveStep, values)).length > 0;
}

const end = statement(
  'tasks_end',
  `update tasks set state = $3::text, result = $4::json, error_code = $5, error_detail = $6, ended_at = clock_timestamp(), lane = null
   where id = $1 and attempts = $2 and state = 'running'`,
);

type TaskEnd =
  | { readonly state: 'done'; readonly result: unknown }
  | { readonly state: 'failed'; readonly code: string; readonly detail: string };

/** Saves the end of a task, unless it was cancelled or its runner has lost the lease. */
export async function endTaskRow(database: Queryable, { id, attempt }: TaskAttempt, ending: TaskEnd): Promise<void> {
  const values =
    ending.state === 'done' ? [JSON.stringify(ending.result), null, null] : [null, ending.code, ending.detail];
  await database.query(end, [id, attempt, ending.state, ...values]);
}

/** Bounded, since a task may crash its process, such as by running out of memory. */
const CRASHES_MAX = 5;

// An operator's task begins again. A partner's has kept its position, so its progress is still true.
const requeue = (of: string, which: string): Statement =>
  statement(
    ['tasks_requeue', of].join('_'),
    `with stopped as (
       select id, crashes + $1::smallint as counted, crashes + $1::smallint >= ${CRASHES_MAX} as is_given_up
       from tasks where state = 'running' and ${which} for update
     )
     update tasks t set
       state = case when is_given_up then 'failed' else 'queued' end,
       lane = null,
       crashes = counted,
       started_at = case when is_given_up then started_at end,
       progress_done = case when is_given_up or partner_id is not null then progress_done end,
       progress_total = case when is_given_up or partner_id is not null then progress_total end,
       error_code = case when is_given_up then 'internal_error' end,
       error_detail = case when is_given_up then $2::text end,
       ended_at = case when is_given_up then clock_timestamp() end
     from stopped where t.id = stopped.id`,
  );
const requeueCrashed = requeue('crashed', 'lane = $3');
const requeueStopped = requeue('stopped', 'id = $3::uuid and attempts = $4');

const GIVEN_UP = `The task was started ${CRASHES_MAX} times, and the service stopped before its end each time.`;

/**
 * Puts the running task of a crashed runner back into the queue. After {@link CRASHES_MAX} crashes in a row without a step, the task
 * fails. The lease of the lane must be held.
 */
export async function requeueCrashedTask(transaction: Transaction, lane: Lane): Promise<void> {
  await transaction.query(requeueCrashed, [1, GIVEN_UP, lane]);
}

/** Puts a stopped task back into the queue. @param isCrash counts like a crash of its runner */
export async function requeueTask(
  database: Queryable,
  { id, attempt }: TaskAttempt,
  { isCrash }: { readonly isCrash: boolean },
): Promise<void> {
  await database.query(requeueStopped, [isCrash ? 1 : 0, GIVEN_UP, id, attempt]);
}
