import type { Conflict } from '@bandeja/importer/conflicts';
import type { GroupCount } from '@bandeja/importer/group-counter';
import type { PeopleSummary } from '@bandeja/importer/names/names-import';
import type { RowResult, Tally } from '@bandeja/importer/results';
import type { RowWarning } from '@bandeja/importer/rows';
import type { WarningGroup } from '@bandeja/importer/warnings';
import type { End } from '../exit.ts';
import { rowsPerSecond } from '../progress.ts';

/** Facts about an import beside the results of its rows. */
export interface ImportFacts {
  readonly file: string;
  readonly service: string;
  readonly dry_run: boolean;
  readonly players_registered: number;
  /** Rows of a dry run for whose warnings the service does not look yet, because their players are not registered. */
  readonly unchecked: number;
  /** What the names of the file mean; null if it has usernames. */
  readonly people: PeopleSummary | null;
  /** Players of other partners that the rows use. */
  readonly of_other_partners: PeopleSummary['of_other_partners'];
  /** Requests that were sent again. */
  readonly retries: number;
  /** How the file was read, in sentences: the meanings of its columns, dates and times. */
  readonly reading: readonly string[];
  /** Assumptions that a person may want to check; such rows are not rejected. */
  readonly remarks: readonly GroupCount[];
  /** The session of the last match, for its recap; null for none. */
  readonly last_session: string | null;
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
  readonly problems: readonly GroupCount[];
  /** The first rejected rows; a report has them all. */
  readonly rejections: readonly Rejection[];
  /** Rows that the service warns of. They are stored, unless you did not confirm them. */
  readonly warned: number;
  /** What it warns of. A row with several codes counts in several groups. */
  readonly warnings: readonly WarningGroup[];
  /** The first rows with warnings; a report has them all. */
  readonly warned_rows: readonly WarnedLine[];
  readonly voided_rows: readonly GroupCount[];
  /** The first rows in conflict; a report has them all. */
  readonly conflicting: readonly Conflict[];
}

interface Rejection extends Pick<RowResult, 'line' | 'code' | 'detail'> {
  readonly external_ref: string;
}

interface WarnedLine {
  readonly line: number;
  readonly external_ref: string;
  readonly warnings: readonly RowWarning[];
}

export function summarise(
  facts: ImportFacts,
  end: End,
  tally: Tally,
  conflicting: readonly Conflict[],
  elapsedMs: number,
): ImportSummary {
  const { accounted: rows_read, created, duplicates, conflicts, voided, rejected, ineligible, problems } = tally;
  return {
    ...facts,
    complete: end === 'complete',
    failure: typeof end === 'string' ? null : end.message,
    rows_read,
    created,
    duplicates,
    conflicts,
    voided,
    rejected,
    ineligible,
    seconds: Math.round(elapsedMs) / 1000,
    rows_per_second: Math.round(rowsPerSecond({ done: rows_read, elapsedMs })),
    problems,
    rejections: tally.rejections.map(({ line, externalRef, code, detail }) => ({
      line,
      external_ref: externalRef,
      code,
      detail,
    })),
    warned: tally.warned,
    warnings: tally.warnings,
    warned_rows: tally.warnedRows.map(({ line, externalRef, warnings }) => ({
      line,
      external_ref: externalRef,
      warnings,
    })),
    voided_rows: tally.voidedRows,
    conflicting,
  };
}
