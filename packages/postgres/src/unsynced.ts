import type { Database, SqlValue, Statement } from './database.ts';

/** Writes what a crash may lose. A reader may wait for it even if nothing else can be written. */
export function writeUnsynced(database: Database, write: Statement, values: readonly SqlValue[]): Promise<void> {
  return database.transaction(
    async (transaction) => {
      const written = transaction.query(write, values);
      transaction.commitWithLast();
      await written;
    },
    { isUnsynced: true },
  );
}
