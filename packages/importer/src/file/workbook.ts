import { fileFault, ImportFault } from '../message.ts';
import { bounds, inMebibytes } from './bounds.ts';
import type { CsvRecord } from './record.ts';

/**
 * Reads a sheet of an `.xlsx` file: the first one, or the one with this name or number. A real date or time becomes text
 * with the year first, so its order is never in question.
 * @throws {ImportFault} for a file that is not a workbook, or has no such sheet
 */
export async function readSheet(bytes: Uint8Array, name: string, wanted: string | null) {
  const { sheets, merged } = await readWorkbook(bytes, name);
  const all = sheets.map(({ sheet }) => sheet);
  const found =
    wanted === null
      ? sheets[0]
      : (sheets.find(({ sheet }) => sheet === wanted) ?? sheets[/^\d+$/.test(wanted) ? Number(wanted) - 1 : -1]);
  if (found === undefined) throw fileFault('file.no_sheet', { sheet: wanted ?? '', sheets: all.join(', ') });
  const rows = filledDown(found.data, merged[sheets.indexOf(found)] ?? []);
  const records = rows.map((cells, index): CsvRecord => ({ line: index + 1, cells: cells.map(cellText) }));
  return { name: found.sheet, records: records.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')), all };
}

/** The libraries for workbooks are loaded with the first one. */
async function readWorkbook(bytes: Uint8Array, name: string) {
  const [{ unzipSync, zipSync }, { default: read }] = await Promise.all([
    import('fflate'),
    import('read-excel-file/universal'),
  ]);
  let size = 0;
  try {
    const entries = unzipSync(bytes, {
      filter: ({ name: path, originalSize }) => {
        if (!path.endsWith('.xml') && !path.endsWith('.xml.rels')) return false;
        size += originalSize;
        if (size > bounds.workbookBytes)
          throw fileFault('file.too_large', { name, bound: inMebibytes(bounds.workbookBytes) });
        return true;
      },
    });
    for (const content of Object.values(entries)) checkSheetSize(new TextDecoder('latin1').decode(content), name);
    // Packed again without compression, so that the library cannot read more than was checked.
    const checked = zipSync(entries, { level: 0 });
    return { sheets: await read(checked.buffer as ArrayBuffer, { trim: false }), merged: mergedCellsOf(entries) };
  } catch (error) {
    if (error instanceof ImportFault) throw error;
    throw fileFault('file.not_a_workbook', { name });
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

/** The address of a row or a cell. The attribute is searched for, not the tag, so that no unusual tag hides it. */
const ADDRESS = /\br\s*=\s*["']([A-Za-z]*)(\d+)["']/g;
const ROW_OR_CELL = /<(?:[\w.-]+:)?(row|c)[\s/>]/g;

/** Measures a sheet before the library reads it, which allocates all cells up to the last one. @throws {ImportFault} */
function checkSheetSize(xml: string, name: string): void {
  let [rows, columns] = [0, 0];
  for (const [, letters = '', digits = ''] of xml.matchAll(ADDRESS)) {
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, columnNumber(letters));
  }
  // A row or a cell without an address comes after the one before it.
  let [rowTags, cellTags] = [0, 0];
  for (const [, tag] of xml.matchAll(ROW_OR_CELL)) {
    cellTags = tag === 'row' ? 0 : cellTags + 1;
    if (tag === 'row') rowTags++;
    columns = Math.max(columns, cellTags);
  }
  rows = Math.max(rows, rowTags);
  if (columns > bounds.columns)
    throw fileFault('file.too_many_columns', { name, bound: bounds.columns, found: columns });
  if (rows > bounds.rows) throw fileFault('file.too_many_rows', { name, bound: bounds.rows });
  if (rows * columns > bounds.cells)
    throw fileFault('file.too_many_cells', { name, bound: bounds.cells, found: rows * columns });
}

const LETTERS = 26;
const BEFORE_A = 64;

const columnNumber = (letters: string): number =>
  [...letters.toUpperCase()].reduce((number, letter) => number * LETTERS + letter.charCodeAt(0) - BEFORE_A, 0);

/** Cells of one column that are merged down, all from 0: the library reads the first of them only. */
interface MergedCells {
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

const textOf = (content: Uint8Array | undefined): string => new TextDecoder().decode(content);
const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '';
const tagsOf = (xml: string, name: string): readonly string[] =>
  xml.match(new RegExp(`<(?:[\\w.-]+:)?${name}\\s[^>]*>`, 'g')) ?? [];

/** The merged cells of each sheet, in the order of the workbook. Only cells of one column: a wider block is a title. */
function mergedCellsOf(entries: Readonly<Record<string, Uint8Array>>): readonly (readonly MergedCells[])[] {
  const targets = new Map(
    tagsOf(textOf(entries['xl/_rels/workbook.xml.rels']), 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^\/?xl\//, ''),
    ]),
  );
  return tagsOf(textOf(entries['xl/workbook.xml']), 'sheet').map((tag) => {
    const xml = textOf(entries[`xl/${targets.get(/:id\s*=\s*["']([^"']*)/.exec(tag)?.[1] ?? '') ?? ''}`]);
    return tagsOf(xml, 'mergeCell').flatMap((cell) => {
      const [, column = '', first, other, last] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(attribute(cell, 'ref')) ?? [];
      return column === '' || column !== other
        ? []
        : [{ column: columnNumber(column) - 1, first: Number(first) - 1, last: Number(last) - 1 }];
    });
  });
}

/** The value of merged cells holds for each of their rows that has other values. */
function filledDown(
  rows: readonly (readonly unknown[])[],
  merged: readonly MergedCells[],
): readonly (readonly unknown[])[] {
  const filled = rows.map((cells) => [...cells]);
  for (const { column, first, last } of merged) {
    for (let row = first + 1; row <= Math.min(last, rows.length - 1); row++) {
      const cells = filled[row];
      if (cells?.some((cell) => cell !== null && cell !== '') === true) cells[column] = rows[first]?.[column] ?? null;
    }
  }
  return filled;
}
