import { predictMatch } from '../../rating/index.ts';
import type { SessionMatchRow } from '../../store/sessions.ts';
import { type PlayerState, stateOfPlayer } from '../ratings/index.ts';
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
  if (match.length === null) return null;
  const state = (slot: number): PlayerState => stateBefore(match, slot);
  return predictMatch({
    first: [state(0), state(1)],
    second: [state(2), state(3)],
    at: match.played_at,
    length: match.length,
    steepness,
  });
}

function stateBefore(match: SessionMatchRow, slot: number): PlayerState {
  return stateOfPlayer({
    mean: match.mean_before?.[slot] ?? null,
    variance: match.variance_before?.[slot] ?? null,
    shown: match.shown_before?.[slot] ?? null,
    last_played_at: match.last_played_at_before?.[slot] ?? null,
    matches_played: match.matches_played_before?.[slot] ?? 0,
  });
}
