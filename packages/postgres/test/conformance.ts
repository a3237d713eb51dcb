/** The conformance suite of {@link Database}: the test file of each engine calls {@link databaseSuite}. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConstraintViolation, type Database } from '../src/database.ts';
import { concurrencyTests } from './conformance-concurrency.ts';
import { packedTests } from './conformance-packed.ts';
import { freshTable, type Subject, sql } from './conformance-subject.ts';
import { tableTests } from './conformance-tables.ts';
import { transactionTests } from './conformance-transactions.ts';
import { valueTests } from './conformance-values.ts';

export interface SuiteOptions {
  readonly name: string;
  /** Opens a fresh, empty database. */
  readonly open: () => Promise<Database>;
  /** The reason why tests that need two connections cannot run; null if they can. */
  readonly singleConnection: string | null;
}

/** Defines the suite for one engine. */
export function databaseSuite({ name, open, singleConnection }: SuiteOptions): void {
  describe(`A database (${name})`, () => {
    let database: Database;
    before(async () => {
      database = await open();
    });
    after(() => database.close());

    const subject: Subject = {
      get database() {
        return database;
      },
      skipsWithoutTwoConnections(context) {
        if (singleConnection !== null) context.skip(singleConnection);
        return singleConnection !== null;
      },
    };
    valueTests(subject);
    packedTests(subject);
    tableTests(subject);
    transactionTests(subject);
    concurrencyTests(subject);
    violationTests(subject);
    closingTests(subject);
  });
}

function violationTests(subject: Subject): void {
  describe('constraints', () => {
    it('The error of a rejected row names the constraint, for every kind of constraint.', async () => {
      const { database } = subject;
      const table = freshTable();
      await database.script(`create table ${table} (
          id integer constraint ${table}_known_id primary key,
          parent integer constraint ${table}_parent references ${table},
          code text constraint ${table}_code_unique unique,
          size integer not null constraint ${table}_size_positive check (size > 0),
          area circle, constraint ${table}_areas_apart exclude using gist (area with &&)
        );
        create unique index ${table}_one_large on ${table} ((true)) where size > 100;
        insert into ${table} values (1, null, 'a', 1, '<(0,0),1>'), (2, 1, 'b', 101, null)`);
      const refused: readonly { row: string; constraint: string }[] = [
        { row: "(1, null, 'c', 1, null)", constraint: `${table}_known_id` },
        { row: "(3, 99, 'c', 1, null)", constraint: `${table}_parent` },
        { row: "(3, null, 'a', 1, null)", constraint: `${table}_code_unique` },
        { row: "(3, null, 'c', 0, null)", constraint: `${table}_size_positive` },
        { row: "(3, null, 'c', null, null)", constraint: `${table}_size_not_null` },
        { row: "(3, null, 'c', 1, '<(1,0),1>')", constraint: `${table}_areas_apart` },
        { row: "(3, null, 'c', 102, null)", constraint: `${table}_one_large` },
      ];
      for (const { row, constraint } of refused) {
        await assert.rejects(database.query(sql(`insert into ${table} values ${row}`)), (error) => {
          assert.ok(error instanceof ConstraintViolation, String(error));
          assert.equal(error.constraint, constraint);
          return true;
        });
      }
      await assert.rejects(database.query(sql(`delete from ${table} where id = 1`)), { constraint: `${table}_parent` });
    });

    it('If a deferred constraint fails the commit, the error names it.', async () => {
      const { database } = subject;
      const table = freshTable();
      await database.script(
        `create table ${table} (n integer constraint ${table}_n_unique unique deferrable initially deferred)`,
      );
      const insert = sql(`insert into ${table} values (1), (1)`);
      const outcome = database.transaction((transaction) => transaction.query(insert));
      await assert.rejects(outcome, { name: 'ConstraintViolation', constraint: `${table}_n_unique` });
      assert.deepEqual(await database.query(sql(`select n from ${table}`)), []);
    });

    it('The message of a violation contains no value of the row.', async () => {
      const { database } = subject;
      const table = freshTable();
      await database.script(`create table ${table} (secret text constraint ${table}_secret_unique unique)`);
      const insert = sql(`insert into ${table} values ('hunter2')`);
      await database.query(insert);
      await assert.rejects(database.query(insert), (error: Error) => !error.message.includes('hunter2'));
    });
  });
}

function closingTests(subject: Subject): void {
  describe('closing', () => {
    it('Closing waits for running calls, rejects new ones, and can be called twice.', async () => {
      // The last test: closing takes the database from the others.
      const { database } = subject;
      await database.script('create table kept (n integer)');
      assert.equal((await database.health(1_000)).state, 'healthy');
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
      assert.equal((await database.health(1_000)).state, 'unreachable');
    });
  });
}
