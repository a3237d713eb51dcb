import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { DatabaseUnavailable, TRANSACTION_ATTEMPTS_MAX } from '../src/database.ts';
import { freshTable, numbers, type Subject, sql } from './conformance-subject.ts';

/** SQL that fails with a SQLSTATE, as if the transaction had lost to another. */
function raise(state: string) {
  return `do $$ begin raise exception 'a test' using errcode = '${state}'; end $$`;
}

export function concurrencyTests(subject: Subject): void {
  describe('concurrent transactions', () => {
    concurrency(subject);
  });
  describe('transactions that lose to others', () => {
    retries(subject);
    realConflicts(subject);
  });
}

function retries(subject: Subject): void {
  for (const state of ['40001', '40P01']) {
    it(`Work that loses to another transaction (${state}) is retried from its start.`, async () => {
      const { insert, all } = await numbers(subject.database);
      let attempts = 0;
      await subject.database.transaction(async (transaction) => {
        attempts += 1;
        await insert(transaction, attempts);
        if (attempts < 3) await transaction.script(raise(state));
      });
      assert.equal(attempts, 3);
      assert.deepEqual(await all(), [3]);
    });
  }

  it('Work is retried even if it wraps or swallows the error of the database.', async () => {
    for (const handle of [() => Promise.reject(new Error('wrapped')), () => Promise.resolve()]) {
      let attempts = 0;
      const value = await subject.database.transaction(async (transaction) => {
        attempts += 1;
        if (attempts === 1) await transaction.script(raise('40001')).catch(handle);
        return attempts;
      });
      assert.equal(value, 2);
    }
  });

  it('A single statement that loses is retried, too.', async () => {
    const sequence = freshTable();
    await subject.database.script(`create sequence ${sequence};
      create function ${sequence}_loses() returns bigint language plpgsql as $$
        begin
          if nextval('${sequence}') < 3 then raise exception 'a test' using errcode = '40001'; end if;
          return lastval();
        end $$`);
    assert.deepEqual(await subject.database.query(sql(`select ${sequence}_loses() as calls`)), [{ calls: 3 }]);
  });

  it('Work that always loses fails as contention.', async () => {
    let attempts = 0;
    const outcome = subject.database.transaction(async (transaction) => {
      attempts += 1;
      await transaction.script(raise('40001'));
    });
    await assert.rejects(outcome, (error) => error instanceof DatabaseUnavailable && error.reason === 'contention');
    assert.equal(attempts, TRANSACTION_ATTEMPTS_MAX);
  });
}

function realConflicts(subject: Subject): void {
  it('Serializable transactions that conflict all take effect, one after the other.', async (context) => {
    if (subject.skipsWithoutTwoConnections(context)) return;
    const { table, insert, all } = await numbers(subject.database);
    const sum = sql(`select coalesce(sum(n), 0)::int8 as total from ${table}`);
    const { promise: allHaveRead, resolve } = Promise.withResolvers<void>();
    let attempts = 0;
    const addSumPlusOne = () =>
      subject.database.transaction(
        async (transaction) => {
          const [row] = await transaction.query<{ total: number }>(sum);
          attempts += 1;
          if (attempts === 3) resolve();
          await allHaveRead;
          await insert(transaction, (row?.total ?? 0) + 1);
        },
        { isolation: 'serializable' },
      );
    await Promise.all([addSumPlusOne(), addSumPlusOne(), addSumPlusOne()]);
    assert.deepEqual(await all(), [1, 2, 4]);
    assert.ok(attempts > 3, `${attempts} attempts: the three did not meet`);
  });

  it('Two transactions that lock the same rows in opposite orders both take effect.', async (context) => {
    if (subject.skipsWithoutTwoConnections(context)) return;
    const { table, insert, all } = await numbers(subject.database);
    await insert(subject.database, 1);
    await insert(subject.database, 2);
    const addTen = sql(`update ${table} set n = n + 10 where n % 10 = $1`);
    const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>();
    const { promise: oneIsDone, resolve: done } = Promise.withResolvers<void>();
    let begun = 0;
    let holding = 0;
    const update = (first: number, second: number) =>
      subject.database.transaction(async (transaction) => {
        begun += 1;
        // Otherwise, the loser may retry before the winner continues, and lose again.
        if (begun > 2) await oneIsDone;
        await transaction.query(addTen, [first]);
        holding += 1;
        if (holding === 2) resolve();
        await bothHoldOne;
        await transaction.query(addTen, [second]);
      });
    await Promise.all([update(1, 2).then(done), update(2, 1).then(done)]);
    assert.deepEqual(await all(), [21, 22]);
    assert.equal(holding, 3);
  });

  it('Repeatable read sees one snapshot; read committed sees later commits of others.', async (context) => {
    if (subject.skipsWithoutTwoConnections(context)) return;
    for (const { isolation, seen } of [
      { isolation: 'repeatable read', seen: [] },
      { isolation: 'read committed', seen: [1] },
    ] as const) {
      const { insert, all } = await numbers(subject.database);
      const { promise: hasLooked, resolve: looked } = Promise.withResolvers<void>();
      const written = hasLooked.then(() => insert(subject.database, 1));
      const again = await subject.database.transaction(
        async (transaction) => {
          await all(transaction);
          looked();
          await written;
          return all(transaction);
        },
        { isolation },
      );
      assert.deepEqual(again, seen);
    }
  });
}

function concurrency(subject: Subject): void {
  it('If one of two concurrent transactions fails, only the rows of the other are stored.', async () => {
    const { insert, all } = await numbers(subject.database);
    const writeTen = (from: number, fails: boolean) =>
      subject.database.transaction(async (transaction) => {
        for (let n = from; n < from + 10; n += 1) {
          await insert(transaction, n);
          await turn();
        }
        if (fails) throw new Error('this one fails');
      });
    const [failed, written] = await Promise.allSettled([writeTen(0, true), writeTen(10, false)]);
    assert.equal(failed.status, 'rejected');
    assert.equal(written.status, 'fulfilled');
    assert.deepEqual(await all(), [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });

  it('A hundred concurrent transactions and queries all succeed.', async () => {
    const { insert, all } = await numbers(subject.database);
    const work = Array.from({ length: 100 }, (_, n) =>
      n % 2 === 0 ? insert(subject.database, n) : subject.database.transaction((transaction) => insert(transaction, n)),
    );
    await Promise.all(work);
    assert.deepEqual(
      await all(),
      Array.from({ length: 100 }, (_, n) => n),
    );
  });

  it('Statements of one transaction can be issued without waiting for each other, and run in order.', async () => {
    const { insert, all } = await numbers(subject.database);
    const seen = await subject.database.transaction(async (transaction) => {
      const [, , rows] = await Promise.all([insert(transaction, 1), insert(transaction, 2), all(transaction)]);
      return rows;
    });
    assert.deepEqual(seen, [1, 2]);
  });
}
