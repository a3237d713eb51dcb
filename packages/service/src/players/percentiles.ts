import type { Context } from '../context.ts';
import { writePercentiles } from './percentiles-store.ts';

/**
 * Counts which share of the players past provisional has a lower score, for every score. Reads all ratings.
 * @returns the number of different scores; 0 if no player is past provisional
 */
export function countPercentiles({ database, now }: Context): Promise<number> {
  return writePercentiles(database, now());
}
