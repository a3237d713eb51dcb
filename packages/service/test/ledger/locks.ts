/** Transactions that wait for each other, for races that are played move by move. */
import assert from 'node:assert/strict';
import { type Database, statement, type Transaction } from '@bandeja/postgres/database';
import { lockChainHeads } from '../../src/audit/store.ts';
import { lockPlayerRatings } from '../../src/history/ratings-store.ts';
import { ensureRosters, type RosterKey } from '../../src/rosters/store.ts';

const waiting = statement(
  'test_waiting_for_locks',
  `select count(*)::integer as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
);

/** Far more than a transaction takes to come to where it has to wait. */
const PATIENCE_MS = 30_000;

/** Waits until `count` transactions wait for others. */
export async function untilWaiting(database: Database, wanted: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const [row] = await database.query<{ count: number }>(waiting);
    if ((row?.count ?? 0) >= wanted) return;
    assert.ok(performance.now() < deadline, `${row?.count} transactions wait, not ${wanted}`);
  }
}

/** Locks a player's rating until the returned function is called. */
export const holdRating = (database: Database, playerId: string): Promise<() => Promise<void>> =>
  hold(database, (transaction) => lockPlayerRatings(transaction, [playerId]));

/** Locks a partner's audit chain until the returned function is called. */
export const holdChain = (database: Database, partnerId: string): Promise<() => Promise<void>> =>
  hold(database, (transaction) => lockChainHeads(transaction, [partnerId]));

/** Locks a roster until the returned function is called. */
export const holdRoster = (database: Database, roster: RosterKey): Promise<() => Promise<void>> =>
  hold(database, (transaction) => ensureRosters(transaction, [roster], 0));

const lockRow = statement(
  'test_lock_import_row',
  'select from import_rows where import_id = $1 and line = $2 for no key update',
);

/** Locks a row of an import until the returned function is called. */
export const holdRow = (database: Database, importId: string, line: number): Promise<() => Promise<void>> =>
  hold(database, (transaction) => transaction.query(lockRow, [importId, line]));

async function hold(
  database: Database,
  lock: (transaction: Transaction) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = database.transaction(async (transaction) => {
    await lock(transaction);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return () => {
    released.resolve();
    return held;
  };
}
