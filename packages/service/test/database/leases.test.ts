import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Database, statement } from '@bandeja/postgres/database';
import { claimLease, releaseLease } from '../../src/runtime/leases-store.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';

const move = statement('test_move_lease', "update leases set until = until + $1::float8 * interval '1 ms'");

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** A lease that its holder has just claimed. */
  async function held(): Promise<string> {
    const holder = randomUUID();
    await database.query(move, [-86_400_000]);
    assert.equal(await claimLease(database, 'settlement', holder), true);
    return holder;
  }

  describe(`leases on ${engine}`, () => {
    it('go to one of many processes that claim a lease at once, and only that one can renew it', async () => {
      const holders = Array.from({ length: 10 }, () => randomUUID());
      const claimed = await Promise.all(holders.map((holder) => claimLease(database, 'tasks', holder)));
      assert.equal(claimed.filter(Boolean).length, 1);
      const renewed = await Promise.all(holders.map((holder) => claimLease(database, 'tasks', holder)));
      assert.deepEqual(renewed, claimed);
    });

    it('pass to another process when the holder has released or not renewed them', async () => {
      const first = await held();
      const second = randomUUID();
      await releaseLease(database, 'settlement', second);
      assert.equal(await claimLease(database, 'settlement', second), false);
      await releaseLease(database, 'settlement', first);
      assert.equal(await claimLease(database, 'settlement', second), true);
      await database.query(move, [-5_001]);
      assert.equal(await claimLease(database, 'settlement', first), true);
      assert.equal(await claimLease(database, 'settlement', second), false);
    });

    it('pass to another process if they are further ahead than the database’s clock can have stepped back', async () => {
      await held();
      await database.query(move, [4_900]);
      assert.equal(await claimLease(database, 'settlement', randomUUID()), false);
      await database.query(move, [5_000]);
      assert.equal(await claimLease(database, 'settlement', randomUUID()), true);
    });

    it('can be shorter than their maximum', async () => {
      await held();
      const [first, second] = [randomUUID(), randomUUID()];
      assert.equal(await claimLease(database, 'percentiles', first, 60_000), true);
      await database.query(move, [-59_000]);
      assert.equal(await claimLease(database, 'percentiles', second), false);
      await database.query(move, [-1_000]);
      assert.equal(await claimLease(database, 'percentiles', second), true);
    });
  });
});
