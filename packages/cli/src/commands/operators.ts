import type { Api, BandejaOperator } from '@bandeja/client';
import { command, group } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { isId, option, type PageOptions, pageOptions, pageQuery, utcOption } from '../options.ts';
import { type Layout, second, time } from '../print.ts';

const ID = '3c9e1d0a-6b5f-4c1e-8f57-2a4b6c8d0e1f';

const listed: Layout<Api.Operator> = [
  ['id', 'id'],
  ['name', 'name'],
  ['last used', ({ last_used_at }) => time(last_used_at)],
  ['created', ({ created_at }) => time(created_at)],
  ['revoked', ({ revoked_at }) => time(revoked_at)],
];
const created: Layout<Api.CreatedOperator> = [
  ['token', 'token'],
  ['id', 'id'],
  ['name', 'name'],
];
const logged: Layout<Api.OperatorAction> = [
  ['at', ({ at }) => second(at)],
  ['operator', 'operator'],
  ['action', 'action'],
  ['target', 'target'],
  ['name', 'target_name'],
  ['request', 'request_id'],
];

/** @throws {CommandFailure} for a name that no operator has, or several have */
async function idOf(client: BandejaOperator, operator: string): Promise<string> {
  if (isId(operator)) return operator;
  const ids: string[] = [];
  for await (const { id, name } of client.operators.list({ limit: 100 })) if (name === operator) ids.push(id);
  const [id, ...more] = ids;
  if (id === undefined)
    throw wrongUse(`No operator has the name “${operator}”. Find the id with: bandeja operators list`);
  if (more.length > 0) throw wrongUse(`Several operators have the name “${operator}”. Give an id: ${ids.join(', ')}.`);
  return id;
}

/** `bandeja operators …` */
export const operators = group('operators', 'Manage operators, and see what they did', [
  command({
    use: 'create <name>',
    routes: ['POST /admin/v1/operators'],
    description: 'Create an operator. Its token is shown once: only its hash is stored.',
    args: { name: 'The name that the log shows' },
    options: [utcOption],
    examples: ['operators create ana'],
    run: async (call, name) => {
      call.show(await call.operator.operators.create({ name }), created);
      call.note('Copy the token now: it is not shown again.');
    },
  }),
  command<PageOptions & { all?: boolean }>({
    use: 'list',
    routes: ['GET /admin/v1/operators'],
    description: 'List the operators. The token of the environment is not in the list.',
    options: [option('--all', 'Also revoked operators'), ...pageOptions, utcOption],
    examples: ['operators list', 'operators list --all'],
    run: async (call) => {
      const { all } = call.options;
      const empty = all ? 'No operators yet.' : 'No operators. --all also lists revoked ones.';
      call.list(await call.operator.operators.list({ ...pageQuery(call.options), all }), listed, empty);
    },
  }),
  command({
    use: 'revoke <operator>',
    routes: ['DELETE /admin/v1/operators/{id}', 'GET /admin/v1/operators'],
    description: 'Revoke an operator. Takes effect everywhere at once.',
    args: { operator: 'The id or the name of the operator, not the token' },
    examples: ['operators revoke ana', `operators revoke ${ID}`],
    run: async (call, operator) => {
      await call.operator.operators.revoke(await idOf(call.operator, operator));
      call.done(null, `The operator ${operator} is revoked.`);
    },
  }),
  command<PageOptions>({
    use: 'log',
    routes: ['GET /admin/v1/audit'],
    description: 'List what operators did, newest first.',
    options: [...pageOptions, utcOption],
    examples: ['operators log', 'operators log --limit 100 --json'],
    run: async (call) => call.list(await call.operator.operators.log(pageQuery(call.options)), logged, 'Nothing yet.'),
  }),
]);
