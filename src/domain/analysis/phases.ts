import { rateWhere } from './rate.ts';
import type { SeenGame } from './seen-match.ts';
import type { Phases, Rate } from './shapes.ts';
import { isReceivingToStayInSet, isServingForSet, phaseOf } from './situations.ts';

/** @param games every game of a set whose order is known */
export function phasesOf(games: readonly SeenGame[]): Phases {
  const of = (is: (game: SeenGame) => boolean): Rate => rateWhere(games, is);
  return {
    opening: of((game) => phaseOf(game) === 'opening'),
    middle: of((game) => phaseOf(game) === 'middle'),
    closing: of((game) => phaseOf(game) === 'closing'),
    serving_for_set: of(isServingForSet),
    receiving_to_stay_in_set: of(isReceivingToStayInSet),
  };
}
