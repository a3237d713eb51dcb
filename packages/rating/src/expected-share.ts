/** What the ratings point to in a scoreline before it is known: for texts and analyses alone, no rating depends on it. */
import { MODEL } from './constants.ts';
import type { Units } from './scoreline.ts';
import { sigmoid } from './strength.ts';

/**
 * By how much steeper shares are in matches than the gap that the model learns against says. With it, told and actual shares lie
 * within two points of each other in each fifth of padel matches; without it, three to four too near to even in the outer ones.
 */
const SHARE_SLOPE = 1.15;

/** By how much the log odds of a share grow with the gap, per logit. @param units those of the match */
export function shareSteepness({ won, lost, std }: Units): number {
  return SHARE_SLOPE * ((2 * MODEL.MARGIN) / Math.sqrt(Math.max(won + lost, std)));
}

/**
 * q0: the share of units that the ratings pointed to before the result (docs/rating.md, section 5). The model's `share` is given
 * the result and is no forecast: winners take more.
 *
 * @param learningGap d, logits
 * @param units those of the match
 * @returns of the first pair, 0 to 1
 */
export function expectedShareBefore(learningGap: number, units: Units): number {
  return sigmoid(shareSteepness(units) * learningGap);
}
