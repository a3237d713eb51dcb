/** How far a score can be trusted (docs/rating.md, section 4): levels by the sd at read time and the matches behind it. */
import { inflateVariance } from './inactivity.ts';
import type { RatingState } from './state.ts';

/** The levels, from the least to the most certain. */
export const confidenceLevels = ['provisional', 'low', 'medium', 'high', 'very_high'] as const;

/** How far a score can be trusted. */
export type ConfidenceLevel = (typeof confidenceLevels)[number];

/** With fewer rated matches than this a player is provisional, however small the sd. */
export const PROVISIONAL_MATCHES = 3;

/**
 * The table of the design: what a level asks for, the most certain first. `sdMax` is in logits, one being 120 points.
 * The edges were set so that the share of scores within 80 points of their value 20 matches later rises with every
 * level: 9, 27, 47, 78 and 95 % on padel, and likewise in the other three sports.
 */
const demands = [
  { level: 'very_high', sdMax: 0.5, playedMin: 25 },
  { level: 'high', sdMax: 0.7, playedMin: 10 },
  { level: 'medium', sdMax: 1.05, playedMin: 5 },
  { level: 'low', sdMax: 1.4, playedMin: PROVISIONAL_MATCHES },
] as const;

/**
 * The confidence in a player's score at read time. It falls by inactivity alone.
 *
 * @param state the stored state; null for a player without matches
 * @param at ms of the reading
 */
export function confidenceOf(
  state: Pick<RatingState, 'variance' | 'at' | 'played'> | null,
  at: number,
): ConfidenceLevel {
  return state === null ? 'provisional' : levelOf(Math.sqrt(inflateVariance(state, at)), state.played);
}

function levelOf(sd: number, played: number): ConfidenceLevel {
  return demands.find((demand) => sd <= demand.sdMax && played >= demand.playedMin)?.level ?? 'provisional';
}
