/** The CSV files from which `bandeja import undo` knows what to undo. */

import { textOfCell } from '@bandeja/importer/csv-cell';
import { csvRecords } from '@bandeja/importer/csv-records';
import { encodingOf, fileText } from '@bandeja/importer/file-text';
import { MERGE_COLUMNS, type MergeReport, mergeReportOf, type ReportLine } from '@bandeja/importer/merge/report';
import { wrongUse } from '../exit.ts';
import { localFile } from '../import/local-file.ts';

/** A match that an import reported. */
export interface ImportedRow {
  readonly external_ref: string;
  /** Null in a file that has lost its ids. */
  readonly id: string | null;
  readonly status: string;
}

export type Report = { readonly kind: 'import'; readonly rows: readonly ImportedRow[] } | MergeReport;

/** Reads the report of an import or of a merge. @throws {CommandFailure} for another file */
export async function readReport(path: string): Promise<Report> {
  const file = await localFile(path);
  const encoding = await encodingOf(file);
  let header: readonly string[] | null = null;
  const rows: ReportLine[] = [];
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
    const read = ({ cells }: ReportLine): ImportedRow => ({
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
