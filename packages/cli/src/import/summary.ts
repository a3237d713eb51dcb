import { countOf, fields, grouped } from '../print.ts';
import { rowsPerSecond } from '../progress.ts';
import { printable } from '../terminal.ts';
import { type ConflictCase, conflictAdvice, quoted } from './conflict-text.ts';
import type { Conflict } from './conflicts.ts';
import type { GroupCount } from './group-counter.ts';
import type { PeopleSummary } from './names/names-import.ts';
import type { Tally } from './results.ts';
import type { RowName } from './rows.ts';

/** What is known about an import beside the results of its rows. */
export interface ImportFacts {
  readonly file: string;
  readonly service: string;
  readonly dry_run: boolean;
  /** The whole file went through. */
  readonly complete: boolean;
  readonly players_registered: number;
  /** What the names of the file mean; null if it has usernames. */
  readonly people: PeopleSummary | null;
  /** Requests that were sent again. */
  readonly retries: number;
  /** How the file was read, in sentences: the meanings of its columns, dates and times. */
  readonly reading: readonly string[];
  /** What was read by a rule that a person may want to know of; such rows are not rejected. */
  readonly remarks: readonly GroupCount[];
  /** The session of the last match, to look at its recap; null for none. */
  readonly last_session: string | null;
  /** Why it ended early; null when it did not, or was interrupted. */
  readonly failure: string | null;
}

/** What an import has done, in the form that `--json` prints. A row without a result does not count as read. */
export type ImportSummary = ReturnType<typeof summarise>;

export function summarise(facts: ImportFacts, tally: Tally, compared: readonly Conflict[], elapsedMs: number) {
  const { accounted: rows_read, created, duplicates, conflicts, rejected, problems, rejections } = tally;
  return {
    ...facts,
    rows_read,
    created,
    /** Rows that the service has already, with the same content. */
    duplicates,
    /** Rows whose reference belongs to another match; they were not stored. */
    conflicts,
    rejected,
    seconds: Math.round(elapsedMs) / 1000,
    rows_per_second: Math.round(rowsPerSecond({ done: rows_read, elapsedMs })),
    /** Why rows were rejected. A row with several faults counts in several groups. */
    problems,
    /** The first rejected rows; a report has them all. */
    rejections: rejections.map(({ line, externalRef, code, detail }) => ({
      line,
      external_ref: externalRef,
      code,
      detail,
    })),
    /** The first rows in conflict; a report has them all. */
    conflicting: compared.map(({ line, externalRef, matchId, differences }) => ({
      line,
      external_ref: externalRef,
      existing_match_id: matchId,
      differences,
    })),
  };
}

/** The summary for people. */
export function summaryText(summary: ImportSummary): string {
  const would = summary.dry_run ? 'would be ' : '';
  const title = summary.dry_run ? 'Checked, nothing stored' : summary.complete ? 'Imported' : 'Imported in part';
  const counts = [
    ['rows read', summary.rows_read],
    [`${would}created`, summary.created],
    ['duplicates', summary.duplicates],
    ['conflicts', summary.conflicts],
    ['rejected', summary.rejected],
    [`players ${would}registered`, summary.players_registered],
  ] as const;
  const width = Math.max(...counts.map(([, count]) => grouped(count).length));
  const seconds = summary.seconds.toFixed(summary.seconds < 10 ? 2 : 1);
  const rows = counts.map(([label, count]) => [`  ${label}`, grouped(count).padStart(width)] as const);
  const pace = [`  time`, `${seconds} s, ${grouped(summary.rows_per_second)} rows/s`] as const;
  return `${title}: ${printable(summary.file)} → ${summary.service}\n${fields([...rows, pace])}`;
}

/** Why rows were rejected: the reasons with their rows, and an example of each. */
export function problemsText({ rejected, problems }: ImportSummary, rowName: RowName, hasReport: boolean): string {
  if (rejected === 0) return '';
  const isInSeveral = problems.reduce((sum, { rows }) => sum + rows, 0) > rejected;
  const notes = [
    ...(isInSeveral ? ['a row with several faults is in several groups'] : []),
    ...(hasReport ? [] : ['--report FILE lists them all']),
  ];
  const title = `Rejected, ${countOf(rejected, 'row')}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}:`;
  return groupsText(title, problems, rowName);
}

/** What was read by a rule that a person may want to know of. */
export function remarksText({ remarks }: ImportSummary, rowName: RowName): string {
  return remarks.length === 0 ? '' : groupsText('Read by a rule, not rejected:', remarks, rowName);
}

/** Groups of rows, with an example of each. */
export function groupsText(title: string, groups: readonly GroupCount[], rowName: RowName): string {
  const lines = groups.flatMap(({ problem, rows, lines: numbers, example }) => {
    const list = `${rowName}${numbers.length === 1 ? '' : rowName === 'match' ? 'es' : 's'} ${numbers.join(', ')}`;
    const more = rows > numbers.length ? ', …' : '';
    const first = example === '' ? [] : [`    ${rowName} ${numbers[0]}, ${example}`];
    return [`  ${countOf(rows, 'row')}: ${problem} (${list}${more})`, ...first];
  });
  return `${[title, ...lines.map(printable)].join('\n')}\n`;
}

/** What the person may want to know or do next. */
export function adviceText(
  summary: ImportSummary,
  tally: Tally,
  conflicts: readonly Conflict[],
  { areMade, isRegistering }: Pick<ConflictCase, 'areMade'> & { readonly isRegistering: boolean },
): string {
  const advice: string[] = [];
  if (!summary.complete) {
    advice.push('Run the same command again to go on. Matches that are stored already then count as duplicates.');
  }
  if (summary.retries > 0 && summary.duplicates > 0 && !summary.dry_run) {
    advice.push(
      'Requests were sent again; a match stored by an attempt whose response was lost counts as a duplicate.',
    );
  }
  const stored = summary.duplicates + (summary.dry_run ? 0 : summary.created);
  if (summary.conflicts > 0) advice.push(...conflictAdvice(conflicts, { areMade, stored }));
  if (tally.ineligible > 0 && !isRegistering) {
    advice.push(
      'Rows name players that do not exist, or are private and not shared with you: --register creates missing players.',
    );
  }
  if (summary.complete && !summary.dry_run && summary.last_session !== null && summary.created > 0) {
    advice.push(`The recap: bandeja sessions recap ${quoted(summary.last_session)} --svg poster.svg`);
  }
  return advice.map((sentence) => `${printable(sentence)}\n`).join('');
}
