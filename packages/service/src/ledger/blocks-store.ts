/** Reads and writes of a settlement, one block of the ledger at a time. */

import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packUuids } from '@bandeja/postgres/packed';
import { insertLedger, type LedgerRow, ledgerRow, matchRatings, withoutModel } from '../history/ledger-store.ts';
import type { LedgerPlace } from '../history/place.ts';
import { type PlayerRating, ratingsUpdate, ratingValues } from '../history/ratings-store.ts';

const readBlock = statement(
  'ledger_block_read',
  `select ${matchRatings.aggregates('l')} from (
     select * from match_ratings where (played_at, match_id) > ($1, $2) order by played_at, match_id limit $3
   ) l`,
);

/** The next ledger rows after a place, in the order of the history, at most `limit`. */
export async function readLedgerBlock(database: Queryable, after: LedgerPlace, limit: number): Promise<LedgerRow[]> {
  const found = await database.query(readBlock, [instant(after.played_at), after.match_id, limit]);
  return matchRatings.unpack(found).map(ledgerRow);
}

const writeBlock = statement(
  'ledger_block_write',
  `with written as (
     ${insertLedger('$1', 2)}
     on conflict (match_id) do update
     set model_version = excluded.model_version, ${withoutModel.without('match_id').assignments('excluded')}
     where (match_ratings.model_version, ${withoutModel.select('match_ratings')})
       is distinct from (excluded.model_version, ${withoutModel.select('excluded')})
     returning match_id
   )
   select count(*)::integer as count from written`,
);

/** Inserts ledger rows, or updates those that differ. @returns the number of rows written. */
export async function writeLedgerBlock(
  transaction: Transaction,
  modelVersion: string,
  rows: readonly LedgerRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const values = [modelVersion, ...withoutModel.values(rows)];
  return (await transaction.query<{ count: number }>(writeBlock, values))[0]?.count ?? 0;
}

const removeOrphans = statement(
  'ledger_block_remove_orphans',
  `with removed as (
     delete from match_ratings l where (l.played_at, l.match_id) > ($1, $2) and (l.played_at, l.match_id) <= ($3, $4)
       and not exists (select from matches m
         where m.id = l.match_id and m.played_at = l.played_at and m.status = 'completed' and m.outcome <> 'walkover')
     returning match_id
   )
   select count(*)::integer as count from removed`,
);

/** Removes ledger rows in a range whose match is not rated at their place. @returns how many were removed. */
export async function removeOrphanedRows(
  transaction: Transaction,
  after: LedgerPlace,
  until: LedgerPlace,
): Promise<number> {
  const values = [instant(after.played_at), after.match_id, instant(until.played_at), until.match_id];
  return (await transaction.query<{ count: number }>(removeOrphans, values))[0]?.count ?? 0;
}

const writePlayers = statement(
  'ledger_block_write_players',
  `with moved as (
     ${ratingsUpdate('$1', 2)}
     returning r.player_id, r.version
   )
   insert into ledger_changes (player_ids, versions)
   select array_agg(player_id), array_agg(version) from moved having count(*) > 0`,
);

/** Writes current ratings. The transaction must have locked them. */
export async function writeMovedRatings(
  transaction: Transaction,
  modelVersion: string,
  ratings: readonly PlayerRating[],
): Promise<void> {
  if (ratings.length > 0) await transaction.query(writePlayers, [modelVersion, ...ratingValues(ratings)]);
}

const playersWithoutLater = statement(
  'ledger_block_players_ending',
  `select asked.player_id from unnest($1::uuid[]) as asked(player_id)
   where not exists (
     select from player_matches pm join matches m on m.id = pm.match_id
     where pm.player_id = asked.player_id and (pm.played_at, pm.match_id) > ($2, $3) and m.outcome <> 'walkover'
   )`,
);

/** Which of these players have no rated match after a place. Reads the matches, not the ledger. */
export async function readPlayersWithoutLater(
  transaction: Transaction,
  playerIds: readonly string[],
  place: LedgerPlace,
): Promise<string[]> {
  const values = [packUuids(playerIds), instant(place.played_at), place.match_id];
  return (await transaction.query<{ player_id: string }>(playersWithoutLater, values)).map((row) => row.player_id);
}

const repairRatings = statement(
  'player_ratings_repair',
  `with added as (
     insert into player_ratings (player_id) select p.id from players p
     where not exists (select from player_ratings r where r.player_id = p.id) on conflict do nothing
   ), unplayed as materialized (
     -- Ratings are always locked in the order of ids.
     select r.player_id, r.shown, r.version from player_ratings r
     where r.matches_played > 0 and not exists (
       select from player_matches pm join matches m on m.id = pm.match_id
       where pm.player_id = r.player_id and m.outcome <> 'walkover'
     )
     order by r.player_id for no key update
   )
   update player_ratings r set mean = null, variance = null, shown = null, last_played_at = null, matches_played = 0,
     last_match_id = null, model_version = null, version = r.version + 1
   from unplayed where r.player_id = unplayed.player_id
   returning unplayed.player_id, unplayed.shown, unplayed.version`,
);

/** A rating that was reset. */
export interface ResetRating {
  readonly player_id: string;
  /** The rating before the write. */
  readonly shown: number;
  readonly version: number;
}

/**
 * Creates missing rating rows, and resets the rating of every player without a rated match. A run over the history never
 * reaches those players. The caller must hold the history gate exclusively, so that no rating is written at the same time.
 */
export const repairUnplayedRatings = (transaction: Transaction): Promise<ResetRating[]> =>
  transaction.query(repairRatings);
