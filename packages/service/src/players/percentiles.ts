import type { Context } from '../context.ts';
import { writePercentiles } from './percentiles-store.ts';

/** Counts which share of the players past provisional has a lower score, for every score. Reads all ratings. */
export function countPercentiles({ database, now }: Context): Promise<void> {
  return writePercentiles(database, now());
}
