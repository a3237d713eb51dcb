import type { KeyMode } from '../domain/keys/shapes.ts';
import { type Queryable, statement } from './engine/database.ts';

/** What a partner spends is counted in slots of five seconds; a minute has twelve. */
export const SLOT_MS = 5_000;
export const SLOTS = 12;

/** What a partner has spent lately. */
export interface Spending {
  /** Units by slot: the present one, the {@link SLOTS} before it, so the last has left the minute in part. */
  readonly spent: readonly number[];
  /** How much of the present slot has passed, 0 to 1. */
  readonly passed: number;
}

export interface TakenUnits extends Spending {
  /** As many as were asked for, or as many as there were. */
  readonly units: number;
}

// All times are the database's. After a clock that was ahead, what was spent counts as spent just now, so that no partner waits
// longer than a minute.
const take = statement(
  'spending_take',
  `with clock as (
     select floor(seconds)::bigint as slot, (seconds - floor(seconds))::float8 as passed
     from (select extract(epoch from now()) * 1000 / ${SLOT_MS} as seconds) as present
   ), earlier as materialized (
     select partner_id, mode, slot, spent from partner_spending where partner_id = $1 and mode = $4 for no key update
   ), moved as (
     select clock.*, partner_id, mode, case when clock.slot <= earlier.slot then spent
       else (array_fill(0, array[least(clock.slot - earlier.slot, ${SLOTS + 1})::integer]) || spent)[:${SLOTS + 1}] end as spent
     from earlier cross join clock
   ), taken as (
     select *, greatest(0, least($2::integer, floor($3::integer - spent[${SLOTS + 1}] * (1 - passed)
       - (select sum(units) from unnest(spent[:${SLOTS}]) as units))))::integer as units
     from moved
   )
   update partner_spending p set slot = t.slot, spent = (t.spent[1] + t.units) || t.spent[2:]
   from taken t where p.partner_id = t.partner_id and p.mode = t.mode
   returning t.units, p.spent, t.passed`,
);

const insert = statement(
  'spending_insert',
  `insert into partner_spending (partner_id, mode, slot, spent) values ($1, $2, 0, array_fill(0, array[${SLOTS + 1}]))
   on conflict do nothing`,
);

/** Who spends: a partner through its live keys, or through its test keys. */
export interface Spender {
  readonly partnerId: string;
  readonly mode: KeyMode;
}

/** Counts units as spent by a partner: as many as are asked for, or as its limit of units a minute has left. */
export async function takeUnits(
  database: Queryable,
  { partnerId, mode }: Spender,
  asked: number,
  limit: number,
): Promise<TakenUnits> {
  const values = [partnerId, asked, limit, mode];
  let [taken] = await database.query<TakenUnits>(take, values);
  if (taken === undefined) {
    await database.query(insert, [partnerId, mode]);
    [taken] = await database.query<TakenUnits>(take, values);
  }
  if (taken === undefined) throw new Error('the partner has no row for what it spends');
  return taken;
}
