import { type PoolCalibration, pairEvidenceOf, predictMatch } from '@bandeja/rating';
import { isHidden } from '../history/match-row.ts';
import { statesBefore } from '../history/states.ts';
import type { SessionMatchRow } from './store.ts';

/**
 * The probability, before the match, that the first pair of its ledger row wins. That pair is the winners or, in a draw, the pair
 * with the lowest player id. Null if the match isn't rated, or if the partner may no longer see one of the players: the probability
 * would reveal that player's rating.
 * @param pool the calibration of shown probabilities
 */
export function firstTeamProbability(match: SessionMatchRow, { steepness, penalty }: PoolCalibration): number | null {
  const before = statesBefore(match);
  if (match.length === null || before === null || match.names.some(isHidden)) return null;
  return predictMatch({
    first: [before[0], before[1]],
    second: [before[2], before[3]],
    at: match.played_at,
    length: match.length,
    pairEvidence: pairEvidenceOf(match.competition_type),
    steepness,
    penalty,
  });
}
