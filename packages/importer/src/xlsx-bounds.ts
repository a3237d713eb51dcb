/** Measures sheets before a library reads them: it allocates all cells up to the last one, even the empty ones. */
import { beyond, bounds } from './bounds.ts';

/** The address of a row or a cell. The attribute is searched for, not the tag, so that no unusual tag hides it. */
const ADDRESS = /\br\s*=\s*["']([A-Za-z]*)(\d+)["']/g;
const ROW_OR_CELL = /<(?:[\w.-]+:)?(row|c)[\s/>]/g;

/** @throws {FileFault} for a sheet with too many rows, columns or cells */
export function checkSheetSize(xml: string, name: string): void {
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
  if (columns > bounds.columns) throw beyond('columns', name, columns);
  if (rows > bounds.rows) throw beyond('rows', name, rows);
  if (rows * columns > bounds.cells) throw beyond('cells', name, rows * columns);
}

const LETTERS = 26;
const BEFORE_A = 64;

/** 1 for A. */
export function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((number, letter) => number * LETTERS + letter.charCodeAt(0) - BEFORE_A, 0);
}
