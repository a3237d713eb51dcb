import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Job } from '../runtime/job-loop.ts';
import { claimLease, releaseLease } from '../runtime/leases-store.ts';
import { dropOlderSchemas, retireUnusedSandboxes, sandboxSchema } from './store.ts';

const EVERY_MS = 3_600_000;
/** A sandbox has 140 tables and indexes, which every migration changes. */
const UNUSED_DAYS = 90;

/** Drops the schemas of unused sandboxes. The lease lasts until the next run, so only one node drops them. */
export function unusedSandboxesJob({ database }: Context): Job {
  const holder = randomUUID();
  return {
    name: 'unused sandboxes',
    everyMs: EVERY_MS,
    async run(stopping) {
      if (!(await claimLease(database, 'unused sandboxes', holder))) return 'idle';
      for (const sandbox of await retireUnusedSandboxes(database, UNUSED_DAYS)) {
        if (stopping.aborted) break;
        await dropOlderSchemas(database.inSchema(sandboxSchema(sandbox)), sandbox);
      }
      return 'idle';
    },
    close: () => releaseLease(database, 'unused sandboxes', holder),
  };
}
