import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { double, integer, listOf, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import { type Four, knownState, type RatingState } from '@bandeja/rating';
import { END_OF_HISTORY, type LedgerPlace } from './place.ts';
import { type PlayerRating, playerRatings, ratingsUpdate, ratingValues } from './ratings-store.ts';
import { four, fourStates, fourStrengths } from './stored-states.ts';

/** A match as input of the rating model. Players are listed winners first; in a draw, the pair with the lowest player id. */
const ratedMatch = {
  match_id: uuid,
  played_at: timestamptz,
  player_ids: listOf(uuid, 4),
  /** The three `units` columns are null together, if no scoreline counts. */
  units_won: nullable(integer),
  units_lost: nullable(integer),
  units_standard: nullable(double),
  weight: double,
  length: double,
  /** 1 if teammates choose each other, else 0. */
  pair_evidence: double,
  /** The result of the first pair: 1, or 0.5 in a draw. */
  result: double,
};

/** The ledger: for each match, the input of the model and the states before and after. */
export const matchRatings = table('match_ratings', {
  ...ratedMatch,
  model_version: text,
  before: fourStates,
  after: fourStrengths,
});

export interface RatedMatch extends RowOf<typeof ratedMatches> {}
const ratedMatches = table('match_ratings', ratedMatch);

/** A row of the ledger. States are in the order of `player_ids`. */
export interface LedgerRow extends Omit<RowOf<typeof matchRatings>, 'after'> {
  readonly after: Four<RatingState>;
}

type StoredRow = RowOf<typeof matchRatings>;

/** Completes the states after a match with the time and the count, which follow from the states before it. */
export function ledgerRow(row: StoredRow): LedgerRow {
  return {
    ...row,
    after: four((slot) => {
      const [before, after] = [knownState(row.before[slot]), row.after[slot]];
      const at = Math.max(before?.at ?? row.played_at, row.played_at);
      return { ...after, at, played: (before?.played ?? 0) + 1 };
    }),
  };
}

const decodeRow = (found: object): LedgerRow => ledgerRow(matchRatings.decode(found));

export const withoutModel = matchRatings.without('model_version');

/** An INSERT of ledger rows. @param model an SQL expression for the model's version */
export const insertLedger = (model: string, first: number): string =>
  `insert into match_ratings (model_version, ${withoutModel.select()}) select ${model}, s.* from (${withoutModel.source(first)}) s`;

/**
 * The rest of an upsert of ledger rows. What a row showed first is kept when it is rated again.
 * @param keeps an SQL expression: false if what the rows show was never shown
 */
export const updateLedger = (keeps: string): string =>
  `on conflict (match_id) do update set model_version = excluded.model_version, ${withoutModel.without('match_id').assignments('excluded')},
     first_shown = case when match_ratings.model_version = excluded.model_version then shown_to(
       coalesce(match_ratings.first_shown, case when ${keeps} then shown_ratings(match_ratings.before, match_ratings.after) end),
       match_ratings.player_ids, excluded.player_ids) end`;

const LEDGER_FROM = 2 + Object.keys(playerRatings.columns).length;

const writeRows = statement(
  'ratings_write',
  `with written as (
     ${insertLedger('$1', LEDGER_FROM)} ${updateLedger('true')}
   )
   ${ratingsUpdate('$1', 2)}`,
);

/**
 * Writes ledger rows, both new and changed ones, and ratings. The transaction has locked all their players.
 * @param modelVersion the model that computed them
 * @throws {RangeError} synchronously, before anything is sent, if a value cannot be stored.
 */
export function writeRatings(
  transaction: Transaction,
  modelVersion: string,
  ledger: readonly LedgerRow[],
  ratings: readonly PlayerRating[],
): Promise<unknown> {
  return transaction.query(writeRows, [modelVersion, ...ratingValues(ratings), ...withoutModel.values(ledger)]);
}

const removeRows = statement('ledger_remove', 'delete from match_ratings where match_id = any($1::uuid[])');

/** Removes matches from the ledger. The transaction has locked all their players. */
export const removeLedgerRows = (transaction: Transaction, matchIds: readonly string[]): Promise<unknown> =>
  transaction.query(removeRows, [matchIds]);

/** The input of the model in a ledger row. */
export const inputsOf = (row: LedgerRow): RatedMatch =>
  Object.fromEntries(
    Object.keys(ratedMatch).map((name) => [name, row[name as keyof RatedMatch]]),
  ) as unknown as RatedMatch;

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

const countRows = statement('ledger_count', 'select count(*)::integer as count from match_ratings');

/** The number of rated matches. Reads all of them. */
export async function countLedger(database: Queryable): Promise<number> {
  return (await database.query<{ count: number }>(countRows))[0]?.count ?? 0;
}

const rowsOf = statement(
  'ledger_rows',
  `select ${matchRatings.select()} from match_ratings where match_id = any($1::uuid[])`,
);

/** The ledger rows of these matches, in no particular order. A match that is not rated has none. */
export async function readLedgerRows(database: Queryable, matchIds: readonly string[]): Promise<LedgerRow[]> {
  return matchIds.length === 0 ? [] : (await database.query(rowsOf, [matchIds])).map(decodeRow);
}

/** The ledger row of a match, or undefined when it is not rated. */
export async function readLedgerRow(database: Queryable, matchId: string): Promise<LedgerRow | undefined> {
  return (await readLedgerRows(database, [matchId]))[0];
}

/** A range of a player's history: after `after`, up to and including `until`; a null `until` means no end. */
export interface HistoryRange {
  readonly player_id: string;
  readonly after: LedgerPlace;
  readonly until: LedgerPlace | null;
}

/**
 * Batch size. With 100 ranges the planner uses the index at any table size. With 1000 it scans both tables instead, because it
 * estimates that each comparison of keys keeps a third of a history.
 */
const RANGES_MAX = 100;

const rowsWithin = statement(
  'ledger_rows_within',
  `select ${matchRatings.select()} from match_ratings where match_id in (
     select pm.match_id
     from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::timestamptz[], $5::uuid[])
       as span(player_id, played_at, match_id, until_played_at, until_match_id)
     cross join lateral (
       select pm.match_id from player_matches pm join match_ratings r on r.match_id = pm.match_id
       where pm.player_id = span.player_id
         and (pm.played_at, pm.match_id) > (span.played_at, span.match_id)
         and (pm.played_at, pm.match_id) <= (span.until_played_at, span.until_match_id)
       order by pm.played_at, pm.match_id
       limit case when exists (
         select from player_ratings u where u.player_id = span.player_id and u.is_spread
           and (u.unsettled_at, u.unsettled_match) <= (span.played_at, span.match_id)
       ) then 1 else $6 end
     ) pm
   )`,
);

/**
 * The rated matches within these ranges, in no particular order. A match that is in several ranges may be returned more than once.
 * @param limit of matches in each range: the earliest ones. Of a player who is marked and spread by then, only the first
 * @param most if more matches than this are returned, some may be missing
 */
export async function readLedgerWithin(
  database: Queryable,
  ranges: readonly HistoryRange[],
  limit: number,
  most: number,
): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for (let from = 0; from < ranges.length; from += RANGES_MAX) {
    const some = ranges.slice(from, from + RANGES_MAX);
    const ends = some.map(({ until }) => until ?? END_OF_HISTORY);
    const found = await database.query(rowsWithin, [
      some.map((range) => range.player_id),
      some.map(({ after }) => instant(after.played_at)),
      some.map(({ after }) => after.match_id),
      ends.map((end) => instant(end.played_at)),
      ends.map((end) => end.match_id),
      limit,
    ]);
    for (const row of found) rows.push(decodeRow(row));
    if (rows.length > most) break;
  }
  return rows;
}

const estimateRows = statement(
  'ledger_estimate',
  `select greatest(reltuples, 0)::double precision as count from pg_class where oid = 'match_ratings'::regclass`,
);

/** The database's own estimate of the number of rated matches, which is cheap at any size; null if it has none. */
export async function estimateLedger(database: Queryable): Promise<number | null> {
  const count = (await database.query<{ count: number }>(estimateRows))[0]?.count ?? 0;
  return count === 0 ? null : Math.round(count);
}
