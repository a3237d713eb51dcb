import { type Database, instant, type Queryable, statement } from '@bandeja/postgres/database';
import { bigint, date, nullable, type RowOf, table, uuid } from '@bandeja/postgres/table';
import type { Page } from '../paging/page.ts';

/** Days are in UTC. */
const usageDays = table('usage_days', {
  day: date,
  partner_id: uuid,
  /** Null for the people of the partner. */
  key_id: nullable(uuid),
  requests: bigint,
  rate_limited: bigint,
  units: bigint,
  matches_stored: bigint,
  matches_duplicate: bigint,
  matches_rejected: bigint,
});
const keyColumns = usageDays.only('day', 'partner_id', 'key_id');
const countColumns = usageDays.without('day', 'partner_id', 'key_id');
const usageCounts = Object.keys(countColumns.columns) as (keyof UsageCounts)[];

export interface UsageRow extends RowOf<typeof usageDays> {}

/** The key of a row in the list. */
export interface UsageKey extends RowOf<typeof keyColumns> {}

export interface UsageCounts extends RowOf<typeof countColumns> {}

/** Counts of a key, or of a partner's people, on a day, to be added to the stored ones. */
export interface UsedKey extends UsageRow {
  /** ms since 1970. */
  readonly last_used_at: number;
}

export function sumOf(a: UsageCounts, b: UsageCounts): UsageCounts {
  return Object.fromEntries(usageCounts.map((name) => [name, a[name] + b[name]])) as UsageCounts;
}

const add = statement(
  'usage_add',
  `${usageDays.insert()}
   on conflict (${keyColumns.select()}) do update set
     ${usageCounts.map((name) => `${name} = usage_days.${name} + excluded.${name}`).join(', ')}`,
);

// `greatest`, since processes write in any order.
const setLastUse = statement(
  'usage_set_last_use',
  `with locked as materialized (
     select id from api_keys where id = any($1::uuid[]) order by id for no key update
   )
   update api_keys k set last_used_at = greatest(k.last_used_at, u.at)
   from locked join (
     select id, max(at) as at from unnest($1::uuid[], $2::timestamptz[]) as u(id, at) group by id
   ) u using (id)
   where k.id = locked.id`,
);

/** Adds counts to the stored ones. Rows are locked in a fixed order, so that concurrent writes cannot deadlock. */
export async function addUsage(database: Database, rows: readonly UsedKey[]): Promise<void> {
  const sorted = rows.toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
  await database.transaction(async (transaction) => {
    transaction.query(add, usageDays.values(sorted));
    transaction.query(setLastUse, [sorted.map((row) => row.key_id), sorted.map((row) => instant(row.last_used_at))]);
    transaction.commitWithLast();
  });
}

const sortKeyOf = ({ day, partner_id, key_id }: UsageKey): string => `${day} ${partner_id} ${key_id}`;

export interface UsageFilter {
  readonly from: string;
  readonly to: string;
  /** Null: all partners. */
  readonly partnerId: string | null;
}

// As nulls are ordered.
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const list = statement(
  'usage_list',
  `select ${usageDays.select()} from usage_days
   where day between $1::date and $2::date and ($3::uuid is null or partner_id = $3)
     and (day, partner_id, coalesce(key_id, '${LAST_ID}')) > ($4::date, $5::uuid, coalesce($6::uuid, '${LAST_ID}'))
   order by ${keyColumns.select()} limit $7 offset $8`,
);

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Usage in order of day, partner and key; that of people after the keys. */
export async function listUsageRows(
  database: Queryable,
  { from, to, partnerId }: UsageFilter,
  page: Page<UsageKey>,
): Promise<UsageRow[]> {
  const { day, partner_id, key_id } = page.after ?? { day: '-infinity', partner_id: FIRST_ID, key_id: FIRST_ID };
  return database.query<UsageRow>(list, [from, to, partnerId, day, partner_id, key_id, page.limit, page.offset]);
}
