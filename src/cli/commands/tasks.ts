import type { Command } from 'commander';
import { type AnswerOptions, printAnswer, printDone, printList } from '../answer.ts';
import { pathOf } from '../api/client.ts';
import { type CommandContext, operatorClient } from '../command-context.ts';
import { grouped } from '../count.ts';
import { cellOf, isObject, type JsonObject, numberOf, objectOf } from '../json-value.ts';
import { type Cell, fields } from '../table.ts';
import { addPageOptions, type PageOptions, pageQuery } from './page-options.ts';

const ID = '5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d';

/** `bandeja tasks …`: what the service does in the background for the operator. */
export function addTasks(program: Command, context: CommandContext): void {
  const tasks = program
    .command('tasks')
    .description('Long tasks of the service, such as a verification of all ratings. Needs BANDEJA_OPERATOR_TOKEN.');

  addPageOptions(tasks.command('list').description('List the tasks, newest first.'))
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja tasks list --limit 10\n')
    .action(async (options: AnswerOptions & PageOptions) => {
      const { body } = await operatorClient(context).request('GET', pathOf('admin', 'v1', 'tasks'), {
        query: pageQuery(options),
      });
      printList(context, options, body, ['id', 'kind', 'state', 'progress', 'created', 'ended'], (task) => [
        cellOf(task['id']),
        cellOf(task['kind']),
        cellOf(task['state']),
        progressCell(task),
        cellOf(task['created_at']),
        cellOf(task['ended_at']),
      ]);
    });

  tasks
    .command('show')
    .description('Show a task: how far it is, and its result once it is done.')
    .argument('<id>', 'the task’s id')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', `\nExample:\n  $ bandeja tasks show ${ID}\n`)
    .action(async (id: string, options: AnswerOptions) => {
      const { body } = await operatorClient(context).request('GET', pathOf('admin', 'v1', 'tasks', id));
      printAnswer(context, options, body, taskText);
    });

  tasks
    .command('cancel')
    .description('Cancel a task. A running task stops about a second later.')
    .argument('<id>', 'the task’s id')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', `\nExample:\n  $ bandeja tasks cancel ${ID}\n`)
    .action(async (id: string, options: AnswerOptions) => {
      const { body } = await operatorClient(context).request('DELETE', pathOf('admin', 'v1', 'tasks', id));
      printDone(context, options, body, `The task ${id} is cancelled.`);
    });
}

function progressCell({ progress }: JsonObject): Cell {
  if (!isObject(progress)) return null;
  const [done, total] = [numberOf(progress['done']) ?? 0, numberOf(progress['total'])];
  return total === null ? grouped(done) : `${grouped(done)} of ${grouped(total)}`;
}

function taskText(task: JsonObject): string {
  const error = objectOf(task['error']);
  const head = fields([
    ['id', cellOf(task['id'])],
    ['kind', cellOf(task['kind'])],
    ['state', cellOf(task['state'])],
    ['progress', progressCell(task)],
    ['created', cellOf(task['created_at'])],
    ['started', cellOf(task['started_at'])],
    ['ended', cellOf(task['ended_at'])],
    ...(isObject(task['error']) ? [['error', `${error['detail']} (${error['code']})`] as const] : []),
  ]);
  return isObject(task['result']) ? `${head}\n${JSON.stringify(task['result'], null, 2)}\n` : head;
}
