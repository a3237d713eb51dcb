/**
 * Step 1 of the model (docs/rating.md, section 3): skill drifts with elapsed time, as in Dangauthier et al. (2007),
 * *TrueSkill Through Time*, NIPS 20. Unlike there, it is capped: no player becomes less certain than a newcomer with a
 * known teammate.
 */
import { MODEL } from './constants.ts';
import type { RatingState } from './state.ts';

const { DAY_MS, DRIFT, S_JOIN } = MODEL;
const CAP = S_JOIN * S_JOIN;

/**
 * The variance after some time without a match. A variance above the cap neither grows nor shrinks.
 *
 * @param variance logits² at `since`
 * @param since ms of the last match
 * @param at read time in ms; if it is earlier than `since`, no time has passed
 * @returns logits², never below `variance`
 */
export function driftedVariance(variance: number, since: number, at: number): number {
  const days = (at - since) / DAY_MS;
  const drifted = variance + DRIFT * Math.max(days, 0);
  if (!(drifted > CAP)) return drifted;
  return Math.max(variance, CAP);
}

/**
 * The variance of a known player at read time.
 *
 * @param state the stored state
 * @param at read time in ms
 * @returns logits²
 */
export function inflateVariance(state: Pick<RatingState, 'variance' | 'at'>, at: number): number {
  return driftedVariance(state.variance, state.at, at);
}
