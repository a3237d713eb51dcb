import { readWorkbook } from '#platform';
import { beyond, bounds } from './bounds.ts';
import { collect } from './collections.ts';
import type { CsvRecord } from './csv-records.ts';
import { FileFault, fileFault } from './file-fault.ts';
import type { FileBytes } from './file-text.ts';
import type { WorkbookSheet } from './platform/platform.ts';
import { joined } from './streams.ts';
import { checkSheetSize } from './xlsx-bounds.ts';
import { filledDown, type MergedCells, mergedCellsOf } from './xlsx-merged.ts';
import { unzip, zip } from './zip.ts';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly records: readonly CsvRecord[];
  /** The names of all sheets of the workbook. */
  readonly all: readonly string[];
}

/**
 * Reads a sheet of an `.xlsx` file: the first one, or the one with this name or number. A real date or time becomes text
 * with the year first, so its order is never in question.
 * @throws {FileFault} for a file that is not a workbook, or has no such sheet.
 */
export async function readXlsx(file: FileBytes, wanted: string | null): Promise<Sheet> {
  const { sheets, merged } = await sheetsOf(file);
  const all = sheets.map(({ sheet }) => sheet);
  const found =
    wanted === null
      ? sheets[0]
      : (sheets.find(({ sheet }) => sheet === wanted) ?? sheets[/^\d+$/.test(wanted) ? Number(wanted) - 1 : -1]);
  if (found === undefined) throw fileFault(`--sheet ${wanted}: there is no such sheet. There are: ${all.join(', ')}.`);
  const rows = filledDown(found.data, merged[sheets.indexOf(found)] ?? []);
  const records = rows.map((cells, index) => ({ line: index + 1, cells: cells.map(cellText) }));
  return { name: found.sheet, records: records.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')), all };
}

/** The files of a workbook that are read; others, such as pictures, are not unpacked. */
const isRead = (path: string): boolean => path.endsWith('.xml') || path.endsWith('.xml.rels');

/** The files of a workbook. They are packed again without compression, so that the library cannot read more than was checked. */
async function checkedWorkbook({ name, size, chunks }: FileBytes): Promise<ReadonlyMap<string, Uint8Array>> {
  if (size > bounds.workbookBytes) throw beyond('workbookBytes', name);
  const entries = await unzip(joined(await collect(chunks())), isRead, bounds.workbookBytes);
  if (entries === null) throw beyond('workbookBytes', name);
  for (const content of entries.values()) checkSheetSize(new TextDecoder('latin1').decode(content), name);
  return entries;
}

interface Sheets {
  readonly sheets: readonly WorkbookSheet[];
  /** For each sheet. */
  readonly merged: readonly (readonly MergedCells[])[];
}

async function sheetsOf(file: FileBytes): Promise<Sheets> {
  try {
    const entries = await checkedWorkbook(file);
    return { sheets: await readWorkbook(zip(entries)), merged: mergedCellsOf(entries) };
  } catch (error) {
    if (error instanceof FileFault) throw error;
    throw fileFault(`${file.name}: this is not an .xlsx file, or it is damaged.`, { cause: error });
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? momentText(value) : String(value);
}

/** A cell that has only a time counts from the last day of 1899, or from the first one of 1904. */
const TIME_ONLY_BEFORE = Date.UTC(1904, 0, 2);

function momentText(cell: Date): string {
  // A sheet counts in parts of days, so seconds come out with a small error.
  const text = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString();
  const [date, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (cell.getTime() < TIME_ONLY_BEFORE) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}
