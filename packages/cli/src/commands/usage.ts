import { InvalidArgumentError } from 'commander';
import { pathOf } from '../api/client.ts';
import { command, option, type PageOptions, pageOptions, pageQuery } from '../command.ts';
import { countAt, type Field } from '../print.ts';

interface UsageOptions extends PageOptions {
  readonly from?: string;
  readonly to?: string;
  readonly partner?: string;
}

const layout: readonly Field[] = [
  ['day', 'day'],
  ['partner', 'partner_id'],
  ['key', 'key_id'],
  ['requests', countAt('requests')],
  ['rate limited', countAt('rate_limited')],
  ['units', countAt('units')],
  ['stored', countAt('matches_stored')],
  ['duplicate', countAt('matches_duplicate')],
  ['rejected', countAt('matches_rejected')],
];

/** `bandeja usage` */
export const usage = command<UsageOptions>({
  use: 'usage',
  routes: ['GET /admin/v1/usage'],
  description:
    'List what each key has used on each day: requests, units of the rate limit, matches. Needs BANDEJA_OPERATOR_TOKEN.',
  summary: 'What each key has used on each day.',
  options: [
    option('--from <day>', 'the first day, in UTC, for example 2026-05-01', day),
    option('--to <day>', 'the last day, in UTC', day),
    option('--partner <id>', 'of this partner only'),
    ...pageOptions,
  ],
  examples: ['usage --from 2026-05-01 --to 2026-05-31'],
  run: async (call) => {
    const { from, to, partner } = call.options;
    const query = { ...pageQuery(call.options), from, to, partner_id: partner };
    call.list(await call.operator.get(pathOf('admin', 'v1', 'usage'), query), layout, 'Nothing was used in this time.');
  },
});

function day(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new InvalidArgumentError('Must be a day, such as 2026-05-01.');
  return text;
}
