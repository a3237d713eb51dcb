import { type PoolCalibration, pairEvidenceOf, predictMatch } from '../../rating/index.ts';
import { isHidden } from '../../store/matches/match-rows.ts';
import type { SessionMatchRow } from '../../store/sessions/sessions.ts';
import { statesBefore } from '../ledger/index.ts';
import { roundTo } from '../rounding.ts';
import type { Upset } from './shapes.ts';

/**
 * The least likely win of a session, by the probability that its winners had before it; none where no win was less likely
 * than not. Of equal ones the later counts. A match does not count if the partner may no longer see one of its players: the
 * probability would tell that player's rating.
 */
export class BiggestUpset {
  readonly #pool: PoolCalibration;
  #upset: { readonly match_id: string; readonly probability: number } | null = null;

  /** @param pool what probabilities are shown with. */
  constructor(pool: PoolCalibration) {
    this.#pool = pool;
  }

  add(match: SessionMatchRow): void {
    const probability = winnerProbability(match, this.#pool);
    if (probability === null || probability >= 0.5) return;
    if (this.#upset === null || probability <= this.#upset.probability)
      this.#upset = { match_id: match.id, probability };
  }

  view(): Upset | null {
    return this.#upset && { match_id: this.#upset.match_id, winner_probability: roundTo(this.#upset.probability, 4) };
  }
}

/** The probability that the winners would win, from the states before the match; null when it is not rated. */
function winnerProbability(match: SessionMatchRow, { steepness, penalty }: PoolCalibration): number | null {
  const before = statesBefore(match);
  if (match.winning_team === null || match.length === null || before === null || match.names.some(isHidden))
    return null;
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
