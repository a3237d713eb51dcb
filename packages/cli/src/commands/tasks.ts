import { command, group, type PageOptions, pageOptions, pageQuery, utcOption } from '../command.ts';
import { isObject, type JsonObject, numberOf, objectOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { type Cell, type Field, fieldsOf, grouped, secondAt } from '../print.ts';

const ID = '5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d';
const id = { id: 'the task’s id' };

function progress(task: JsonObject): Cell {
  const { progress: value } = task;
  if (!isObject(value)) return null;
  const [done, total] = [numberOf(value['done']) ?? 0, numberOf(value['total'])];
  return total === null ? grouped(done) : `${grouped(done)} of ${grouped(total)}`;
}

const listed: readonly Field[] = [
  ['id', 'id'],
  ['kind', 'kind'],
  ['state', 'state'],
  ['progress', progress],
  ['created', secondAt('created_at')],
  ['ended', secondAt('ended_at')],
];
const layout: readonly Field[] = [
  ['id', 'id'],
  ['kind', 'kind'],
  ['state', 'state'],
  ['progress', progress],
  ['created', secondAt('created_at')],
  ['started', secondAt('started_at')],
  ['ended', secondAt('ended_at')],
];
const error: Field = ['error', ({ error }) => `${objectOf(error)['detail']} (${objectOf(error)['code']})`];

function taskText(task: JsonObject, look: Look): string {
  const head = fieldsOf(isObject(task['error']) ? [...layout, error] : layout, task, look);
  return isObject(task['result']) ? `${head}\n${JSON.stringify(task['result'], null, 2)}\n` : head;
}

/** `bandeja tasks …` */
export const tasks = group(
  'tasks',
  'Long tasks of the service, such as a verification of all ratings. Needs BANDEJA_OPERATOR_TOKEN.',
  [
    command<PageOptions>({
      use: 'list',
      routes: ['GET /admin/v1/tasks'],
      description: 'List the tasks, newest first.',
      options: [...pageOptions, utcOption],
      examples: ['tasks list --limit 10'],
      run: async (call) => call.list(await call.operator.tasks.list(pageQuery(call.options)), listed, 'No tasks yet.'),
    }),
    command({
      use: 'show <id>',
      routes: ['GET /admin/v1/tasks/{id}'],
      description: 'Show a task: how far it is, and its result once it is done.',
      args: id,
      options: [utcOption],
      examples: [`tasks show ${ID}`],
      run: async (call, task) => call.show(await call.operator.tasks.get(task), taskText),
    }),
    command({
      use: 'cancel <id>',
      routes: ['DELETE /admin/v1/tasks/{id}'],
      description: 'Cancel a task. A running task stops about a second later.',
      args: id,
      examples: [`tasks cancel ${ID}`],
      run: async (call, task) => {
        await call.operator.tasks.cancel(task);
        call.done(null, `The task ${task} is cancelled.`);
      },
    }),
  ],
);
