import { type JsonObject, listOf, objectOf } from '../json-value.ts';
import type { RowFault } from './faults.ts';

/** What the number of a row counts: the lines of a file, the rows of a sheet, or the matches of a list. */
export type RowName = 'line' | 'row' | 'match';

/** A row of a file as its reader gives it. */
export type FileRow = MatchRow | ImportRow;

/** A row that is sent or rejected. */
export type ImportRow = ReadyRow | FaultyRow;

interface RowOrigin {
  /** Line of the file on which the row begins, from 1; in a JSON file the number of the match. */
  readonly line: number;
  /** Empty if the row has no readable one. */
  readonly externalRef: string;
}

/** A match whose players are still texts: nobody has said yet which players they name. */
export interface MatchRow extends RowOrigin {
  readonly kind: 'match';
  /** The players as the file names them, blanks collapsed: two of team A, then two of team B. Empty where one is missing. */
  readonly players: readonly string[];
  /** The submission without `external_ref` and `participants`. */
  readonly submission: JsonObject;
  /** What is wrong with the row so far; with any fault it is rejected. */
  readonly faults: readonly RowFault[];
}

/** A row to send to the service. */
export interface ReadyRow extends RowOrigin {
  readonly kind: 'ready';
  /** The submission as JSON text. */
  readonly json: string;
  readonly bytes: number;
  /** The participants' usernames in lower case, in order; null for one given by id, or not readable. */
  readonly usernames: readonly (string | null)[];
  /** The reference is made from the content of the row. */
  readonly hasMadeReference: boolean;
}

/** A row that cannot be made into a submission. It is rejected here, and the other rows go on. */
export interface FaultyRow extends RowOrigin {
  readonly kind: 'faulty';
  /** Everything that is wrong with it. */
  readonly faults: readonly RowFault[];
}

/** The code of rows that were rejected before they were sent. */
export const INVALID_ROW = 'invalid_row';

/** A submission of this size and the file's common members fit into one batch. */
const SUBMISSION_BYTES_MAX = 100 * 1024;

/** A row to send, or a faulty one if it alone is too large for a request. */
export function readyRow(
  line: number,
  externalRef: string,
  json: string,
  usernames: readonly (string | null)[],
  hasMadeReference = false,
): ImportRow {
  const bytes = Buffer.byteLength(json);
  if (bytes > SUBMISSION_BYTES_MAX) {
    return faultyRow(line, externalRef, [{ group: 'size', detail: 'the row is too large for one request' }]);
  }
  return { kind: 'ready', line, externalRef, json, bytes, usernames, hasMadeReference };
}

/** The same row with other usernames; null stays for a participant without one. */
export function withUsernames(row: ReadyRow, usernames: ReadyRow['usernames']): ReadyRow {
  const submission = objectOf(JSON.parse(row.json));
  const participants = listOf(submission['participants']).map((participant, place) => {
    const username = usernames[place] ?? null;
    return username === null ? participant : { ...objectOf(participant), username };
  });
  const json = JSON.stringify({ ...submission, participants });
  return { ...row, usernames, json, bytes: Buffer.byteLength(json) };
}

/** A row rejected here, with all its faults. */
export function faultyRow(line: number, externalRef: string, faults: readonly RowFault[]): FaultyRow {
  return { kind: 'faulty', line, externalRef, faults };
}

/** How much goes together. */
interface BatchLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** The service takes 25 matches and 128 KiB. The difference is for the file's common members and for longer usernames. */
export const REQUEST_LIMITS: BatchLimits = { rows: 25, bytes: 112 * 1024 };
/** Rows whose players are looked up and registered together: where many are new, they fill requests of 100 players. */
export const WINDOW_LIMITS: BatchLimits = { rows: 8 * REQUEST_LIMITS.rows, bytes: 8 * REQUEST_LIMITS.bytes };
/** Rows that are not sent are kept in the batch so that the report has the file's order; this limits the memory they take. */
const UNSENT_ROWS_MAX = 1000;

/** Consecutive rows of a file: those sent in one request, and the others between them. */
export interface Batch {
  readonly rows: readonly ImportRow[];
  /** Those of them that are sent, in order. */
  readonly ready: readonly ReadyRow[];
}

/** Groups rows, in order, into batches within the limits. @param isSent whether a ready row is to be sent */
export async function* batchesOf(
  rows: AsyncIterable<ImportRow> | Iterable<ImportRow>,
  limits = REQUEST_LIMITS,
  isSent: (row: ReadyRow) => boolean = () => true,
): AsyncGenerator<Batch> {
  let batch: ImportRow[] = [];
  let ready: ReadyRow[] = [];
  let bytes = 0;
  const close = (): Batch => {
    const closed = { rows: batch, ready };
    [batch, ready, bytes] = [[], [], 0];
    return closed;
  };
  for await (const row of rows) {
    const sent = row.kind === 'ready' && isSent(row) ? row : null;
    if (sent !== null && bytes + sent.bytes > limits.bytes) yield close();
    batch.push(row);
    if (sent !== null) {
      ready.push(sent);
      bytes += sent.bytes;
    }
    if (ready.length === limits.rows || batch.length - ready.length >= UNSENT_ROWS_MAX) yield close();
  }
  if (batch.length > 0) yield close();
}

/**
 * Reads up to `depth` items ahead, so the next ones are prepared while the consumer works on this one. The order stays;
 * if the source fails, the items before the failure come first.
 */
export async function* ahead<T>(source: AsyncGenerator<T>, depth: number): AsyncGenerator<T> {
  const waiting: Promise<IteratorResult<T, unknown>>[] = [];
  const readOn = () => {
    const next = source.next();
    // It is awaited below; until then a rejection must not count as unhandled.
    next.catch(() => {});
    waiting.push(next);
  };
  try {
    while (waiting.length < depth) readOn();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await next;
      if (result.done) return;
      readOn();
      yield result.value;
    }
  } finally {
    // It runs after the reads under way. A consumer that stops early need not wait for it.
    source.return(undefined).catch(() => {});
  }
}
