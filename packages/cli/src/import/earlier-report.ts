/** The file at the path of `--report` before an import, which replaces only a report of the same file. */
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type ImportedRow, type OtherFile, readReport } from '@bandeja/importer/reports';
import { type ImportRow, isReady } from '@bandeja/importer/rows';
import { type CommandFailure, wrongUse } from '../exit.ts';
import { localFile } from './local-file.ts';

/**
 * The rows of the report of an earlier run. Empty if the file is missing.
 * @throws {CommandFailure} for a file that an import must not replace
 */
export async function earlierReport(path: string, isDryRun: boolean): Promise<readonly ImportedRow[]> {
  const there = await stat(path).catch(() => null);
  if (!there?.isFile() || there.size === 0) return [];
  const report = await readReport(await localFile(path)).catch((): OtherFile => ({ kind: 'other', header: [] }));
  if (report.kind === 'merge')
    throw await taken(path, 'this is the report of a merge. “bandeja import undo” needs it to undo the merge');
  if (report.kind === 'other') throw await taken(path, `there is such a file already, and ${nameOf(report)}`);
  if (isDryRun && report.rows.some(isOfImport))
    throw await taken(path, 'this is the report of an import. A dry run does not replace it');
  return report.rows;
}

/** Whether an import stored the match of the row, or may have. */
const isOfImport = ({ status, id }: ImportedRow): boolean => status === 'sent' || (status === 'created' && id !== null);

function nameOf({ header }: OtherFile): string {
  const columns = header.filter((name) => name !== '').slice(0, COLUMNS_SHOWN_MAX);
  const lower = header.map((name) => name.toLowerCase());
  if (lower.includes('name') && lower.includes('username')) return 'it is a players file';
  const shown = columns.length === 0 ? '' : ` Its columns begin with ${columns.join(', ')}`;
  return `it is not the report of an import.${shown}`.replace(/\.$/, '');
}

const COLUMNS_SHOWN_MAX = 4;

/**
 * Refuses the report of another import, which “bandeja import undo” needs.
 * @param rows those of the file, with their references. It is read until one of them is in the report.
 * @throws {CommandFailure} if the report has none of the file's rows
 */
export async function checkSameFile(
  path: string,
  report: readonly ImportedRow[],
  rows: AsyncIterable<ImportRow>,
): Promise<void> {
  if (!report.some(isOfImport)) return;
  const references = new Set(report.map(({ external_ref }) => withoutNumber(external_ref)));
  for await (const row of rows) if (isReady(row) && references.has(withoutNumber(row.externalRef))) return;
  throw await taken(path, 'this is the report of another import. “bandeja import undo” needs it to undo that import');
}

/** Without the end that `--replace-voided` adds. */
const withoutNumber = (reference: string): string => reference.replace(/~\d+$/, '');

async function taken(path: string, what: string): Promise<CommandFailure> {
  return wrongUse(`--report ${path}: ${what}. Nothing was sent. Choose another name, such as ${await freeName(path)}.`);
}

/** The first of `report-2.csv`, `report-3.csv`, … that is not taken. */
async function freeName(path: string): Promise<string> {
  const ending = extname(path);
  const base = path.slice(0, path.length - ending.length).replace(/-\d+$/, '');
  for (let number = 2; ; number++) {
    const name = `${base}-${number}${ending}`;
    if ((await stat(name).catch(() => null)) === null) return name;
  }
}
