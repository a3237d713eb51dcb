/**
 * Steps 1 and 2 of the model for players without matches (docs/rating.md, section 3): a newcomer's mean and variance.
 * People play with and against people of about their own level, so the other three players are evidence. A starting
 * level counts beside them, for that newcomer only.
 */
import type { RatingColumns } from './columns.ts';
import { MODEL } from './constants.ts';
import { statedMean, statedVariance } from './starting-level.ts';
import type { MatchStep } from './step.ts';

const { P_OPP, P_OPP_NEW, P_TEAMMATE, S_JOIN, S_NEW } = MODEL;

/**
 * Writes m_j and v_j of the new players of a match to `placedMean` and `priorVariance` of the step. It reads starting
 * levels of new players only, because each would be a cache miss.
 *
 * @param ratings players without matches have mean and variance 0
 * @param players of all matches; those of the row are new or known, at least one of them new
 */
export function placeNewcomers(ratings: RatingColumns, players: Int32Array, row: number, step: MatchStep): void {
  const { mean, variance, stated } = ratings;
  const meanOf = (slot: number): number => mean[players[4 * row + slot] as number] as number;
  for (let slot = 0; slot < 4; slot += 1) {
    const player = players[4 * row + slot] as number;
    if ((variance[player] as number) > 0) continue;
    const opponents = slot < 2 ? 0.5 * (meanOf(2) + meanOf(3)) : 0.5 * (meanOf(0) + meanOf(1));
    const isTeammateNew = !((variance[players[4 * row + (slot ^ 1)] as number] as number) > 0);
    const placed = isTeammateNew ? P_OPP_NEW * opponents : P_TEAMMATE * meanOf(slot ^ 1) + P_OPP * opponents;
    const uncertain = isTeammateNew ? S_NEW * S_NEW : S_JOIN * S_JOIN;
    const points = stated[player] as number;
    step.placedMean[slot] = points >= 0 ? statedMean(placed, uncertain, points) : placed;
    step.priorVariance[slot] = points >= 0 ? statedVariance(uncertain) : uncertain;
  }
}
