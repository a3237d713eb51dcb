import type { Database, Transaction } from '../../src/store/database.ts';

/** Where a transaction is: before the statement of this name, before a script, before its commit, or after it. */
export type Moment = string;

/**
 * The same database, whose transactions are interrupted: `at` is awaited before each statement of a transaction (its name),
 * before each script ('script'), before the commit ('commit') and after it ('committed'). What it throws the transaction
 * fails with: rolled back, or, after the commit, as if the answer of the server had been lost.
 */
export function interrupted(database: Database, at: (moment: Moment) => void | Promise<void>): Database {
  const within = (transaction: Transaction): Transaction => ({
    isTransaction: true,
    query: async (statement, values) => {
      await at(statement.name);
      return transaction.query(statement, values);
    },
    script: async (sql) => {
      await at('script');
      return transaction.script(sql);
    },
  });
  return {
    engine: database.engine,
    query: (statement, values) => database.query(statement, values),
    script: (sql) => database.script(sql),
    transaction: async (work, options) => {
      const value = await database.transaction(async (transaction) => {
        const result = await work(within(transaction));
        await at('commit');
        return result;
      }, options);
      await at('committed');
      return value;
    },
    isReachable: (timeoutMs) => database.isReachable(timeoutMs),
    close: () => database.close(),
  };
}
