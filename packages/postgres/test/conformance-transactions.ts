import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { ConstraintViolation, type Database, DatabaseUnavailable } from '../src/database.ts';
import { freshTable, numbers, type Subject, sql } from './conformance-subject.ts';

export function transactionTests(subject: Subject): void {
  describe('transactions', () => {
    endings(subject);
    sentTogether(subject);
    handles(subject);
    scripts(subject);
  });
}

/** Statements that are sent without waiting for earlier replies, including that of BEGIN. */
function sentTogether(subject: Subject): void {
  const failing = sql('select 1 / 0');

  it('Statements that are sent before the reply to BEGIN belong to the transaction.', async () => {
    const { insert, all } = await numbers(subject.database);
    const thrown = new Error('no');
    const outcome = subject.database.transaction(
      async (transaction) => {
        await insert(transaction, 1);
        throw thrown;
      },
      { opening: sql('select 1') },
    );
    await assert.rejects(outcome, (error) => error === thrown);
    await subject.database.transaction((transaction) => insert(transaction, 2));
    assert.deepEqual(await all(), [2]);
  });

  it('If work throws before the reply to BEGIN, no transaction is left open.', async () => {
    const { insert, all } = await numbers(subject.database);
    for (let count = 0; count < 12; count += 1) {
      const outcome = subject.database.transaction(() => {
        throw new Error('at once');
      });
      await assert.rejects(outcome, /at once/);
    }
    await insert(subject.database, 1);
    assert.deepEqual(await all(), [1]);
  });

  it('If the opening statement fails, its error is thrown, and the work has no effect.', async () => {
    const { insert, all } = await numbers(subject.database);
    const outcome = subject.database.transaction(
      async (transaction) => {
        await Promise.all([insert(transaction, 1), insert(transaction, 2)]);
      },
      { opening: failing },
    );
    await assert.rejects(outcome, /division by zero/);
    assert.deepEqual(await all(), []);
  });

  it('A logged error contains no values of rows or parameters.', async () => {
    const table = freshTable();
    await subject.database.script(`create table ${table} (name text constraint ${table}_unique unique)`);
    const insert = sql(`insert into ${table} values ($1)`);
    await subject.database.query(insert, ['a "name" here']);
    const outcomes = await Promise.allSettled([
      subject.database.query(insert, ['a "name" here']),
      subject.database.query(sql('select $1::text::uuid'), ['a "name" here']),
      subject.database.query(sql('select $1::text::timestamptz'), ['a "name" here']),
    ]);
    for (const outcome of outcomes) {
      assert.ok(outcome.status === 'rejected');
      const written = JSON.stringify(pino.stdSerializers.err(outcome.reason));
      assert.doesNotMatch(written, /name\W{1,3} here/);
    }
  });

  it('If one of several statements fails, its error is thrown, and nothing is stored.', async () => {
    const { insert, all } = await numbers(subject.database);
    const deep = async (run: () => Promise<unknown>, levels: number): Promise<unknown> =>
      levels === 0 ? run() : deep(run, levels - 1);
    const outcome = subject.database.transaction(async (transaction) => {
      await Promise.all([
        insert(transaction, 1),
        deep(() => transaction.query(failing), 9),
        insert(transaction, 2),
        insert(transaction, 3),
      ]);
    });
    await assert.rejects(outcome, /division by zero/);
    assert.deepEqual(await all(), []);
  });

  it('COMMIT is sent with the last statements, and no statement may follow it.', async () => {
    const { insert, all } = await numbers(subject.database);
    await subject.database.transaction(async (transaction) => {
      const inserted = insert(transaction, 1);
      transaction.commitWithLast();
      await assert.rejects(insert(transaction, 2), /the transaction is over/);
      await inserted;
    });
    assert.deepEqual(await all(), [1]);
  });

  it('A discarded transaction stores nothing, and rejects further statements.', async () => {
    const { insert, all } = await numbers(subject.database);
    const result = await subject.database.transaction(async (transaction) => {
      await insert(transaction, 1);
      transaction.discard();
      await assert.rejects(insert(transaction, 2), /the transaction is over/);
      return 'answer';
    });
    assert.equal(result, 'answer');
    assert.deepEqual(await all(), []);
    await insert(subject.database, 3);
    assert.deepEqual(await all(), [3]);
  });

  it('If a statement before COMMIT fails, its error is thrown, and nothing is stored.', async () => {
    const { insert, all } = await numbers(subject.database);
    const outcome = subject.database.transaction(async (transaction) => {
      const asked = [insert(transaction, 1), transaction.query(failing), insert(transaction, 2)];
      transaction.commitWithLast();
      await Promise.all(asked);
    });
    await assert.rejects(outcome, /division by zero/);
    assert.deepEqual(await all(), []);
    await insert(subject.database, 3);
    assert.deepEqual(await all(), [3]);
  });

  it('If the work swallows the error of a statement before COMMIT, the transaction throws it.', async () => {
    const { insert, all } = await numbers(subject.database);
    const outcome = subject.database.transaction(async (transaction) => {
      const asked = [insert(transaction, 1), transaction.query(failing)];
      transaction.commitWithLast();
      await Promise.allSettled(asked);
    });
    await assert.rejects(outcome, /division by zero/);
    assert.deepEqual(await all(), []);
  });

  it('If a statement cannot be sent, COMMIT is not sent either.', async () => {
    const { insert, all } = await numbers(subject.database);
    const outcome = subject.database.transaction(async (transaction) => {
      const asked = [insert(transaction, 1), transaction.query(sql('select $1::text'), ['\0'])];
      transaction.commitWithLast();
      await Promise.all(asked);
    });
    await assert.rejects(outcome, /has already failed/);
    assert.deepEqual(await all(), []);
  });

  it('If COMMIT itself fails, nothing is stored.', async () => {
    const table = freshTable();
    await subject.database.script(`create table ${table} (n int4 unique deferrable initially deferred)`);
    const insert = sql(`insert into ${table} values (1), (1)`);
    const outcome = subject.database.transaction(async (transaction) => {
      const asked = transaction.query(insert);
      transaction.commitWithLast();
      await asked;
    });
    await assert.rejects(outcome, ConstraintViolation);
    assert.deepEqual(await subject.database.query(sql(`select n from ${table}`)), []);
  });

  it('If BEGIN or the opening statement fails, no later statement of the work runs.', async () => {
    const { insert, all, table } = await numbers(subject.database);
    const late = subject.database.transaction(
      async (transaction) => {
        await turn();
        await insert(transaction, 1);
      },
      { opening: failing },
    );
    const script = subject.database.transaction(
      (transaction) => transaction.script(`insert into ${table} values (2)`),
      { opening: failing },
    );
    await Promise.all([late, script].map((outcome) => assert.rejects(outcome, /division by zero/)));
    const swallowing = subject.database.transaction(
      async (transaction) => {
        await insert(transaction, 3).catch(() => {});
        await transaction.script(`insert into ${table} values (4)`).catch(() => {});
        await insert(transaction, 5).catch(() => {});
      },
      { opening: failing },
    );
    await assert.rejects(swallowing, (error: Error) => {
      assert.match(error.message, /nothing was committed/);
      assert.match((error.cause as Error).message, /division by zero/);
      return true;
    });
    assert.deepEqual(await all(), []);
  });

  it('A statement that was skipped after a failure can still be prepared later.', async () => {
    const one = sql('select $1::int4 as n');
    const behind = subject.database.transaction(async (transaction) => {
      await Promise.all([transaction.query(failing), transaction.query(one, [1])]);
    });
    await assert.rejects(behind, /division by zero/);
    // Enough to use every connection of the pool twice.
    const rounds = Array.from({ length: 24 }, (_, n) => subject.database.query<{ n: number }>(one, [n]));
    const rows = await Promise.all(rounds);
    assert.deepEqual(
      rows.map(([row]) => row?.n),
      rows.map((_, n) => n),
    );
  });

  it('Each statement gets its own rows, for any number of rows and columns.', async () => {
    const series = sql('select n, n::text as text from generate_series(1, $1::int4) n');
    const nothing = sql('select 1 as never where false');
    const lists = await subject.database.transaction((transaction) =>
      Promise.all([
        transaction.query(series, [2]),
        transaction.query(nothing),
        transaction.query(series, [0]),
        transaction.query(series, [1]),
      ]),
    );
    const row = (n: number) => ({ n, text: `${n}` });
    assert.deepEqual(lists, [[row(1), row(2)], [], [], [row(1)]]);
  });

  it('If a statement cannot be sent, nothing of the transaction is stored.', async () => {
    const { insert, all } = await numbers(subject.database);
    const outcome = subject.database.transaction(async (transaction) => {
      await Promise.all([insert(transaction, 1), transaction.query(sql('select $1::text'), ['\0'])]);
    });
    await assert.rejects(outcome, RangeError);
    assert.deepEqual(await all(), []);
  });
}

function endings(subject: Subject): void {
  it('A transaction returns the result of the work, and stores its rows.', async () => {
    const { insert, all } = await numbers(subject.database);
    const value = await subject.database.transaction(async (transaction) => {
      await insert(transaction, 1);
      return 'done';
    });
    assert.equal(value, 'done');
    assert.deepEqual(await all(), [1]);
  });

  it('If the work throws, the transaction throws the same error, and stores nothing.', async () => {
    const { insert, all } = await numbers(subject.database);
    const thrown = new Error('no');
    const outcome = subject.database.transaction(async (transaction) => {
      await insert(transaction, 1);
      throw thrown;
    });
    await assert.rejects(outcome, (error) => error === thrown);
    assert.deepEqual(await all(), []);
  });

  it('The opening statement runs inside the transaction, before the work.', async () => {
    const seen = await subject.database.transaction(
      (transaction) => transaction.query(sql(`select current_setting('bandeja.opened', true) as opened`)),
      { opening: sql(`select set_config('bandeja.opened', 'yes', true)`) },
    );
    assert.deepEqual(seen, [{ opened: 'yes' }]);
    const [after] = await subject.database.query<{ opened: string | null }>(
      sql(`select nullif(current_setting('bandeja.opened', true), '') as opened`),
    );
    assert.equal(after?.opened, null);
  });

  it('If the opening statement fails, no transaction is left open.', async () => {
    const { insert, all } = await numbers(subject.database);
    const outcome = subject.database.transaction((transaction) => insert(transaction, 1), {
      opening: sql('select 1 / 0'),
    });
    await assert.rejects(outcome, /division by zero/);
    assert.deepEqual(await all(), []);
  });

  it('A failed statement rolls back its transaction and does not affect the next.', async () => {
    const { insert, all } = await numbers(subject.database);
    const outcome = subject.database.transaction(async (transaction) => {
      await insert(transaction, 1);
      await transaction.query(sql('select 1 / 0'));
    });
    await assert.rejects(outcome, /division by zero/);
    await subject.database.transaction((transaction) => insert(transaction, 2));
    assert.deepEqual(await all(), [2]);
  });

  it('If the work swallows the error of a statement, nothing is committed, and the transaction throws.', async () => {
    const { insert, all } = await numbers(subject.database);
    const outcome = subject.database.transaction(async (transaction) => {
      await insert(transaction, 1);
      await transaction.query(sql('select 1 / 0')).catch(() => {});
    });
    await assert.rejects(outcome, (error: Error) => {
      assert.match(error.message, /nothing was committed/);
      assert.match((error.cause as Error).message, /division by zero/);
      return true;
    });
    assert.deepEqual(await all(), []);
  });

  it('A read-only transaction rejects writes, but not as an unavailable database.', async () => {
    const { insert, all } = await numbers(subject.database);
    await insert(subject.database, 1);
    assert.deepEqual(await subject.database.transaction(all, { readOnly: true }), [1]);
    const write = subject.database.transaction((transaction) => insert(transaction, 2), { readOnly: true });
    await assert.rejects(write, (error) => !(error instanceof DatabaseUnavailable) && /read-only/.test(String(error)));
  });

  for (const isolation of ['read committed', 'repeatable read', 'serializable'] as const) {
    it(`A transaction runs at the requested isolation level: ${isolation}.`, async () => {
      const show = sql("select current_setting('transaction_isolation') as level");
      const rows = await subject.database.transaction((transaction) => transaction.query(show), { isolation });
      assert.deepEqual(rows, [{ level: isolation }]);
    });
  }
}

function handles(subject: Subject): void {
  const uses: readonly { what: string; use: (database: Database) => Promise<unknown> }[] = [
    { what: 'query', use: (database) => database.query(sql('select 1 as one')) },
    { what: 'script', use: (database) => database.script('select 1') },
    { what: 'transaction', use: (database) => database.transaction(async () => 1) },
  ];
  for (const { what, use } of uses) {
    it(`Inside an open transaction, ${what} on the database is rejected at once; afterwards it works.`, async () => {
      const outcome = subject.database.transaction(async () => use(subject.database));
      await assert.rejects(outcome, /use the transaction, not the database/);
      await use(subject.database);
    });
  }

  it('A transaction that is over rejects further statements.', async () => {
    const leaked = await subject.database.transaction(async (transaction) => ({ transaction }));
    await assert.rejects(leaked.transaction.query(sql('select 1 as one')), /the transaction is over/);
    await assert.rejects(leaked.transaction.script('select 1'), /the transaction is over/);
  });

  it('A promise that outlives its transaction can use the database afterwards.', async () => {
    let later: Promise<unknown> = Promise.resolve();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    await subject.database.transaction(async () => {
      later = over.then(() => subject.database.query(sql('select 1 as one')));
    });
    resolve();
    assert.deepEqual(await later, [{ one: 1 }]);
  });
}

function scripts(subject: Subject): void {
  it('A script runs all of its statements or none.', async () => {
    const { table, all } = await numbers(subject.database);
    await subject.database.script(`insert into ${table} values (1); insert into ${table} values (2)`);
    await assert.rejects(subject.database.script(`insert into ${table} values (3); select 1 / 0`), /division by zero/);
    assert.deepEqual(await all(), [1, 2]);
  });

  it('A script that ends its transaction is rejected.', async () => {
    const outcome = subject.database.transaction((transaction) => transaction.script('commit'));
    await assert.rejects(outcome, /must not end the transaction/);
    assert.deepEqual(await subject.database.query(sql('select 1 as one')), [{ one: 1 }]);
  });
}
