/** Transactions that wait for each other, for races that are played move by move. */
import assert from 'node:assert/strict';
import { type Database, statement } from '@bandeja/postgres/database';
import { lockPlayerRatings } from '../../src/history/ratings-store.ts';

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
export async function holdRating(database: Database, playerId: string): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = database.transaction(async (transaction) => {
    await lockPlayerRatings(transaction, [playerId]);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return () => {
    released.resolve();
    return held;
  };
}
