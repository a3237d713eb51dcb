/** The share of units that the ratings predict before the match. Texts and analyses use it; no rating depends on it. */
import { MODEL } from './constants.ts';
import type { Units } from './scoreline.ts';
import { sigmoid } from './strength.ts';

/**
 * Real shares are this factor steeper than the model's learning gap implies. With it, predicted and actual shares differ
 * by at most two percentage points in each fifth of padel matches. Without it, the predictions of the outer fifths are
 * three to four points too close to even.
 */
const SHARE_SLOPE = 1.15;

/** How much the log odds of a share grow per logit of the gap. @param units those of the match */
export function shareSteepness({ won, lost, std }: Units): number {
  return SHARE_SLOPE * ((2 * MODEL.MARGIN) / Math.sqrt(Math.max(won + lost, std)));
}

/**
 * q0: the share of units that the ratings predicted before the result (docs/rating.md, section 5). The model's `share`
 * isn't a forecast: it already knows the result, and winners take more.
 *
 * @param learningGap d, logits
 * @param units those of the match
 * @returns the first pair's share, 0 to 1
 */
export function expectedShareBefore(learningGap: number, units: Units): number {
  return sigmoid(shareSteepness(units) * learningGap);
}
