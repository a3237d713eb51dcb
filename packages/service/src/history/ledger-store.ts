import { ConstraintViolation, instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packUuids } from '@bandeja/postgres/packed';
import { double, integer, listOf, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import type { Four, RatingState } from '@bandeja/rating';
import { isUnsettled } from '../ledger/state-store.ts';
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
      const [before, after] = [row.before[slot], row.after[slot]];
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

/** The rating versions of some players, in the same order: the version that the statement writes, or else the stored one. */
const versionsOf = (playerIds: string, written: string): string =>
  `array(select coalesce(w.version, r.version) from unnest(${playerIds}) with ordinality as p(id, n)
     join player_ratings r on r.player_id = p.id left join ${written} w on w.player_id = p.id order by p.n)`;

const RATINGS_FROM = 4;
const LEDGER_FROM = RATINGS_FROM + Object.keys(playerRatings.columns).length;

/** The number of the run that is past a provisional change at a row's place; null if there is none. @param isProvisional SQL */
const missedBy = (row: string, isProvisional: string): string =>
  `(select run_number from ledger_state
     where ${isProvisional} and (${row}.played_at, ${row}.match_id) <= (run_played_at, run_match_id))`;

// The transaction holds the gate, so no run can begin until it ends. If the model is not the ledger's, the subselect returns
// null, and the constraint rejects the row.
const writeRows = statement(
  'ratings_write',
  `with written as (
     ${insertLedger('(select model_version from ledger_state where model_version = $1)', LEDGER_FROM)}
     on conflict (match_id) do update set model_version = excluded.model_version, before = excluded.before,
       after = excluded.after
     returning match_id, played_at, player_ids
   ), rated as (
     ${ratingsUpdate('$1', RATINGS_FROM)}
     returning r.player_id, r.version
   ), logged as (
     insert into ledger_changes (match_id, played_at, player_ids, versions, missed_by)
     select w.match_id, w.played_at, w.player_ids, ${versionsOf('w.player_ids', 'rated')}, ${missedBy('w', "$3 = 'provisional'")}
     from written w
     where $3 <> 'appended' or exists (select from ledger_state where run_match_id is not null)
   )
   select w.match_id, ${isUnsettled('w.played_at', 'w.match_id')} as is_unsettled
   from written w where w.match_id = any($2::uuid[])`,
);

/** How a change was rated. `provisional`: a later settlement computes the exact ratings. */
export type RatedHow = 'appended' | 'replayed' | 'provisional';

/** A match that was inserted into the ledger. */
export interface WrittenRow {
  readonly match_id: string;
  /** The match comes after the settled part, so its ratings may still change. */
  readonly is_unsettled: boolean;
}

/** The constraint that rejects a row whose model is not the ledger's. */
const HAS_MODEL = 'match_ratings_model_version_not_null';

/**
 * Writes ledger rows, both new and recomputed ones, and the current ratings of their players.
 * @param modelVersion the model that computed them
 * @param ratings with their new versions. The transaction has locked them, or holds the gate exclusively.
 * @param newIds the matches that are new in the ledger
 * @param how an appended change is logged only while a run is under way
 * @returns the new matches; or `other model` if the ledger was made with another model. Then the transaction has failed.
 * @throws {RangeError} synchronously, before anything is sent, if a value cannot be stored.
 */
export function writeRatings(
  transaction: Transaction,
  modelVersion: string,
  ledger: readonly LedgerRow[],
  ratings: readonly PlayerRating[],
  newIds: readonly string[],
  how: RatedHow,
): Promise<WrittenRow[] | 'other model'> {
  const written = transaction.query<WrittenRow>(writeRows, [
    modelVersion,
    packUuids(newIds),
    how,
    ...ratingValues(ratings),
    ...withoutModel.values(ledger),
  ]);
  return written.catch((error: unknown) => {
    if (error instanceof ConstraintViolation && error.constraint === HAS_MODEL) return 'other model';
    throw error;
  });
}

const removeRow = statement(
  'ledger_remove',
  `with removed as (
     delete from match_ratings where match_id = any($1::uuid[]) returning match_id, played_at, player_ids
   )
   insert into ledger_changes (match_id, played_at, player_ids, versions, missed_by)
   select match_id, played_at, player_ids,
     array(select r.version from unnest(player_ids) with ordinality as p(id, n) join player_ratings r on r.player_id = p.id order by p.n),
     ${missedBy('removed', '$2')}
   from removed`,
);

/**
 * Removes matches from the ledger. The caller must hold the gate exclusively. Otherwise it can deadlock with a settlement step
 * that has locked one of the players' ratings and is about to write the row.
 */
export const removeLedgerRows = (
  transaction: Transaction,
  matchIds: readonly string[],
  isProvisional: boolean,
): Promise<unknown> => transaction.query(removeRow, [matchIds, isProvisional]);

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
     join player_matches pm on pm.player_id = span.player_id
       and (pm.played_at, pm.match_id) > (span.played_at, span.match_id)
       and (pm.played_at, pm.match_id) <= (span.until_played_at, span.until_match_id)
     join match_ratings r on r.match_id = pm.match_id
     limit $6
   )`,
);

/** A match is found once for each of its players whose range includes it. */
const PLAYERS_PER_MATCH = 4;

/**
 * The rated matches within these ranges, in no particular order. A match that is in several ranges may be returned more than once.
 * @param limit if more matches than this are returned, some may be missing
 */
export async function readLedgerWithin(
  database: Queryable,
  ranges: readonly HistoryRange[],
  limit: number,
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
      PLAYERS_PER_MATCH * limit,
    ]);
    for (const row of found) rows.push(decodeRow(row));
    if (rows.length > limit) break;
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
