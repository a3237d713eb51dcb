/** The summary of an import as a person reads it: counts, groups of rows, and what to do next. */
import { groupedRows, type Report, type RowName, type RowResult, shownReference, valueText } from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { grouped } from '../counts.ts';
import { fields } from '../print.ts';
import { printable } from '../terminal.ts';
import { conflictAdvice, quoted } from './conflict-advice.ts';
import { type GroupText, groupLines, line, textsOf } from './groups.ts';
import type { ImportSummary } from './summary.ts';

/** The choices of the person that the text depends on. */
export interface Choices {
  readonly rowName: RowName;
  readonly hasReport: boolean;
  /** References are derived from the content of the rows. */
  readonly areReferencesMade: boolean;
  readonly isRegistering: boolean;
  /** The import stays open for the rows with warnings, which only a person at a terminal confirms. */
  readonly staysOpen: boolean;
  readonly format: Format;
}

/** @returns the counts for standard output, and the notes above and below them for standard error */
export function summaryText(summary: ImportSummary, report: Report, choices: Choices) {
  const { rowName, format, hasReport } = choices;
  const lines = [
    ...problemLines({ rejected: report.counts.rejected, reasons: report.reasons }, choices),
    ...groupLines(format('summary.conflicts_title'), conflictGroups(report.conflicting, format), rowName, format),
    ...groupLines(format('summary.voided_title'), voidedGroups(report, format), rowName, format),
    ...groupLines(
      format('summary.warnings_title', { rows: report.warned.length }),
      textsOf(report.cautions, 'warning_group', format),
      rowName,
      format,
    ),
    ...groupLines(format('summary.notes_title'), textsOf(report.notes, null, format), rowName, format),
  ];
  const hint = lines.length === 0 || hasReport ? [] : [line(format('summary.report_hint'))];
  return {
    above: [...lines, ...hint].join(''),
    counts: countsText(summary, format),
    below: adviceOf(summary, report, choices).map(line).join(''),
  };
}

function countsText(summary: ImportSummary, format: Format): string {
  const { dry_run: isDry } = summary;
  const title = format('summary.title', { state: isDry ? 'checked' : summary.complete ? 'other' : 'part' });
  const counts = [
    [format('summary.rows_read'), summary.rows_read],
    [format(isDry ? 'summary.would_be_created' : 'summary.created'), summary.created],
    [format('summary.duplicates'), summary.duplicates],
    [format('summary.conflicts'), summary.conflicts],
    ...(summary.voided === 0 ? [] : [[format('summary.voided'), summary.voided] as const]),
    [format('summary.rejected'), summary.rejected],
    [format(isDry ? 'summary.would_be_registered' : 'summary.registered'), summary.players_registered],
  ] as const;
  const width = Math.max(...counts.map(([, count]) => grouped(count).length));
  const rows = counts.map(([label, count]) => [`  ${label}`, grouped(count).padStart(width)] as const);
  const seconds = summary.seconds.toFixed(summary.seconds < 10 ? 2 : 1);
  const pace = [
    `  ${format('summary.time')}`,
    format('summary.pace', { seconds, pace: summary.rows_per_second }),
  ] as const;
  const id = summary.import_id === null ? [] : [[`  ${format('summary.import')}`, summary.import_id] as const];
  return `${title}: ${printable(summary.file)} → ${summary.service}\n${fields([...rows, pace, ...id])}`;
}

/** The text before the question whether to send rows with warnings. */
export function warnedText(report: Report, rowName: RowName, format: Format): string {
  const title = format('summary.asked_title', { rows: report.warned.length });
  return groupLines(title, textsOf(report.cautions, 'warning_group', format), rowName, format).join('');
}

export function problemLines(
  { rejected, reasons }: { readonly rejected: number; readonly reasons: Report['reasons'] },
  { rowName, format }: Pick<Choices, 'rowName' | 'format'>,
): string[] {
  const isInSeveral = reasons.reduce((sum, { rows }) => sum + rows, 0) > rejected;
  const title = format('summary.rejected_title', { rows: rejected, several: isInSeveral ? 'yes' : 'other' });
  return groupLines(title, textsOf(reasons, 'group', format), rowName, format);
}

/** Rows whose matches are voided, by whether their content differs. */
function voidedGroups({ results }: Report, format: Format): GroupText[] {
  const voided = results.filter(({ status }) => status === 'voided');
  const isOther = ({ differences }: RowResult): boolean => differences.length > 0;
  const groups = groupedRows(voided, (row) => [[isOther(row) ? 'summary.voided_other' : 'summary.voided_same', []]]);
  return groups.map(({ group, rows, lines, first }) => ({
    ...{ rows, lines, example: shownReference(first.externalRef), exampleLine: first.line },
    text: format(group),
  }));
}

/** Conflicts in which the same parts differ. */
function conflictGroups(conflicting: readonly RowResult[], format: Format): GroupText[] {
  const partsOf = ({ differences }: RowResult): string =>
    differences.map(({ code }) => format(`difference.${code}`)).join(', ');
  const groups = groupedRows(conflicting, (row) => [[partsOf(row), []]]);
  return groups.map(({ group: parts, rows, lines, first }) => {
    const details = first.differences.map(({ code, stored, sent }) =>
      format('summary.difference', {
        part: format(`difference.${code}`),
        stored: valueText(stored) || '–',
        sent: valueText(sent) || '–',
      }),
    );
    const match = first.matchId === null ? [] : [format('summary.match_id', { id: first.matchId })];
    const example = [shownReference(first.externalRef), ...match, ...details].filter((one) => one !== '').join('; ');
    return { text: format('summary.differs', { parts }), rows, lines, example, exampleLine: first.line };
  });
}

/** What the person may want to know or do next. */
function adviceOf(summary: ImportSummary, report: Report, choices: Choices): string[] {
  const { format, areReferencesMade, isRegistering } = choices;
  const { import_id: id } = summary;
  const advice: string[] = [];
  if (!summary.complete && id !== null) advice.push(format('summary.go_on', { id }));
  const leftOut = report.reasons.find(({ group }) => group === 'left_out')?.rows ?? 0;
  if (choices.staysOpen && id !== null && leftOut > 0)
    advice.push(format('summary.unconfirmed', { rows: leftOut, id }));
  advice.push(...conflictAdvice(summary, areReferencesMade, format));
  if (summary.voided > 0) advice.push(format('summary.replace_voided', { rows: summary.voided }));
  if (summary.ineligible > 0 && !isRegistering) advice.push(format('summary.not_eligible'));
  if (!summary.complete || summary.dry_run || summary.created === 0) return advice;
  if (id !== null) advice.push(format('summary.undo', { id }));
  if (summary.last_session !== null) {
    const command = `bandeja sessions recap ${quoted(summary.last_session)} --svg poster.svg`;
    advice.push(format('summary.recap', { command }));
  }
  return advice;
}
