/** The kernel's intermediate numbers of a match, for explanations and predictions. */

import { MODEL } from './constants.ts';

/** The intermediate numbers of one match, in logits and logits² unless noted. */
export interface MatchStep {
  /** m⁰_j: means of the four players after time and placement, before pair evidence. */
  readonly placedMean: Float64Array;
  /** m_j: prior means of the four players. */
  readonly priorMean: Float64Array;
  /** v_j: prior variances of the four players. */
  readonly priorVariance: Float64Array;
  /** The numbers of the whole match, at the indices in `STEP`. */
  readonly match: Float64Array;
}

/** Indices into `MatchStep.match`. */
export const STEP = Object.freeze({
  /** B: the steepness. The kernel reads it for the prediction, then writes the value after the match. */
  steepness: 0,
  /** S: the sum of the four prior variances. */
  totalVariance: 1,
  /** d: the gap that the match is learned against. */
  learningGap: 2,
  /** x: the gap that the prediction uses, for this length. */
  predictionGap: 3,
  /** P: the predicted probability that the winners would win, 0 to 1. */
  winProbability: 4,
  /** q: the winners' expected share of units given the result, 0 to 1; NaN without scoreline. */
  share: 5,
  /** gWin: how much the result moves a mean, per unit of variance. */
  resultPull: 6,
  /** gMar: how much the scoreline moves a mean, per unit of variance; 0 without scoreline. */
  marginPull: 7,
  /** K_p: the penalty of predictions. The kernel reads it for the prediction, then writes the value after the match. */
  penalty: 8,
  /** z: how much x falls per unit of penalty. */
  penaltySlope: 9,
});

/** The two numbers that a pool learns for its predictions; no rating depends on them. */
export interface PoolCalibration {
  /** B: how decisive a gap of one logit is. */
  readonly steepness: number;
  /** K_p: how far uncertainty lowers the strength that predicts, in logits per logit of sd. */
  readonly penalty: number;
}

/** The calibration of a pool without matches. */
export const NEW_POOL: PoolCalibration = Object.freeze({ steepness: MODEL.STEEP, penalty: MODEL.K });

/**
 * An empty step. It can be reused for any number of matches in sequence.
 *
 * @param pool B and K_p before the first match
 */
export function createMatchStep(pool: PoolCalibration): MatchStep {
  const step = {
    placedMean: new Float64Array(4),
    priorMean: new Float64Array(4),
    priorVariance: new Float64Array(4),
    match: new Float64Array(10),
  };
  writeCalibration(step, pool);
  return step;
}

/** Sets B and K_p of the next match. */
export function writeCalibration(step: MatchStep, { steepness, penalty }: PoolCalibration): void {
  step.match[STEP.steepness] = steepness;
  step.match[STEP.penalty] = penalty;
}

/** B and K_p after the last match. */
export function readCalibration(step: MatchStep): PoolCalibration {
  return { steepness: readStep(step, STEP.steepness), penalty: readStep(step, STEP.penalty) };
}

/**
 * Reads one number of a match after the kernel has rated it.
 *
 * @param index a value of `STEP`
 */
export function readStep(step: MatchStep, index: (typeof STEP)[keyof typeof STEP]): number {
  return step.match[index] as number;
}
