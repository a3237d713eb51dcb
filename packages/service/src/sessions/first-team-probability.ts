import { type PoolCalibration, pairEvidenceOf, predictMatch } from '@bandeja/rating';
import { statesBefore } from '../ledger/states.ts';
import { isHidden } from '../matches/match-rows.ts';
import type { SessionMatchRow } from './store.ts';

/**
 * The probability that the first pair of the match's ledger row, which is that of the winners or, of a draw, the one with the lowest player id, had before it. Null of a match
 * that is not rated, and of one with a player whom the partner may no longer see: it would tell that player's rating.
 * @param pool what probabilities are shown with
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
