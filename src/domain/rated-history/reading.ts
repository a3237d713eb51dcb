import type { Database, Transaction } from '../../store/engine/database.ts';
import { inSnapshot } from '../../store/engine/snapshot.ts';

/** Reads something of the history, all of it from one snapshot. */
export type ReadHistory = <T>(read: (transaction: Transaction) => Promise<T>) => Promise<T>;

/** Runs `work` with readings that all see the database as it is now, whatever is written meanwhile. */
export function inOneSnapshot<T>(database: Database, work: (read: ReadHistory) => Promise<T>): Promise<T> {
  return inSnapshot(database, (snapshot) => work((read) => read(snapshot)));
}

/** Readings that each see the database as it is then: it may have moved since the one before. */
export function inManySnapshots(database: Database): ReadHistory {
  return (read) => inSnapshot(database, read);
}

/**
 * Runs `work` with readings that keep nobody waiting. PostgreSQL gives one snapshot to all of them. The embedded database
 * has one connection, which a long transaction would take from everybody, so that there each reading has its own.
 */
export function withoutBlocking<T>(database: Database, work: (read: ReadHistory) => Promise<T>): Promise<T> {
  return database.engine === 'pglite' ? work(inManySnapshots(database)) : inOneSnapshot(database, work);
}
