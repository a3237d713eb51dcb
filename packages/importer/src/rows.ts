import type { SetGames } from './cells.ts';
import type { RowFault } from './faults.ts';
import { type JsonObject, listOf, objectOf } from './json-value.ts';

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

/** A row in the words of the file. */
export interface Written {
  /** The players, two of team A first. */
  readonly players: readonly string[];
  readonly winner: string;
  readonly score: string;
  readonly sets: readonly SetGames[];
  /** Whether the row gives the time of day. */
  readonly hasTime: boolean;
  /** The team that won by the score. */
  readonly scoreWinner: 'A' | 'B' | null;
}

/** A warning about a row, of the service or of the command. */
export interface RowWarning {
  readonly code: string;
  /** Unusual facts, in the terms of the file. */
  readonly detail: string;
}

/** A match whose players are still texts, not yet usernames. */
export interface MatchRow extends RowOrigin {
  readonly kind: 'match';
  /** The players as the file names them, blanks collapsed: two of team A, then two of team B. Empty where one is missing. */
  readonly players: readonly string[];
  /** The submission without `external_ref` and `participants`. */
  readonly submission: JsonObject;
  readonly written: Written;
  /** The faults of the row so far; a row with a fault is rejected. */
  readonly faults: readonly RowFault[];
}

/** A row to send to the service. */
export interface ReadyRow extends RowOrigin {
  readonly kind: 'ready';
  /** The body to send. In a JSON file, it may have any content: the service validates it. */
  readonly submission: JsonObject;
  /** The participants' usernames in lower case, in order; null for one given by id, or not readable. */
  readonly usernames: readonly (string | null)[];
  /** The reference is made from the content of the row. */
  readonly hasMadeReference: boolean;
  /** The row in the words of the file; null for a match with `participants`. */
  readonly written: Written | null;
  /** What the command warns of before the row is sent. */
  readonly warnings: readonly RowWarning[];
}

/** A row that cannot be made into a submission. It is rejected here, and the other rows go on. */
export interface FaultyRow extends RowOrigin {
  readonly kind: 'faulty';
  /** Everything that is wrong with it. */
  readonly faults: readonly RowFault[];
}

/** The code of rows that were rejected before they were sent. */
export const INVALID_ROW = 'invalid_row';

/** With the common fields of the file, a larger submission may not fit into a request. */
const SUBMISSION_BYTES_MAX = 100 * 1024;

/** A row to send, or a faulty one if it alone is too large for a request. */
export function readyRow(
  line: number,
  externalRef: string,
  submission: JsonObject,
  usernames: readonly (string | null)[],
  hasMadeReference = false,
  written: Written | null = null,
): ImportRow {
  if (isTooLarge(JSON.stringify(submission))) {
    return faultyRow(line, externalRef, [{ group: 'size', detail: 'the row is too large for one request' }]);
  }
  return { kind: 'ready', line, externalRef, submission, usernames, hasMadeReference, written, warnings: [] };
}

/** A character takes at most three bytes of UTF-8, so nearly no row is encoded. */
const isTooLarge = (text: string): boolean =>
  text.length * 3 > SUBMISSION_BYTES_MAX && new TextEncoder().encode(text).length > SUBMISSION_BYTES_MAX;

/** The row with other usernames. A participant whose username is null is not changed. */
export function withUsernames(row: ReadyRow, usernames: ReadyRow['usernames']): ReadyRow {
  const participants = listOf(row.submission['participants']).map((participant, place) => {
    const username = usernames[place] ?? null;
    return username === null ? participant : { ...objectOf(participant), username };
  });
  return { ...row, usernames, submission: { ...row.submission, participants } };
}

/** A row rejected here, with all its faults. */
export function faultyRow(line: number, externalRef: string, faults: readonly RowFault[]): FaultyRow {
  return { kind: 'faulty', line, externalRef, faults };
}

/** The rows to send in a window. If many of their players are new, they fill a request of 100 players. */
const WINDOW_READY_MAX = 200;
/** Faulty rows stay in their window, because the report has the file's order. This limits their memory. */
const WINDOW_FAULTY_MAX = 1000;

/** Groups consecutive rows whose players are looked up and registered together. */
export async function* windowsOf(rows: AsyncIterable<ImportRow>): AsyncGenerator<readonly ImportRow[]> {
  let window: ImportRow[] = [];
  let ready = 0;
  for await (const row of rows) {
    window.push(row);
    if (isReady(row)) ready++;
    if (ready === WINDOW_READY_MAX || window.length - ready === WINDOW_FAULTY_MAX) {
      yield window;
      [window, ready] = [[], 0];
    }
  }
  if (window.length > 0) yield window;
}

export const isReady = (row: ImportRow): row is ReadyRow => row.kind === 'ready';

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
