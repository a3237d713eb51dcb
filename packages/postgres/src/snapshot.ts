import type { Database, Statement, Transaction } from './database.ts';

/**
 * Reads with one snapshot for all statements; nothing can be written.
 * @param opening what to run first, such as settings of the transaction
 */
export function inSnapshot<T>(
  database: Database,
  work: (snapshot: Transaction) => Promise<T>,
  opening?: Statement,
): Promise<T> {
  const options = { isolation: 'repeatable read', readOnly: true } as const;
  return database.transaction(work, opening === undefined ? options : { ...options, opening });
}

/** Reads something in a snapshot: the same one in all readings, or one each. */
export type ReadSnapshot = <T>(read: (snapshot: Transaction) => Promise<T>) => Promise<T>;
