import type { TestContext } from 'node:test';
import { type Database, type Statement, statement, type Transaction } from '../src/database.ts';

/** What the parts of the suite get: one database for all their tests, each of which makes its own table. */
export interface Subject {
  readonly database: Database;
  readonly open: () => Promise<Database>;
  /** Skips the calling test, with the reason, where there is only one connection. @returns whether it did. */
  skipsWithoutTwoConnections(context: TestContext): boolean;
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
