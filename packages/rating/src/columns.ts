/**
 * Players and matches as structs of arrays, which the kernel works on. A player has an index; a match has a row.
 * The code that creates columns owns them. A column that may still change never leaves this package.
 */
import type { Units } from './scoreline.ts';
import { type Four, isStated, knownState, type PlayerState, type RatingState } from './state.ts';

/** The states of many players, by player index. */
export interface RatingColumns {
  /** Logits; 0 for a player without matches. */
  readonly mean: Float64Array;
  /** Logits²; 0 marks a player without matches. */
  readonly variance: Float64Array;
  /** Logits; 0 for a player without matches. */
  readonly shown: Float64Array;
  /** Milliseconds since 1970; −∞ for a player without matches. */
  readonly at: Float64Array;
  /** Rated matches so far. */
  readonly played: Int32Array;
  /** The points of the starting level, NaN without one. Meaningless for a player with matches. */
  readonly stated: Float64Array;
}

/** Matches by row, in the order in which they are rated. Each row has four different players. */
export interface MatchColumns {
  /** Four player indices per row: winners, then losers. In a draw, the pair with the lowest id comes first. */
  readonly players: Int32Array;
  /** Milliseconds since 1970. */
  readonly at: Float64Array;
  /** Units (games or points) that the winners won. If won + lost = 0, the match has no scoreline. */
  readonly won: Float64Array;
  /** Units that the winners lost. */
  readonly lost: Float64Array;
  /** Units of a standard match, above 0. Ignored without a scoreline. */
  readonly std: Float64Array;
  /** Weight of the evidence, above 0, at most 1. */
  readonly weight: Float64Array;
  /** Planned length over a standard match, above 0, at most 1. */
  readonly length: Float64Array;
  /** 1 where partners choose each other, else 0. */
  readonly pairEvidence: Float64Array;
  /** The first pair's result: 1 for a win, 0.5 for a draw. */
  readonly result: Float64Array;
}

/**
 * Columns of players without matches.
 *
 * @param count how many players
 */
export function createRatingColumns(count: number): RatingColumns {
  return {
    mean: new Float64Array(count),
    variance: new Float64Array(count),
    shown: new Float64Array(count),
    at: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
    played: new Int32Array(count),
    stated: new Float64Array(count).fill(Number.NaN),
  };
}

/**
 * The same states with room for twice as many players.
 */
export function growRatingColumns(ratings: RatingColumns): RatingColumns {
  const larger = createRatingColumns(2 * ratings.mean.length);
  larger.mean.set(ratings.mean);
  larger.variance.set(ratings.variance);
  larger.shown.set(ratings.shown);
  larger.at.set(ratings.at);
  larger.played.set(ratings.played);
  larger.stated.set(ratings.stated);
  return larger;
}

/**
 * Columns of matches, all zero. `writeMatch` fills them row by row.
 *
 * @param count how many matches
 */
export function createMatchColumns(count: number): MatchColumns {
  return {
    players: new Int32Array(4 * count),
    at: new Float64Array(count),
    won: new Float64Array(count),
    lost: new Float64Array(count),
    std: new Float64Array(count),
    weight: new Float64Array(count),
    length: new Float64Array(count),
    pairEvidence: new Float64Array(count),
    result: new Float64Array(count),
  };
}

/** Writes a player's state at an index. */
export function writeState(ratings: RatingColumns, index: number, state: PlayerState): void {
  const isNew = state === null || isStated(state);
  ratings.mean[index] = isNew ? 0 : state.mean;
  ratings.variance[index] = isNew ? 0 : state.variance;
  ratings.shown[index] = isNew ? 0 : state.shown;
  ratings.at[index] = isNew ? Number.NEGATIVE_INFINITY : state.at;
  ratings.played[index] = isNew ? 0 : state.played;
  ratings.stated[index] = isStated(state) ? state.points : Number.NaN;
}

/** A match with player indices, as `writeMatch` takes it. */
export interface MatchRow {
  /** Four different player indices, winners first. In a draw, the pair with the lowest id comes first. */
  readonly players: Four<number>;
  /** When it was played, in milliseconds since 1970. */
  readonly at: number;
  /** Null without a scoreline. */
  readonly units: Units | null;
  /** Weight of the evidence, above 0, at most 1. */
  readonly weight: number;
  /** Planned length over a standard match, above 0, at most 1. */
  readonly length: number;
  /** u, 0 or 1: see `pairEvidenceOf`; 0 by default. */
  readonly pairEvidence?: number | undefined;
  /** y: 1 for a win of the first pair, 0.5 for a draw; 1 by default. */
  readonly result?: number | undefined;
}

/** Writes a match to a row. */
export function writeMatch(matches: MatchColumns, row: number, match: MatchRow): void {
  matches.players.set(match.players, 4 * row);
  matches.at[row] = match.at;
  matches.won[row] = match.units?.won ?? 0;
  matches.lost[row] = match.units?.lost ?? 0;
  matches.std[row] = match.units?.std ?? 0;
  matches.weight[row] = match.weight;
  matches.length[row] = match.length;
  matches.pairEvidence[row] = match.pairEvidence ?? 0;
  matches.result[row] = match.result ?? 1;
}

/**
 * The state of the player at an index.
 *
 * @returns a copy
 * @throws RangeError when the index is outside the columns
 */
export function readState(ratings: RatingColumns, index: number): PlayerState {
  const variance = ratings.variance[index];
  if (variance === undefined) throw new RangeError(`Player index ${index} is outside the columns.`);
  if (variance > 0) {
    return {
      mean: ratings.mean[index] as number,
      variance,
      shown: ratings.shown[index] as number,
      at: ratings.at[index] as number,
      played: ratings.played[index] as number,
    };
  }
  const points = ratings.stated[index] as number;
  return Number.isNaN(points) ? null : { points };
}

/**
 * The state of a player at an index, right after a match of that player.
 *
 * @throws RangeError when impossible input made the variance 0, negative or NaN
 */
export function readStateAfterMatch(ratings: RatingColumns, index: number): RatingState {
  const state = knownState(readState(ratings, index));
  if (state === null) {
    throw new RangeError(`The match gives a variance of ${ratings.variance[index]}: its input is impossible.`);
  }
  return state;
}
