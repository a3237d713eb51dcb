import type { Database, Transaction } from './database.ts';

/** Reads with one snapshot for all statements; nothing can be written. */
export function inSnapshot<T>(database: Database, work: (snapshot: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(work, { isolation: 'repeatable read', readOnly: true });
}
