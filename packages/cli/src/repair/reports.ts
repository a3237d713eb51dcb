/** The CSV files from which `bandeja import undo` knows what to undo. */

import { textOfCell } from '@bandeja/importer/csv-cell';
import { csvRecords } from '@bandeja/importer/csv-records';
import { encodingOf, fileText } from '@bandeja/importer/file-text';
import { MERGE_COLUMNS, type MergeReport, mergeReportOf, type ReportLine } from '@bandeja/importer/merge/report';
import { sentAt } from '@bandeja/importer/report';
import { wrongUse } from '../exit.ts';
import { localFile } from '../import/local-file.ts';

/** A match that an import reported. */
export interface ImportedRow {
  readonly external_ref: string;
  /** Null in a file that has lost its ids. */
  readonly id: string | null;
  readonly status: string;
  /** When the row was sent, if it has no answer. */
  readonly sentAt: number | null;
}

export type Report = { readonly kind: 'import'; readonly rows: readonly ImportedRow[] } | MergeReport;

/** A file that is not a report. */
export interface OtherFile {
  readonly kind: 'other';
  readonly header: readonly string[];
}

/** Reads the report of an import or of a merge. @throws {CommandFailure} for another file */
export async function readReport(path: string): Promise<Report> {
  const report = await readReportOrOther(path);
  if (report.kind !== 'other') return report;
  throw wrongUse(
    `${path}: this is not a report. Give a file that “bandeja import --report” or “bandeja players merge --report” wrote.`,
  );
}

/** @throws {CommandFailure} for a report that was damaged. @throws {FileFault} for a file that is not a table */
export async function readReportOrOther(path: string): Promise<Report | OtherFile> {
  const file = await localFile(path);
  const encoding = await encodingOf(file);
  let header: readonly string[] | null = null;
  let columns: readonly string[] = [];
  const rows: ReportLine[] = [];
  for await (const { line, cells } of csvRecords(fileText(file, encoding), path)) {
    if (header === null) {
      header = cells.map((cell) => cell.trim());
      columns = header.map((name) => name.toLowerCase());
      if (!isReport(columns)) return { kind: 'other', header };
    } else {
      const named = columns.map((name, place) => [name, textOfCell(cells[place]?.trim() ?? '')] as const);
      rows.push({ line, cells: Object.fromEntries(named) });
    }
  }
  if (header === null) return { kind: 'other', header: [] };
  if (isMergeReport(columns)) return mergeReportOf(path, rows);
  const read = ({ cells }: ReportLine): ImportedRow => ({
    external_ref: cells['external_ref'] ?? '',
    id: cells['id'] || null,
    status: cells['status']?.toLowerCase() ?? '',
    sentAt: sentAt(cells['detail'] ?? ''),
  });
  return { kind: 'import', rows: rows.map(read) };
}

const isMergeReport = (columns: readonly string[]): boolean => MERGE_COLUMNS.every((name) => columns.includes(name));
const isReport = (columns: readonly string[]): boolean =>
  isMergeReport(columns) ||
  (columns.includes('status') && (columns.includes('id') || columns.includes('external_ref')));
