/** Stored ratings, for a comparison to the last bit: instants with their microseconds. */
import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { boolean, exactTimestamptz, nullable, type RowOf, table, text, uuid } from '@bandeja/postgres/table';
import { playerRatings } from './ratings-store.ts';
import type { LedgerPlace } from './state-store.ts';
import { matchRatings } from './store.ts';

const storedLedger = table('match_ratings', { ...matchRatings.columns, played_at: exactTimestamptz });

/** A row of the ledger. */
export interface StoredRow extends RowOf<typeof storedLedger> {}

const readLedger = statement(
  'verification_ledger',
  `select ${storedLedger.aggregates('l')} from (
     select * from match_ratings where (played_at, match_id) > ($1, $2) order by played_at, match_id limit $3
   ) l`,
);

/** The rows of the ledger that follow a place in the history, in its order, at most `limit`. */
export async function readStoredLedger(database: Queryable, after: LedgerPlace, limit: number): Promise<StoredRow[]> {
  return storedLedger.unpack(await database.query(readLedger, [instant(after.played_at), after.match_id, limit]));
}

const inLedger = statement(
  'verification_ledger_has',
  'select match_id from match_ratings where match_id = any($1::uuid[])',
);

/** Those of these matches that have a row in the ledger, at any place. */
export async function readIdsInLedger(database: Queryable, matchIds: readonly string[]): Promise<string[]> {
  return (await database.query<{ match_id: string }>(inLedger, [matchIds])).map((row) => row.match_id);
}

const storedRatings = table('player_ratings', {
  ...playerRatings.without('player_id', 'version').columns,
  id: uuid,
  last_played_at: nullable(exactTimestamptz),
  model_version: nullable(text),
  /** False for a player without a row in `player_ratings`, whose columns are all null. */
  has_row: boolean,
});

/** The current rating of a player. */
export interface StoredRating extends RowOf<typeof storedRatings> {}

// The limits keep the planner, which does not know how short a part is, to a look-up for each player. Otherwise it reads and
// hashes both tables for each part.
const readRatings = statement(
  'verification_ratings',
  `select ${storedRatings.aggregates('r')} from (
     select p.id, r.player_id is not null as has_row, ${storedRatings.without('id', 'has_row').select('r')}
     from (select id from players where id > $1 order by id limit $2) p
     left join lateral (select * from player_ratings where player_id = p.id limit 1) r on true
     order by p.id
   ) r`,
);

/** The current ratings of the players whose ids follow this one, in the order of ids, at most `limit`. */
export async function readStoredRatings(database: Queryable, afterId: string, limit: number): Promise<StoredRating[]> {
  return storedRatings.unpack(await database.query(readRatings, [afterId, limit]));
}
