import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@bandeja/postgres/database';
import { readDatabaseTime } from '../../src/runtime/clock-store.ts';
import { DatabaseClock, openClock } from '../../src/runtime/database-clock.ts';
import { openMigratedDatabase } from '../support/database.ts';

const DAY_MS = 86_400_000;
const NEAR_MS = 500;

/** A database whose clock is so far ahead of this machine's. */
class Clocks {
  aheadMs = 0;
  delayMs = 0;

  readonly database = {
    query: async () => {
      const ms = Date.now() + this.aheadMs;
      await sleep(this.delayMs);
      return [{ ms }];
    },
  } as unknown as Database;
}

const assertNear = (time: number, expected: number): void =>
  assert.ok(Math.abs(time - expected) < NEAR_MS, `${time - expected} ms apart`);

describe('the clock of the service', () => {
  it('is that of the database, and a jump of the machine’s clock does not move it', async (t) => {
    const clocks = new Clocks();
    clocks.aheadMs = DAY_MS;
    const clock = await DatabaseClock.open(clocks.database);
    const real = Date.now();
    assertNear(clock.now(), real + DAY_MS);
    t.mock.method(Date, 'now', () => real - DAY_MS);
    assertNear(clock.now(), real + DAY_MS);
  });

  it('follows a step of the database’s clock at the next look', async () => {
    const clocks = new Clocks();
    const clock = await DatabaseClock.open(clocks.database);
    for (const ms of [DAY_MS, -DAY_MS]) {
      clocks.aheadMs = ms;
      await clock.look();
      assertNear(clock.now(), Date.now() + ms);
    }
  });

  it('is not moved by a look that takes long', async () => {
    const clocks = new Clocks();
    const clock = await DatabaseClock.open(clocks.database);
    clocks.delayMs = 2 * NEAR_MS;
    await clock.look();
    assertNear(clock.now(), Date.now());
  });

  it('looks at a server again and again, and is that of the process with the embedded database', async () => {
    const server = await openMigratedDatabase('postgres');
    const { now, jobs } = await openClock(server);
    assertNear(now(), await readDatabaseTime(server));
    assert.deepEqual(
      jobs.map(({ name, everyMs }) => [name, everyMs]),
      [['clock', 10_000]],
    );
    await server.close();
    const embedded = await openMigratedDatabase('pglite');
    assert.deepEqual(await openClock(embedded), { now: Date.now, jobs: [] });
    await embedded.close();
  });
});
