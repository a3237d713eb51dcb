/** Reads and writes of the wave: the ledger rows from marks on. */
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import {
  insertLedger,
  type LedgerRow,
  ledgerRow,
  matchRatings,
  updateLedger,
  withoutModel,
} from '../history/ledger-store.ts';
import type { LedgerPlace } from '../history/place.ts';
import { type PlayerPlace, playerMatches } from '../history/player-matches-store.ts';
import { type PlayerRating, ratingsUpdate, ratingValues } from '../history/ratings-store.ts';

const rowsWithin = statement(
  'wave_rows',
  `with later as materialized (
     select distinct later.played_at, later.match_id
     from (${playerMatches.source()}) marked
     cross join lateral (
       select pm.played_at, pm.match_id from player_matches pm
       where pm.player_id = marked.player_id
         and (pm.played_at, pm.match_id) >= (marked.played_at, marked.match_id) and (pm.played_at, pm.match_id) <= ($4, $5)
       order by pm.played_at, pm.match_id limit $6
     ) later
     order by later.played_at, later.match_id limit $6
   )
   select ${matchRatings.aggregates('l')}, (select count(*)::integer from later) as found,
     (select played_at from later order by played_at desc, match_id desc limit 1) as end_at,
     (select match_id from later order by played_at desc, match_id desc limit 1) as end_id
   from (select l.* from later join match_ratings l on l.match_id = later.match_id order by l.played_at, l.match_id) l`,
);

/** The ledger rows of marked players within a part of the history, in order. */
export interface MarkedRows {
  readonly rows: readonly LedgerRow[];
  /** These are all rows of the players up to this place, which need not be the place of a row: walkovers have none. */
  readonly end: LedgerPlace;
}

interface FoundRows {
  readonly found: number;
  readonly end_at: number | null;
  readonly end_id: string | null;
}

/**
 * Reads the ledger rows of marked players from their marks on.
 * @param end of the part to read
 * @param limit of rows, those of all players together in the order of the history
 */
export async function readMarkedRows(
  database: Queryable,
  marked: readonly PlayerPlace[],
  end: LedgerPlace,
  limit: number,
): Promise<MarkedRows> {
  const parameters = [...playerMatches.values(marked), instant(end.played_at), end.match_id, limit];
  const [found] = await database.query<FoundRows>(rowsWithin, parameters);
  if (found === undefined) throw new Error('the rows of marked players are missing');
  const { found: count, end_at: played_at, end_id: match_id } = found;
  const isCut = count === limit && played_at !== null && match_id !== null;
  return { rows: matchRatings.unpack([found]).map(ledgerRow), end: isCut ? { played_at, match_id } : end };
}

const nextMatches = statement(
  'wave_next_matches',
  `select asked.player_id, later.played_at, later.match_id
   from unnest($1::uuid[]) as asked(player_id)
   cross join lateral (
     select pm.played_at, pm.match_id from player_matches pm
     where pm.player_id = asked.player_id and (pm.played_at, pm.match_id) > ($2, $3)
     order by pm.played_at, pm.match_id limit 1
   ) later`,
);

/** The next match of each of these players after a place. A player without one is left out. */
export async function readNextMatches(
  database: Queryable,
  playerIds: readonly string[],
  after: LedgerPlace,
): Promise<PlayerPlace[]> {
  if (playerIds.length === 0) return [];
  return database.query<PlayerPlace>(nextMatches, [playerIds, instant(after.played_at), after.match_id]);
}

const writeRows = statement('wave_write_rows', `${insertLedger('$1', 3)} ${updateLedger('$2::boolean')}`);

/**
 * Writes ledger rows. The transaction has locked all their players.
 * @param keepsShown whether the replaced rows were shown: a rebuild replaces damaged ones, and its own intermediate ones
 */
export async function writeLedgerRows(
  transaction: Transaction,
  modelVersion: string,
  rows: readonly LedgerRow[],
  keepsShown: boolean,
): Promise<void> {
  if (rows.length > 0) await transaction.query(writeRows, [modelVersion, keepsShown, ...withoutModel.values(rows)]);
}

const writePlayers = statement('wave_write_ratings', ratingsUpdate('$1', 2));

/** Writes ratings. The transaction has locked them. */
export async function writeSettledRatings(
  transaction: Transaction,
  modelVersion: string,
  ratings: readonly PlayerRating[],
): Promise<void> {
  if (ratings.length > 0) await transaction.query(writePlayers, [modelVersion, ...ratingValues(ratings)]);
}
