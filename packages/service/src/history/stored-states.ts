/** Codecs for states of the rating model: columns in `player_ratings`, lists of numbers in `match_ratings`. */

import { type Column, double, encoded, listOf } from '@bandeja/postgres/table';
import type { Four, RatingState } from '@bandeja/rating';

/** Null for a player without a rated match. */
export type PlayerState = RatingState | null;

/** The states before a match, winners first; in a draw, the pair with the lowest player id first. */
export type FourStates = Four<PlayerState>;

/** The stored part of the states after a match. The rest follows from the states before it. */
export type FourStrengths = Four<Pick<RatingState, 'mean' | 'variance' | 'shown'>>;

const NO_STATE = [Number.NaN, Number.NaN, Number.NaN, Number.NaN, 0] as const;

/**
 * 20 numbers. Each of the four players has five: mean, variance, shown, instant of the last match (ms), matches played. A player
 * without a state has NaN ×4 and 0.
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
    state === null ? NO_STATE : [state.mean, state.variance, state.shown, state.at, state.played],
  );
}

export function readFourStates(numbers: ArrayLike<number>): FourStates {
  return four((slot) => {
    const mean = numberAt(numbers, 5 * slot);
    const variance = numberAt(numbers, 5 * slot + 1);
    const shown = numberAt(numbers, 5 * slot + 2);
    const at = numberAt(numbers, 5 * slot + 3);
    const played = numberAt(numbers, 5 * slot + 4);
    const isNone = played === 0 && [mean, variance, shown, at].every(Number.isNaN);
    return isNone ? null : { mean, variance, shown, at, played };
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

/** The columns of a state. They are null together for a player without a rated match (`player_ratings_state_iff_played`). */
export interface StateColumns {
  readonly mean: number | null;
  readonly variance: number | null;
  readonly shown: number | null;
  readonly last_played_at: number | null;
  readonly matches_played: number;
}

export function stateOf({
  mean,
  variance,
  shown,
  last_played_at: at,
  matches_played: played,
}: StateColumns): PlayerState {
  if (mean === null || variance === null || shown === null || at === null) return null;
  return { mean, variance, shown, at, played };
}

export const columnsOf = (state: PlayerState): StateColumns => ({
  mean: state?.mean ?? null,
  variance: state?.variance ?? null,
  shown: state?.shown ?? null,
  last_played_at: state?.at ?? null,
  matches_played: state?.played ?? 0,
});

/** Whether two states are equal, bit for bit. */
export function isSameState(a: PlayerState, b: PlayerState): boolean {
  if (a === null || b === null) return a === b;
  return (
    Object.is(a.mean, b.mean) &&
    Object.is(a.variance, b.variance) &&
    Object.is(a.shown, b.shown) &&
    a.at === b.at &&
    a.played === b.played
  );
}
