import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Job } from '../runtime/job-loop.ts';
import { claimLease } from '../runtime/leases-store.ts';
import { countPercentiles } from './percentiles.ts';

const EVERY_MS = 15_000;
const PAUSE_MIN_MS = 60_000;
/** A count reads all ratings. It takes at most this share of the time. */
const BUSY_SHARE = 1 / 200;
/** The contract: a percentile is at most an hour old. */
const PAUSE_MAX_MS = 30 * 60_000;
/** If the process crashes during a count, another process counts after this time. */
const COUNT_MAX_MS = 5 * 60_000;

/** The pause after a count, given how long the count took. */
export const pauseAfter = (tookMs: number): number =>
  Math.min(Math.max(PAUSE_MIN_MS, tookMs / BUSY_SHARE), PAUSE_MAX_MS);

/** Keeps the percentiles of all ratings up to date. The lease is held until the next count is due, by its own holder. */
export function percentilesJob(context: Context): Job {
  const { database } = context;
  return {
    name: 'percentiles',
    everyMs: EVERY_MS,
    async run() {
      const holder = randomUUID();
      if (!(await claimLease(database, 'percentiles', holder, COUNT_MAX_MS))) return 'idle';
      const startedAt = performance.now();
      const scores = await countPercentiles(context);
      // Until there is a player to count, the first one should not wait for a pause.
      const pause = scores === 0 ? 0 : pauseAfter(performance.now() - startedAt);
      await claimLease(database, 'percentiles', holder, pause);
      return 'idle';
    },
  };
}
