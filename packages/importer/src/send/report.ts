/** What became of the rows of a file, and groups of rows with something in common. */
import type { Api } from '@bandeja/client';
import { groupBy } from '../collections.ts';
import type { FaultGroup, WarningGroup } from '../groups.ts';
import type { Note } from '../message.ts';
import type { Reading } from '../reading.ts';
import { type Caution, cautionsOf, type Reason, reasonsOf, type Terms } from './outcome.ts';
import type { SentRow } from './send.ts';

/** Rows that have something in common. */
export interface RowGroup<G extends string, T> {
  readonly group: G;
  readonly rows: number;
  /** The numbers of the first rows. */
  readonly lines: readonly number[];
  readonly first: RowResult;
  /** What the first of them has. */
  readonly all: readonly T[];
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
  /** Assumptions about a row that was not rejected. */
  readonly notes: readonly Note[];
  /** How the stored match differs, of a conflict or of a voided match. */
  readonly differences: Api.ImportRow['differences'];
  /** It was held for its warnings. */
  readonly isHeld: boolean;
}

export class Report {
  /** Those of the rows that were answered. */
  readonly results: RowResult[] = [];
  /** Those with warnings. */
  readonly warned: RowResult[] = [];
  readonly conflicting: RowResult[] = [];
  readonly counts = { created: 0, duplicate: 0, conflict: 0, voided: 0, rejected: 0 };
  /** The players that the rows name by keys, by these. */
  readonly players = new Map<string, Api.ImportedPlayerResult>();
  /** The session of the last match that is stored. */
  lastSession: string | null = null;
  readonly #reasons: Groups<FaultGroup, Reason> = new Map();
  readonly #cautions: Groups<WarningGroup, Caution> = new Map();
  readonly #notes: Groups<Note['code'], { readonly text: Note }> = new Map();
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
      players: this.players,
    };
  }

  /** Why rows were rejected, the most frequent reason first. A row with several is in several groups. */
  get reasons(): readonly RowGroup<FaultGroup, Reason>[] {
    return largestFirst(this.#reasons);
  }

  get cautions(): readonly RowGroup<WarningGroup, Caution>[] {
    return largestFirst(this.#cautions);
  }

  get notes(): readonly RowGroup<Note['code'], { readonly text: Note }>[] {
    return largestFirst(this.#notes);
  }

  /** @returns the results in the words of the file */
  add(rows: readonly SentRow[], players: readonly Api.ImportedPlayerResult[] = []): readonly RowResult[] {
    for (const { result, own } of rows)
      if (result.match_id !== null && result.state === 'created') this.#lines.set(result.match_id, own.row.line);
    for (const player of players) this.players.set(player.key, player);
    const results = rows.map((sent) => this.#resultOf(sent));
    for (const row of results) this.#count(row);
    return results;
  }

  /** Rows are grouped as they come: a page shows the groups after each batch of a large file. */
  #count(row: RowResult): void {
    const { status, cautions, notes } = row;
    this.results.push(row);
    this.counts[status]++;
    if (status === 'conflict') this.conflicting.push(row);
    if (status === 'rejected') addToGroups(this.#reasons, row, groupsOfReasons(row));
    if (cautions.length > 0) {
      this.warned.push(row);
      const groups = groupBy(cautions, ({ group }) => group);
      addToGroups(this.#cautions, row, groups);
    }
    const texts = notes.map((text) => ({ text }));
    addToGroups(
      this.#notes,
      row,
      groupBy(texts, ({ text }) => text.code),
    );
  }

  /** How many players are in this state. */
  playersIn(state: Api.ImportedPlayerResult['state']): number {
    return [...this.players.values()].filter((player) => player.state === state).length;
  }

  #resultOf({ own, result }: SentRow): RowResult {
    const { state, match_id: matchId, differences } = result;
    const reasons = reasonsOf(result, own, this.#terms);
    const isHeld = state === 'held' || reasons.some(({ group }) => group === 'left_out');
    const hasCautions = state === 'created' || isHeld || isOnlyIneligible(reasons);
    const status = state === 'held' ? 'rejected' : state;
    if (status === 'created' || status === 'duplicate')
      this.lastSession = own.match?.session_external_ref ?? this.#common ?? this.lastSession;
    return {
      ...{ line: own.row.line, externalRef: result.external_ref ?? (own.row.externalRef || null) },
      ...{ status, matchId, reasons, differences, isHeld },
      cautions: hasCautions ? cautionsOf(result, own, this.#terms) : [],
      notes: status === 'rejected' ? [] : own.row.notes,
    };
  }
}

/** The service checks players last: nothing else is wrong with such a row. */
const isOnlyIneligible = (reasons: readonly Reason[]): boolean =>
  reasons.length > 0 && reasons.every(({ group }) => group === 'not_eligible');

/** How many line numbers of a group are shown. */
const LINES_SHOWN_MAX = 5;

type Groups<G extends string, T> = Map<G, RowGroup<G, T> & { rows: number; readonly lines: number[] }>;

function addToGroups<G extends string, T>(
  groups: Groups<G, T>,
  row: RowResult,
  groupsOfRow: Iterable<readonly [G, readonly T[]]>,
): void {
  for (const [group, all] of groupsOfRow) {
    const known = groups.get(group) ?? { group, rows: 0, lines: [], first: row, all };
    known.rows++;
    if (known.lines.length < LINES_SHOWN_MAX) known.lines.push(row.line);
    groups.set(group, known);
  }
}

const largestFirst = <G extends string, T>(groups: Groups<G, T>): readonly RowGroup<G, T>[] =>
  [...groups.values()].sort((one, other) => other.rows - one.rows);

/**
 * Groups rows, the largest group first.
 * @param groupsOf the groups of a row, and what it has of each
 */
export function groupedRows<G extends string, T>(
  results: readonly RowResult[],
  groupsOf: (row: RowResult) => Iterable<readonly [G, readonly T[]]>,
): readonly RowGroup<G, T>[] {
  const groups: Groups<G, T> = new Map();
  for (const row of results) addToGroups(groups, row, groupsOf(row));
  return largestFirst(groups);
}

const groupsOfReasons = ({ reasons, isHeld }: RowResult): Iterable<readonly [FaultGroup, readonly Reason[]]> =>
  isHeld ? [['left_out', []]] : groupBy(reasons, ({ group }) => group);

export const groupedByReason = (rejected: readonly RowResult[]): readonly RowGroup<FaultGroup, Reason>[] =>
  groupedRows(rejected, groupsOfReasons);
