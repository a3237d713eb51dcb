/** The CSV files from which `bandeja import undo` knows what to undo. */

import { csvCell, textOfCell } from '@bandeja/importer/csv-cell';
import { csvRecords } from '@bandeja/importer/csv-records';
import { encodingOf, fileText } from '@bandeja/importer/file-text';
import { wrongUse } from '../exit.ts';
import { localFile } from '../import/local-file.ts';
import { type Lineup, lineupText, readLineup } from './lineup.ts';

/** A match that an import reported. */
export interface ImportedRow {
  readonly external_ref: string;
  /** Null in a file that has lost its ids. */
  readonly id: string | null;
  readonly status: string;
}

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

export type Report = { readonly kind: 'import'; readonly rows: readonly ImportedRow[] } | MergeReport;

const MERGE_COLUMNS = ['id', 'external_ref', 'played_at', 'from', 'into', 'before', 'after'] as const;
const MERGE_HEADER = `${MERGE_COLUMNS.join(',')}\n`;

type Cells = Readonly<Record<string, string>>;

/** Reads the report of an import or of a merge. @throws {CommandFailure} for another file */
export async function readReport(path: string): Promise<Report> {
  const file = await localFile(path);
  const encoding = await encodingOf(file);
  let header: readonly string[] | null = null;
  const rows: { readonly line: number; readonly cells: Cells }[] = [];
  for await (const { line, cells } of csvRecords(fileText(file, encoding), path)) {
    if (header === null) header = cells.map((cell) => cell.trim().toLowerCase());
    else {
      const named = header.map((name, place) => [name, textOfCell(cells[place]?.trim() ?? '')] as const);
      rows.push({ line, cells: Object.fromEntries(named) });
    }
  }
  const has = (...names: readonly string[]) => names.every((name) => header?.includes(name));
  if (has(...MERGE_COLUMNS)) return mergeReportOf(path, rows);
  if (has('status') && (has('id') || has('external_ref'))) {
    const read = ({ cells }: (typeof rows)[number]): ImportedRow => ({
      external_ref: cells['external_ref'] ?? '',
      id: cells['id'] || null,
      status: cells['status']?.toLowerCase() ?? '',
    });
    return { kind: 'import', rows: rows.map(read) };
  }
  throw wrongUse(
    `${path}: this is not a report. Give a file that “bandeja import --report” or “bandeja players merge --report” wrote.`,
  );
}

function mergeReportOf(path: string, rows: readonly { readonly line: number; readonly cells: Cells }[]): MergeReport {
  const matches = rows.map(({ line, cells }): MergedMatch => {
    const [before, after] = [readLineup(cells['before'] ?? ''), readLineup(cells['after'] ?? '')];
    if (before === null || after === null)
      throw wrongUse(`${path}, line ${line}: “before” and “after” are not as the merge wrote them.`);
    const { id = '', external_ref = '', played_at = '' } = cells;
    return { id, external_ref, played_at, before, after };
  });
  const [first] = rows;
  const { from = '', into = '' } = first?.cells ?? {};
  if (rows.some(({ cells }) => cells['from'] !== from || cells['into'] !== into))
    throw wrongUse(`${path}: the file has the matches of several merges. Undo each with its own report.`);
  return { kind: 'merge', from, into, matches };
}

/** The text of a report of a merge. */
export function mergeReportText({ from, into, matches }: MergeReport): string {
  const lines = matches.map(({ id, external_ref, played_at, before, after }) =>
    [id, external_ref, played_at, from, into, lineupText(before), lineupText(after)].map((cell) => csvCell(cell)),
  );
  return MERGE_HEADER + lines.map((cells) => `${cells.join(',')}\n`).join('');
}
