import type { Api } from '@bandeja/client';
import { plans } from '@bandeja/contract/account-enums';
import { command, group } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { choice, option, type PageOptions, pageOptions, pageQuery, required, utcOption } from '../options.ts';
import { type Layout, time } from '../print.ts';

interface PartnerOptions {
  readonly name?: string;
  readonly plan?: Api.Partner['plan'];
  readonly timeZone?: string;
  readonly suspend?: boolean;
  readonly resume?: boolean;
}

const ID = '0190a0b0-1111-7222-8333-444455556666';
const id = { id: 'The id of the partner' };

const layout: Layout<Api.Partner> = [
  ['id', 'id'],
  ['name', 'name'],
  ['plan', 'plan'],
  ['suspended', 'suspended'],
  ['time zone', 'time_zone'],
  ['created', ({ created_at }) => time(created_at)],
];

/** `bandeja partners …` */
export const partners = group('partners', 'Manage partners', [
  command<{ readonly name: string; readonly plan: Api.Partner['plan']; readonly timeZone?: string }>({
    use: 'create',
    routes: ['POST /admin/v1/partners'],
    description: 'Create a partner.',
    options: [
      required('--name <name>', 'The name'),
      choice('--plan <plan>', 'The plan', plans).makeOptionMandatory(),
      option('--time-zone <name>', 'The time zone of its days (default: UTC)'),
      utcOption,
    ],
    examples: ['partners create --name "Club Norte" --plan pro --time-zone Europe/Madrid'],
    run: async (call) => {
      const { name, plan, timeZone: time_zone } = call.options;
      call.show(await call.operator.partners.create({ name, plan, time_zone }), layout);
    },
  }),
  command<PageOptions>({
    use: 'list',
    routes: ['GET /admin/v1/partners'],
    description: 'List the partners.',
    options: [...pageOptions, utcOption],
    examples: ['partners list'],
    run: async (call) =>
      call.list(await call.operator.partners.list(pageQuery(call.options)), layout, 'No partners yet.'),
  }),
  command({
    use: 'get <id>',
    routes: ['GET /admin/v1/partners/{id}'],
    description: 'Show a partner.',
    args: id,
    options: [utcOption],
    examples: [`partners get ${ID}`],
    run: async (call, partner) => call.show(await call.operator.partners.get(partner), layout),
  }),
  command<PartnerOptions>({
    use: 'update <id>',
    routes: ['PATCH /admin/v1/partners/{id}'],
    description: 'Update, suspend or resume a partner. Takes effect everywhere within seconds.',
    args: id,
    options: [
      option('--name <name>', 'A new name'),
      choice('--plan <plan>', 'A new plan', plans),
      option('--time-zone <name>', 'A new time zone, such as Europe/Madrid'),
      option('--suspend', 'Reject all its keys from now on'),
      option('--resume', 'Accept its keys again'),
      utcOption,
    ],
    examples: [`partners update ${ID} --plan enterprise`],
    run: async (call, partner) => {
      const { name, plan, timeZone: time_zone, suspend, resume } = call.options;
      if (suspend && resume) throw wrongUse('--suspend and --resume exclude each other.');
      const suspended = suspend ? true : resume ? false : undefined;
      if ([name, plan, time_zone, suspended].every((one) => one === undefined)) {
        throw wrongUse('Nothing to change. Give --name, --plan, --time-zone, --suspend or --resume.');
      }
      call.show(await call.operator.partners.update(partner, { name, plan, time_zone, suspended }), layout);
    },
  }),
]);
