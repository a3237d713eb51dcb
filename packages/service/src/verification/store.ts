/** Reads stored ratings for an exact comparison. Instants keep their microseconds. */

import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { boolean, exactTimestamptz, nullable, type RowOf, table, text, uuid } from '@bandeja/postgres/table';
import { matchRatings } from '../history/ledger-store.ts';
import { earliestPlace, type LedgerPlace, START_OF_HISTORY } from '../history/place.ts';
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
  `select player_id, unsettled_at as played_at, unsettled_match as match_id from player_ratings where unsettled_at is not null`,
);

/** The part of the ledger that this snapshot may show inexact. */
export async function readUnsettledPart(database: Queryable): Promise<UnsettledPart> {
  const [marked, { isRebuilding, guards }] = await Promise.all([
    database.query<LedgerPlace & { readonly player_id: string }>(marks),
    readConditions(database),
  ]);
  const from = isRebuilding ? START_OF_HISTORY : (earliestPlace(guards) ?? null);
  return new UnsettledPart(new Map(marked.map((one) => [one.player_id, one])), from);
}
