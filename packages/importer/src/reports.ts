/** The CSV files from which an undo knows what to undo: the report of an import, and that of a merge. */
import { textOfCell } from './csv-cell.ts';
import { csvRecords } from './csv-records.ts';
import { encodingOf, type FileBytes, fileText } from './file-text.ts';
import { MERGE_COLUMNS, type MergeReport, mergeReportOf, type ReportLine } from './merge/report.ts';
import { REPORT_COLUMNS, sentAt } from './report.ts';

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

/**
 * @param isWhole whether a report of an import must have all its columns, where a file of results could be taken for one
 * @throws {FileFault} for a report that was damaged, and for a file that is not a table
 */
export async function readReport(file: FileBytes, isWhole = false): Promise<Report | OtherFile> {
  const encoding = await encodingOf(file);
  let header: readonly string[] | null = null;
  let columns: readonly string[] = [];
  const rows: ReportLine[] = [];
  for await (const { line, cells } of csvRecords(fileText(file, encoding), file.name)) {
    if (header === null) {
      header = cells.map((cell) => cell.trim());
      columns = header.map((name) => name.toLowerCase());
      if (!isReport(columns, isWhole)) return { kind: 'other', header };
    } else {
      const named = columns.map((name, place) => [name, textOfCell(cells[place]?.trim() ?? '')] as const);
      rows.push({ line, cells: Object.fromEntries(named) });
    }
  }
  if (header === null) return { kind: 'other', header: [] };
  if (isMergeReport(columns)) return mergeReportOf(file.name, rows);
  const read = ({ cells }: ReportLine): ImportedRow => ({
    external_ref: cells['external_ref'] ?? '',
    id: cells['id'] || null,
    status: cells['status']?.toLowerCase() ?? '',
    sentAt: sentAt(cells['detail'] ?? ''),
  });
  return { kind: 'import', rows: rows.map(read) };
}

const isMergeReport = (columns: readonly string[]): boolean => MERGE_COLUMNS.every((name) => columns.includes(name));
const isReport = (columns: readonly string[], isWhole: boolean): boolean =>
  isMergeReport(columns) ||
  (isWhole
    ? REPORT_COLUMNS.every((name) => columns.includes(name))
    : columns.includes('status') && (columns.includes('id') || columns.includes('external_ref')));
