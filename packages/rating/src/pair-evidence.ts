/**
 * Step 3 of the model (docs/rating.md, section 3): where partners choose each other, they are alike. A player who is not
 * yet settled starts a match nearer to the teammate, and a little surer. Both of a pair move from the values of steps 1
 * and 2.
 */
import { MODEL } from './constants.ts';
import type { CompetitionType } from './weight.ts';

const { PAIR, PAIR_SURE, SETTLED } = MODEL;
const SETTLED_VARIANCE = SETTLED * SETTLED;

/** By competition: 1 where partners surely choose each other, 0 where they may be drawn and the evidence would be wrong. */
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
 * h_j: the precision that the pair tells of a player.
 *
 * @param pairEvidence u; 0 also where one of the pair is new
 * @param variance v_j after steps 1 and 2
 * @returns 0 without pair evidence and for a player who is settled; then neither mean nor variance changes a bit
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
