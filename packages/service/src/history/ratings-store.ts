import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packUuids } from '@bandeja/postgres/packed';
import { bigint, double, integer, nullable, type RowOf, table, timestamptz, uuid } from '@bandeja/postgres/table';
import type { LedgerPlace } from './place.ts';
import { columnsOf, type PlayerState, readFourStates, type StateColumns, stateOf } from './stored-states.ts';

export const playerRatings = table('player_ratings', {
  player_id: uuid,
  mean: nullable(double),
  variance: nullable(double),
  shown: nullable(double),
  last_played_at: nullable(timestamptz),
  matches_played: integer,
  last_match_id: nullable(uuid),
  version: bigint,
});
type RatingRow = RowOf<typeof playerRatings>;

/** A player's current rating. */
export interface PlayerRating {
  readonly player_id: string;
  readonly state: PlayerState;
  /** The last rated match, which led to the state; null if there is none. */
  readonly last_match_id: string | null;
  /** Rises with each change of the rating. */
  readonly version: number;
}

/** Builds a rating from its columns, and drops all others. */
export const ratingOf = (row: RatingRow): PlayerRating => ({
  player_id: row.player_id,
  state: stateOf(row),
  last_match_id: row.last_match_id,
  version: row.version,
});

export const ratingRow = ({ state, ...rating }: PlayerRating): RatingRow => ({ ...rating, ...columnsOf(state) });

/** The place of the player's last rated match; null if there is none. */
export function lastPlaceOf({
  state,
  last_match_id: id,
}: Pick<PlayerRating, 'state' | 'last_match_id'>): LedgerPlace | null {
  return state === null || id === null ? null : { played_at: state.at, match_id: id };
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
  `update player_ratings r set ${playerRatings.without('player_id').assignments('s')}, model_version = case when s.matches_played > 0 then ${model} end
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

/** A player's state after some rated match, from the ledger; null if there is no such match. */
export type LedgerRating = Omit<PlayerRating, 'version'>;

type LatestRow = Omit<RatingRow, 'matches_played' | 'version'> & { readonly matches_played: number | null };

const ledgerRatingOf = (row: LatestRow): LedgerRating => ({
  player_id: row.player_id,
  state: stateOf({ ...row, matches_played: row.matches_played ?? 0 } satisfies StateColumns),
  last_match_id: row.last_match_id,
});

const latestStates = statement(
  'player_states_latest',
  `select asked.player_id, latest.* from unnest($1::uuid[]) as asked(player_id) ${lastState('pm.match_id <> all($2::uuid[])')}`,
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

const playerMatches = table('player_matches', { player_id: uuid, played_at: timestamptz, match_id: uuid });

/** A place in the history of a player. */
export interface PlayerPlace extends RowOf<typeof playerMatches> {}

const statesBefore = statement(
  'player_states_before',
  `select asked.player_id, latest.*
   from (${playerMatches.source()}) asked
   ${lastState('(pm.played_at, pm.match_id) < (asked.played_at, asked.match_id)')}`,
);

/** The ratings of players after their last rated match before a place. Each player has a separate place. */
export async function readStatesBefore(database: Queryable, places: readonly PlayerPlace[]): Promise<LedgerRating[]> {
  return (await database.query<LatestRow>(statesBefore, playerMatches.values(places))).map(ledgerRatingOf);
}

const statesAtPlace = statement(
  'player_states_until',
  `select asked.player_id, r.last_played_at as present_played_at, r.last_match_id as present_match_id, latest.*
   from unnest($1::uuid[]) as asked(player_id)
   join player_ratings r on r.player_id = asked.player_id
   ${lastState('(pm.played_at, pm.match_id) <= ($2, $3) and (pm.match_id, pm.played_at) not in (select * from unnest($4::uuid[], $5::timestamptz[]))')}`,
);

/** A player's rating at a place of the history. */
export interface RatingAtPlace extends LedgerRating {
  /** The place of the player's last rated match so far, which may be later. */
  readonly last: LedgerPlace | null;
}

/**
 * The ratings of these players after their last rated match up to and including a place.
 * @param without places to ignore
 * @throws if a player has no rating row.
 */
export async function readStatesAtPlace(
  transaction: Transaction,
  playerIds: readonly string[],
  until: LedgerPlace,
  without: readonly LedgerPlace[],
): Promise<RatingAtPlace[]> {
  type Found = LatestRow & { readonly present_played_at: number | null; readonly present_match_id: string | null };
  const values = [
    packUuids(playerIds),
    instant(until.played_at),
    until.match_id,
    without.map((place) => place.match_id),
    without.map((place) => instant(place.played_at)),
  ];
  const rows = await transaction.query<Found>(statesAtPlace, values);
  if (rows.length !== playerIds.length) throw new Error(`${playerIds.length - rows.length} players have no rating row`);
  return rows.map((row) => {
    const { present_played_at: played_at, present_match_id: match_id } = row;
    return { ...ledgerRatingOf(row), last: played_at === null || match_id === null ? null : { played_at, match_id } };
  });
}
