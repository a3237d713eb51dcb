import { ConstraintViolation, instant, type Queryable, statement, type Transaction } from '../engine/database.ts';
import { packIntegers, packUuids } from '../engine/packed.ts';
import { insertLedger, packPlayers } from './ledger-arrays.ts';
import type { LedgerRow } from './ledger-row.ts';
import { packLedgerRows, playerBlockOf } from './ledger-rows.ts';
import { isUnsettled } from './ledger-state.ts';
import type { VersionedRating } from './ratings.ts';

const LEDGER_COLUMNS = `match_id, played_at, model_version, player_ids, units_won, units_lost, units_standard, weight, length,
  pair_evidence, result, before, after`;

/** The parameters of the statement below before those of the ledger: model, matches that enter, present ratings, logging. */
const WRITE_PARAMETERS = 11;

/** The versions of the ratings of some players, in their order: those written by the statement, else as they are. */
const versionsOf = (playerIds: string, written: string): string =>
  `array(select coalesce(w.version, r.version) from unnest(${playerIds}) with ordinality as p(id, n)
     join player_ratings r on r.player_id = p.id left join ${written} w on w.player_id = p.id order by p.n)`;

// The gate has been passed, so a run that is under way here stays under way until the transaction ends, unless the run itself
// ends. A row of another model than the ledger's gets no model, and the constraint refuses it.
const writeRows = statement(
  'ratings_write',
  `with written as (
     ${insertLedger('match_ratings', '(select model_version from ledger_state where model_version = $1)', WRITE_PARAMETERS + 1)}
     on conflict (match_id) do update set model_version = excluded.model_version, before = excluded.before,
       after = excluded.after
     returning match_id, played_at, player_ids
   ), rated as (
     update player_ratings r set mean = p.mean, variance = p.variance, shown = p.shown, last_played_at = p.last_played_at,
       matches_played = p.matches_played, last_match_id = p.last_match_id, version = p.version,
       model_version = case when p.matches_played > 0 then $1 end
     from unnest($3::uuid[], $4::uuid[], $5::double precision[], $6::double precision[], $7::double precision[],
       $8::timestamptz[], $9::integer[], $10::integer[])
       as p(player_id, last_match_id, mean, variance, shown, last_played_at, matches_played, version)
     where r.player_id = p.player_id
     returning r.player_id, r.version
   ), logged as (
     insert into ledger_changes (match_id, played_at, player_ids, versions)
     select w.match_id, w.played_at, w.player_ids, ${versionsOf('w.player_ids', 'rated')} from written w
     where $11 or exists (select from ledger_state where run_match_id is not null)
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
 * Writes ledger rows (new ones, and the recomputed states of present ones) and the present ratings of their players.
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
  ratings: readonly VersionedRating[],
  newIds: readonly string[],
  isLogged: boolean,
): Promise<WrittenRow[] | 'other model'> {
  const written = transaction.query<WrittenRow>(writeRows, [
    modelVersion,
    packUuids(newIds),
    ...packPlayers(playerBlockOf(ratings)),
    packIntegers(ratings.map((row) => row.version)),
    isLogged,
    ...packLedgerRows(ledger),
  ]);
  return written.catch((error: unknown) => {
    if (error instanceof ConstraintViolation && error.constraint === HAS_MODEL) return 'other model';
    throw error;
  });
}

const removeRow = statement(
  'ledger_remove',
  `with removed as (
     delete from match_ratings where match_id = $1 returning ${LEDGER_COLUMNS}
   ), logged as (
     insert into ledger_changes (match_id, played_at, player_ids, versions)
     select match_id, played_at, player_ids,
       array(select r.version from unnest(player_ids) with ordinality as p(id, n) join player_ratings r on r.player_id = p.id order by p.n)
     from removed
   )
   select ${LEDGER_COLUMNS} from removed`,
);

/**
 * Takes a match out of the ledger. The gate must be held alone: a step of the settler that has locked the rating of one of the
 * players may be about to write the row, and each would wait for the other.
 * @returns the row; undefined if the match was not rated
 */
export async function removeLedgerRow(transaction: Transaction, matchId: string): Promise<LedgerRow | undefined> {
  return (await transaction.query<LedgerRow>(removeRow, [matchId]))[0];
}

/**
 * A stretch of a player's history: later than (`played_at`, `match_id`) and, with `until_*`, not later than that; null where
 * it has no end.
 */
export interface HistoryStretch {
  readonly player_id: string;
  readonly played_at: number;
  readonly match_id: string;
  readonly until_played_at: number | null;
  readonly until_match_id: string | null;
}

/**
 * So many stretches are asked for at once. With a thousand the planner gives up the index for a scan of both tables (it
 * takes each comparison of keys to keep a third of a history); with a hundred it keeps to it, at any size of the tables.
 */
const STRETCHES_MAX = 100;

const rowsWithin = statement(
  'ledger_rows_within',
  `select ${LEDGER_COLUMNS} from match_ratings where match_id in (
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

/** The end of a stretch that has none: later than any match can be played. */
const FOREVER = {
  played_at: Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  match_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
} as const;

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
    const found = await database.query<LedgerRow>(rowsWithin, [
      some.map((stretch) => stretch.player_id),
      some.map((stretch) => instant(stretch.played_at)),
      some.map((stretch) => stretch.match_id),
      some.map((stretch) => instant(stretch.until_played_at ?? FOREVER.played_at)),
      some.map((stretch) => stretch.until_match_id ?? FOREVER.match_id),
      PLACES_A_MATCH * limit,
    ]);
    for (const row of found) rows.push(row);
    if (rows.length > limit) break;
  }
  return rows;
}

const rowOfMatch = statement('ledger_row', `select ${LEDGER_COLUMNS} from match_ratings where match_id = $1`);

/** The ledger row of a match, or undefined when it is not rated. */
export async function readLedgerRow(database: Queryable, matchId: string): Promise<LedgerRow | undefined> {
  return (await database.query<LedgerRow>(rowOfMatch, [matchId]))[0];
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
