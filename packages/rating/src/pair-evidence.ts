/**
 * Step 3 of the model (docs/rating.md, section 3): teammates who choose each other are alike. A player who is not yet
 * settled starts the match nearer to the teammate, and with a slightly smaller variance. Both moves use the values of
 * steps 1 and 2.
 */
import { MODEL } from './constants.ts';
import type { CompetitionType } from './weight.ts';

const { PAIR, PAIR_SURE, SETTLED } = MODEL;
const SETTLED_VARIANCE = SETTLED * SETTLED;

/** u by competition: 1 where teammates choose each other, 0 where a draw may have paired them. */
export const pairEvidences = Object.freeze({ tournament: 1, league: 1, social: 0, training: 0 });

/**
 * u of a match.
 *
 * @param competitionType null counts as social
 */
export function pairEvidenceOf(competitionType: CompetitionType | null): number {
  return pairEvidences[competitionType ?? 'social'];
}

/**
 * h_j: the precision of the pair evidence for a player.
 *
 * @param pairEvidence u; 0 if either teammate is new
 * @param variance v_j after steps 1 and 2
 * @returns 0 without pair evidence and for a settled player; mean and variance then stay the same, bit for bit
 */
export function pairPrecision(pairEvidence: number, variance: number): number {
  return variance > SETTLED_VARIANCE ? pairEvidence * PAIR * (1 - SETTLED_VARIANCE / variance) : 0;
}

/** m_j of a player beside a teammate. `precision` is the player's h_j. */
export function pairedMean(
  mean: number,
  variance: number,
  precision: number,
  teammateMean: number,
  teammateVariance: number,
): number {
  return mean + (variance * precision * (teammateMean - mean)) / (1 + precision * (variance + teammateVariance));
}

/** v_j of a player beside a teammate. `precision` is the player's h_j. */
export function pairedVariance(variance: number, precision: number, teammateVariance: number): number {
  return variance - (PAIR_SURE * (variance * variance * precision)) / (1 + precision * (variance + teammateVariance));
}
