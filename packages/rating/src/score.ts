/** The score and its uncertainty in points, as a player sees them (docs/rating.md, section 4). Presentation only. */
import { MODEL } from './constants.ts';
import { inflateVariance } from './inactivity.ts';
import { startOf } from './starting-level.ts';
import { isStated, type NewPlayer, type RatingState } from './state.ts';

const { MAX, MIN, POINTS, ZERO } = MODEL;

/**
 * The score of a stored `shown`.
 *
 * @param shown logits; null for a player without matches and starting level
 * @returns whole points from 0 to 3000; 1500 for null
 */
export function scoreOfShown(shown: number | null): number {
  if (shown === null) return ZERO;
  const score = Math.round(ZERO + POINTS * shown);
  return Math.min(Math.max(score, MIN), MAX);
}

/**
 * The score of a stored state; `service_score` on the wire. It changes only when a match is applied, never with time.
 *
 * @param state the stored state, or a new player
 * @returns whole points from 0 to 3000; 1500 for null
 */
export function scoreOf(state: Pick<RatingState, 'shown'> | NewPlayer): number {
  return scoreOfShown(shownOf(state));
}

/** What a player shows, in logits: before the first match that of the start. */
export function shownOf(state: Pick<RatingState, 'shown'> | NewPlayer): number {
  return state === null || isStated(state) ? startOf(state).shown : state.shown;
}

/**
 * The shown uncertainty: one standard deviation in points.
 *
 * @param variance logits²
 * @returns whole points
 */
export function uncertaintyOfVariance(variance: number): number {
  return Math.round(POINTS * Math.sqrt(variance));
}

/**
 * The uncertainty of a score at read time. It grows with the time since the last match.
 *
 * @param state the stored state, or a new player, who gets the prior of a match among four new players
 * @param at read time in ms
 * @returns whole points, one standard deviation; 288 for null, 208 with a starting level
 */
export function uncertaintyOf(state: Pick<RatingState, 'variance' | 'at'> | NewPlayer, at: number): number {
  return uncertaintyOfVariance(
    state === null || isStated(state) ? startOf(state).variance : inflateVariance(state, at),
  );
}
