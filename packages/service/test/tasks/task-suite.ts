/** What the tests of tasks share: tests that leave neither runners nor tasks, and the leases of runners that crashed. */
import { test } from 'node:test';
import { type Database, statement } from '@bandeja/postgres/database';
import type { RunningJob } from '../support/jobs.ts';

export const DEAD_RUNNER = '7b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d';
export const expireLeases = statement('test_expire_leases', "update leases set until = until - interval '1 hour'");
const freeLeases = statement('test_free_leases', 'update leases set holder = null, until = null');
const empty = statement('test_empty_tasks', 'delete from tasks');

/** @param jobs the runners that the test has started */
export const testsAlone =
  (database: () => Database, jobs: RunningJob[]) =>
  (name: string, body: () => Promise<void>): void => {
    test(name, async () => {
      try {
        await body();
      } finally {
        await Promise.all(jobs.splice(0).map((job) => job.stop()));
        await database().query(empty);
        await database().query(freeLeases);
      }
    });
  };
