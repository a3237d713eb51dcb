import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Subject, sql } from './conformance.ts';

export function closingTests(subject: Subject): void {
  describe('closing', () => {
    it('Closing waits for what is under way, refuses what comes after, and may be asked for twice.', async () => {
      const database = await subject.open();
      await database.script('create table kept (n integer)');
      assert.equal(await database.isReachable(1_000), true);
      const insert = sql('insert into kept values ($1)');
      const underWay = database.transaction(async (transaction) => {
        await transaction.query(insert, [1]);
        await sleep(30);
        return transaction.query(sql('select count(*) as rows from kept'));
      });
      const query = database.query(insert, [2]);
      const closings = [database.close(), database.close()];
      for (const late of [
        () => database.query(insert, [3]),
        () => database.script('select 1'),
        () => database.transaction(async () => 1),
      ]) {
        await assert.rejects(late, /the database is closed/);
      }
      await Promise.all(closings);
      await query;
      assert.ok((await underWay).length === 1);
      assert.equal(await database.isReachable(1_000), false);
    });
  });
}
