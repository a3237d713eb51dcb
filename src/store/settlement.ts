/** What stands around a settlement: notices to the settler, matches that wait, and each partner's share. */
import { instant, type Queryable, statement, type Transaction } from './database.ts';
import type { MatchRow } from './match-rows.ts';
import { MATCH_COLUMNS } from './matches.ts';

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

const hold = statement(
  'held_matches_insert',
  `insert into held_matches (match_id, partner_id, held_at)
   select m.id, m.partner_id, $2::timestamptz from matches m
   join settlement_shares s on s.partner_id = m.partner_id and s.rests_until > $2::timestamptz
   where m.id = any($1::uuid[])
   on conflict (match_id) do nothing
   returning match_id`,
);

/**
 * Lets those of these matches wait whose partners have used up their share of settling.
 * @returns the ids of the matches that wait.
 */
export async function holdMatches(
  transaction: Transaction,
  matchIds: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await transaction.query<{ match_id: string }>(hold, [matchIds, instant(now)]);
  return rows.map((row) => row.match_id);
}

const release = statement('held_matches_delete', 'delete from held_matches where match_id = $1');

/** Lets a match wait no longer: it is voided, or about to be judged anew. */
export async function releaseHeldMatch(transaction: Transaction, matchId: string): Promise<void> {
  await transaction.query(release, [matchId]);
}

const takeHeld = statement(
  'held_matches_take',
  `with due as (
     select h.match_id from held_matches h
     join settlement_shares s on s.partner_id = h.partner_id and s.rests_until <= $1
     order by h.held_at, h.match_id limit $2
   ), taken as (delete from held_matches h using due where h.match_id = due.match_id returning h.match_id)
   select ${MATCH_COLUMNS} from taken join matches m on m.id = taken.match_id`,
);

/** Takes the next matches, at most `limit`, whose partners have rested. */
export async function takeHeldMatches(transaction: Transaction, now: number, limit: number): Promise<MatchRow[]> {
  return transaction.query<MatchRow>(takeHeld, [instant(now), limit]);
}

const hasDueHeld = statement(
  'held_matches_are_due',
  `select exists (select from held_matches h join settlement_shares s on s.partner_id = h.partner_id
     where s.rests_until <= $1) as are_due`,
);

/** Whether matches wait whose partners have rested. */
export async function areHeldMatchesDue(database: Queryable, now: number): Promise<boolean> {
  return (await database.query<{ are_due: boolean }>(hasDueHeld, [instant(now)]))[0]?.are_due === true;
}

const heldCount = statement('held_matches_count', 'select count(*)::integer as count from held_matches');

/** How many matches wait. */
export async function countHeldMatches(database: Queryable): Promise<number> {
  return (await database.query<{ count: number }>(heldCount))[0]?.count ?? 0;
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
