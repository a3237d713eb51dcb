import { type Queryable, statement } from './engine/database.ts';

export interface TakenUnits {
  /** As many as were asked for, or as many as there were. */
  readonly units: number;
  /** Whole and broken units that can still be taken. */
  readonly left: number;
}

export interface AllowanceLimit {
  /** The most units that an allowance can hold. */
  readonly limit: number;
  /** How long an empty allowance takes to be whole again, ms. */
  readonly fillMs: number;
}

// All times are the database's. `whole_at` is never further ahead than an empty allowance takes: after a clock that was
// wrong for a while, no partner waits longer than that.
const take = statement(
  'allowances_take',
  `with allowance as materialized (
     select partner_id, least(greatest(whole_at, now()), now() + $4 * interval '1 ms') as whole_at
     from partner_allowances where partner_id = $1 for no key update
   ), taken as (
     select *, least($2::int, floor($3::int * (1 - extract(epoch from whole_at - now())::float8 * 1000 / $4::float8)))::int as units
     from allowance
   )
   update partner_allowances a set whole_at = t.whole_at + t.units * ($4 / $3) * interval '1 ms'
   from taken t where a.partner_id = t.partner_id
   returning t.units, $3 * (1 - extract(epoch from a.whole_at - now())::float8 * 1000 / $4) as left`,
);

const insert = statement(
  'allowances_insert',
  'insert into partner_allowances (partner_id, whole_at) values ($1, now()) on conflict do nothing',
);

/** Takes units out of a partner's allowance, which fills up steadily. */
export async function takeUnits(
  database: Queryable,
  partnerId: string,
  asked: number,
  { limit, fillMs }: AllowanceLimit,
): Promise<TakenUnits> {
  const values = [partnerId, asked, limit, fillMs];
  let [taken] = await database.query<TakenUnits>(take, values);
  if (taken === undefined) {
    await database.query(insert, [partnerId]);
    [taken] = await database.query<TakenUnits>(take, values);
  }
  if (taken === undefined) throw new Error('the partner has no allowance');
  return taken;
}
