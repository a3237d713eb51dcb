import { randomUUID } from 'node:crypto';
import { Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import type { TaskKind, TaskState, TaskView } from '@bandeja/contract/tasks';
import type { Context } from '../context.ts';
import { recordAction } from '../operators/record-action.ts';
import { creationKeyOf, type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import { notFound } from '../validation/not-found.ts';
import { cancelTaskRow, insertTask, listTaskRows, readTask, type TaskRow } from './store.ts';

/** Queues a task. The task runner of any node starts it when it is the oldest in the queue. */
export async function createTask(context: Context, kind: TaskKind): Promise<TaskView> {
  return context.database.transaction(async (transaction) => {
    const task = taskView(await insertTask(transaction, randomUUID(), kind));
    await recordAction(context, transaction, 'tasks.create', task.id);
    return task;
  });
}

/** @throws {Problem} `task_not_found`. */
export async function getTask({ database }: Context, id: string): Promise<TaskView> {
  return foundTask(id, await readTask(database, id));
}

/** All tasks, the newest first. */
export function listTasks({ database }: Context, page: Page<CreationKey>): Promise<PageOf<TaskView, CreationKey>> {
  return readPage(page, (batch) => listTaskRows(database, batch), taskView, creationKeyOf);
}

/**
 * Cancels a task. If it is running, its runner stops about a second later.
 * @throws {Problem} `task_not_found`; `invalid_transition` if the task has ended
 */
export async function cancelTask(context: Context, id: string): Promise<void> {
  await context.database.transaction(async (transaction) => {
    if (await cancelTaskRow(transaction, id)) return recordAction(context, transaction, 'tasks.cancel', id);
    const { state } = foundTask(id, await readTask(transaction, id));
    throw new Problem('invalid_transition', `The task is already ${state}.`);
  });
}

function foundTask(id: string, row: TaskRow | undefined): TaskView {
  if (row === undefined) throw notFound('task_not_found', id);
  return taskView(row);
}

function taskView(row: TaskRow): TaskView {
  const { progress_done: done, progress_total: total, error_code: code, error_detail: detail } = row;
  return {
    id: row.id,
    kind: row.kind as TaskKind,
    state: row.state as TaskState,
    progress: done === null ? null : { done, total },
    result: row.result as TaskView['result'],
    error: code === null ? null : ({ code, detail } as NonNullable<TaskView['error']>),
    created_at: formatInstant(row.created_at),
    started_at: row.started_at === null ? null : formatInstant(row.started_at),
    ended_at: row.ended_at === null ? null : formatInstant(row.ended_at),
  };
}
