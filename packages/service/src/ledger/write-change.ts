import type { Transaction } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import { removeLedgerRows, writeRatings } from '../history/ledger-store.ts';
import { writeShifts } from '../history/score-shifts-store.ts';
import { addGuard, addRegionLinks, noteUnsettledChange } from './guards-store.ts';
import type { RatedChange } from './history-change.ts';

/**
 * Writes a rated change of the history.
 * @param at the instant of its shifts
 * @throws {RangeError} synchronously, before anything is sent, if a value cannot be stored. An `async` function would reject
 *   instead, and the caller would already have sent COMMIT for the other writes.
 */
export function writeRatedChange(transaction: Transaction, rated: RatedChange, at: number): Promise<unknown> {
  const { rows, removed, ratings, shifts, cause, links, guards, markedBy, met } = rated;
  const writes: Promise<unknown>[] = [];
  // First, because it looks for marks of earlier changes.
  for (const partnerId of markedBy) writes.push(noteUnsettledChange(transaction, partnerId, cause, met));
  if (removed.length > 0) writes.push(removeLedgerRows(transaction, removed));
  if (ratings.length > 0) writes.push(writeRatings(transaction, MODEL_VERSION, [...rows.values()], ratings));
  if (shifts.length > 0) writes.push(writeShifts(transaction, shifts, at));
  if (links.length > 0) writes.push(addRegionLinks(transaction, links));
  for (const guard of guards) writes.push(addGuard(transaction, guard));
  const written = Promise.all(writes);
  // If the caller throws before it awaits this, an unhandled rejection must not end the process.
  written.catch(() => {});
  return written;
}
