import { randomUUID } from 'node:crypto';
import type { Retention } from './config.ts';
import type { Context } from './context.ts';
import { trimEventLog } from './events/log-store.ts';
import { trimImports } from './imports/texts.ts';
import { removeExpiredWaysIn } from './people/sign-ins-store.ts';
import type { Job } from './runtime/job-loop.ts';
import { claimLease, releaseLease } from './runtime/leases-store.ts';
import { trimDeliveries } from './webhooks/delivery-log-store.ts';

const EVERY_MS = 3_600_000;

/** Batch size. The embedded database has one connection, so its requests wait for a batch. */
const BATCH = 1_000;

/** Removes rows and texts that have expired. The lease lasts until the next run, so only one node removes them. */
export function trimJob(context: Context, { eventsDays, deliveriesDays }: Retention): Job {
  const { database } = context;
  const holder = randomUUID();
  return {
    name: 'trim',
    everyMs: EVERY_MS,
    async run(stopping) {
      if (!(await claimLease(database, 'trim', holder))) return 'idle';
      await removeExpiredWaysIn(database, context.now());
      await trimEventLog(database, { days: eventsDays, batch: BATCH, stopping });
      await trimDeliveries(database, { days: deliveriesDays, batch: BATCH, stopping });
      return (await trimImports(context, stopping)) ? 'more' : 'idle';
    },
    close: () => releaseLease(database, 'trim', holder),
  };
}
