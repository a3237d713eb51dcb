import { type Queryable, statement } from './engine/database.ts';
import type { Page } from './page.ts';

/** What is counted of a key. */
export const usageCounts = [
  'requests',
  'rate_limited',
  'units',
  'matches_stored',
  'matches_duplicate',
  'matches_rejected',
] as const;
export type UsageCounts = Readonly<Record<(typeof usageCounts)[number], number>>;

/** The place of a row in the list. */
export interface UsageKey {
  /** Such as 2026-05-01, in UTC. */
  readonly day: string;
  readonly partner_id: string;
  readonly key_id: string;
}

export interface UsageRow extends UsageKey, UsageCounts {}

export function sumOf(a: UsageCounts, b: UsageCounts): UsageCounts {
  return Object.fromEntries(usageCounts.map((name) => [name, a[name] + b[name]])) as UsageCounts;
}

const add = statement(
  'usage_add',
  `insert into usage_days (day, partner_id, key_id, ${usageCounts.join(', ')})
   select * from unnest($1::date[], $2::uuid[], $3::uuid[], ${usageCounts.map((_, index) => `$${index + 4}::bigint[]`).join(', ')})
   on conflict (day, partner_id, key_id) do update set
     ${usageCounts.map((name) => `${name} = usage_days.${name} + excluded.${name}`).join(', ')}`,
);

/** Adds to what keys did on some days. */
export async function addUsage(database: Queryable, rows: readonly UsageRow[]): Promise<void> {
  // In one order, so that two processes that write at once do not wait for each other in a circle.
  const sorted = rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const columns = (['day', 'partner_id', 'key_id', ...usageCounts] as const).map((name) =>
    sorted.map((row) => row[name]),
  );
  await database.query(add, columns);
}

const placeOf = ({ day, partner_id, key_id }: UsageKey): string => `${day} ${partner_id} ${key_id}`;

export interface UsageFilter {
  readonly from: string;
  readonly to: string;
  /** Null: of all partners. */
  readonly partnerId: string | null;
}

const list = statement(
  'usage_list',
  `select day::text as day, partner_id, key_id, ${usageCounts.join(', ')} from usage_days
   where day between $1::date and $2::date and ($3::uuid is null or partner_id = $3)
     and (day, partner_id, key_id) > ($4::date, $5::uuid, $6::uuid)
   order by day, partner_id, key_id limit $7 offset $8`,
);

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What keys did, in order of day, partner and key. */
export async function listUsageRows(
  database: Queryable,
  { from, to, partnerId }: UsageFilter,
  page: Page<UsageKey>,
): Promise<UsageRow[]> {
  const { day, partner_id, key_id } = page.after ?? { day: '-infinity', partner_id: NOBODY, key_id: NOBODY };
  return database.query<UsageRow>(list, [from, to, partnerId, day, partner_id, key_id, page.limit, page.offset]);
}
