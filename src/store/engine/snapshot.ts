import { type Database, statement, type Transaction } from './database.ts';

const holdTables = statement('snapshot_hold_tables', 'lock table player_ratings, match_ratings in access share mode');

/**
 * Reads with one snapshot for all statements; nothing can be written.
 *
 * It locks the tables of the ledger before it takes the snapshot. A rebuild replaces these tables, and a transaction with an
 * older snapshot would read the new ones as they were while they were filled.
 */
export function inSnapshot<T>(database: Database, work: (snapshot: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(work, {
    isolation: 'repeatable read',
    readOnly: true,
    opening: holdTables,
  });
}
