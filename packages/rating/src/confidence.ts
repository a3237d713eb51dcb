/** Confidence levels (docs/rating.md, section 4): they depend on the sd at read time and the number of rated matches. */
import { inflateVariance } from './inactivity.ts';
import { knownState, type NewPlayer, type RatingState } from './state.ts';

/** The levels, from the least to the most certain. */
export const confidenceLevels = ['provisional', 'low', 'medium', 'high', 'very_high'] as const;

export type ConfidenceLevel = (typeof confidenceLevels)[number];

/** A player with fewer rated matches is provisional, however small the sd. */
export const PROVISIONAL_MATCHES = 3;

/** The fewest further matches after which a provisional player may be ranked. Even with a large sd, at least one. */
export const matchesToRank = (played: number): number => Math.max(PROVISIONAL_MATCHES - played, 1);

/** Logit. So is a player with a larger sd at read time, however many matches. */
export const PROVISIONAL_SD = 1.4;

/**
 * What each level requires, the most certain first. `sdMax` is in logits; one logit is 120 points.
 * The limits were set by how many scores are within 80 points of their value 20 matches later. On padel, that share
 * is 42, 60, 74, 91 and 99 % by level; it rises with the level in the other three sports, too.
 */
const requirements = [
  { level: 'very_high', sdMax: 0.5, playedMin: 25 },
  { level: 'high', sdMax: 0.7, playedMin: 10 },
  { level: 'medium', sdMax: 1.05, playedMin: 5 },
  { level: 'low', sdMax: PROVISIONAL_SD, playedMin: PROVISIONAL_MATCHES },
] as const;

/**
 * The confidence in a player's score at read time. Inactivity lowers it.
 *
 * @param state the stored state, or a new player
 * @param at read time in ms
 */
export function confidenceOf(
  state: Pick<RatingState, 'variance' | 'at' | 'played'> | NewPlayer,
  at: number,
): ConfidenceLevel {
  const known = knownState(state);
  return known === null ? 'provisional' : levelOf(Math.sqrt(inflateVariance(known, at)), known.played);
}

function levelOf(sd: number, played: number): ConfidenceLevel {
  return requirements.find(({ sdMax, playedMin }) => sd <= sdMax && played >= playedMin)?.level ?? 'provisional';
}
