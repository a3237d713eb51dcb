/** Validates a submission without the database, as the service does before it opens a transaction. */
import assert from 'node:assert/strict';
import { Problem } from '@bandeja/contract/errors/problem';
import { readSubmission, type Submission } from '../../src/matches/submission.ts';

/** The server's clock in these tests. */
export const NOW = Date.UTC(2026, 4, 1, 22);

/** `pointer code` of every fault of a submission, in the order of their texts; empty when there is none. */
export function faultsIn(value: unknown): string[] {
  const read = readSubmission(value, NOW);
  return read instanceof Problem ? (read.faults ?? []).map((fault) => `${fault.pointer} ${fault.code}`).sort() : [];
}

/** A validated submission. @throws {AssertionError} if it has faults. */
export function submissionOf(value: unknown): Submission {
  const read = readSubmission(value, NOW);
  assert.ok(!(read instanceof Problem), `refused: ${JSON.stringify(read)}`);
  return read;
}

/** A rule: a change of a valid submission, and the faults that it causes. Without faults it is accepted. */
export type Row = readonly [name: string, change: Readonly<Record<string, unknown>>, ...faults: string[]];
