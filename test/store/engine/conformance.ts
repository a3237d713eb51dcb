/** What a {@link Database} promises, whichever engine keeps it: each engine's test file calls {@link databaseSuite}. */
import { after, before, describe, type TestContext } from 'node:test';
import { type Database, type Statement, statement, type Transaction } from '../../../src/store/engine/database.ts';
import { closingTests } from './conformance-closing.ts';
import { conflictTests } from './conformance-conflicts.ts';
import { packedTests } from './conformance-packed.ts';
import { transactionTests } from './conformance-transactions.ts';
import { valueTests } from './conformance-values.ts';
import { violationTests } from './conformance-violations.ts';

export interface SuiteOptions {
  readonly name: string;
  /** Opens a fresh, empty database. */
  readonly open: () => Promise<Database>;
  /** Why tests that need two connections at once cannot run here, or null where they can. */
  readonly singleConnection: string | null;
}

/** What the parts of the suite get: one database for all their tests, each of which makes a table of its own. */
export interface Subject {
  readonly database: Database;
  readonly open: () => Promise<Database>;
  /** Skips the calling test, with the reason, where there is only one connection. @returns whether it did. */
  skipsWithoutTwoConnections(context: TestContext): boolean;
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
      open,
      skipsWithoutTwoConnections(context) {
        if (singleConnection !== null) context.skip(singleConnection);
        return singleConnection !== null;
      },
    };
    valueTests(subject);
    packedTests(subject);
    transactionTests(subject);
    conflictTests(subject);
    violationTests(subject);
    closingTests(subject);
  });
}

let counter = 0;

/** A statement under a name that no other test uses. */
export function sql(text: string): Statement {
  counter += 1;
  return statement(`test_${counter}`, text);
}

/** A table name that no other test uses. */
export function freshTable(): string {
  counter += 1;
  return `t${counter}`;
}

/** Makes a table of numbers with the functions that tests need of it. */
export async function numbers(database: Database) {
  const table = freshTable();
  await database.script(`create table ${table} (n integer not null)`);
  const insertSql = sql(`insert into ${table} (n) values ($1)`);
  const selectSql = sql(`select n from ${table} order by n`);
  return {
    table,
    insert: (on: Database | Transaction, n: number) => on.query(insertSql, [n]),
    all: async (on: Database | Transaction = database) => (await on.query<{ n: number }>(selectSql)).map(({ n }) => n),
  };
}
