/** What became of the rows of a file: counts, groups of rows with something in common, and every row that needs a look. */
import type { Api } from '@bandeja/client';
import type { FaultGroup, WarningGroup } from '../groups.ts';
import type { Note } from '../message.ts';
import type { Reading } from '../reading.ts';
import { type Caution, cautionsOf, type Reason, reasonsOf, type Terms } from './outcome.ts';
import { shownReference } from './references.ts';
import type { SentRow } from './send.ts';

/** Rows that have something in common. */
export interface RowGroup<G extends string, T> {
  readonly group: G;
  readonly rows: number;
  /** The numbers of the first rows. */
  readonly lines: readonly number[];
  /** The first of them. */
  readonly example: { readonly line: number; readonly reference: string; readonly all: readonly T[] };
}

/** An assumption about a row. */
interface GroupedNote {
  readonly group: Note['code'];
  readonly text: Note;
}

/** What happened to one row. */
export interface RowResult {
  readonly line: number;
  readonly externalRef: string | null;
  /** A held row is rejected if it was not confirmed. */
  readonly status: 'created' | 'duplicate' | 'conflict' | 'voided' | 'rejected';
  readonly matchId: string | null;
  /** Why it was rejected. */
  readonly reasons: readonly Reason[];
  readonly cautions: readonly Caution[];
  /** How the stored match differs, of a conflict or of a voided match. */
  readonly differences: Api.ImportRow['differences'];
  /** It was held for its warnings. */
  readonly isHeld: boolean;
}

/** At most this many rows of each kind are listed; the file of results has all of them. */
const SHOWN_MAX = 20;

export class Report {
  created = 0;
  duplicates = 0;
  conflicts = 0;
  /** Rows whose matches are voided. */
  voided = 0;
  /** How many of them have other content than their matches. */
  voidedConflicts = 0;
  rejected = 0;
  /** How many were rejected because players do not exist, or are not visible to this partner. */
  ineligible = 0;
  /** How many rows have warnings. */
  warned = 0;
  /** The session of the last match that is stored. */
  lastSession: string | null = null;
  readonly rejections: RowResult[] = [];
  readonly conflicting: RowResult[] = [];
  readonly warnedRows: RowResult[] = [];
  readonly #reasons = new Grouper<FaultGroup, Reason>();
  readonly #cautions = new Grouper<WarningGroup, Caution>();
  readonly #voided = new Grouper<'voided' | 'voided_conflict', never>();
  readonly #notes = new Grouper<Note['code'], GroupedNote>();
  readonly #lines = new Map<string, number>();
  readonly #terms: Terms;
  readonly #common: string | null;

  constructor(reading: Reading) {
    const { session_external_ref: session } = reading.common;
    this.#common = typeof session === 'string' ? session : null;
    this.#terms = {
      plan: reading.plan,
      rowName: reading.file.rowName,
      lineOf: (matchId) => this.#lines.get(matchId) ?? null,
    };
  }

  /** Rows with a result. */
  get accounted(): number {
    return this.created + this.duplicates + this.conflicts + this.voided + this.rejected;
  }

  /** Why rows were rejected, the most frequent reason first. A row with several is in several groups. */
  get reasons(): readonly RowGroup<FaultGroup, Reason>[] {
    return this.#reasons.groups;
  }

  get cautions(): readonly RowGroup<WarningGroup, Caution>[] {
    return this.#cautions.groups;
  }

  /** Rows whose matches are voided, by whether their content differs. */
  get voidedRows(): readonly RowGroup<'voided' | 'voided_conflict', never>[] {
    return this.#voided.groups;
  }

  /** Assumptions about rows that were not rejected. */
  get notes(): readonly RowGroup<Note['code'], GroupedNote>[] {
    return this.#notes.groups;
  }

  /** @returns the results in the words of the file */
  add(rows: readonly SentRow[]): readonly RowResult[] {
    for (const { result, own } of rows)
      if (result.match_id !== null && result.state === 'created') this.#lines.set(result.match_id, own.row.line);
    return rows.map((sent) => this.#add(sent));
  }

  #add({ own, result, refusals }: SentRow): RowResult {
    const { state } = result;
    const reasons = reasonsOf(result, own, refusals, this.#terms);
    const isHeld = state === 'held' || reasons.some(({ group }) => group === 'left_out');
    const hasCautions = state === 'created' || isHeld || isOnlyIneligible(reasons);
    const cautions = hasCautions ? cautionsOf(result, own, this.#terms) : [];
    const row: RowResult = {
      ...{
        line: own.row.line,
        externalRef: result.external_ref ?? (own.row.externalRef || null),
        matchId: result.match_id,
        reasons,
        cautions,
      },
      ...{ status: state === 'held' ? 'rejected' : state, differences: result.differences, isHeld },
    };
    const shown = shownReference(row.externalRef);
    if (cautions.length > 0) {
      this.warned++;
      this.#cautions.add(cautions, row.line, shown);
      if (this.warnedRows.length < SHOWN_MAX) this.warnedRows.push(row);
    }
    if (row.status !== 'rejected') {
      const notes = own.row.notes.map((text): GroupedNote => ({ group: text.code, text }));
      this.#notes.add(notes, row.line, shown);
    }
    this.#count(row, shown);
    if (row.status === 'created' || row.status === 'duplicate')
      this.lastSession = own.match?.session_external_ref ?? this.#common ?? this.lastSession;
    return row;
  }

  #count(row: RowResult, shown: string): void {
    switch (row.status) {
      case 'created':
        this.created++;
        break;
      case 'duplicate':
        this.duplicates++;
        break;
      case 'conflict':
        this.conflicts++;
        if (this.conflicting.length < SHOWN_MAX) this.conflicting.push(row);
        break;
      case 'voided': {
        this.voided++;
        const isOther = row.differences.length > 0;
        if (isOther) this.voidedConflicts++;
        this.#voided.count(isOther ? 'voided_conflict' : 'voided', row.line, shown, []);
        break;
      }
      case 'rejected':
        this.rejected++;
        if (row.reasons.some(({ group }) => group === 'not_eligible')) this.ineligible++;
        if (this.rejections.length < SHOWN_MAX) this.rejections.push(row);
        if (row.isHeld) this.#reasons.count('left_out', row.line, shown, []);
        else this.#reasons.add(row.reasons, row.line, shown);
    }
  }
}

/** The service checks players last: nothing else is wrong with such a row. */
const isOnlyIneligible = (reasons: readonly Reason[]): boolean =>
  reasons.length > 0 && reasons.every(({ group }) => group === 'not_eligible');

/** How many line numbers of a group are shown. */
const LINES_SHOWN_MAX = 5;

class Grouper<G extends string, T extends { readonly group: G } | never> {
  readonly #groups = new Map<G, { group: G; rows: number; lines: number[]; example: RowGroup<G, T>['example'] }>();

  /** Counts a row in each group of what it has. */
  add(all: readonly T[], line: number, reference: string): void {
    for (const group of new Set(all.map((one) => one.group)))
      this.count(
        group,
        line,
        reference,
        all.filter((one) => one.group === group),
      );
  }

  count(group: G, line: number, reference: string, all: readonly T[]): void {
    const known = this.#groups.get(group) ?? { group, rows: 0, lines: [], example: { line, reference, all } };
    known.rows++;
    if (known.lines.length < LINES_SHOWN_MAX) known.lines.push(line);
    this.#groups.set(group, known);
  }

  /** The largest group first. */
  get groups(): readonly RowGroup<G, T>[] {
    return [...this.#groups.values()].sort((one, other) => other.rows - one.rows);
  }
}

/** The reasons of rows that the reader rejects, before any is sent. */
export function reasonsBefore(
  rows: readonly { readonly line: number; readonly externalRef: string; readonly reasons: readonly Reason[] }[],
) {
  const grouper = new Grouper<FaultGroup, Reason>();
  for (const { line, externalRef, reasons } of rows) grouper.add(reasons, line, shownReference(externalRef));
  return grouper.groups;
}
