import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../domain/context.ts';
import { publishEvents, removeOldEvents } from '../domain/events/index.ts';
import type { Job } from './settler.ts';

/** How often a node looks for changes without a place; a look at the database takes a tenth of a millisecond. */
const LOOK_EVERY_MS = 100;
/** Under load the changes of more transactions get their places together: publishing takes a twentieth of the time. */
const PAUSE_PER_WORK = 19;
const PAUSE_MAX_MS = 1_000;
/** How often old events are removed. */
const REMOVE_EVERY_MS = 600_000;
/** The pause after a fault, such as a lost database. */
const FAULT_PAUSE_MS = 2_000;

/** Gives changes their places among events, and removes old events, for as long as the service runs. */
export function startPublisher(
  context: Context,
  {
    onFault,
    lookEveryMs = LOOK_EVERY_MS,
  }: { readonly onFault: (error: unknown) => void; readonly lookEveryMs?: number },
): Job {
  const stopping = new AbortController();
  const { signal } = stopping;
  let removedAt = Number.NEGATIVE_INFINITY;
  const step = async (): Promise<number> => {
    const begunAt = performance.now();
    try {
      const published = await publishEvents(context);
      const publishingMs = performance.now() - begunAt;
      // A busy service always has something to publish, so this cannot wait until there is nothing.
      if (begunAt - removedAt >= REMOVE_EVERY_MS && !(await removeOldEvents(context))) removedAt = begunAt;
      return published === 0
        ? lookEveryMs
        : Math.min(Math.max(lookEveryMs, PAUSE_PER_WORK * publishingMs), PAUSE_MAX_MS);
    } catch (error) {
      if (!signal.aborted) onFault(error);
      return FAULT_PAUSE_MS;
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) await sleep(await step(), undefined, { signal, ref: false }).catch(() => {});
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
