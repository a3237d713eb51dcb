/** The CSV file from which a merge is undone. */
import { csvCell } from '../csv-cell.ts';
import { fileFault } from '../file-fault.ts';
import { type Lineup, lineupText, readLineup } from './lineup.ts';

/** A match in which a merge replaces a player. */
export interface MergedMatch {
  readonly id: string;
  readonly external_ref: string;
  readonly played_at: string;
  readonly before: Lineup;
  readonly after: Lineup;
}

export interface MergeReport {
  readonly kind: 'merge';
  /** The usernames of both players. */
  readonly from: string;
  readonly into: string;
  readonly matches: readonly MergedMatch[];
}

export const MERGE_COLUMNS = ['id', 'external_ref', 'played_at', 'from', 'into', 'before', 'after'] as const;
const HEADER = `${MERGE_COLUMNS.join(',')}\n`;

/** A line of the file, by column. */
export interface ReportLine {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** @param name what messages call the file @throws {FileFault} for lines that {@link mergeReportText} did not write */
export function mergeReportOf(name: string, lines: readonly ReportLine[]): MergeReport {
  const matches = lines.map(({ line, cells }): MergedMatch => {
    const [before, after] = [readLineup(cells['before'] ?? ''), readLineup(cells['after'] ?? '')];
    if (before === null || after === null)
      throw fileFault(`${name}, line ${line}: “before” and “after” are not as the merge wrote them.`);
    const { id = '', external_ref = '', played_at = '' } = cells;
    return { id, external_ref, played_at, before, after };
  });
  const { from = '', into = '' } = lines[0]?.cells ?? {};
  if (lines.some(({ cells }) => cells['from'] !== from || cells['into'] !== into))
    throw fileFault(`${name}: the file has the matches of several merges. Undo each with its own report.`);
  return { kind: 'merge', from, into, matches };
}

/** The text of the file. A match that an interrupted merge reported, and the next one again, is written once. */
export function mergeReportText({ from, into, matches }: MergeReport): string {
  const distinct = [...new Map(matches.map((match) => [match.id, match])).values()];
  const lines = distinct.map(({ id, external_ref, played_at, before, after }) =>
    [id, external_ref, played_at, from, into, lineupText(before), lineupText(after)].map((cell) => csvCell(cell)),
  );
  return HEADER + lines.map((cells) => `${cells.join(',')}\n`).join('');
}
