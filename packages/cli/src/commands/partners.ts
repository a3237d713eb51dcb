import { pathOf } from '../api/client.ts';
import {
  command,
  group,
  option,
  type PageOptions,
  pageOptions,
  pageQuery,
  required,
  utcOption,
  withValues,
} from '../command.ts';
import { wrongUse } from '../exit.ts';
import { type Field, timeAt } from '../print.ts';

interface PartnerOptions {
  readonly name?: string;
  readonly plan?: string;
  readonly suspend?: boolean;
  readonly resume?: boolean;
}

const path = (...parts: readonly string[]): string => pathOf('admin', 'v1', 'partners', ...parts);
const ID = '0190a0b0-1111-7222-8333-444455556666';
const id = { id: 'the partner’s id' };
const PLANS = ['starter', 'pro', 'enterprise'];
const PLAN_NOTE = 'starter, pro or enterprise';

const layout: readonly Field[] = [
  ['id', 'id'],
  ['name', 'name'],
  ['plan', 'plan'],
  ['suspended', 'suspended'],
  ['created', timeAt('created_at')],
];

/** `bandeja partners …` */
export const partners = group('partners', 'Partners, the clients of the API. Needs BANDEJA_OPERATOR_TOKEN.', [
  command<PartnerOptions>({
    use: 'create',
    routes: ['POST /admin/v1/partners'],
    description: 'Create a partner.',
    options: [
      required('--name <name>', 'its name'),
      withValues(required('--plan <plan>', PLAN_NOTE), PLANS),
      utcOption,
    ],
    examples: ['partners create --name "Club Norte" --plan pro'],
    run: async (call) => {
      const { name, plan } = call.options;
      call.show((await call.operator.request('POST', path(), { body: { name, plan } })).body, layout);
    },
  }),
  command<PageOptions>({
    use: 'list',
    routes: ['GET /admin/v1/partners'],
    description: 'List the partners.',
    options: [...pageOptions, utcOption],
    examples: ['partners list'],
    run: async (call) =>
      call.list(await call.operator.get(path(), pageQuery(call.options)), layout, 'No partners yet.'),
  }),
  command({
    use: 'show <id>',
    routes: ['GET /admin/v1/partners/{id}'],
    description: 'Show a partner.',
    args: id,
    options: [utcOption],
    examples: [`partners show ${ID}`],
    run: async (call, partner) => call.show(await call.operator.get(path(partner)), layout),
  }),
  command<PartnerOptions>({
    use: 'update <id>',
    routes: ['PATCH /admin/v1/partners/{id}'],
    description:
      'Change a partner’s name or plan, suspend it, or end the suspension. Takes effect everywhere within seconds.',
    args: id,
    options: [
      option('--name <name>', 'a new name'),
      withValues(option('--plan <plan>', PLAN_NOTE), PLANS),
      option('--suspend', 'refuse all its keys from now on'),
      option('--resume', 'accept its keys again'),
      utcOption,
    ],
    examples: [`partners update ${ID} --plan enterprise`],
    run: async (call, partner) => {
      const { name, plan, suspend, resume } = call.options;
      if (suspend && resume) throw wrongUse('--suspend and --resume contradict each other.');
      const suspended = suspend ? true : resume ? false : undefined;
      if (name === undefined && plan === undefined && suspended === undefined) {
        throw wrongUse('Nothing to change: give --name, --plan, --suspend or --resume.');
      }
      const body = { name, plan, suspended };
      call.show((await call.operator.request('PATCH', path(partner), { body })).body, layout);
    },
  }),
]);
