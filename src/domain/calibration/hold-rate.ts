/** How often a service game is held in the pool. */
import type { ServiceGames } from './service-games.ts';

/**
 * The prior: the share of service games that are held where nothing is known of the pool. Derived from 3.6 breaks in 9.72
 * games a set, reported of twelve matches of professionals with golden point (Marbella Master 2020); no figure was found
 * for clubs.
 */
const PRIOR_HOLD_RATE = 0.63;

/**
 * How many service games the prior counts for. At this weight chance moves the rate by half a hundredth (one standard
 * deviation) at the most, however few or many games there are; a pool's own habits win through after some seasons.
 */
const PRIOR_SERVICE_GAMES = 2000;

/**
 * The hold rate of a pool: the share of its service games that were held, drawn towards the prior.
 *
 * @param counted over all its matches
 * @returns above 0 and below 1; the prior, 0.63, without service games
 * @throws RangeError when more were held than served, or a count is below 0 or no number
 */
export function holdRateOf({ serviceGames, holds }: ServiceGames): number {
  if (!(holds >= 0 && holds <= serviceGames && serviceGames < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`There cannot be ${holds} holds in ${serviceGames} service games.`);
  }
  return (PRIOR_HOLD_RATE * PRIOR_SERVICE_GAMES + holds) / (PRIOR_SERVICE_GAMES + serviceGames);
}
