/** Codecs for states of the rating model: columns in `player_ratings`, lists of numbers in `match_ratings`. */

import { type Column, double, encoded, listOf } from '@bandeja/postgres/table';
import {
  type Four,
  isStated,
  knownState,
  type NewPlayer,
  type PlayerState,
  type RatingState,
  shownOf,
} from '@bandeja/rating';

/** The states before a match, winners first; in a draw, the pair with the lowest player id first. */
export type FourStates = Four<PlayerState>;

/** The stored part of the states after a match. The rest follows from the states before it. */
export type FourStrengths = Four<Pick<RatingState, 'mean' | 'variance' | 'shown'>>;

const NO_STATE = [Number.NaN, Number.NaN, Number.NaN, Number.NaN, 0] as const;

/**
 * 20 numbers. Each of the four players has five: mean, variance, shown, instant of the last match (ms), matches played. A new player
 * has NaN ×4 and 0. With a starting level, the third is what the player shows before the match, and the fourth is the stated points.
 */
export const fourStates: Column<FourStates> = encoded(listOf(double, 20), flattenStates, readFourStates);

/** 12 numbers. Each of the four players has three: mean, variance, shown. */
export const fourStrengths: Column<FourStrengths> = encoded(
  listOf(double, 12),
  (states) => states.flatMap(({ mean, variance, shown }) => [mean, variance, shown]),
  (numbers) =>
    four((slot) => ({
      mean: numberAt(numbers, 3 * slot),
      variance: numberAt(numbers, 3 * slot + 1),
      shown: numberAt(numbers, 3 * slot + 2),
    })),
);

export function flattenStates(states: FourStates): number[] {
  return states.flatMap((state) =>
    state === null
      ? NO_STATE
      : isStated(state)
        ? [Number.NaN, Number.NaN, shownOf(state), state.points, 0]
        : [state.mean, state.variance, state.shown, state.at, state.played],
  );
}

export function readFourStates(numbers: ArrayLike<number>): FourStates {
  return four((slot) => {
    const mean = numberAt(numbers, 5 * slot);
    const variance = numberAt(numbers, 5 * slot + 1);
    const shown = numberAt(numbers, 5 * slot + 2);
    const at = numberAt(numbers, 5 * slot + 3);
    const played = numberAt(numbers, 5 * slot + 4);
    const isNew = played === 0 && Number.isNaN(mean) && Number.isNaN(variance);
    if (isNew && Number.isNaN(shown) && Number.isNaN(at)) return null;
    // Other numbers than those of a start are kept, so that a verification reports them.
    if (isNew && Object.is(shown, shownOf({ points: at }))) return { points: at };
    return { mean, variance, shown, at, played };
  });
}

function numberAt(numbers: ArrayLike<number>, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new Error(`the ledger row has no number ${index}`);
  return number;
}

/** An index into the players of a rated match, and into its states. */
export type Slot = 0 | 1 | 2 | 3;

/** Makes a value for each slot. */
export const four = <Value>(valueAt: (slot: Slot) => Value): Four<Value> => [
  valueAt(0),
  valueAt(1),
  valueAt(2),
  valueAt(3),
];

/**
 * The columns of a state. The first four are null together for a player without a rated match
 * (`player_ratings_state_iff_played`), whose state is the starting level.
 */
export interface StateColumns {
  readonly mean: number | null;
  readonly variance: number | null;
  readonly shown: number | null;
  readonly last_played_at: number | null;
  readonly matches_played: number;
  readonly stated_points: number | null;
}

export function stateOf({
  mean,
  variance,
  shown,
  last_played_at: at,
  matches_played: played,
  stated_points: points,
}: StateColumns): PlayerState {
  if (mean === null || variance === null || shown === null || at === null) return newPlayer(points);
  return { mean, variance, shown, at, played };
}

/** A player without a rated match. @param points of the starting level, null without one */
export const newPlayer = (points: number | null): NewPlayer => (points === null ? null : { points });

/** The columns of a state that rated matches led to. */
export function columnsOf(state: PlayerState): Omit<StateColumns, 'stated_points'> {
  const known = knownState(state);
  return {
    mean: known?.mean ?? null,
    variance: known?.variance ?? null,
    shown: known?.shown ?? null,
    last_played_at: known?.at ?? null,
    matches_played: known?.played ?? 0,
  };
}

/** Whether two states are equal, bit for bit. */
export function isSameState(a: PlayerState, b: PlayerState): boolean {
  if (a === null || b === null) return a === b;
  if (isStated(a) || isStated(b)) return isStated(a) && isStated(b) && a.points === b.points;
  return (
    Object.is(a.mean, b.mean) &&
    Object.is(a.variance, b.variance) &&
    Object.is(a.shown, b.shown) &&
    a.at === b.at &&
    a.played === b.played
  );
}
