import type { Database, Statement, Transaction } from './database.ts';

/**
 * Runs `work` in a read-only transaction with one snapshot for all statements.
 * @param opening runs first, for example to set transaction settings
 */
export function inSnapshot<T>(
  database: Database,
  work: (snapshot: Transaction) => Promise<T>,
  opening?: Statement,
): Promise<T> {
  const options = { isolation: 'repeatable read', readOnly: true } as const;
  return database.transaction(work, opening === undefined ? options : { ...options, opening });
}

/** Runs `read` in a snapshot. Whether calls share one is up to the implementation. */
export type ReadSnapshot = <T>(read: (snapshot: Transaction) => Promise<T>) => Promise<T>;
