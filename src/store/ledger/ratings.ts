import { instant, type Queryable, statement, type Transaction } from '../engine/database.ts';

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

const RATINGS_OF = `select player_id, mean, variance, shown, last_played_at, matches_played, last_match_id
   from player_ratings where player_id = any($1::uuid[])`;

const lockRows = statement('player_ratings_lock', `${RATINGS_OF} order by player_id for no key update`);

/**
 * Locks the ratings of these players in id order until the transaction ends, and returns them.
 * @throws when one of them has no row: it would pass for a new player, and lose what is written.
 */
export async function lockPlayerRatings(
  transaction: Transaction,
  playerIds: readonly string[],
): Promise<PlayerRatingRow[]> {
  const rows = await transaction.query<PlayerRatingRow>(lockRows, [playerIds]);
  if (rows.length !== playerIds.length) throw new Error(`${playerIds.length - rows.length} players have no rating row`);
  return rows;
}

const touch = statement(
  'player_ratings_touch',
  'update player_ratings set matches_played = matches_played where player_id = any($1::uuid[])',
);

/**
 * Gives the ratings of these players new row versions and nothing else. A player's row of `player_ratings` is the version
 * of the player's history, which answers that are kept in a process are checked against (`answer-versions.ts`): whoever
 * changes anything that a history shows, and does not rewrite this row anyway, touches it in the same transaction. Takes
 * the locks of {@link lockPlayerRatings}.
 */
export async function touchPlayerRatings(transaction: Transaction, playerIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(playerIds)].sort();
  if (ids.length === 0) return;
  await Promise.all([lockPlayerRatings(transaction, ids), transaction.query(touch, [ids])]);
}

const readRows = statement('player_ratings_read', RATINGS_OF);

/** The ratings of these players as they are, without a lock. */
export async function readPlayerRatings(database: Queryable, playerIds: readonly string[]): Promise<PlayerRatingRow[]> {
  return database.query<PlayerRatingRow>(readRows, [playerIds]);
}

/**
 * Selects what the ledger says before a player's first rated match from an instant on: `l` is its row, `n` the player's
 * place in there, over `player_ratings r`. Who has not played since then costs nothing: the present state is always after
 * the last of the player's rated matches, also while it is provisional.
 * @param comparison `>=`, or `>` when the instant itself is before
 * @param instant an SQL expression
 */
export const selectNextRated = (columns: string, comparison: '>' | '>=', instant: string): string => `select ${columns}
     from player_matches pm
     join match_ratings l on l.match_id = pm.match_id
     cross join lateral array_position(l.player_ids, r.player_id) as n
     where r.last_played_at ${comparison} ${instant}
       and pm.player_id = r.player_id and pm.played_at ${comparison} ${instant}
     order by pm.played_at, pm.match_id limit 1`;

const BEFORE = `l.mean_before[n] as mean_before, l.variance_before[n] as variance_before, l.shown_before[n] as shown_before,
       l.last_played_at_before[n] as last_played_at_before, l.matches_played_before[n] as matches_played_before`;

const statesAt = statement(
  'player_states_at',
  `select r.player_id, r.mean, r.variance, r.shown, r.last_played_at, r.matches_played, r.last_match_id,
     later.mean_before, later.variance_before, later.shown_before, later.last_played_at_before, later.matches_played_before
   from player_ratings r
   left join lateral (${selectNextRated(BEFORE, '>', '$2')}) later on true
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

const latestStates = statement(
  'player_states_latest',
  `select asked.player_id, latest.*
   from unnest($1::uuid[]) as asked(player_id)
   left join lateral (
     select l.mean_after[n] as mean, l.variance_after[n] as variance, l.shown_after[n] as shown,
       l.played_at as last_played_at, l.matches_played_before[n] + 1 as matches_played, l.match_id as last_match_id
     from player_matches pm
     join match_ratings l on l.match_id = pm.match_id
     cross join lateral array_position(l.player_ids, asked.player_id) as n
     where pm.player_id = asked.player_id
     order by pm.played_at desc, pm.match_id desc limit 1
   ) latest on true`,
);

/** What the ledger says of these players after the last of their rated matches; null states for those without one. */
export async function readLatestStates(database: Queryable, playerIds: readonly string[]): Promise<PlayerRatingRow[]> {
  const rows = await database.query<PlayerRatingRow & { readonly matches_played: number | null }>(latestStates, [
    playerIds,
  ]);
  return rows.map((row) => ({ ...row, matches_played: row.matches_played ?? 0 }));
}
