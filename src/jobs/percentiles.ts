import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../domain/context.ts';
import { countPercentiles } from '../domain/players/index.ts';
import type { Job } from './settler.ts';

const EVERY_MS = 60_000;
/** A count of a large pool takes this share of the time at most, so that it is no burden. */
const BUSY_SHARE = 1 / 200;
/** The contract: a percentile is at most an hour old. */
const PAUSE_MAX_MS = 30 * 60_000;

/** How long to wait after a count that took so long. */
export const pauseAfter = (tookMs: number): number => Math.min(Math.max(EVERY_MS, tookMs / BUSY_SHARE), PAUSE_MAX_MS);

/** Counts the percentiles again and again for as long as the service runs, at first at its start. */
export function startPercentiles(context: Context, { onFault }: { readonly onFault: (error: unknown) => void }): Job {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const begunAt = performance.now();
      try {
        await countPercentiles(context);
      } catch (error) {
        if (!signal.aborted) onFault(error);
      }
      await sleep(pauseAfter(performance.now() - begunAt), undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
