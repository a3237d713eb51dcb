/**
 * Rates a whole history in the order of `(played_at, id)`. It gives the same bits as one `rateMatch` after the other.
 */
import {
  checkPlayers,
  createMatchColumns,
  createRatingColumns,
  type Four,
  knownState,
  type MatchColumns,
  NEW_POOL,
  type PoolCalibration,
  type RatingColumns,
  type RatingState,
  rateBlock,
  readState,
  type Units,
  writeMatch,
  writeState,
} from '../src/index.ts';

/** The initial values of a replay, and the records to keep. */
export interface ReplayOptions {
  /** The number of players; each index in the matches is below it. By default, the number in `from`. */
  readonly playerCount?: number | undefined;
  /** Initial states, which are copied. By default all players are new. */
  readonly from?: RatingColumns | undefined;
  /** Initial B and K_p; by default those of a new pool. */
  readonly pool?: PoolCalibration | undefined;
  /** Whether to keep the states after every match: 36 bytes for each of its players. */
  readonly keepHistory?: boolean | undefined;
}

export interface ReplayResult {
  /** The states after the last match, by player index. */
  readonly ratings: RatingColumns;
  /** The predicted probability of each row that the winners win, 0 to 1. */
  readonly winProbability: Float64Array;
  /** B and K_p after the last match. */
  readonly pool: PoolCalibration;
  /** The four states after each match, in the order of `MatchColumns.players`; null unless requested. */
  readonly history: RatingColumns | null;
}

/**
 * Rates matches in the order of their rows.
 *
 * @param matches in the order of `(played_at, id)`; not changed
 * @throws RangeError when a match names a player index that does not exist, or one twice
 */
export function replay(matches: MatchColumns, options: ReplayOptions = {}): ReplayResult {
  const playerCount = options.playerCount ?? options.from?.mean.length ?? 0;
  const ratings = copyRatings(options.from, playerCount);
  checkPlayers(matches.players, playerCount);
  const count = matches.at.length;
  const winProbability = new Float64Array(count);
  const history = options.keepHistory === true ? createRatingColumns(4 * count) : null;
  const pool = rateBlock(ratings, matches, {
    pool: options.pool ?? NEW_POOL,
    winProbability,
    before: null,
    after: history,
  });
  return { ratings, winProbability, pool, history };
}

function copyRatings(from: RatingColumns | undefined, playerCount: number): RatingColumns {
  const ratings = createRatingColumns(playerCount);
  if (from === undefined) return ratings;
  ratings.mean.set(from.mean);
  ratings.variance.set(from.variance);
  ratings.shown.set(from.shown);
  ratings.at.set(from.at);
  ratings.played.set(from.played);
  ratings.stated.set(from.stated);
  return ratings;
}

/** A match with player ids. */
export interface NamedMatch {
  /** Four different player ids: winners, then losers. In a draw, the pair with the lowest id comes first. */
  readonly players: Four<string>;
  /** When it was played, in milliseconds since 1970. */
  readonly at: number;
  /** Null without a scoreline. */
  readonly units: Units | null;
  /** ω, above 0, at most 1. */
  readonly weight: number;
  /** ℓ, above 0, at most 1. */
  readonly length: number;
  /** u, 0 or 1; 0 by default. */
  readonly pairEvidence?: number | undefined;
  /** y, 1 or 0.5; 1 by default. */
  readonly result?: number | undefined;
}

/** The initial values of a replay by player id. */
export interface NamedReplayOptions {
  /** Initial states by player id, which are not changed. Players without one are new. */
  readonly states?: ReadonlyMap<string, RatingState> | undefined;
  /** By default a new pool's. */
  readonly pool?: PoolCalibration | undefined;
}

export interface NamedReplay {
  /** The state of every player: first the players with an initial state, then the others as they appear. */
  readonly states: Map<string, RatingState>;
  /** B and K_p after the last match. */
  readonly pool: PoolCalibration;
}

/**
 * Rates matches with player ids in the given order, which should be that of `(played_at, id)`.
 *
 * @throws RangeError when a match names a player twice
 */
export function replayNamed(matches: Iterable<NamedMatch>, options: NamedReplayOptions = {}): NamedReplay {
  const history = [...matches];
  const ids = new Set(options.states?.keys());
  for (const match of history) for (const id of match.players) ids.add(id);
  const indices = new Map([...ids].map((id, index) => [id, index]));
  const indexOf = (id: string): number => indices.get(id) ?? -1;

  const from = createRatingColumns(ids.size);
  for (const [id, state] of options.states ?? []) writeState(from, indexOf(id), state);
  const columns = createMatchColumns(history.length);
  for (const [
    row,
    {
      players: [w0, w1, l0, l1],
      ...match
    },
  ] of history.entries()) {
    writeMatch(columns, row, { ...match, players: [indexOf(w0), indexOf(w1), indexOf(l0), indexOf(l1)] });
  }

  const { ratings, pool } = replay(columns, { from, pool: options.pool });
  const states = new Map<string, RatingState>();
  for (const [id, index] of indices) {
    const state = knownState(readState(ratings, index));
    if (state !== null) states.set(id, state);
  }
  return { states, pool };
}
