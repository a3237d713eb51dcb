/** Strengths (lower bounds of a skill that predict, or are learned against) and the pool's calibration. */
import { MODEL } from './constants.ts';
import { exp } from './exp.ts';

const { K_LEARN, K_MAX, K_MIN, K_RATE, STEEP_MAX, STEEP_MIN, STEEP_RATE } = MODEL;

/**
 * e_j of step 4: the strength that predicts, with the pool's own penalty. Uncertain players win less than their mean implies.
 *
 * @param mean logits
 * @param sd logits
 * @param penalty K_p, sd
 * @returns logits
 */
export function predictionStrengthOf(mean: number, sd: number, penalty: number): number {
  return mean - penalty * sd;
}

/**
 * l_j of step 4: the strength that a match is learned against, with the smaller penalty.
 *
 * @param mean logits
 * @param sd logits
 * @returns logits
 */
export function learningStrengthOf(mean: number, sd: number): number {
  return mean - K_LEARN * sd;
}

/**
 * The logistic function.
 *
 * @param x logits
 * @returns 0 to 1; it reaches the ends only for unrealistic gaps
 */
export function sigmoid(x: number): number {
  return 1 / (1 + exp(-x));
}

/** The prediction and the result of a match, from the first pair's side. */
export interface PredictedResult {
  /** ω of the match. */
  readonly weight: number;
  /** P of step 4, 0 to 1. */
  readonly winProbability: number;
  /** y: 1 for a win, 0.5 for a draw. */
  readonly result: number;
}

/**
 * The pool's steepness after a rated match (docs/rating.md, “Calibration”): one gradient step on the log loss.
 *
 * @param steepness B before the match
 * @param predictionGap x of step 4, logits
 * @returns B′, within its limits
 */
export function nextSteepness(
  steepness: number,
  predictionGap: number,
  { weight, winProbability, result }: PredictedResult,
): number {
  const next = steepness + STEEP_RATE * (weight * (predictionGap * (result - winProbability)));
  return Math.min(Math.max(next, STEEP_MIN), STEEP_MAX);
}

/**
 * The pool's penalty after a rated match: the same gradient step.
 *
 * @param penalty K_p before the match
 * @param steepness B before the match
 * @param penaltySlope z of step 4: how much x falls per unit of penalty
 * @returns K_p′, within its limits
 */
export function nextPenalty(
  penalty: number,
  steepness: number,
  penaltySlope: number,
  { weight, winProbability, result }: PredictedResult,
): number {
  const next = penalty - K_RATE * (weight * (steepness * penaltySlope * (result - winProbability)));
  return Math.min(Math.max(next, K_MIN), K_MAX);
}
