import { randomUUID } from 'node:crypto';
import type { Context } from './context.ts';
import { removeOldEvents } from './events/feed.ts';
import { removeExpiredWaysIn } from './people/sign-ins-store.ts';
import type { Job } from './runtime/job-loop.ts';
import { claimLease, releaseLease } from './runtime/leases-store.ts';
import { removeOldDeliveries } from './webhooks/endpoints.ts';

const EVERY_MS = 3_600_000;

/** Removes old events and delivery attempts, and expired sign-ins and invitations. The lease lasts until the next run, so only one node removes them. */
export function trimJob(context: Context): Job {
  const { database } = context;
  const holder = randomUUID();
  return {
    name: 'trim',
    everyMs: EVERY_MS,
    async run() {
      if (!(await claimLease(database, 'trim', holder))) return 'idle';
      await removeExpiredWaysIn(database, context.now());
      const hasMoreEvents = await removeOldEvents(context);
      const hasMoreDeliveries = await removeOldDeliveries(context);
      return hasMoreEvents || hasMoreDeliveries ? 'more' : 'idle';
    },
    close: () => releaseLease(database, 'trim', holder),
  };
}
