/** One row of a file on its way to the service. */
export type ImportRow = ReadyRow | FaultyRow;

interface RowOrigin {
  /** Line of the file on which the row begins, from 1. */
  readonly line: number;
  /** Empty where the row has none that can be read. */
  readonly externalRef: string;
}

/** A row that the service shall judge. */
export interface ReadyRow extends RowOrigin {
  readonly kind: 'ready';
  /** The submission as JSON text. */
  readonly json: string;
  readonly bytes: number;
  /** The participants' usernames in lower case, by their place; null for one given by id, or not readable. */
  readonly usernames: readonly (string | null)[];
}

/** A row that cannot be made into a submission; it is rejected here and holds no other row back. */
export interface FaultyRow extends RowOrigin {
  readonly kind: 'faulty';
  /** Everything that is wrong with it, as sentences. */
  readonly detail: string;
}

/** The code of rows rejected before they were sent, where the service's own rejections have theirs. */
export const INVALID_ROW = 'invalid_row';

/** The longest submission: with the envelope it still fits the service's limit on bodies. */
export const SUBMISSION_BYTES_MAX = 400 * 1024;

/** A row to send, or a faulty one where it alone would exceed what the service takes in one request. */
export function readyRow(
  line: number,
  externalRef: string,
  json: string,
  usernames: readonly (string | null)[],
): ImportRow {
  const bytes = Buffer.byteLength(json);
  if (bytes > SUBMISSION_BYTES_MAX) return faultyRow(line, externalRef, ['the row is too large for one request']);
  return { kind: 'ready', line, externalRef, json, bytes, usernames };
}

/** A row rejected here, with all its faults. */
export function faultyRow(line: number, externalRef: string, faults: readonly string[]): FaultyRow {
  return { kind: 'faulty', line, externalRef, detail: faults.join('; ') };
}
