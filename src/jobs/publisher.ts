import type { Context } from '../domain/context.ts';
import { publishEvents, removeOldEvents } from '../domain/events/publish.ts';
import type { Job } from '../runtime/job-loop.ts';

/** How often a node looks for changes without a place; a look at the database takes a tenth of a millisecond. */
const LOOK_EVERY_MS = 100;
/** Under load the changes of more transactions get their places together: publishing takes a twentieth of the time. */
const PAUSE_PER_WORK = 19;
const PAUSE_MAX_MS = 1_000;
/** How often old events are removed. */
const REMOVE_EVERY_MS = 600_000;

/** Gives changes their places among events, and removes old events. */
export function publisherJob(context: Context, everyMs = LOOK_EVERY_MS): Job {
  let removedAt = Number.NEGATIVE_INFINITY;
  let pausedUntil = 0;
  return {
    name: 'events',
    everyMs,
    async run() {
      const begunAt = performance.now();
      if (begunAt < pausedUntil) return 'idle';
      const published = await publishEvents(context);
      const endedAt = performance.now();
      // A busy service always has something to publish, so this cannot wait until there is nothing.
      if (begunAt - removedAt >= REMOVE_EVERY_MS && !(await removeOldEvents(context))) removedAt = begunAt;
      if (published > 0) pausedUntil = endedAt + Math.min(PAUSE_PER_WORK * (endedAt - begunAt), PAUSE_MAX_MS);
      return 'idle';
    },
  };
}
