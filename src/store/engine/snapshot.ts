import { type Database, statement, type Transaction } from './database.ts';

const holdTables = statement('snapshot_hold_tables', 'lock table player_ratings, match_ratings in access share mode');

/**
 * Reads with one snapshot for all statements; nothing can be written.
 *
 * The tables of the ledger are held first, before the snapshot is taken. A rebuild puts others in their place, and a
 * transaction whose snapshot is older than that would then read those as they were while they were filled.
 */
export function inSnapshot<T>(database: Database, work: (snapshot: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(work, {
    isolation: 'repeatable read',
    readOnly: true,
    opening: holdTables,
  });
}
