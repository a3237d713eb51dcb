/**
 * The rating of a whole history (design, section 6): a fold of the kernel over matches in the order of
 * `(played_at, id)`, in typed arrays. The bits are those of one `rateMatch` after the other.
 */
import { checkPlayers, rateBlock } from './block.ts';
import { createRatingColumns, type MatchColumns, type RatingColumns } from './columns.ts';
import { MODEL } from './constants.ts';

/** Where a replay begins, and what it keeps. */
export interface ReplayOptions {
  /** How many players there are; each index in the matches is below it. By default as many as `from` has. */
  readonly playerCount?: number | undefined;
  /** States to begin with; by default all players are new. They are copied, not changed. */
  readonly from?: RatingColumns | undefined;
  /** B to begin with, 1 by default. */
  readonly steepness?: number | undefined;
  /** Whether to keep the states after every match; 36 bytes for each of its players. */
  readonly keepHistory?: boolean | undefined;
}

/** What a replay gives. */
export interface ReplayResult {
  /** The states after the last match, by player index. */
  readonly ratings: RatingColumns;
  /** Probability by row that the winners would win, 0 to 1, with the steepness folded so far. */
  readonly winProbability: Float64Array;
  /** B after the last match. */
  readonly steepness: number;
  /** The states after each match, four a row in the order of `MatchColumns.players`; null unless asked for. */
  readonly history: RatingColumns | null;
}

/**
 * Folds matches in the order of their rows.
 *
 * @param matches in the order of `(played_at, id)`; not changed
 * @param options where to begin and what to keep
 * @throws RangeError when a match names a player index that does not exist, or one twice
 */
export function replay(matches: MatchColumns, options: ReplayOptions = {}): ReplayResult {
  const playerCount = options.playerCount ?? options.from?.mean.length ?? 0;
  const ratings = copyRatings(options.from, playerCount);
  checkPlayers(matches.players, playerCount);
  const count = matches.at.length;
  const winProbability = new Float64Array(count);
  const history = options.keepHistory === true ? createRatingColumns(4 * count) : null;
  const steepness = rateBlock(ratings, matches, {
    steepness: options.steepness ?? MODEL.STEEP,
    winProbability,
    before: null,
    after: history,
  });
  return { ratings, winProbability, steepness, history };
}

function copyRatings(from: RatingColumns | undefined, playerCount: number): RatingColumns {
  const ratings = createRatingColumns(playerCount);
  if (from === undefined) return ratings;
  ratings.mean.set(from.mean);
  ratings.variance.set(from.variance);
  ratings.shown.set(from.shown);
  ratings.at.set(from.at);
  ratings.played.set(from.played);
  return ratings;
}
