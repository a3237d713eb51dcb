import { instant, type Queryable, statement, type Transaction } from './database.ts';

/** A player's present rating state; all of it null for a player without a rated match. */
export interface PlayerRatingRow {
  readonly player_id: string;
  readonly mean: number | null;
  readonly variance: number | null;
  readonly shown: number | null;
  readonly last_played_at: number | null;
  readonly matches_played: number;
  readonly last_match_id: string | null;
}

const lockRows = statement(
  'player_ratings_lock',
  `select player_id, mean, variance, shown, last_played_at, matches_played, last_match_id
   from player_ratings where player_id = any($1::uuid[]) order by player_id for no key update`,
);

/** Locks the ratings of these players in id order until the transaction ends, and returns them. */
export async function lockPlayerRatings(
  transaction: Transaction,
  playerIds: readonly string[],
): Promise<PlayerRatingRow[]> {
  return transaction.query<PlayerRatingRow>(lockRows, [playerIds]);
}

/** A row of the rating ledger: what the model was given for one match and the states around it, winners first. */
export interface LedgerRow {
  readonly match_id: string;
  readonly played_at: number;
  readonly model_version: string;
  readonly player_ids: readonly string[];
  readonly units_won: number | null;
  readonly units_lost: number | null;
  readonly units_standard: number | null;
  readonly weight: number;
  readonly length: number;
  readonly mean_before: readonly (number | null)[];
  readonly variance_before: readonly (number | null)[];
  readonly shown_before: readonly (number | null)[];
  readonly last_played_at_before: readonly (number | null)[];
  readonly matches_played_before: readonly number[];
  readonly mean_after: readonly number[];
  readonly variance_after: readonly number[];
  readonly shown_after: readonly number[];
}

const LEDGER_COLUMNS = `match_id, played_at, model_version, player_ids, units_won, units_lost, units_standard, weight, length,
  mean_before, variance_before, shown_before, last_played_at_before, matches_played_before, mean_after, variance_after, shown_after`;

const LEDGER_RECORD = `match_id uuid, played_at timestamptz, model_version text, player_ids uuid[], units_won integer,
  units_lost integer, units_standard double precision, weight double precision, length double precision,
  mean_before double precision[], variance_before double precision[], shown_before double precision[],
  last_played_at_before timestamptz[], matches_played_before integer[], mean_after double precision[],
  variance_after double precision[], shown_after double precision[]`;

const writeRows = statement(
  'ratings_write',
  `with ledger as (
     insert into match_ratings (${LEDGER_COLUMNS})
     select ${LEDGER_COLUMNS} from json_to_recordset($1::json) as l(${LEDGER_RECORD})
     on conflict (match_id) do update set
       model_version = excluded.model_version,
       mean_before = excluded.mean_before, variance_before = excluded.variance_before, shown_before = excluded.shown_before,
       last_played_at_before = excluded.last_played_at_before, matches_played_before = excluded.matches_played_before,
       mean_after = excluded.mean_after, variance_after = excluded.variance_after, shown_after = excluded.shown_after
   )
   update player_ratings r set mean = p.mean, variance = p.variance, shown = p.shown, last_played_at = p.last_played_at,
     matches_played = p.matches_played, last_match_id = p.last_match_id, model_version = p.model_version
   from json_to_recordset($2::json) as p(player_id uuid, mean double precision, variance double precision,
     shown double precision, last_played_at timestamptz, matches_played integer, last_match_id uuid, model_version text)
   where r.player_id = p.player_id`,
);

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/**
 * Writes ledger rows (new ones, and the recomputed states of present ones) and the present ratings of their players.
 * JSON carries doubles as their shortest decimals, which read back as the same bits; the model makes no −0, NaN or
 * infinity, the only doubles that JSON would lose.
 */
export async function writeRatings(
  transaction: Transaction,
  ledger: readonly LedgerRow[],
  ratings: readonly (PlayerRatingRow & { readonly model_version: string | null })[],
): Promise<void> {
  await transaction.query(writeRows, [
    JSON.stringify(
      ledger.map((row) => ({
        ...row,
        played_at: iso(row.played_at),
        last_played_at_before: row.last_played_at_before.map(iso),
      })),
    ),
    JSON.stringify(ratings.map((row) => ({ ...row, last_played_at: iso(row.last_played_at) }))),
  ]);
}

const removeRow = statement(
  'ledger_remove',
  `delete from match_ratings where match_id = $1 returning ${LEDGER_COLUMNS}`,
);

/** Takes a match out of the ledger and returns what stood there; undefined if it was not rated. */
export async function removeLedgerRow(transaction: Transaction, matchId: string): Promise<LedgerRow | undefined> {
  return (await transaction.query<LedgerRow>(removeRow, [matchId]))[0];
}

/** A player from a point of the history on: what is later than (`played_at`, `match_id`). */
export interface HistoryPoint {
  readonly player_id: string;
  readonly played_at: number;
  readonly match_id: string;
}

const rowsAfter = statement(
  'ledger_rows_after',
  `select ${LEDGER_COLUMNS} from match_ratings where match_id in (
     select pm.match_id
     from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as point(player_id, played_at, match_id)
     join player_matches pm on pm.player_id = point.player_id and pm.status = 'completed'
       and (pm.played_at, pm.match_id) > (point.played_at, point.match_id)
   )`,
);

/** The rated matches of these players that are later than their points, each match once, in no order. */
export async function readLedgerAfter(database: Queryable, points: readonly HistoryPoint[]): Promise<LedgerRow[]> {
  return database.query<LedgerRow>(rowsAfter, [
    points.map((point) => point.player_id),
    points.map((point) => ({ instantMs: point.played_at })),
    points.map((point) => point.match_id),
  ]);
}

const latestOf = statement(
  'ledger_latest_match',
  `select asked.player_id, latest.match_id
   from unnest($1::uuid[]) as asked(player_id)
   left join lateral (
     select pm.match_id from player_matches pm join match_ratings r on r.match_id = pm.match_id
     where pm.player_id = asked.player_id and pm.status = 'completed'
     order by pm.played_at desc, pm.match_id desc limit 1
   ) latest on true`,
);

/** The latest rated match of each of these players, by player id; null for a player without one. */
export async function readLatestRatedMatches(
  database: Queryable,
  playerIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await database.query<{ player_id: string; match_id: string | null }>(latestOf, [playerIds]);
  return new Map(rows.map((row) => [row.player_id, row.match_id]));
}

const rowOfMatch = statement('ledger_row', `select ${LEDGER_COLUMNS} from match_ratings where match_id = $1`);

/** The ledger row of a match, or undefined when it is not rated. */
export async function readLedgerRow(database: Queryable, matchId: string): Promise<LedgerRow | undefined> {
  return (await database.query<LedgerRow>(rowOfMatch, [matchId]))[0];
}

const statesAt = statement(
  'player_states_at',
  `select r.player_id, r.mean, r.variance, r.shown, r.last_played_at, r.matches_played, r.last_match_id,
     later.mean_before, later.variance_before, later.shown_before, later.last_played_at_before, later.matches_played_before
   from player_ratings r
   left join lateral (
     select l.mean_before[n] as mean_before, l.variance_before[n] as variance_before, l.shown_before[n] as shown_before,
       l.last_played_at_before[n] as last_played_at_before, l.matches_played_before[n] as matches_played_before
     from player_matches pm
     join match_ratings l on l.match_id = pm.match_id
     cross join lateral array_position(l.player_ids, r.player_id) as n
     where pm.player_id = r.player_id and pm.status = 'completed' and pm.played_at > $2
     order by pm.played_at, pm.match_id limit 1
   ) later on true
   where r.player_id = any($1::uuid[])`,
);

interface StateAtRow extends PlayerRatingRow {
  readonly mean_before: number | null;
  readonly variance_before: number | null;
  readonly shown_before: number | null;
  readonly last_played_at_before: number | null;
  /** Null when the player has no rated match after the instant. */
  readonly matches_played_before: number | null;
}

/**
 * The states of these players at an instant, after what they played until then: what the ledger says before their next
 * rated match, else their present state.
 */
export async function readPlayerStatesAt(
  database: Queryable,
  playerIds: readonly string[],
  at: number,
): Promise<PlayerRatingRow[]> {
  const rows = await database.query<StateAtRow>(statesAt, [playerIds, instant(at)]);
  return rows.map((row) => {
    if (row.matches_played_before === null) return row;
    return {
      player_id: row.player_id,
      mean: row.mean_before,
      variance: row.variance_before,
      shown: row.shown_before,
      last_played_at: row.last_played_at_before,
      matches_played: row.matches_played_before,
      last_match_id: null,
    };
  });
}
