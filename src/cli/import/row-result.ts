import { readRules } from '../api/refusal.ts';
import { unreachable } from '../exit.ts';
import { isObject, listOf, objectOf, textOf } from '../json-value.ts';
import { type FaultyRow, INVALID_ROW, type ReadyRow } from './import-row.ts';

/** What became of one row. */
export interface RowResult {
  readonly line: number;
  readonly externalRef: string;
  readonly status: RowStatus;
  /** Id of the match: the new one, or the one that was there already. */
  readonly id: string | null;
  /** Why it was rejected: a code of the service, or `invalid_row`. */
  readonly code: string | null;
  readonly detail: string | null;
}
const rowStatuses = ['created', 'duplicate', 'rejected'] as const;
export type RowStatus = (typeof rowStatuses)[number];

const PARTICIPANT = /^\/participants\/(\d+)/;

/** A row that was not sent. */
export function resultOfFaulty({ line, externalRef, detail }: FaultyRow): RowResult {
  return { line, externalRef, status: 'rejected', id: null, code: INVALID_ROW, detail };
}

/**
 * Reads the answer to a batch.
 * @returns a result per row sent, in order.
 * @throws {CommandFailure} when the answer does not speak of exactly these rows: then nothing is known of them.
 */
export function readBatchAnswer(body: unknown, sent: readonly ReadyRow[]): readonly BatchEntry[] {
  const results = listOf(objectOf(body)['results']);
  if (results.length !== sent.length) {
    throw unreachable(
      `The service answered ${results.length} results for ${sent.length} matches. Is it a Bandeja service?`,
    );
  }
  return sent.map((row, index) => readEntry(results[index], row, index));
}

/** One row's part of a batch answer. */
export interface BatchEntry {
  readonly row: ReadyRow;
  readonly result: RowResult;
  /** The usernames at fault, when the row was rejected for nothing but players who are not eligible; else null. */
  readonly ineligible: readonly string[] | null;
}

function readEntry(value: unknown, row: ReadyRow, index: number): BatchEntry {
  const entry = objectOf(value);
  const status = rowStatuses.find((name) => name === entry['status']);
  if (entry['index'] !== index || status === undefined) {
    throw unreachable(
      `The service’s answer for match ${index + 1} of a batch cannot be read. Is it a Bandeja service?`,
    );
  }
  const id = textOf(objectOf(entry['match'])['id']) ?? textOf(entry['existing_match_id']);
  const origin = { line: row.line, externalRef: row.externalRef, status, id };
  if (status !== 'rejected' || !isObject(entry['error'])) {
    return { row, result: { ...origin, code: null, detail: null }, ineligible: null };
  }
  const { code, detail, errors } = entry['error'];
  const rules = readRules(errors);
  const named = rules.map((rule) => {
    const username = usernameAt(rule.place, row);
    return `${rule.place}${username === null ? '' : ` (${username})`}: ${rule.detail}`;
  });
  const result = { ...origin, code: textOf(code), detail: [textOf(detail) ?? '', ...named].join(' ').trim() };
  const places = rules.map((rule) => usernameAt(rule.place, row));
  const usernames = places.filter((username) => username !== null);
  const isOnlyPlayers = code === 'participant_not_eligible' && places.length > 0 && usernames.length === places.length;
  return { row, result, ineligible: isOnlyPlayers ? usernames : null };
}

function usernameAt(pointer: string, row: ReadyRow): string | null {
  const place = PARTICIPANT.exec(pointer)?.[1];
  return place === undefined ? null : (row.usernames[Number(place)] ?? null);
}
