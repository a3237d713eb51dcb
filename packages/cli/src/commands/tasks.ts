import type { Api } from '@bandeja/client';
import { type Call, command, group } from '../command.ts';
import { grouped } from '../counts.ts';
import { wrongUse } from '../exit.ts';
import type { Look } from '../look.ts';
import { choice, option, type PageOptions, pageOptions, pageQuery, utcOption } from '../options.ts';
import { type Cell, fieldsOf, type Layout, second } from '../print.ts';

const ID = '5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d';
const id = { id: 'The id of the task' };

function progressOf({ progress }: Api.Task): Cell {
  if (progress === null) return null;
  const { done, total } = progress;
  return total === null ? grouped(done) : `${grouped(done)} of ${grouped(total)}`;
}

const listed: Layout<Api.Task> = [
  ['id', 'id'],
  ['kind', 'kind'],
  ['state', 'state'],
  ['progress', progressOf],
  ['created', ({ created_at }) => second(created_at)],
  ['ended', ({ ended_at }) => second(ended_at)],
];
const layout: Layout<Api.Task> = [
  ['id', 'id'],
  ['kind', 'kind'],
  ['state', 'state'],
  ['progress', progressOf],
  ['created', ({ created_at }) => second(created_at)],
  ['started', ({ started_at }) => second(started_at)],
  ['ended', ({ ended_at }) => second(ended_at)],
];
function taskText(task: Api.Task, look: Look): string {
  const { error, result } = task;
  const lines: Layout<Api.Task> =
    error === null ? layout : [...layout, ['error', () => `${error.detail} (${error.code})`]];
  const head = fieldsOf(lines, task, look);
  return result === null ? head : `${head}\n${JSON.stringify(result, null, 2)}\n`;
}

interface TaskOptions {
  readonly operator?: boolean;
}

interface ListOptions extends TaskOptions, PageOptions {
  readonly state?: Api.Task['state'];
  readonly partner?: string;
}

const operatorOption = option('--operator', 'Use the operator token although there is a key');

/** Whether the command is about the tasks of operators: there is no key, or an option says so. */
function isOfOperators({ connection, options }: Call<TaskOptions & Pick<ListOptions, 'partner'>>): boolean {
  if (options.operator || options.partner !== undefined) return true;
  return connection.key === null && connection.operatorToken !== null;
}

/** `bandeja tasks …` */
export const tasks = group('tasks', 'List, inspect and cancel background tasks', [
  command<ListOptions>({
    use: 'list',
    routes: ['GET /v1/tasks', 'GET /admin/v1/tasks'],
    description: 'List your tasks, newest first. With an operator token, list those of the operators.',
    options: [
      choice('--state <state>', 'Only your tasks in this state', ['queued', 'running', 'done', 'failed', 'cancelled']),
      option('--partner <id>', 'For operators: the tasks of this partner'),
      operatorOption,
      ...pageOptions,
      utcOption,
    ],
    examples: ['tasks list --state running', 'tasks list --partner 4f0c1c9e-8a53-4a8e-9a4e-2f5d1a2b3c4d'],
    run: async (call) => {
      const { state, partner, ...page } = call.options;
      if (isOfOperators(call) && state !== undefined) throw wrongUse('--state is for your own tasks.');
      const found = isOfOperators(call)
        ? await call.operator.tasks.list({ ...pageQuery(page), partner_id: partner })
        : await call.partner.tasks.list({ ...pageQuery(page), state });
      call.list(found, listed, 'No tasks yet.');
    },
  }),
  command<TaskOptions>({
    use: 'get <id>',
    routes: ['GET /v1/tasks/{id}', 'GET /admin/v1/tasks/{id}'],
    description: 'Show a task. Includes its progress, and its result once it is done.',
    args: id,
    options: [operatorOption, utcOption],
    examples: [`tasks get ${ID}`],
    run: async (call, task) => {
      const client = isOfOperators(call) ? call.operator : call.partner;
      call.show(await client.tasks.get(task), taskText);
    },
  }),
  command<TaskOptions>({
    use: 'cancel <id>',
    routes: ['DELETE /v1/tasks/{id}', 'DELETE /admin/v1/tasks/{id}'],
    description: 'Cancel a task. A running task stops after about a second. Its changes are kept.',
    args: id,
    options: [operatorOption],
    examples: [`tasks cancel ${ID}`],
    run: async (call, task) => {
      const client = isOfOperators(call) ? call.operator : call.partner;
      await client.tasks.cancel(task);
      call.done(null, `The task ${task} is cancelled.`);
    },
  }),
]);
