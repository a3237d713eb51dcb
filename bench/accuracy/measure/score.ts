/** All measures of one model on one set. */
import type { MatchSet } from '../data/match-set.ts';
import { type Calibration, calibrationOf } from './calibration.ts';
import { type ColdStartBin, coldStartOf } from './cold-start.ts';
import { accuracyOf, brierOf, lossOf, meanOf } from './loss.ts';

/** What sums up to one number. */
export interface MeanScore {
  /** Nats a match. */
  readonly logLoss: number;
  readonly brier: number;
  /** Share of winners that were given more than one half. */
  readonly accuracy: number;
  readonly calibrationError: number;
}

/** The measures on the last rows of a set. */
export interface SetScore extends MeanScore {
  readonly set: string;
  readonly matches: number;
  readonly calibration: Calibration;
  readonly coldStart: readonly ColdStartBin[];
}

/** @param probabilities of the winners, all rows; only those to score count */
export function scoreSet(set: MatchSet, probabilities: Float64Array): SetScore {
  const scored = probabilities.subarray(set.scoreFrom);
  const losses = lossOf(scored);
  const calibration = calibrationOf(scored, set.isFirstWinner.subarray(set.scoreFrom));
  return {
    set: set.name,
    matches: scored.length,
    logLoss: meanOf(losses),
    brier: brierOf(scored),
    accuracy: accuracyOf(scored),
    calibrationError: calibration.error,
    calibration,
    coldStart: coldStartOf(losses, set.leastPlayed.subarray(set.scoreFrom)),
  };
}

/** The mean over sets, each counting the same. */
export function meanScoreOf(scores: readonly SetScore[]): MeanScore {
  const mean = (measure: (score: SetScore) => number): number => meanOf(scores.map(measure));
  return {
    logLoss: mean(({ logLoss }) => logLoss),
    brier: mean(({ brier }) => brier),
    accuracy: mean(({ accuracy }) => accuracy),
    calibrationError: mean(({ calibrationError }) => calibrationError),
  };
}
