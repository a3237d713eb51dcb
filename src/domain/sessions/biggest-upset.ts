import { predictMatch } from '../../rating/index.ts';
import type { SessionMatchRow } from '../../store/sessions.ts';
import { statesBefore } from '../ratings/index.ts';
import { roundTo } from '../rounding.ts';

export interface Upset {
  readonly match_id: string;
  readonly winner_probability: number;
}

/**
 * The least likely win of the session, by the probability that its winners had before it; null when no win was less likely
 * than not. Of equal ones the later counts.
 * @param matches completed matches, oldest first.
 * @param steepness the one that probabilities are shown with.
 */
export function biggestUpset(matches: readonly SessionMatchRow[], steepness: number): Upset | null {
  let upset: { readonly match_id: string; readonly probability: number } | null = null;
  for (const match of matches) {
    const probability = winnerProbability(match, steepness);
    if (probability === null || probability >= 0.5) continue;
    if (upset === null || probability <= upset.probability) upset = { match_id: match.id, probability };
  }
  return upset && { match_id: upset.match_id, winner_probability: roundTo(upset.probability, 4) };
}

/** The probability that the winners would win, from the states before the match; null when it is not rated. */
function winnerProbability(match: SessionMatchRow, steepness: number): number | null {
  const before = statesBefore(match);
  if (match.length === null || before === null) return null;
  return predictMatch({
    first: [before[0], before[1]],
    second: [before[2], before[3]],
    at: match.played_at,
    length: match.length,
    steepness,
  });
}
