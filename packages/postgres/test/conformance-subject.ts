import type { TestContext } from 'node:test';
import { type Database, type Statement, statement, type Transaction } from '../src/database.ts';

/** The database that all tests of the suite share. Each test creates its own table. */
export interface Subject {
  readonly database: Database;
  /** Skips the calling test if there is only one connection. @returns whether it did. */
  skipsWithoutTwoConnections(context: TestContext): boolean;
}

let counter = 0;

/** A statement with a unique name. */
export function sql(text: string): Statement {
  counter += 1;
  return statement(`test_${counter}`, text);
}

/** A unique table name. */
export function freshTable(): string {
  counter += 1;
  return `t${counter}`;
}

/** Creates a table of numbers, with functions to insert and read them. */
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
