import { type PeopleSummary, type Report, type RowResult, textOf } from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import type { End } from '../exit.ts';
import { rowsPerSecond } from '../progress.ts';
import { type GroupText, textsOf } from './groups.ts';

/** Facts about an import beside the results of its rows. */
export interface ImportFacts {
  readonly file: string;
  readonly service: string;
  /** Null for a dry run, and if the import could not be opened. */
  readonly import_id: string | null;
  readonly dry_run: boolean;
  readonly players_registered: number;
  /** What the names of the file mean; null if it has usernames. */
  readonly people: PeopleSummary | null;
  /** Players of other partners that the rows use. */
  readonly of_other_partners: PeopleSummary['of_other_partners'];
  /** Requests that were sent again. */
  readonly retries: number;
  /** How the file was read, in sentences: the meanings of its columns, dates and times. */
  readonly reading: readonly string[];
}

/** Rows with something in common. */
export interface SummaryGroup extends Omit<GroupText, 'text' | 'exampleLine'> {
  readonly code: string;
  /** What the rows have in common, and what to do. */
  readonly problem: string;
}

/** The result of an import, in the form that `--json` prints. A row without a result does not count as read. */
export interface ImportSummary extends ImportFacts {
  /** The whole file was processed. */
  readonly complete: boolean;
  /** Why the import failed; null if it did not, or was interrupted. */
  readonly failure: string | null;
  readonly rows_read: number;
  readonly created: number;
  /** Rows that the service has already, with the same content. */
  readonly duplicates: number;
  /** Rows whose reference belongs to another match; they were not stored. */
  readonly conflicts: number;
  /** Rows whose reference belongs to a voided match; they were not stored. */
  readonly voided: number;
  readonly rejected: number;
  /** Rejected rows with players that do not exist, or are not visible to this partner. */
  readonly ineligible: number;
  readonly seconds: number;
  readonly rows_per_second: number;
  /** Why rows were rejected. A row with several faults counts in several groups. */
  readonly problems: readonly SummaryGroup[];
  /** The first rejected rows; a report has them all. */
  readonly rejections: readonly RowLine[];
  /** Rows with warnings. They are stored, unless you did not confirm them. */
  readonly warned: number;
  readonly warnings: readonly SummaryGroup[];
  /** The first rows with warnings; a report has them all. */
  readonly warned_rows: readonly RowLine[];
  /** Assumptions that a person may want to check; such rows are not rejected. */
  readonly remarks: readonly SummaryGroup[];
  /** The first rows in conflict; a report has them all. */
  readonly conflicting: readonly ConflictLine[];
  /** The session of the last match, for its recap; null for none. */
  readonly last_session: string | null;
}

interface RowLine {
  readonly line: number;
  readonly external_ref: string | null;
  readonly codes: readonly string[];
  readonly texts: readonly string[];
}

export interface ConflictLine {
  readonly line: number;
  readonly external_ref: string | null;
  readonly existing_match_id: string | null;
  readonly differences: RowResult['differences'];
}

/** At most this many rows of each kind are listed; the report has all of them. */
const SHOWN_MAX = 20;

export function summarise(
  facts: ImportFacts,
  end: End,
  report: Report,
  elapsedMs: number,
  format: Format,
): ImportSummary {
  const { counts, results, warned } = report;
  const rows_read = results.length;
  const rejected = results.filter(({ status }) => status === 'rejected');
  const isIneligible = ({ reasons }: RowResult): boolean => reasons.some(({ group }) => group === 'not_eligible');
  const lineOf = ({ line, externalRef }: RowResult, all: RowResult['reasons' | 'cautions']): RowLine => ({
    ...{ line, external_ref: externalRef, texts: all.map(({ text }) => textOf(format, text)) },
    codes: [...new Set(all.map(({ group }) => group))],
  });
  return {
    ...facts,
    complete: end === 'complete',
    failure: typeof end === 'string' ? null : end.message,
    ...{ rows_read, created: counts.created, duplicates: counts.duplicate, conflicts: counts.conflict },
    ...{ voided: counts.voided, rejected: counts.rejected, ineligible: rejected.filter(isIneligible).length },
    seconds: Math.round(elapsedMs) / 1000,
    rows_per_second: Math.round(rowsPerSecond({ done: rows_read, elapsedMs })),
    problems: groupsOf(report.reasons, textsOf(report.reasons, 'group', format)),
    rejections: rejected.slice(0, SHOWN_MAX).map((row) => ({
      ...lineOf(row, row.reasons),
      ...(row.isHeld && { codes: ['left_out'] }),
    })),
    warned: warned.length,
    warnings: groupsOf(report.cautions, textsOf(report.cautions, 'warning_group', format)),
    warned_rows: warned.slice(0, SHOWN_MAX).map((row) => lineOf(row, row.cautions)),
    remarks: groupsOf(report.notes, textsOf(report.notes, null, format)),
    conflicting: report.conflicting.slice(0, SHOWN_MAX).map(({ line, externalRef, matchId, differences }) => ({
      ...{ line, external_ref: externalRef, existing_match_id: matchId, differences },
    })),
    last_session: report.lastSession,
  };
}

const groupsOf = (groups: readonly { readonly group: string }[], texts: readonly GroupText[]): SummaryGroup[] =>
  texts.map(({ text: problem, rows, lines, example }, place) => ({
    ...{ code: groups[place]?.group.replace(/^note\./, '') ?? '', problem, rows, lines, example },
  }));
