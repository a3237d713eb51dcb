import type { Api } from '@bandeja/client';
import { grouped } from '@bandeja/importer/counts';
import { command, group } from '../command.ts';
import type { Look } from '../look.ts';
import { type PageOptions, pageOptions, pageQuery, utcOption } from '../options.ts';
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

/** `bandeja tasks …` */
export const tasks = group('tasks', 'List, inspect and cancel background tasks', [
  command<PageOptions>({
    use: 'list',
    routes: ['GET /admin/v1/tasks'],
    description: 'List the tasks, newest first.',
    options: [...pageOptions, utcOption],
    examples: ['tasks list --limit 10'],
    run: async (call) => call.list(await call.operator.tasks.list(pageQuery(call.options)), listed, 'No tasks yet.'),
  }),
  command({
    use: 'get <id>',
    routes: ['GET /admin/v1/tasks/{id}'],
    description: 'Show a task. Includes its progress, and its result once it is done.',
    args: id,
    options: [utcOption],
    examples: [`tasks get ${ID}`],
    run: async (call, task) => call.show(await call.operator.tasks.get(task), taskText),
  }),
  command({
    use: 'cancel <id>',
    routes: ['DELETE /admin/v1/tasks/{id}'],
    description: 'Cancel a task. A running task stops after about a second.',
    args: id,
    examples: [`tasks cancel ${ID}`],
    run: async (call, task) => {
      await call.operator.tasks.cancel(task);
      call.done(null, `The task ${task} is cancelled.`);
    },
  }),
]);
