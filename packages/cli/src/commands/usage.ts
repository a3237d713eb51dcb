import type { Api } from '@bandeja/client';
import { InvalidArgumentError } from 'commander';
import { command } from '../command.ts';
import { option, type PageOptions, pageOptions, pageQuery } from '../options.ts';
import { count, type Layout } from '../print.ts';

interface UsageOptions extends PageOptions {
  readonly from?: string;
  readonly to?: string;
  readonly partner?: string;
}

const layout: Layout<Api.Usage> = [
  ['day', 'day'],
  ['partner', 'partner_id'],
  ['key', 'key_id'],
  ['requests', ({ requests }) => count(requests)],
  ['rate limited', ({ rate_limited }) => count(rate_limited)],
  ['units', ({ units }) => count(units)],
  ['stored', ({ matches_stored }) => count(matches_stored)],
  ['duplicate', ({ matches_duplicate }) => count(matches_duplicate)],
  ['rejected', ({ matches_rejected }) => count(matches_rejected)],
];

/** `bandeja usage` */
export const usage = command<UsageOptions>({
  use: 'usage',
  routes: ['GET /admin/v1/usage'],
  description: 'Show the daily usage of each key. Counts requests, units of the rate limit, and matches.',
  options: [
    option('--from <day>', 'The first day in UTC, such as 2026-05-01', day),
    option('--to <day>', 'The last day in UTC', day),
    option('--partner <id>', 'Filter by partner'),
    ...pageOptions,
  ],
  examples: ['usage --from 2026-05-01 --to 2026-05-31'],
  run: async (call) => {
    const { from, to, partner } = call.options;
    const query = { ...pageQuery(call.options), from, to, partner_id: partner };
    call.list(await call.operator.usage.list(query), layout, 'No usage in this period.');
  },
});

function day(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new InvalidArgumentError('Must be a day, such as 2026-05-01.');
  return text;
}
