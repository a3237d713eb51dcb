import type { Context } from '../domain/context.ts';
import { countPercentiles } from '../domain/players/percentiles.ts';
import type { Job } from '../runtime/job-loop.ts';

const EVERY_MS = 60_000;
/** A count of a large pool takes this share of the time at most, so that it is no burden. */
const BUSY_SHARE = 1 / 200;
/** The contract: a percentile is at most an hour old. */
const PAUSE_MAX_MS = 30 * 60_000;

/** The pause after a count, given how long the count took. */
export const pauseAfter = (tookMs: number): number => Math.min(Math.max(EVERY_MS, tookMs / BUSY_SHARE), PAUSE_MAX_MS);

/** Keeps the percentiles of all ratings up to date. */
export function percentilesJob(context: Context): Job {
  let dueAt = 0;
  return {
    name: 'percentiles',
    everyMs: EVERY_MS,
    async run() {
      const startedAt = performance.now();
      if (startedAt < dueAt) return 'idle';
      await countPercentiles(context);
      dueAt = startedAt + pauseAfter(performance.now() - startedAt);
      return 'idle';
    },
  };
}
