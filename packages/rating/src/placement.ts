/**
 * Steps 1 and 2 of the model for a player without matches (docs/rating.md, section 3): a newcomer's mean and variance.
 * People play with and against people of about their own level, so the other three players are evidence.
 */
import { MODEL } from './constants.ts';

const { P_OPP, P_OPP_NEW, P_TEAMMATE, S_JOIN, S_NEW } = MODEL;

/**
 * v_j, the variance of a new player.
 *
 * @param teammateVariance logits², 0 when the teammate is new too
 * @returns logits²
 */
export function newcomerVariance(teammateVariance: number): number {
  return teammateVariance > 0 ? S_JOIN * S_JOIN : S_NEW * S_NEW;
}

/**
 * m_j, the mean of a new player.
 *
 * @param teammateMean logits
 * @param teammateVariance logits², 0 when the teammate is new too
 * @param opponents logits: the average of the opponents' means; a new opponent counts as 0
 * @returns logits
 */
export function newcomerMean(teammateMean: number, teammateVariance: number, opponents: number): number {
  return teammateVariance > 0 ? P_TEAMMATE * teammateMean + P_OPP * opponents : P_OPP_NEW * opponents;
}
