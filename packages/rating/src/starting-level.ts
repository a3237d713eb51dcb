/**
 * Starting levels (docs/rating.md, section 3): a statement about a player before the first rated match. It is
 * one weak observation beside the placement, which counts the same for every source.
 */
import { MODEL } from './constants.ts';
import { isStated, type NewPlayer } from './state.ts';

const { POINTS, S_NEW, S_STATED, STATED_MAX, ZERO } = MODEL;

/**
 * How far a starting level moves a placed newcomer before it is weighted.
 *
 * @param mean m_j of the placement, logits
 * @param points the stated score
 * @returns logits, at most STATED_MAX either way; never past ±STATED_MAX, and never away from the stated score
 */
function statedDistance(mean: number, points: number): number {
  const distance = (points - ZERO) / POINTS - mean;
  if (distance > 0) return Math.min(distance, Math.max(STATED_MAX - mean, 0), STATED_MAX);
  return Math.max(distance, Math.min(-STATED_MAX - mean, 0), -STATED_MAX);
}

/** The share of that distance by which the mean moves, which is also the share of the variance that goes. */
const weightOf = (variance: number): number => variance / (variance + S_STATED * S_STATED);

/** m_j of a newcomer with a starting level, from the placement. @returns logits */
export function statedMean(mean: number, variance: number, points: number): number {
  return mean + weightOf(variance) * statedDistance(mean, points);
}

/** v_j of a newcomer with a starting level, from the placement. @returns logits² */
export function statedVariance(variance: number): number {
  return variance - weightOf(variance) * variance;
}

/** What a player shows before the first match. */
export interface Start {
  /** Logits. */
  readonly shown: number;
  /** Logits². */
  readonly variance: number;
}

/** The start without a starting level: a match among four new players. */
const UNSTATED: Start = Object.freeze({ shown: 0, variance: S_NEW * S_NEW });

/** What a new player shows before the first match: placed among four new players. */
export function startOf(player: NewPlayer): Start {
  if (!isStated(player)) return UNSTATED;
  const { shown, variance } = UNSTATED;
  return { shown: statedMean(shown, variance, player.points), variance: statedVariance(variance) };
}
