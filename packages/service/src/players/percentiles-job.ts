import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Job } from '../runtime/job-loop.ts';
import { claimLease } from '../runtime/leases-store.ts';
import { writePercentiles } from './percentiles-store.ts';

/** How often a process looks whether a count is due. */
const EVERY_MS = 5_000;
/** The contract: a percentile is at most an hour old. */
const COUNTED_EVERY_MS = 55 * 60_000;

/**
 * Counts the percentiles of all ratings every hour, and as soon as there is a player to count. The lease keeps other processes from
 * counting until the next count is due. It is claimed in the transaction of the count, so a count that fails is repeated.
 */
export function percentilesJob({ database, now }: Context): Job {
  return {
    name: 'percentiles',
    everyMs: EVERY_MS,
    async run() {
      await database.transaction(async (transaction) => {
        const isDue = await claimLease(transaction, 'percentiles', randomUUID(), COUNTED_EVERY_MS);
        if (!isDue || !(await writePercentiles(transaction, now()))) transaction.discard();
      });
      return 'idle';
    },
  };
}
