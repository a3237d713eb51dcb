import type { SubmitOutcome } from '@bandeja/client';
import { groupBy } from './collections.ts';
import type { Difference } from './differences.ts';
import { type FaultGroup, faultGroups } from './faults.ts';
import { type GroupCount, GroupCounter } from './group-counter.ts';
import { shownReference } from './references.ts';
import { type FaultyRow, INVALID_ROW, type ReadyRow, type RowWarning } from './rows.ts';
import { inFileOrder, participantOf, type Terms } from './terms.ts';
import { WarningCounter, type WarningGroup, warningText } from './warnings.ts';

/** A fault of a rejected row. */
interface GroupedFault {
  /** The sentence that groups it with those of other rows. */
  readonly problem: string;
  readonly detail: string;
}

/** What happened to one row. */
export interface RowResult {
  readonly line: number;
  readonly externalRef: string;
  /**
   * `conflict`: the reference belongs to a stored match with other content, so the row was not stored. `voided`: it belongs to a voided
   * match. If their content differs, there is a code.
   */
  readonly status: SubmitOutcome['status'] | 'voided';
  /** Id of the match that was created, or that existed already. */
  readonly id: string | null;
  /** Why it was rejected: a code of the service, or `invalid_row`. */
  readonly code: string | null;
  readonly detail: string | null;
  /** The faults of a rejected row. */
  readonly faults?: readonly GroupedFault[];
  /** What the service warns of. */
  readonly warnings: readonly RowWarning[];
  /** What was sent, of a row in conflict. */
  readonly sent?: SubmitOutcome['submission'];
  /** How the stored match differs, of a row in conflict. */
  readonly differences?: readonly Difference[];
}

/** The code of rows that were not sent because of their warnings. */
const WARNED = 'warnings';

/** With the code that the service has for a single match. */
const CONFLICT = {
  code: 'duplicate_external_ref',
  detail: 'The match with this reference has other content. The row was not stored.',
} as const;

/** Each fault with such a code names the score of its row, so the faults do not group rows. */
const SERVICE_GROUPS: Readonly<Record<string, FaultGroup>> = {
  implausible_score: 'implausible',
  score_contradicts_winner: 'contradiction',
};

/** A row that was not sent. */
export function resultOfFaulty({ line, externalRef, faults }: FaultyRow, terms: Terms): RowResult {
  const found = faults.map((fault) => ({ problem: faultGroups[fault.group], detail: terms.faultText(fault) }));
  return {
    line,
    externalRef,
    status: 'rejected',
    id: null,
    code: INVALID_ROW,
    warnings: [],
    detail: found.map(({ detail }) => detail).join('; '),
    faults: found,
  };
}

/** A row that was not sent because of its warnings. */
export function resultOfWarned(result: RowResult, isStrict: boolean): RowResult {
  const { line, externalRef, warnings } = result;
  const detail = warnings.map(warningText).join(' ');
  const faults = [{ problem: isStrict ? faultGroups.strict : faultGroups.warned, detail }];
  return {
    line,
    externalRef,
    status: 'rejected',
    id: null,
    code: WARNED,
    detail,
    faults,
    warnings,
  };
}

/** Adds why players could not be registered. @param refusals one for each fault, in this order; empty: none */
export function withRefusals(result: RowResult, refusals: readonly string[]): RowResult {
  const faults = (result.faults ?? []).map((fault, place) => {
    return { ...fault, detail: `${fault.detail} ${refusals[place] ?? ''}`.trimEnd() };
  });
  return { ...result, detail: [result.detail, ...refusals].filter(Boolean).join(' ') || null, faults };
}

/** A row with its outcome in a real or a dry run. */
export interface RowOutcome {
  readonly row: ReadyRow;
  readonly result: RowResult;
  /** If the row was rejected only because players are not eligible, their usernames; otherwise null. */
  readonly ineligible: readonly string[] | null;
}

/** @param warnings those of the answer, in the terms of the file */
export function outcomeOf(
  row: ReadyRow,
  { status, matchId, submission, error }: SubmitOutcome,
  terms: Terms,
  warnings: readonly RowWarning[] = [],
): RowOutcome {
  const { line, externalRef } = row;
  const found = [...row.warnings, ...warnings.map((one) => ({ ...one, detail: inFileOrder(one.detail, row) }))];
  const all = found.map((one) => ({ ...one, detail: terms.text(one.detail) }));
  const origin = { line, externalRef, status, id: matchId, warnings: [] };
  if (error === null) {
    const conflict = status === 'conflict' ? { ...CONFLICT, sent: submission } : { code: null, detail: null };
    return { row, result: { ...origin, ...conflict, warnings: status === 'created' ? all : [] }, ineligible: null };
  }
  const { code, detail, errors } = error;
  const usernames = errors.map(({ pointer }) => usernameAt(pointer, row));
  const named = errors.map((fault) => terms.refusalText(fault, row));
  // The sentence about the whole submission names members of the API.
  const text = row.written === null || named.length === 0 ? [detail, ...named].join(' ') : named.join('; ');
  const problemOf = (fault: { code: string; detail: string; pointer?: string }): string => {
    const group = SERVICE_GROUPS[fault.code];
    if (group !== undefined) return faultGroups[group];
    if (code !== 'invalid_body' || row.written === null) return `${code}: ${fault.detail}`;
    const { pointer = '' } = fault;
    return pointer === '/played_at' ? faultGroups.period : terms.valueText(pointer, fault.detail);
  };
  const faults =
    errors.length === 0
      ? [{ problem: problemOf(error), detail: text }]
      : errors.map((fault, place) => ({ problem: problemOf(fault), detail: named[place] ?? fault.detail }));
  const known = usernames.filter((username) => username !== null);
  const isOnlyPlayers = code === 'participant_not_eligible' && known.length > 0 && known.length === usernames.length;
  // A row that is rejected for anything else has warnings once that is corrected.
  const result = { ...origin, code, detail: text, faults, warnings: isOnlyPlayers ? all : [] };
  return { row, result, ineligible: isOnlyPlayers ? known : null };
}

function usernameAt(pointer: string, row: ReadyRow): string | null {
  return row.usernames[participantOf(pointer) ?? -1] ?? null;
}

const VOIDED = 'the match with the reference is voided';
const VOIDED_CONFLICT = 'the match with the reference is voided, and has other content';

/** At most this many rejected rows, and as many conflicts, are listed; the report has all of them. */
const REJECTIONS_SHOWN_MAX = 20;

/** Counts what happened to the rows. */
export class Tally {
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
  /** The first rejected rows. */
  readonly rejections: RowResult[] = [];
  /** The first conflicts. */
  readonly conflicting: RowResult[] = [];
  /** How many rows have warnings. */
  warned = 0;
  /** The first rows with warnings. */
  readonly warnedRows: RowResult[] = [];
  readonly #problems = new GroupCounter();
  readonly #voided = new GroupCounter();
  readonly #warnings = new WarningCounter();

  add(result: RowResult): void {
    if (result.warnings.length > 0) {
      this.warned++;
      this.#warnings.add(result);
      if (this.warnedRows.length < REJECTIONS_SHOWN_MAX) this.warnedRows.push(result);
    }
    if (result.status === 'created') this.created++;
    else if (result.status === 'duplicate') this.duplicates++;
    else if (result.status === 'conflict') {
      this.conflicts++;
      if (this.conflicting.length < REJECTIONS_SHOWN_MAX) this.conflicting.push(result);
    } else if (result.status === 'voided') {
      this.voided++;
      if (result.code !== null) this.voidedConflicts++;
      this.#voided.add(result.code === null ? VOIDED : VOIDED_CONFLICT, result.line, result.externalRef);
    } else {
      this.rejected++;
      if (result.code === 'participant_not_eligible') this.ineligible++;
      if (this.rejections.length < REJECTIONS_SHOWN_MAX) this.rejections.push(result);
      this.#group(result);
    }
  }

  #group({ line, externalRef, faults = [] }: RowResult): void {
    for (const [problem, found] of groupBy(faults, (fault) => fault.problem)) {
      const details = found.map(({ detail }) => detail).join('; ');
      this.#problems.add(
        problem,
        line,
        [shownReference(externalRef), details].filter((text) => text !== '').join(': '),
      );
    }
  }

  /** Why rows were rejected, the most frequent reason first. A row with several faults is in several groups. */
  get problems(): readonly GroupCount[] {
    return this.#problems.groups;
  }

  /** Warnings, the most frequent code first. */
  get warnings(): readonly WarningGroup[] {
    return this.#warnings.groups;
  }

  /** Rows whose matches are voided, by whether their content differs. */
  get voidedRows(): readonly GroupCount[] {
    return this.#voided.groups;
  }

  /** Rows with a result. */
  get accounted(): number {
    return this.created + this.duplicates + this.conflicts + this.voided + this.rejected;
  }
}
