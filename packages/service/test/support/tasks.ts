/** Runs operators' tasks for the service under test, which has no background jobs in tests. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { Problem } from '@bandeja/contract/errors/problem';
import type { OperatorTaskKind, TaskView } from '@bandeja/contract/tasks';
import type { Context } from '../../src/context.ts';
import { taskWork } from '../../src/task-work.ts';
import { runWith, type TaskLog, taskJob } from '../../src/tasks/task-runner-job.ts';
import { type RunningJob, runJob } from './jobs.ts';
import type { TestClient, TestService } from './service.ts';
import { until } from './until.ts';

export const silentLog: TaskLog = { onFault: () => {}, onTaskFault: () => {}, onTask: () => {} };

/** Polls a task until the condition holds. */
export async function untilTask(
  operator: TestClient,
  id: string,
  isSo: (task: TaskView) => boolean,
): Promise<TaskView> {
  let task: TaskView | undefined;
  const isReached = async (): Promise<boolean> => {
    task = (await operator.request<TaskView>('GET', `/admin/v1/tasks/${id}`)).body;
    return isSo(task);
  };
  await until(isReached, () => `the condition for the task ${JSON.stringify(task)}`);
  return task ?? assert.fail();
}

/** Runs tasks for the current suite. @returns a function that creates a task over HTTP and returns its result. */
export function useTaskRunner(service: () => TestService): <R>(kind: OperatorTaskKind) => Promise<R> {
  let job: RunningJob | undefined;
  before(() => {
    job = runJob(taskJob(service().context, 'tasks', silentLog, { everyMs: 10, run: runWith(taskWork) }));
  });
  after(() => job?.stop());
  return async <R>(kind: OperatorTaskKind): Promise<R> => {
    const { operator } = service();
    const created = await operator.request<TaskView>('POST', '/admin/v1/tasks', { body: { kind } });
    assert.equal(created.status, 202, created.text);
    const { state, result } = await untilTask(operator, created.body.id, (task) => task.ended_at !== null);
    assert.equal(state, 'done');
    return result as R;
  };
}

/** Does all queued tasks of partners, one after the other. */
export async function doPartnerTasks(context: Context): Promise<void> {
  const errors: unknown[] = [];
  const log: TaskLog = { ...silentLog, onTaskFault: (_, error) => errors.push(error) };
  const job = taskJob(context, 'tasks:1', log, { run: runWith(taskWork) });
  while ((await job.run(new AbortController().signal)) === 'more');
  for (const error of errors) if (!(error instanceof Problem)) throw error;
}

/** Runs the tasks of partners for the current suite. */
export function usePartnerTasks(service: () => TestService): void {
  let job: RunningJob | undefined;
  before(() => {
    job = runJob(taskJob(service().context, 'tasks:1', silentLog, { everyMs: 10, run: runWith(taskWork) }));
  });
  after(() => job?.stop());
}
