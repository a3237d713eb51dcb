import { instant, type Queryable, statement, type Transaction } from '../engine/database.ts';
import { numberOrNull } from '../engine/packed.ts';

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

/** The same with the version of the rating, which rises with each change of it. */
export interface VersionedRating extends PlayerRatingRow {
  readonly version: number;
}

const RATINGS_OF = `select player_id, mean, variance, shown, last_played_at, matches_played, last_match_id, version
   from player_ratings where player_id = any($1::uuid[])`;

const lockRows = statement('player_ratings_lock', `${RATINGS_OF} order by player_id for no key update`);

/**
 * Locks the ratings of these players in id order until the transaction ends, and returns them.
 * @throws when one of them has no row: it would pass for a new player, and lose what is written.
 */
export async function lockPlayerRatings(
  transaction: Transaction,
  playerIds: readonly string[],
): Promise<VersionedRating[]> {
  const rows = await transaction.query<VersionedRating>(lockRows, [playerIds]);
  if (rows.length !== playerIds.length) throw new Error(`${playerIds.length - rows.length} players have no rating row`);
  return rows;
}

const readRows = statement('player_ratings_read', RATINGS_OF);

/** The ratings of these players as they are, without a lock. */
export async function readPlayerRatings(database: Queryable, playerIds: readonly string[]): Promise<VersionedRating[]> {
  return database.query<VersionedRating>(readRows, [playerIds]);
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

/** The state of the `n`th player after the match of a row `l` of the ledger. */
export const STATE_AFTER = `l.after[3 * n - 2] as mean, l.after[3 * n - 1] as variance, l.after[3 * n] as shown,
       l.played_at as last_played_at, l.before[5 * n]::integer + 1 as matches_played`;

const statesAt = statement(
  'player_states_at',
  `select r.player_id, r.mean, r.variance, r.shown, r.last_played_at, r.matches_played, r.last_match_id, later.state_before
   from player_ratings r
   left join lateral (${selectNextRated('l.before[5 * n - 4 : 5 * n] as state_before', '>', '$2')}) later on true
   where r.player_id = any($1::uuid[])`,
);

interface StateAtRow extends PlayerRatingRow {
  /** The five numbers of a state of the ledger; null when the player has no rated match after the instant. */
  readonly state_before: readonly number[] | null;
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
  return rows.map(({ state_before: before, ...present }) => {
    if (before === null) return present;
    const [mean, variance, shown, last_played_at] = before.map(numberOrNull);
    if (mean === undefined || variance === undefined || shown === undefined || last_played_at === undefined) {
      throw new Error('a state of the ledger has five numbers');
    }
    const { player_id } = present;
    return { player_id, mean, variance, shown, last_played_at, matches_played: before[4] ?? 0, last_match_id: null };
  });
}

const latestStates = statement(
  'player_states_latest',
  `select asked.player_id, latest.*
   from unnest($1::uuid[]) as asked(player_id)
   left join lateral (
     select ${STATE_AFTER}, l.match_id as last_match_id
     from player_matches pm
     join match_ratings l on l.match_id = pm.match_id
     cross join lateral array_position(l.player_ids, asked.player_id) as n
     where pm.player_id = asked.player_id
     order by pm.played_at desc, pm.match_id desc limit 1
   ) latest on true`,
);

const statesBefore = statement(
  'player_states_before',
  `select asked.player_id, latest.*
   from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as asked(player_id, played_at, match_id)
   left join lateral (
     select ${STATE_AFTER}, l.match_id as last_match_id
     from player_matches pm
     join match_ratings l on l.match_id = pm.match_id
     cross join lateral array_position(l.player_ids, asked.player_id) as n
     where pm.player_id = asked.player_id and (pm.played_at, pm.match_id) < (asked.played_at, asked.match_id)
     order by pm.played_at desc, pm.match_id desc limit 1
   ) latest on true`,
);

/** A place in the history of a player. */
export interface PlayerPlace {
  readonly player_id: string;
  readonly played_at: number;
  readonly match_id: string;
}

/** What the ledger says of players after their last rated match before a place; null states for those without one. */
export async function readStatesBefore(
  database: Queryable,
  places: readonly PlayerPlace[],
): Promise<PlayerRatingRow[]> {
  const rows = await database.query<PlayerRatingRow & { readonly matches_played: number | null }>(statesBefore, [
    places.map((place) => place.player_id),
    places.map((place) => instant(place.played_at)),
    places.map((place) => place.match_id),
  ]);
  return rows.map((row) => ({ ...row, matches_played: row.matches_played ?? 0 }));
}

/** What the ledger says of these players after the last of their rated matches; null states for those without one. */
export async function readLatestStates(database: Queryable, playerIds: readonly string[]): Promise<PlayerRatingRow[]> {
  const rows = await database.query<PlayerRatingRow & { readonly matches_played: number | null }>(latestStates, [
    playerIds,
  ]);
  return rows.map((row) => ({ ...row, matches_played: row.matches_played ?? 0 }));
}
