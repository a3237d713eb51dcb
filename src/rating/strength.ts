/** Strength, the lower bounds of a skill that predict and that are learnt against, and the chance that a gap gives. */
import { MODEL } from './constants.ts';

const { K, K_LEARN, STEEP_MAX, STEEP_MIN, STEEP_RATE } = MODEL;

/**
 * e_j of step 3: the strength that predicts and, after a match, is shown. Unsure players win less than their mean says.
 *
 * @param mean logits
 * @param sd logits
 * @returns logits
 */
export function strengthOf(mean: number, sd: number): number {
  return mean - K * sd;
}

/**
 * l_j of step 3: the strength that a match is learnt against, with the smaller penalty.
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
 * @returns 0 to 1; the ends are reached for gaps far beyond any real one
 */
export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/**
 * The pool's steepness after a rated match (docs/rating.md, “Calibration of B”): one step along the slope of the log loss.
 *
 * @param steepness B before the match
 * @param weight ω of the match
 * @param predictionGap x of step 3, logits, seen by the winners
 * @param winProbability P of step 3, seen by the winners
 * @returns B′, within its limits
 */
export function nextSteepness(
  steepness: number,
  weight: number,
  predictionGap: number,
  winProbability: number,
): number {
  const next = steepness + STEEP_RATE * (weight * (predictionGap * (1 - winProbability)));
  return Math.min(Math.max(next, STEEP_MIN), STEEP_MAX);
}
