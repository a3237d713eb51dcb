/** Properties of the whole pool of players. Predictions and analyses use them; ratings never do. */

import type { Queryable } from '@bandeja/postgres/database';
import { NEW_POOL, type PoolCalibration } from '@bandeja/rating';
import { type ScoredMatch, serverOf, sheetOf } from '../history/score-sheet.ts';
import { type CalibrationRow, readCalibration } from './store.ts';

export type { ScoredMatch };

/** The pool according to the latest calibration. */
export interface Pool extends PoolCalibration {
  /** The share of service games that are held; the prior before the first calibration. */
  readonly holdRate: number;
}

/** @param calibration the latest one; null before the first, which selects the model's default values */
export function poolOf(calibration: Pick<CalibrationRow, 'steepness' | 'penalty' | 'hold_rate'> | null): Pool {
  return {
    steepness: calibration?.steepness ?? NEW_POOL.steepness,
    penalty: calibration?.penalty ?? NEW_POOL.penalty,
    holdRate: calibration?.hold_rate ?? holdRateOf({ serviceGames: 0, holds: 0 }),
  };
}

/** The pool to use for predictions. */
export async function currentPool(database: Queryable): Promise<Pool> {
  return poolOf((await readCalibration(database)) ?? null);
}

/** The number of service games in one or more matches. */
export interface ServiceGames {
  /** Games whose serving team is known, without tie-breaks. */
  readonly serviceGames: number;
  /** Service games that the serving team won. */
  readonly holds: number;
}

/**
 * Counts the service games of a match and how many were held. A set counts if its first server is known and its games were
 * sent in order. A match that was not played to its end has no service games, nor has a match in points.
 *
 * @param match as stored: sets by number; the winners of a set's games are complete or null
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
 * The prior: the assumed share of service games that are held, before a pool has any. Source: 3.6 breaks in 9.72 games per set,
 * reported for twelve professional matches with golden point (Marbella Master 2020). We found no figure for clubs.
 */
const PRIOR_HOLD_RATE = 0.63;

/**
 * The weight of the prior, in service games. At this weight, chance moves the rate by at most 0.005 (one standard deviation),
 * and a pool's own games outweigh the prior after some seasons.
 */
const PRIOR_SERVICE_GAMES = 2000;

/**
 * The share of a pool's service games that were held, shrunk towards the prior.
 *
 * @returns above 0 and below 1; the prior, 0.63, without service games
 * @throws RangeError if there are more holds than service games, or if a count is negative or not a number
 */
export function holdRateOf({ serviceGames, holds }: ServiceGames): number {
  if (!(holds >= 0 && holds <= serviceGames && serviceGames < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`There cannot be ${holds} holds in ${serviceGames} service games.`);
  }
  return (PRIOR_HOLD_RATE * PRIOR_SERVICE_GAMES + holds) / (PRIOR_SERVICE_GAMES + serviceGames);
}
