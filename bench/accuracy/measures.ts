/** Measures of a model's predictions on one set. */
import type { MatchSet } from './match-set.ts';

/** Limits the loss of one match to 34.5 nats: a probability of 0 would make every mean infinite. */
const PROBABILITY_MIN = 1e-15;

/** Log loss of each match in nats, from the probability given to its winners. */
export function lossOf(winnerProbabilities: Float64Array): Float64Array {
  return winnerProbabilities.map((probability) => -Math.log(Math.max(probability, PROBABILITY_MIN)));
}

/** Arithmetic mean; NaN for an empty array. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] as number;
  return sum / values.length;
}

/** Share of matches whose winners were given more than one half; exactly one half counts half. */
export function accuracyOf(winnerProbabilities: Float64Array): number {
  return meanOf(winnerProbabilities.map((probability) => (probability > 0.5 ? 1 : probability === 0.5 ? 0.5 : 0)));
}

/** A tenth of the probabilities given to team A. Means of an empty bin are NaN. */
export interface CalibrationBin {
  readonly from: number;
  readonly matches: number;
  /** Mean probability given to team A. */
  readonly predicted: number;
  /** Share of matches that team A won. */
  readonly observed: number;
}

const BINS = 10;

/**
 * Groups matches by the probability given to team A. Team A was assigned without looking at strength or result, so neither
 * end of the table is favoured.
 */
export function calibrationOf(winnerProbabilities: Float64Array, isFirstWinner: Uint8Array): CalibrationBin[] {
  const given = winnerProbabilities.map((probability, row) =>
    isFirstWinner[row] === 1 ? probability : 1 - probability,
  );
  return Array.from({ length: BINS }, (_, bin) => {
    const isInside = (_value: number, row: number): boolean =>
      Math.min(Math.floor((given[row] as number) * BINS), BINS - 1) === bin;
    const inside = given.filter(isInside);
    return {
      from: bin / BINS,
      matches: inside.length,
      predicted: meanOf(inside),
      observed: meanOf(isFirstWinner.filter(isInside)),
    };
  });
}

/** Matches whose least experienced player had played between `from` and `to` matches before. */
export interface ColdStartBin {
  readonly from: number;
  readonly to: number;
  readonly matches: number;
  readonly logLoss: number;
}

/** Lower ends of the bins: narrow where a few matches make a difference. */
const FROM = [0, 1, 3, 6, 11, 21, 51] as const;

export function coldStartOf(losses: Float64Array, leastPlayed: Int32Array): ColdStartBin[] {
  return FROM.map((from, index) => {
    const to = (FROM[index + 1] ?? Number.POSITIVE_INFINITY) - 1;
    const inside = losses.filter((_, row) => {
      const played = leastPlayed[row] as number;
      return played >= from && played <= to;
    });
    return { from, to, matches: inside.length, logLoss: meanOf(inside) };
  });
}

export interface SetScore {
  readonly set: string;
  readonly logLoss: number;
  readonly accuracy: number;
  readonly calibration: readonly CalibrationBin[];
  readonly coldStart: readonly ColdStartBin[];
}

/** Scores the rows from `scoreFrom` on. @param winnerProbabilities of all rows */
export function scoreSet(set: MatchSet, winnerProbabilities: Float64Array): SetScore {
  const scored = winnerProbabilities.subarray(set.scoreFrom);
  const losses = lossOf(scored);
  return {
    set: set.name,
    logLoss: meanOf(losses),
    accuracy: accuracyOf(scored),
    calibration: calibrationOf(scored, set.isFirstWinner.subarray(set.scoreFrom)),
    coldStart: coldStartOf(losses, set.leastPlayed.subarray(set.scoreFrom)),
  };
}
