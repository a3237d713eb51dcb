import { type FileHandle, open } from 'node:fs/promises';
import { readRules } from '../api/refusal.ts';
import { CommandFailure, unreachable, wrongUse } from '../exit.ts';
import { isObject, listOf, objectOf, textOf } from '../json-value.ts';
import { csvCell } from './csv-cell.ts';
import { faultGroups } from './faults.ts';
import { type GroupCount, GroupCounter } from './group-counter.ts';
import { type FaultyRow, INVALID_ROW, type ReadyRow } from './rows.ts';

/** What happened to one row. */
export interface RowResult {
  readonly line: number;
  readonly externalRef: string;
  readonly status: RowStatus;
  /** Id of the match that was created, or that existed already. */
  readonly id: string | null;
  /** Why it was rejected: a code of the service, or `invalid_row`. */
  readonly code: string | null;
  readonly detail: string | null;
  /** What is wrong with a rejected row: for each fault the sentence that groups it with others. */
  readonly faults?: readonly string[];
  /** The submission of a row in conflict, as it was sent. */
  readonly sent?: string;
}
/** What the service says of an entry. */
const entryStatuses = ['created', 'duplicate', 'rejected'] as const;
/** A conflict is a duplicate whose content differs: its reference stands for another match, so the row was not stored. */
export type RowStatus = (typeof entryStatuses)[number] | 'conflict';

/** What a conflict is told with; the code of the service for the same answer to a single match. */
const CONFLICT = {
  code: 'duplicate_external_ref',
  detail: 'The service has another match with this reference. This row was not stored.',
} as const;

const PARTICIPANT = /^\/participants\/(\d+)/;

/** A row that was not sent. */
export function resultOfFaulty({ line, externalRef, faults }: FaultyRow): RowResult {
  return {
    line,
    externalRef,
    status: 'rejected',
    id: null,
    code: INVALID_ROW,
    detail: faults.map(({ detail }) => detail).join('; '),
    faults: faults.map(({ group }) => faultGroups[group]),
  };
}

/**
 * Reads the answer to a batch.
 * @returns a result per row sent, in order.
 * @throws {CommandFailure} if the answer does not have one result for each of these rows.
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
  /** If the row was rejected only because players are not eligible, their usernames; else null. */
  readonly ineligible: readonly string[] | null;
}

function readEntry(value: unknown, row: ReadyRow, index: number): BatchEntry {
  const entry = objectOf(value);
  const status = entryStatuses.find((name) => name === entry['status']);
  if (entry['index'] !== index || status === undefined) {
    throw unreachable(
      `The service’s answer for match ${index + 1} of a batch cannot be read. Is it a Bandeja service?`,
    );
  }
  const id = textOf(objectOf(entry['match'])['id']) ?? textOf(entry['existing_match_id']);
  const origin = { line: row.line, externalRef: row.externalRef, status, id };
  if (status === 'duplicate' && entry['same_content'] === false) {
    return { row, result: { ...origin, status: 'conflict', ...CONFLICT, sent: row.json }, ineligible: null };
  }
  if (status !== 'rejected' || !isObject(entry['error'])) {
    return { row, result: { ...origin, code: null, detail: null }, ineligible: null };
  }
  const { code, detail, errors } = entry['error'];
  const rules = readRules(errors);
  const places = rules.map(({ place }) => usernameAt(place, row));
  const named = rules.map(({ place, detail: rule }, position) => {
    const username = places[position] ?? null;
    return `${place}${username === null ? '' : ` (${username})`}: ${rule}`;
  });
  const faults = (rules.length > 0 ? rules : [{ detail: textOf(detail) }]).map(
    (rule) => `${textOf(code)}: ${rule.detail}`,
  );
  const result = { ...origin, code: textOf(code), detail: [textOf(detail) ?? '', ...named].join(' ').trim(), faults };
  const usernames = places.filter((username) => username !== null);
  const isOnlyPlayers = code === 'participant_not_eligible' && places.length > 0 && usernames.length === places.length;
  return { row, result, ineligible: isOnlyPlayers ? usernames : null };
}

function usernameAt(pointer: string, row: ReadyRow): string | null {
  const place = PARTICIPANT.exec(pointer)?.[1];
  return place === undefined ? null : (row.usernames[Number(place)] ?? null);
}

/** At most this many rejected rows, and as many conflicts, are listed; the report has all of them. */
export const REJECTIONS_SHOWN_MAX = 20;

/** Counts what happened to the rows. */
export class Tally {
  created = 0;
  duplicates = 0;
  conflicts = 0;
  rejected = 0;
  /** How many were rejected because of players who do not exist, or whom this partner cannot see. */
  ineligible = 0;
  /** The first rejected rows. */
  readonly rejections: RowResult[] = [];
  /** The first conflicts. */
  readonly conflicting: RowResult[] = [];
  readonly #problems = new GroupCounter();

  add(result: RowResult): void {
    if (result.status === 'created') this.created++;
    else if (result.status === 'duplicate') this.duplicates++;
    else if (result.status === 'conflict') {
      this.conflicts++;
      if (this.conflicting.length < REJECTIONS_SHOWN_MAX) this.conflicting.push(result);
    } else {
      this.rejected++;
      if (result.code === 'participant_not_eligible') this.ineligible++;
      if (this.rejections.length < REJECTIONS_SHOWN_MAX) this.rejections.push(result);
      this.#group(result);
    }
  }

  #group({ line, externalRef, code, detail, faults = [] }: RowResult): void {
    const example = [externalRef, code, detail].filter((text) => text !== null && text !== '').join(': ');
    for (const problem of new Set(faults)) this.#problems.add(problem, line, example);
  }

  /** Why rows were rejected, the most frequent reason first. A row with several faults is in several groups. */
  get problems(): readonly GroupCount[] {
    return this.#problems.groups;
  }

  /** Rows with a result. */
  get accounted(): number {
    return this.created + this.duplicates + this.conflicts + this.rejected;
  }
}

const HEADER = 'line,external_ref,status,id,code,detail\n';

/** A CSV file with the result of each row. It is written after every batch, so it is right even if the import stops. */
export class Report {
  readonly #path: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * Starts a report; replaces an existing file of that name.
   * @throws {CommandFailure} when it cannot be written.
   */
  static async create(path: string): Promise<Report> {
    try {
      const report = new Report(path, await open(path, 'w'));
      await report.#write(HEADER);
      return report;
    } catch (error) {
      throw notWritten(path, error);
    }
  }

  /** @throws {CommandFailure} when it cannot be written any more. */
  async add(results: readonly RowResult[]): Promise<void> {
    await this.#write(results.map(reportLine).join(''));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #write(text: string): Promise<void> {
    try {
      await this.#file.appendFile(text);
    } catch (error) {
      throw notWritten(this.#path, error);
    }
  }
}

function notWritten(path: string, error: unknown): Error {
  if (error instanceof CommandFailure) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return wrongUse(`--report ${path}: the file cannot be written (${code}).`, { cause: error });
}

/** One line of the report. */
export function reportLine({ line, externalRef, status, id, code, detail }: RowResult): string {
  return `${[String(line), externalRef, status, id ?? '', code ?? '', detail ?? ''].map((cell) => csvCell(cell)).join(',')}\n`;
}
