import type { Database, Transaction } from '@bandeja/postgres/database';

export interface Moment {
  /** What the database is about to do: the statement of this name, a `script`, a `commit`; or that it has `committed`. */
  readonly what: string;
  readonly isInTransaction: boolean;
}

/**
 * The same database, but `at` is awaited at each moment. If it throws, the statement or the transaction fails with that
 * error: the transaction is rolled back, or, after the commit, fails as if the server's response had been lost.
 */
export function interrupted(database: Database, at: (moment: Moment) => void | Promise<void>): Database {
  const within = (transaction: Transaction): Transaction => ({
    isTransaction: true,
    query: async (statement, values) => {
      await at({ what: statement.name, isInTransaction: true });
      return transaction.query(statement, values);
    },
    script: async (sql) => {
      await at({ what: 'script', isInTransaction: true });
      return transaction.script(sql);
    },
    // COMMIT has its own moment, so it must not be sent with the last statement.
    commitWithLast: () => {},
    discard: () => transaction.discard(),
  });
  return {
    engine: database.engine,
    backups: null,
    freeBytes: () => null,
    query: async (statement, values) => {
      await at({ what: statement.name, isInTransaction: false });
      return database.query(statement, values);
    },
    script: async (sql) => {
      await at({ what: 'script', isInTransaction: false });
      return database.script(sql);
    },
    transaction: async (work, options) => {
      const value = await database.transaction(async (transaction) => {
        const result = await work(within(transaction));
        await at({ what: 'commit', isInTransaction: true });
        return result;
      }, options);
      await at({ what: 'committed', isInTransaction: false });
      return value;
    },
    inSchema: (name) => database.inSchema(name),
    health: (timeoutMs) => database.health(timeoutMs),
    activity: () => database.activity(),
    close: () => database.close(),
  };
}
