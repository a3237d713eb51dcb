import type { Context } from './context.ts';
import { removeOldEvents } from './events/feed.ts';
import type { Job } from './runtime/job-loop.ts';
import { removeOldDeliveries } from './webhooks/endpoints.ts';

const EVERY_MS = 600_000;

/** Removes old events and delivery attempts. */
export function trimJob(context: Context): Job {
  return {
    name: 'trim',
    everyMs: EVERY_MS,
    async run() {
      const hasMoreEvents = await removeOldEvents(context);
      const hasMoreDeliveries = await removeOldDeliveries(context);
      return hasMoreEvents || hasMoreDeliveries ? 'more' : 'idle';
    },
  };
}
