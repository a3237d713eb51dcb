/** Reads stored ratings for an exact comparison. Instants keep their microseconds. */

import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { boolean, exactTimestamptz, nullable, type RowOf, table, text, uuid } from '@bandeja/postgres/table';
import { matchRatings } from '../history/ledger-store.ts';
import type { LedgerPlace } from '../history/place.ts';
import { historyRows, isInHistory } from '../history/player-matches-store.ts';
import { playerRatings } from '../history/ratings-store.ts';
import { readConditions } from '../ledger/conditions-store.ts';
import { UnsettledPart } from './unsettled.ts';

const storedLedger = table('match_ratings', { ...matchRatings.columns, played_at: exactTimestamptz });

export interface StoredRow extends RowOf<typeof storedLedger> {}

const readLedger = statement(
  'verification_ledger',
  `select ${storedLedger.aggregates('l')} from (
     select * from match_ratings where (played_at, match_id) > ($1, $2) order by played_at, match_id limit $3
   ) l`,
);

/** The next ledger rows after a place, in the order of the history, at most `limit`. */
export async function readStoredLedger(database: Queryable, after: LedgerPlace, limit: number): Promise<StoredRow[]> {
  return storedLedger.unpack(await database.query(readLedger, [instant(after.played_at), after.match_id, limit]));
}

const inLedger = statement(
  'verification_ledger_has',
  'select match_id from match_ratings where match_id = any($1::uuid[])',
);

/** Which of these matches have a ledger row, at any place. */
export async function readIdsInLedger(database: Queryable, matchIds: readonly string[]): Promise<string[]> {
  return (await database.query<{ match_id: string }>(inLedger, [matchIds])).map((row) => row.match_id);
}

const storedRatings = table('player_ratings', {
  ...playerRatings.only('mean', 'variance', 'shown', 'matches_played', 'last_match_id').columns,
  id: uuid,
  last_played_at: nullable(exactTimestamptz),
  model_version: nullable(text),
  /** False for a player without a row in `player_ratings`, whose columns are all null. */
  has_row: boolean,
});

export interface StoredRating extends RowOf<typeof storedRatings> {}

// The limits make the planner look up each player. It does not know how short a part is, and would otherwise read and hash both
// tables for each part.
const readRatings = statement(
  'verification_ratings',
  `select ${storedRatings.aggregates('r')} from (
     select p.id, r.player_id is not null as has_row, ${storedRatings.without('id', 'has_row').select('r')}
     from (select id from players where id > $1 order by id limit $2) p
     left join lateral (select * from player_ratings where player_id = p.id limit 1) r on true
     order by p.id
   ) r`,
);

/** The current ratings of the next players after this id, in the order of ids, at most `limit`. */
export async function readStoredRatings(database: Queryable, afterId: string, limit: number): Promise<StoredRating[]> {
  return storedRatings.unpack(await database.query(readRatings, [afterId, limit]));
}

const marks = statement(
  'verification_marks',
  `select player_id, unsettled_at as played_at, unsettled_match as match_id, is_spread from player_ratings where unsettled_at is not null`,
);

/** The part of the ledger that this snapshot may show inexact. */
export async function readUnsettledPart(database: Queryable): Promise<UnsettledPart> {
  const [marked, conditions] = await Promise.all([
    database.query<LedgerPlace & { readonly player_id: string; readonly is_spread: boolean }>(marks),
    readConditions(database),
  ]);
  return new UnsettledPart(new Map(marked.map((one) => [one.player_id, one])), conditions);
}

/** A row of `player_matches` that is missing, has another result, or should not exist. */
export interface HistoryDifference {
  readonly player_id: string;
  readonly match_id: string;
  /** `absent`, or the result as text. */
  readonly stored: string;
  readonly replayed: string;
}

// The partners and the limit are there for the same reason as in `rated_matches_within`.
const histories = statement(
  'verification_histories',
  `with completed as materialized (
     select m.* from partners p cross join lateral (
       select m.* from matches m
       where m.partner_id = p.id and (m.played_at, m.id) > ($1, $2) and (m.played_at, m.id) <= ($3, $4) and m.status = 'completed'
       order by m.played_at, m.id limit $5
     ) m order by m.played_at, m.id limit $5
   ), history (player_id, played_at, match_id, result) as (${historyRows('completed')}),
   wrong as (
     select h.player_id, h.match_id, case when pm.match_id is null then 'absent' else coalesce(pm.result::text, 'none') end as stored,
       coalesce(h.result::text, 'none') as replayed
     from history h left join player_matches pm
       on pm.player_id = h.player_id and pm.played_at = h.played_at and pm.match_id = h.match_id
     where pm.match_id is null or pm.result is distinct from h.result
     order by h.played_at, h.match_id, h.player_id
   ), last as (select played_at, id from completed order by played_at desc, id desc limit 1)
   select coalesce((select json_agg(wrong) from wrong), '[]') as differences, (select count(*)::integer from completed) as found,
     (select played_at from last), (select id from last) as match_id`,
);

/**
 * Compares the completed matches after one place, up to and including another, with the histories of their players.
 * @param limit of matches that one statement compares
 */
export async function readHistoryDifferences(
  database: Queryable,
  after: LedgerPlace,
  until: LedgerPlace,
  limit: number,
): Promise<HistoryDifference[]> {
  type Found = LedgerPlace & { readonly differences: readonly HistoryDifference[]; readonly found: number };
  const differences: HistoryDifference[] = [];
  for (let from: LedgerPlace | null = after; from !== null; ) {
    const start: LedgerPlace = from;
    const values = [instant(start.played_at), start.match_id, instant(until.played_at), until.match_id, limit];
    const [row] = await database.query<Found>(histories, values);
    differences.push(...(row?.differences ?? []));
    from = row === undefined || row.found < limit ? null : row;
  }
  return differences;
}

const surplus = statement(
  'verification_surplus',
  `with part as (select id from players where id > $1 order by id limit $2)
   select (select max(id::text) from part) as last, coalesce((
     select json_agg(json_build_object('player_id', pm.player_id, 'match_id', pm.match_id, 'stored', 'present', 'replayed', 'absent')
       order by pm.player_id, pm.played_at, pm.match_id)
     from part join player_matches pm on pm.player_id = part.id
     where not ${isInHistory('pm')}), '[]') as differences`,
);

/** The rows of `player_matches` without a match, of the next players after this id. */
export async function readSurplusHistory(
  database: Queryable,
  afterId: string,
  limit: number,
): Promise<{ readonly differences: readonly HistoryDifference[]; readonly last: string | null }> {
  const [row] = await database.query<{ differences: HistoryDifference[]; last: string | null }>(surplus, [
    afterId,
    limit,
  ]);
  return row ?? { differences: [], last: null };
}
