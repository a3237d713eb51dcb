/** The closed night plans of a merge: `into` takes the number of `from`, with its rounds and its standings. */
import { instant, statement, type Transaction } from '@bandeja/postgres/database';
import type { MergeRow } from './store.ts';

/** The settings of a plan or of one of its versions with another player under the number. */
const replaced = (plan: string): string => `jsonb_set(${plan}.settings, '{players}', (
       select jsonb_agg(case when one.player ->> 'id' = $3::uuid::text then jsonb_set(one.player, '{id}', to_jsonb($4::uuid)) else one.player end
         order by one.n)
       from jsonb_array_elements(${plan}.settings -> 'players') with ordinality as one(player, n)))`;

const has = (plan: string, player: string): string =>
  `${plan}.settings -> 'players' @> jsonb_build_array(jsonb_build_object('id', ${player}::uuid))`;

/** Replaces the player $3 by $4 in the plans that have the one and not the other. Versions follow: an undo of the plan goes back to them. */
const replaceIn = (which: string): string => `changed as (
     update session_plans p set settings = ${replaced('p')}, revision = p.revision + 1, changed_at = $5::timestamptz
     from (select id from session_plans p
           where p.partner_id = $2 and ${which} and ${has('p', '$3')} and not ${has('p', '$4')}
           order by p.id limit $6 for no key update) chosen
     where p.id = chosen.id
     returning p.id
   ), older as (
     update session_plan_versions v set settings = ${replaced('v')}
     from changed where v.plan_id = changed.id and ${has('v', '$3')} and not ${has('v', '$4')}
   )`;

const take = statement(
  'merge_plans_take',
  `with ${replaceIn("p.state = 'closed'")}
   insert into merge_plans (merge_id, plan_id) select $1, id from changed on conflict do nothing returning plan_id`,
);

/** Changes some closed plans. The caller has locked the partner's audit chain. @returns how many */
export async function takePlans(transaction: Transaction, merge: MergeRow, at: number, size: number): Promise<number> {
  const values = [merge.id, merge.partner_id, merge.from_id, merge.into_id, instant(at), size];
  return (await transaction.query(take, values)).length;
}

const giveBack = statement(
  'merge_plans_give_back',
  `with ${replaceIn('p.id in (select plan_id from merge_plans where merge_id = $1)')} select id from changed`,
);

/** Changes some of the plans of a merge back. The caller has locked the partner's audit chain. @returns how many */
export async function givePlansBack(
  transaction: Transaction,
  merge: MergeRow,
  at: number,
  size: number,
): Promise<number> {
  const values = [merge.id, merge.partner_id, merge.into_id, merge.from_id, instant(at), size];
  return (await transaction.query(giveBack, values)).length;
}
