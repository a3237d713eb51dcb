import { type Rate, rateWhere } from './rate.ts';
import type { SeenGame } from './seen-match.ts';
import { isReceivingToStayInSet, isServingForSet, phaseOf } from './situations.ts';

/** Games won by where in the set they stood. */
export interface Phases {
  /** Games 1 to 3. */
  readonly opening: Rate;
  readonly middle: Rate;
  /** Later games that begin with a team a game short of the set, or nearer. */
  readonly closing: Rate;
  readonly serving_for_set: Rate;
  readonly receiving_to_stay_in_set: Rate;
}

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
