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
  /** What the names of the file mean; null if it has usernames. */
  readonly people: PeopleSummary | null;
  /** Players of other partners that the rows use. */
  readonly of_other_partners: PeopleSummary['of_other_partners'];
  /** Requests that were sent again. */
  readonly retries: number;
  /** How the file was read, in sentences: the meanings of its columns, dates and times. */
  readonly reading: readonly string[];
}

/** The result of an import, in the form that `--json` prints. A row without a result does not count as read. */
export type ImportSummary = ReturnType<typeof summarise>;

/** At most this many rows of each kind are listed; the report has all of them. */
const SHOWN_MAX = 20;

export function summarise(facts: ImportFacts, end: End, report: Report, elapsedMs: number, format: Format) {
  const { counts, results, warned } = report;
  const rejected = results.filter(({ status }) => status === 'rejected');
  const isIneligible = ({ reasons }: RowResult): boolean => reasons.some(({ group }) => group === 'not_eligible');
  const lineOf = ({ line, externalRef }: RowResult, all: RowResult['reasons' | 'cautions']) => ({
    ...{ line, external_ref: externalRef, texts: all.map(({ text }) => textOf(format, text)) },
    codes: [...new Set<string>(all.map(({ group }) => group))],
  });
  return {
    ...facts,
    players_registered: report.playersIn(facts.dry_run ? 'new' : 'registered'),
    /** The whole file was processed. */
    complete: end === 'complete',
    /** Null for an import that did not fail, or was interrupted. */
    failure: typeof end === 'string' ? null : end.message,
    rows_read: results.length,
    created: counts.created,
    duplicates: counts.duplicate,
    conflicts: counts.conflict,
    voided: counts.voided,
    rejected: counts.rejected,
    /** Rejected rows with players that do not exist, or are not visible to this partner. */
    ineligible: rejected.filter(isIneligible).length,
    seconds: Math.round(elapsedMs) / 1000,
    rows_per_second: Math.round(rowsPerSecond({ done: results.length, elapsedMs })),
    /** A row with several faults counts in several groups. */
    problems: groupsOf(report.reasons, textsOf(report.reasons, 'group', format)),
    rejections: rejected.slice(0, SHOWN_MAX).map((row) => ({
      ...lineOf(row, row.reasons),
      ...(row.isHeld && { codes: ['left_out'] }),
    })),
    /** Rows with warnings. They are stored, unless you did not confirm them. */
    warned: warned.length,
    warnings: groupsOf(report.cautions, textsOf(report.cautions, 'warning_group', format)),
    warned_rows: warned.slice(0, SHOWN_MAX).map((row) => lineOf(row, row.cautions)),
    /** Assumptions that a person may want to check; such rows are not rejected. */
    remarks: groupsOf(report.notes, textsOf(report.notes, null, format)),
    conflicting: report.conflicting.slice(0, SHOWN_MAX).map(({ line, externalRef, matchId, differences }) => ({
      ...{ line, external_ref: externalRef, existing_match_id: matchId, differences },
    })),
    /** The session of the last match, for its recap; null for none. */
    last_session: report.lastSession,
  };
}

/** Without the line of the example. */
const groupsOf = (groups: readonly { readonly group: string }[], texts: readonly GroupText[]) =>
  texts.map(({ text: problem, rows, lines, example }, place) => ({
    ...{ code: groups[place]?.group.replace(/^note\./, '') ?? '', problem, rows, lines, example },
  }));
