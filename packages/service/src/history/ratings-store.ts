import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import {
  bigint,
  boolean,
  double,
  integer,
  nullable,
  type RowOf,
  table,
  timestamptz,
  uuid,
} from '@bandeja/postgres/table';
import { knownState, type PlayerState, type Players } from '@bandeja/rating';
import { FIRST_ID, type LedgerPlace } from './place.ts';
import { type PlayerPlace, playerMatches } from './player-matches-store.ts';
import { columnsOf, readFourStates, type StateColumns, stateOf } from './stored-states.ts';

export const playerRatings = table('player_ratings', {
  player_id: uuid,
  mean: nullable(double),
  variance: nullable(double),
  shown: nullable(double),
  last_played_at: nullable(timestamptz),
  matches_played: integer,
  last_match_id: nullable(uuid),
  stated_points: nullable(integer),
  version: bigint,
  region: uuid,
  unsettled_at: nullable(timestamptz),
  unsettled_match: nullable(uuid),
  is_spread: nullable(boolean),
  guard: nullable(bigint),
  changed_by: nullable(uuid),
});
type RatingRow = RowOf<typeof playerRatings>;

/** From this place of the history on, a player's part of the ledger may be inexact. docs/ledger.md has the rules. */
export interface Mark extends LedgerPlace {
  /** Everyone in the player's matches from here on is marked, too. */
  readonly is_spread: boolean;
  /** The guard that covers what the mark reaches; null if and only if it is spread. */
  readonly guard: number | null;
  /** The partner whose change set the mark. */
  readonly changed_by: string;
}

/** A player's current rating. */
export interface PlayerRating {
  readonly player_id: string;
  readonly state: PlayerState;
  /** The last rated match, which led to the state; null if there is none. */
  readonly last_match_id: string | null;
  /** The points of the starting level, which the state of a new player has, too; null without one. */
  readonly stated: number | null;
  /** Rises with each change of the rating. */
  readonly version: number;
  /** The partner that registered the player. */
  readonly region: string;
  /** Null if the player's part of the ledger is exact. */
  readonly mark: Mark | null;
}

/** Builds a rating from its columns, and drops all others. */
export const ratingOf = (row: RatingRow): PlayerRating => ({
  player_id: row.player_id,
  state: stateOf(row),
  last_match_id: row.last_match_id,
  stated: row.stated_points,
  version: row.version,
  region: row.region,
  mark: markOf(row),
});

function markOf({ unsettled_at, unsettled_match, is_spread, guard, changed_by }: RatingRow): Mark | null {
  if (unsettled_at === null || unsettled_match === null || is_spread === null || changed_by === null) return null;
  return { played_at: unsettled_at, match_id: unsettled_match, is_spread, guard, changed_by };
}

export const ratingRow = ({ state, stated, mark, ...rating }: PlayerRating): RatingRow => ({
  ...rating,
  ...columnsOf(state),
  stated_points: stated,
  unsettled_at: mark?.played_at ?? null,
  unsettled_match: mark?.match_id ?? null,
  is_spread: mark?.is_spread ?? null,
  guard: mark?.guard ?? null,
  changed_by: mark?.changed_by ?? null,
});

/** The place of the player's last rated match; null if there is none. */
export function lastPlaceOf({
  state,
  last_match_id: id,
}: Pick<PlayerRating, 'state' | 'last_match_id'>): LedgerPlace | null {
  const known = knownState(state);
  return known === null || id === null ? null : { played_at: known.at, match_id: id };
}

const RATINGS_OF = `select ${playerRatings.select()} from player_ratings where player_id = any($1::uuid[])`;

const lockRows = statement('player_ratings_lock', `${RATINGS_OF} order by player_id for no key update`);

/**
 * Locks the ratings of these players in id order until the transaction ends, and returns them.
 * @throws if a player has no row: the player would look new, and the update of the rating would be lost.
 */
export async function lockPlayerRatings(
  transaction: Transaction,
  playerIds: readonly string[],
): Promise<PlayerRating[]> {
  if (playerIds.length === 0) return [];
  const rows = await transaction.query<RatingRow>(lockRows, [playerIds]);
  if (rows.length !== playerIds.length) throw new Error(`${playerIds.length - rows.length} players have no rating row`);
  return rows.map(ratingOf);
}

const lockFreeRows = statement(
  'player_ratings_lock_free',
  `${RATINGS_OF} order by player_id for no key update skip locked`,
);

/** Locks and returns those of these ratings that no other transaction has locked. It never waits, so it may follow other locks. */
export async function lockFreePlayerRatings(
  transaction: Transaction,
  playerIds: readonly string[],
): Promise<PlayerRating[]> {
  if (playerIds.length === 0) return [];
  return (await transaction.query<RatingRow>(lockFreeRows, [playerIds])).map(ratingOf);
}

const readRows = statement('player_ratings_read', RATINGS_OF);

/** The ratings of these players, without a lock. */
export async function readPlayerRatings(database: Queryable, playerIds: readonly string[]): Promise<PlayerRating[]> {
  if (playerIds.length === 0) return [];
  return (await database.query<RatingRow>(readRows, [playerIds])).map(ratingOf);
}

/** The parameters of {@link ratingsUpdate}. */
export const ratingValues = (ratings: readonly PlayerRating[]) => playerRatings.values(ratings.map(ratingRow));

/**
 * An UPDATE of `player_ratings r` that writes ratings.
 * @param model an SQL expression for the model's version
 * @param first the number of the first parameter of {@link ratingValues}
 */
export const ratingsUpdate = (model: string, first: number): string =>
  `update player_ratings r set ${playerRatings.without('player_id', 'region').assignments('s')}, model_version = case when s.matches_played > 0 then ${model} end
   from (${playerRatings.source(first)}) s where r.player_id = s.player_id`;

/**
 * Selects the ledger row `l` of a player's first rated match after an instant, and the player's index `n` in it, for a row of
 * `player_ratings r`. A player who has not played since then costs no look-up: the current state, even a provisional one, is
 * always the state after the last rated match.
 * @param comparison `>=` to include the instant itself
 * @param instant an SQL expression
 */
export const selectNextRated = (columns: string, comparison: '>' | '>=', instant: string): string => `select ${columns}
     from player_matches pm
     join match_ratings l on l.match_id = pm.match_id
     cross join lateral array_position(l.player_ids, r.player_id) as n
     where r.last_played_at ${comparison} ${instant}
       and pm.player_id = r.player_id and pm.played_at ${comparison} ${instant}
     order by pm.played_at, pm.match_id limit 1`;

const statesAt = statement(
  'player_states_at',
  `select ${playerRatings.select('r')}, later.before, later.n
   from player_ratings r
   left join lateral (${selectNextRated('l.before, n', '>', '$2')}) later on true
   where r.player_id = any($1::uuid[])`,
);

/**
 * The states of these players at an instant, after all matches up to it: the state before their next rated match or, if there
 * is none, the current state.
 */
export async function readPlayerStatesAt(
  database: Queryable,
  playerIds: readonly string[],
  at: number,
): Promise<Map<string, PlayerState>> {
  type Found = RatingRow & { readonly before: readonly number[] | null; readonly n: number | null };
  const rows = await database.query<Found>(statesAt, [playerIds, instant(at)]);
  return new Map(
    rows.map(({ before, n, ...row }) => {
      if (before === null || n === null) return [row.player_id, stateOf(row)];
      return [row.player_id, readFourStates(before)[(n - 1) as 0]];
    }),
  );
}

/** The state of player number `n` after the match of ledger row `l`. */
const STATE_AFTER = `l.after[3 * n - 2] as mean, l.after[3 * n - 1] as variance, l.after[3 * n] as shown,
       l.played_at as last_played_at, l.before[5 * n]::integer + 1 as matches_played, l.match_id as last_match_id`;

/** Selects the state after the last rated match of player `asked.player_id` that meets a condition on `player_matches pm`. */
const lastState = (condition: string): string => `left join lateral (
     select ${STATE_AFTER}
     from player_matches pm
     join match_ratings l on l.match_id = pm.match_id
     cross join lateral array_position(l.player_ids, asked.player_id) as n
     where pm.player_id = asked.player_id and ${condition}
     order by pm.played_at desc, pm.match_id desc limit 1
   ) latest on true`;

/** A player's state after some rated match, from the ledger; that of a new player if there is no such match. */
export type LedgerRating = Pick<PlayerRating, 'player_id' | 'state' | 'last_match_id'>;

type LatestRow = Omit<StateColumns, 'matches_played'> &
  Pick<RatingRow, 'player_id' | 'last_match_id'> & {
    readonly matches_played: number | null;
  };

const ledgerRatingOf = (row: LatestRow): LedgerRating => ({
  player_id: row.player_id,
  state: stateOf({ ...row, matches_played: row.matches_played ?? 0 } satisfies StateColumns),
  last_match_id: row.last_match_id,
});

const STATED = 'join player_ratings r on r.player_id = asked.player_id';

const latestStates = statement(
  'player_states_latest',
  `select asked.player_id, r.stated_points, latest.*
   from unnest($1::uuid[]) as asked(player_id) ${STATED} ${lastState('pm.match_id <> all($2::uuid[])')}`,
);

/** The ratings of these players after their last rated match. @param without ids of matches to ignore */
export async function readLatestStates(
  database: Queryable,
  playerIds: readonly string[],
  without: readonly string[],
): Promise<LedgerRating[]> {
  if (playerIds.length === 0) return [];
  return (await database.query<LatestRow>(latestStates, [playerIds, without])).map(ledgerRatingOf);
}

const statesBefore = statement(
  'player_states_before',
  `select asked.player_id, r.stated_points, latest.*
   from (${playerMatches.source()}) asked ${STATED}
   ${lastState('(pm.played_at, pm.match_id) < (asked.played_at, asked.match_id)')}`,
);

/** The ratings of players after their last rated match before a place. Each player has a separate place. */
export async function readStatesBefore(database: Queryable, places: readonly PlayerPlace[]): Promise<LedgerRating[]> {
  return (await database.query<LatestRow>(statesBefore, playerMatches.values(places))).map(ledgerRatingOf);
}

const firstPlaces = statement(
  'player_first_places',
  `select asked.player_id, first.* from unnest($1::uuid[]) as asked(player_id)
   cross join lateral (
     select pm.played_at, pm.match_id from player_matches pm join match_ratings l on l.match_id = pm.match_id
     where pm.player_id = asked.player_id order by pm.played_at, pm.match_id limit 1
   ) first`,
);

/** The places of these players' first rated matches. Players without one are left out. */
export async function readFirstPlaces(database: Queryable, playerIds: readonly string[]): Promise<PlayerPlace[]> {
  return playerIds.length === 0 ? [] : database.query<PlayerPlace>(firstPlaces, [playerIds]);
}

const starts = statement(
  'player_ratings_starts',
  `select player_id, stated_points as points from player_ratings where player_id > $1 and stated_points is not null
   order by player_id limit $2`,
);

const STARTS_PER_READ = 5000;

/** Sets the starting level of every player that has one, for a replay from nothing. */
export async function addStarts(database: Queryable, players: Players): Promise<void> {
  type Start = { readonly player_id: string; readonly points: number };
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const found: Start[] = await database.query<Start>(starts, [after, STARTS_PER_READ]);
    for (const { player_id, points } of found) players.set(player_id, { points });
    after = found.length < STARTS_PER_READ ? undefined : found.at(-1)?.player_id;
  }
}
