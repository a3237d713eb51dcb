import { randomUUID } from 'node:crypto';
import { Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import type { OperatorTaskKind, PartnerTaskKind, TaskKind, TaskState, TaskView } from '@bandeja/contract/tasks';
import type { Transaction } from '@bandeja/postgres/database';
import { auditActor } from '../audit/events.ts';
import type { OperatorContext, PartnerContext } from '../context.ts';
import { recordAction } from '../operators/record-action.ts';
import { creationKeyOf, type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import { notFound } from '../validation/not-found.ts';
import { cancelTaskRow, countUnfinishedTasks, insertTask, listTaskRows, readTask, type TaskRow } from './store.ts';

/** Bounded so that one partner's tasks end within a foreseeable time. */
export const UNFINISHED_TASKS_MAX = 10;

/** Queues a task of the operators. The task runner of any node starts it when it is the oldest in the queue. */
export async function createTask(context: OperatorContext, kind: OperatorTaskKind): Promise<TaskView> {
  return context.database.transaction(async (transaction) => {
    const task = taskView(await insertTask(transaction, randomUUID(), kind, null));
    await recordAction(context, transaction, 'tasks.create', task.id);
    return task;
  });
}

/**
 * Queues a task of the caller, in the transaction of the verb that asks for it. The transaction has locked the caller's audit chain.
 * @throws {Problem} `too_many_tasks`
 */
export async function queuePartnerTask(
  { actor }: PartnerContext,
  transaction: Transaction,
  kind: PartnerTaskKind,
  subjectId: string,
  input: object,
): Promise<TaskView> {
  const { partnerId } = actor;
  const unfinished = await countUnfinishedTasks(transaction, partnerId);
  if (unfinished >= UNFINISHED_TASKS_MAX) {
    throw new Problem(
      'too_many_tasks',
      `${unfinished} of your tasks are unfinished. Wait until one ends, or cancel one.`,
    );
  }
  const asked = { partnerId, subjectId, actor: auditActor(actor), input };
  return taskView(await insertTask(transaction, randomUUID(), kind, asked));
}

/** Any task, for the operator; otherwise one of the caller. @throws {Problem} `task_not_found` */
export async function getTask(context: OperatorContext | PartnerContext, id: string): Promise<TaskView> {
  return foundTask(id, await readTask(context.database, id, partnerOf(context)));
}

/** Tasks, the newest first: of the caller, or for the operator those of a partner or of the operators. */
export function listTasks(
  context: OperatorContext | PartnerContext,
  {
    partnerId = partnerOf(context),
    state = null,
  }: { readonly partnerId?: string | null; readonly state?: TaskState | null },
  page: Page<CreationKey>,
): Promise<PageOf<TaskView, CreationKey>> {
  const read = (batch: Page<CreationKey>) => listTaskRows(context.database, partnerId, state, batch);
  return readPage(page, read, taskView, creationKeyOf);
}

/**
 * Cancels a task. If it is running, its runner stops about a second later.
 * @throws {Problem} `task_not_found`; `invalid_transition` if the task has ended
 */
export async function cancelTask(context: OperatorContext | PartnerContext, id: string): Promise<void> {
  const partnerId = partnerOf(context);
  await context.database.transaction(async (transaction) => {
    if (await cancelTaskRow(transaction, id, partnerId)) return recordAction(context, transaction, 'tasks.cancel', id);
    const { state } = foundTask(id, await readTask(transaction, id, partnerId));
    throw new Problem('invalid_transition', `The task is already ${state}.`);
  });
}

const partnerOf = ({ actor }: OperatorContext | PartnerContext): string | null =>
  actor.kind === 'operator' ? null : actor.partnerId;

function foundTask(id: string, row: TaskRow | undefined): TaskView {
  if (row === undefined) throw notFound('task_not_found', id);
  return taskView(row);
}

export function taskView(row: TaskRow): TaskView {
  const { progress_done: done, progress_total: total, error_code: code, error_detail: detail } = row;
  return {
    id: row.id,
    kind: row.kind as TaskKind,
    state: row.state as TaskState,
    subject: row.subject_id === null ? null : { type: subjectOf(row.kind as PartnerTaskKind), id: row.subject_id },
    progress: done === null ? null : { done, total },
    result: row.result as TaskView['result'],
    error: code === null ? null : ({ code, detail } as NonNullable<TaskView['error']>),
    created_at: formatInstant(row.created_at),
    started_at: row.started_at === null ? null : formatInstant(row.started_at),
    ended_at: row.ended_at === null ? null : formatInstant(row.ended_at),
  };
}

const subjectOf = (kind: PartnerTaskKind) => (kind === 'import_undo' ? 'import' : 'merge');
