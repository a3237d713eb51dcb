/** What stands around a settlement: notices to the settler, and each partner's share. */
import { instant, type Queryable, statement, type Transaction } from '../engine/database.ts';

/** A change of the ledger that was made while a run was under way. */
export interface SettlementNotice {
  readonly match_id: string;
  readonly played_at: number;
  readonly player_ids: readonly string[];
}

const take = statement(
  'settlement_notices_take',
  'delete from settlement_notices returning match_id, played_at, player_ids',
);

/** Takes the notices that have been committed so far; they come back if the transaction does not commit. */
export async function takeNotices(transaction: Transaction): Promise<SettlementNotice[]> {
  return transaction.query<SettlementNotice>(take);
}

const restOf = statement(
  'settlement_shares_rest',
  `select max(s.rests_until) as rests_until from settlement_shares s join matches m on m.partner_id = s.partner_id
   where m.id = any($1::uuid[])`,
);

/** Until when the partners of these matches rest, ms: the latest; null when none of them has had anything settled. */
export async function readRest(transaction: Transaction, matchIds: readonly string[]): Promise<number | null> {
  return (await transaction.query<{ rests_until: number | null }>(restOf, [matchIds]))[0]?.rests_until ?? null;
}

const resting = statement(
  'settlement_shares_resting',
  'select partner_id from settlement_shares where partner_id = any($1::uuid[]) and rests_until > $2',
);

/** Those of these partners that rest. */
export async function findRestingPartners(
  database: Queryable,
  partnerIds: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await database.query<{ partner_id: string }>(resting, [partnerIds, instant(now)]);
  return rows.map((row) => row.partner_id);
}

const ofResting = statement(
  'settlement_shares_matches_of_resting',
  `select m.id as match_id from matches m
   join settlement_shares s on s.partner_id = m.partner_id and s.rests_until > $2
   where m.id = any($1::uuid[])`,
);

/** Those of these matches whose partners rest. */
export async function findMatchesOfResting(
  transaction: Transaction,
  matchIds: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await transaction.query<{ match_id: string }>(ofResting, [matchIds, instant(now)]);
  return rows.map((row) => row.match_id);
}

const charge = statement(
  'settlement_shares_charge',
  `insert into settlement_shares (partner_id, is_in_run, is_owed, rests_until)
   select distinct m.partner_id, false, true, $2::timestamptz from matches m where m.id = any($1::uuid[])
   on conflict (partner_id) do update set is_owed = true`,
);

/** Notes that the next run is for the partners of these matches too. */
export async function chargeOwed(transaction: Transaction, matchIds: readonly string[], now: number): Promise<void> {
  await transaction.query(charge, [matchIds, instant(now)]);
}

const startOfRun = statement(
  'settlement_shares_start',
  'update settlement_shares set is_in_run = is_owed, is_owed = false where is_in_run or is_owed',
);
const clearNotices = statement('settlement_notices_clear', 'delete from settlement_notices');

/** Makes the present run that of everybody for whom it was owed, without a notice from before. */
export async function passOwedToRun(transaction: Transaction): Promise<void> {
  await transaction.query(startOfRun);
  await transaction.query(clearNotices);
}

const endShares = statement(
  'settlement_shares_end',
  'update settlement_shares set is_in_run = false, rests_until = $1 where is_in_run',
);

/** Lets the partners rest for whom the run was. */
export async function restUntil(transaction: Transaction, restsUntil: number): Promise<void> {
  await transaction.query(endShares, [instant(restsUntil)]);
}
