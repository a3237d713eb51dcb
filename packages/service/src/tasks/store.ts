import type { TaskKind } from '@bandeja/contract/tasks';
import { instant, type Queryable, type Statement, statement, type Transaction } from '@bandeja/postgres/database';
import { bigint, jsonb, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import { AFTER_ALL, type CreationKey, type Page } from '../paging/page.ts';

/** Instants are by the database's clock. */
const tasks = table('tasks', {
  id: uuid,
  /** The constraints `tasks_kind_known` and `tasks_state_known` list the values of kind and state. */
  kind: text,
  state: text,
  /** Null for an operator's task, like the partner. */
  subject_id: nullable(uuid),
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

/** What a partner asks for: the import or the merge, who asks, and what the work needs to know. */
export interface PartnerTaskInput {
  readonly partnerId: string;
  readonly subjectId: string;
  /** The actor of the audit entries, such as `key:…`. */
  readonly actor: string;
  readonly input: object;
}

// In milliseconds, like cursors.
const insert = statement(
  'tasks_insert',
  `insert into tasks (id, kind, state, created_at, partner_id, subject_id, actor, input)
   values ($1, $2, 'queued', date_trunc('milliseconds', clock_timestamp()), $3::uuid, $4::uuid, $5::text, $6::jsonb)
   returning ${tasks.select()}`,
);

/** Puts a task at the end of the queue. @param of null for an operator's task */
export async function insertTask(
  database: Queryable,
  id: string,
  kind: TaskKind,
  of: PartnerTaskInput | null,
): Promise<TaskRow> {
  const ofPartner =
    of === null ? [null, null, null, null] : [of.partnerId, of.subjectId, of.actor, JSON.stringify(of.input)];
  const [row] = await database.query<TaskRow>(insert, [id, kind, ...ofPartner]);
  if (row === undefined) throw new Error('the insert returned no row');
  return row;
}

const countUnfinished = statement(
  'tasks_count_unfinished',
  "select count(*)::integer as count from tasks where partner_id = $1 and state in ('queued', 'running')",
);

/** The unfinished tasks of a partner. The caller has locked its audit chain, and so has every other that adds one. */
export async function countUnfinishedTasks(transaction: Transaction, partnerId: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(countUnfinished, [partnerId]);
  return row?.count ?? 0;
}

const byId = statement(
  'tasks_by_id',
  `select ${tasks.select()} from tasks where id = $1 and ($2::uuid is null or partner_id = $2)`,
);

/** A task, or undefined. @param partnerId null: any task */
export async function readTask(
  database: Queryable,
  id: string,
  partnerId: string | null,
): Promise<TaskRow | undefined> {
  return (await database.query<TaskRow>(byId, [id, partnerId]))[0];
}

const latestOfSubjects = statement(
  'tasks_latest_of_subjects',
  `select latest.* from unnest($1::uuid[]) as wanted(id) cross join lateral (
     select distinct on (kind) ${tasks.select()} from tasks where subject_id = wanted.id order by kind, created_at desc, id desc
   ) latest`,
);

/** The newest task of each kind of these imports or merges. */
export async function readLatestTasks(database: Queryable, subjectIds: readonly string[]): Promise<TaskRow[]> {
  return database.query<TaskRow>(latestOfSubjects, [subjectIds]);
}

const pageOf = (of: string, whose: string): Statement =>
  statement(
    ['tasks_list', of].join('_'),
    `select ${tasks.select()} from tasks
     where ${whose} and ($6::text is null or state = $6) and (created_at, id) < ($2::timestamptz, $3::uuid)
     order by created_at desc, id desc limit $4 offset $5`,
  );
const listOfPartner = pageOf('partner', 'partner_id = $1::uuid');
const listOfOperators = pageOf('operators', 'partner_id is null and $1::uuid is null');

/** Tasks, the newest first. @param partnerId null: those of the operators @param state null: all states */
export async function listTaskRows(
  database: Queryable,
  partnerId: string | null,
  state: string | null,
  { after, limit, offset }: Page<CreationKey>,
): Promise<TaskRow[]> {
  const { created_at, id } = after ?? AFTER_ALL;
  const list = partnerId === null ? listOfOperators : listOfPartner;
  return database.query<TaskRow>(list, [partnerId, instant(created_at), id, limit, offset, state]);
}

// Blocks on a step that is being committed. Once this is committed, the task changes nothing more.
const cancel = statement(
  'tasks_cancel',
  `update tasks set state = 'cancelled', ended_at = clock_timestamp(), lane = null
   where id = $1 and ($2::uuid is null or partner_id = $2) and state in ('queued', 'running') returning id`,
);

/** Cancels a task; false if it doesn't exist or has ended. @param partnerId null: any task */
export async function cancelTaskRow(database: Queryable, id: string, partnerId: string | null): Promise<boolean> {
  return (await database.query(cancel, [id, partnerId])).length > 0;
}
