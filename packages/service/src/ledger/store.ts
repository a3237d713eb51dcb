import { ConstraintViolation, instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packUuids } from '@bandeja/postgres/packed';
import { double, integer, listOf, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import type { Four, RatingState } from '@bandeja/rating';
import { type PlayerRating, playerRatings, ratingsUpdate, ratingValues } from './ratings-store.ts';
import { END_OF_HISTORY, isUnsettled, type LedgerPlace } from './state-store.ts';
import { four, fourStates, fourStrengths } from './stored-states.ts';

/** A match as the rating model takes it; its players winners first, of a draw the pair that has the lowest id. */
const ratedMatch = {
  match_id: uuid,
  played_at: timestamptz,
  player_ids: listOf(uuid, 4),
  /** Null without a scoreline that counts, all three together. */
  units_won: nullable(integer),
  units_lost: nullable(integer),
  units_standard: nullable(double),
  weight: double,
  length: double,
  /** 1 where partners choose each other, else 0. */
  pair_evidence: double,
  /** What the first pair got: 1, of a draw 0.5. */
  result: double,
};

/** The ledger: what the model was given for each match, and the states around it. */
export const matchRatings = table('match_ratings', {
  ...ratedMatch,
  model_version: text,
  before: fourStates,
  after: fourStrengths,
});

export interface RatedMatch extends RowOf<typeof ratedMatches> {}
const ratedMatches = table('match_ratings', ratedMatch);

/** A row of the ledger; the states in the order of `player_ids`. */
export interface LedgerRow extends Omit<RowOf<typeof matchRatings>, 'after'> {
  readonly after: Four<RatingState>;
}

type StoredRow = RowOf<typeof matchRatings>;

/** Completes the states after a match with what follows from those before it. */
export function ledgerRow(row: StoredRow): LedgerRow {
  return {
    ...row,
    after: four((slot) => {
      const [before, after] = [row.before[slot as 0], row.after[slot as 0]];
      const at = Math.max(before?.at ?? row.played_at, row.played_at);
      return { ...after, at, played: (before?.played ?? 0) + 1 };
    }),
  };
}

const decodeRow = (found: object): LedgerRow => ledgerRow(matchRatings.decode(found));

export const withoutModel = matchRatings.without('model_version');

/** An INSERT of rows of the ledger. @param model an SQL expression for the model's version */
export const insertLedger = (model: string, first: number): string =>
  `insert into match_ratings (model_version, ${withoutModel.select()}) select ${model}, s.* from (${withoutModel.source(first)}) s`;

/** The versions of the ratings of some players, in their order: those written by the statement, else the stored ones. */
const versionsOf = (playerIds: string, written: string): string =>
  `array(select coalesce(w.version, r.version) from unnest(${playerIds}) with ordinality as p(id, n)
     join player_ratings r on r.player_id = p.id left join ${written} w on w.player_id = p.id order by p.n)`;

const RATINGS_FROM = 4;
const LEDGER_FROM = RATINGS_FROM + Object.keys(playerRatings.columns).length;

// The gate has been passed, so a run that is under way here stays under way until the transaction ends, unless the run itself
// ends. A row of another model than the ledger's gets no model, and the constraint refuses it.
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
     insert into ledger_changes (match_id, played_at, player_ids, versions)
     select w.match_id, w.played_at, w.player_ids, ${versionsOf('w.player_ids', 'rated')} from written w
     where $3 or exists (select from ledger_state where run_match_id is not null)
   )
   select w.match_id, ${isUnsettled('w.played_at', 'w.match_id')} as is_unsettled
   from written w where w.match_id = any($2::uuid[])`,
);

/** A match that has entered the ledger. */
export interface WrittenRow {
  readonly match_id: string;
  /** It comes after the settled part: its ratings will still change. */
  readonly is_unsettled: boolean;
}

/** What refuses a row whose model is not the ledger's, since `ratings_write` then has none to give it. */
const HAS_MODEL = 'match_ratings_model_version_not_null';

/**
 * Writes ledger rows (new ones, and the recomputed states of present ones) and the current ratings of their players.
 * @param modelVersion the model that has made them
 * @param ratings with the versions that they have from now on; the transaction has locked them, or holds the gate alone.
 * @param newIds the matches that enter the ledger with this.
 * @param isLogged log the change also while no run is under way.
 * @returns the matches that entered; or that the ledger is made with another model, and the transaction cannot go on.
 * @throws {RangeError} at once, with nothing sent, for what cannot be stored.
 */
export function writeRatings(
  transaction: Transaction,
  modelVersion: string,
  ledger: readonly LedgerRow[],
  ratings: readonly PlayerRating[],
  newIds: readonly string[],
  isLogged: boolean,
): Promise<WrittenRow[] | 'other model'> {
  const written = transaction.query<WrittenRow>(writeRows, [
    modelVersion,
    packUuids(newIds),
    isLogged,
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
   insert into ledger_changes (match_id, played_at, player_ids, versions)
   select match_id, played_at, player_ids,
     array(select r.version from unnest(player_ids) with ordinality as p(id, n) join player_ratings r on r.player_id = p.id order by p.n)
   from removed`,
);

/**
 * Takes matches out of the ledger. The gate must be held alone: a step of the settler that has locked the rating of one of the
 * players may be about to write the row, and each would wait for the other.
 */
export const removeLedgerRows = (transaction: Transaction, matchIds: readonly string[]): Promise<unknown> =>
  transaction.query(removeRow, [matchIds]);

const rowsOf = statement(
  'ledger_rows',
  `select ${matchRatings.select()} from match_ratings where match_id = any($1::uuid[])`,
);

/** The ledger rows of these matches, in no order; a match that is not rated has none. */
export async function readLedgerRows(database: Queryable, matchIds: readonly string[]): Promise<LedgerRow[]> {
  return matchIds.length === 0 ? [] : (await database.query(rowsOf, [matchIds])).map(decodeRow);
}

/** The ledger row of a match, or undefined when it is not rated. */
export async function readLedgerRow(database: Queryable, matchId: string): Promise<LedgerRow | undefined> {
  return (await readLedgerRows(database, [matchId]))[0];
}

/** A stretch of a player's history: later than `after` and not later than `until`, which is null if it has no end. */
export interface HistoryStretch {
  readonly player_id: string;
  readonly after: LedgerPlace;
  readonly until: LedgerPlace | null;
}

/**
 * So many stretches are asked for at once. With a thousand the planner gives up the index for a scan of both tables (it
 * takes each comparison of keys to keep a third of a history); with a hundred it keeps to it, at any size of the tables.
 */
const STRETCHES_MAX = 100;

const rowsWithin = statement(
  'ledger_rows_within',
  `select ${matchRatings.select()} from match_ratings where match_id in (
     select pm.match_id
     from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::timestamptz[], $5::uuid[])
       as stretch(player_id, played_at, match_id, until_played_at, until_match_id)
     join player_matches pm on pm.player_id = stretch.player_id
       and (pm.played_at, pm.match_id) > (stretch.played_at, stretch.match_id)
       and (pm.played_at, pm.match_id) <= (stretch.until_played_at, stretch.until_match_id)
     join match_ratings r on r.match_id = pm.match_id
     limit $6
   )`,
);

/** A match may lie in the stretches of all its four players. */
const PLACES_A_MATCH = 4;

/**
 * The rated matches within these stretches; one that lies in several comes at least once. In no order.
 * @param limit enough: a list that is longer may lack some.
 */
export async function readLedgerWithin(
  database: Queryable,
  stretches: readonly HistoryStretch[],
  limit: number,
): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for (let from = 0; from < stretches.length; from += STRETCHES_MAX) {
    const some = stretches.slice(from, from + STRETCHES_MAX);
    const ends = some.map(({ until }) => until ?? END_OF_HISTORY);
    const found = await database.query(rowsWithin, [
      some.map((stretch) => stretch.player_id),
      some.map(({ after }) => instant(after.played_at)),
      some.map(({ after }) => after.match_id),
      ends.map((end) => instant(end.played_at)),
      ends.map((end) => end.match_id),
      PLACES_A_MATCH * limit,
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

/** About how many rated matches there are, as the database last estimated; null when it never has. Costs nothing at any size. */
export async function estimateLedger(database: Queryable): Promise<number | null> {
  const count = (await database.query<{ count: number }>(estimateRows))[0]?.count ?? 0;
  return count === 0 ? null : Math.round(count);
}
