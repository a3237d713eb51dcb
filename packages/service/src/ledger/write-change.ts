import { Problem } from '@bandeja/contract/errors/problem';
import type { Transaction } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import { removeLedgerRows, writeRatings } from '../history/ledger-store.ts';
import type { RatedChange } from './history-change.ts';
import { scheduleRun } from './state-store.ts';

/**
 * Writes a rated change of the history.
 * @returns the ids of the inserted matches that are not settled yet
 * @throws {RangeError} synchronously, before anything is sent, if a value cannot be stored. An `async` function would reject
 *   instead, and the caller would already have sent COMMIT for the other writes.
 * @throws {Problem} `not_ready` if the ledger was made with another model.
 */
export function writeRatedChange(transaction: Transaction, rated: RatedChange): Promise<ReadonlySet<string>> {
  const { inserted, removed, rows, ratings, how, runAfter } = rated;
  if (inserted.length + removed.length === 0) return Promise.resolve(new Set());
  const writes: Promise<unknown>[] = [];
  const removedIds = removed.map((match) => match.match_id);
  if (removed.length > 0) writes.push(removeLedgerRows(transaction, removedIds, how === 'provisional'));
  if (runAfter !== null) writes.push(scheduleRun(transaction, runAfter));
  const ids = inserted.map((match) => match.match_id);
  const written = writeRatings(transaction, MODEL_VERSION, [...rows.values()], ratings, ids, how);
  const unsettled = Promise.all([written, ...writes]).then(([found]) => {
    if (found === 'other model') throw new Problem('not_ready');
    return new Set(found.filter((row) => row.is_unsettled).map((row) => row.match_id));
  });
  // If the caller throws before it awaits this, an unhandled rejection must not end the process.
  unsettled.catch(() => {});
  return unsettled;
}
