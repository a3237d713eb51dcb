/** The log of changes does not grow without end: a settler without work removes what no step can still need. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statement } from '@bandeja/postgres/database';
import { trimLedgerChanges } from '../../src/ledger/changes-store.ts';
import { SettlerWork } from '../../src/ledger/settler.ts';
import { beginRun, scheduleRun } from '../../src/ledger/state-store.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';

const log = statement(
  'test_log_changes',
  `insert into ledger_changes (at, player_ids, versions)
   select clock_timestamp() - make_interval(mins => age), array[gen_random_uuid()], array[age] from unnest($1::integer[]) as age`,
);
const logged = statement('test_logged_ages', 'select versions[1] as age from ledger_changes order by age');

onEachEngine((engine) => {
  describe(`the log of changes, on ${engine}`, () => {
    it('an idle settler removes changes older than an hour', async (t) => {
      const database = await openMigratedDatabase(engine);
      t.after(() => database.close());
      await database.query(log, [[0, 59, 61, 600]]);
      assert.deepEqual(await new SettlerWork(database).step(), { status: 'idle' });
      assert.deepEqual(await database.query(logged), [{ age: 0 }, { age: 59 }]);
    });

    it('nothing is removed during a run, whatever the clock', async (t) => {
      const database = await openMigratedDatabase(engine);
      t.after(() => database.close());
      await database.query(log, [[600]]);
      await database.transaction(async (transaction) => {
        await scheduleRun(transaction, { played_at: 0, match_id: '00000000-0000-0000-0000-000000000000' });
        await beginRun(transaction);
      });
      await trimLedgerChanges(database);
      assert.deepEqual(await database.query(logged), [{ age: 600 }]);
      await new SettlerWork(database).finish();
      await trimLedgerChanges(database);
      assert.deepEqual(await database.query(logged), []);
    });
  });
});
