/** What the pool of players is like as a whole. Predictions and analyses use it, ratings never. */

import type { Queryable } from '@bandeja/postgres/database';
import { NEW_POOL, type PoolCalibration } from '@bandeja/rating';
import { type ScoredMatch, serverOf, sheetOf } from '../matches/score-sheet.ts';
import { type CalibrationRow, readCalibration } from './calibrations-store.ts';

export type { ScoredMatch };

/** The pool as the latest calibration found it. */
export interface Pool extends PoolCalibration {
  /** The share of service games that are held; the prior before the first calibration. */
  readonly holdRate: number;
}

/** @param calibration the latest, or null before the first, when the model's own values count */
export function poolOf(calibration: Pick<CalibrationRow, 'steepness' | 'penalty' | 'hold_rate'> | null): Pool {
  return {
    steepness: calibration?.steepness ?? NEW_POOL.steepness,
    penalty: calibration?.penalty ?? NEW_POOL.penalty,
    holdRate: calibration?.hold_rate ?? holdRateOf({ serviceGames: 0, holds: 0 }),
  };
}

/** The pool that probabilities are shown with. */
export async function currentPool(database: Queryable): Promise<Pool> {
  return poolOf((await readCalibration(database)) ?? null);
}

/** A count of service games, of one match or of many. */
export interface ServiceGames {
  /** Games whose server is known, without tie-breaks. */
  readonly serviceGames: number;
  /** Those of them that the serving team won. */
  readonly holds: number;
}

/**
 * Counts the service games of a match and how many were held, in sets whose server is known and whose games were sent in
 * order. None count in a match that was not played to its end, nor in points, where a unit of a set is no game.
 *
 * @param match as stored: sets by number, and the winners of a set's games either all there or null
 */
export function countServiceGames(match: ScoredMatch): ServiceGames {
  let serviceGames = 0;
  let holds = 0;
  for (const set of sheetOf(match)) {
    for (let game = 0; set.winners !== null && game < set.winners.length; game += 1) {
      const server = serverOf(set, game);
      if (server === null) continue;
      serviceGames += 1;
      holds += Number(set.winners[game] === server);
    }
  }
  return { serviceGames, holds };
}

/**
 * The prior: the share of service games that are held if nothing is known of the pool. From 3.6 breaks in 9.72 games a set,
 * reported of twelve matches of professionals with golden point (Marbella Master 2020); no figure was found for clubs.
 */
const PRIOR_HOLD_RATE = 0.63;

/**
 * How many service games the prior counts for. At this weight chance moves the rate by at most half a hundredth (one standard
 * deviation), and after some seasons a pool's own games outweigh the prior.
 */
const PRIOR_SERVICE_GAMES = 2000;

/**
 * The share of a pool's service games that were held, drawn towards the prior.
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
