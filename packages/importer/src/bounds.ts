/** The largest files that are read. Without bounds, a small packed file could fill the memory. */

import { grouped } from './counts.ts';
import { fileFault } from './file-fault.ts';

const MEBIBYTE = 1024 * 1024;

export const bounds = {
  /** The rows of a sheet of Excel. */
  rows: 1_048_576,
  columns: 1024,
  /** Rows times columns: a workbook is read as a whole, with its empty cells. */
  cells: 12_000_000,
  /** A text file is read a chunk at a time, so this bounds the time. */
  textBytes: 256 * MEBIBYTE,
  /** A workbook takes about four times its unpacked size. */
  workbookBytes: 128 * MEBIBYTE,
} as const;

type Bound = keyof typeof bounds;

const names: Readonly<Record<Bound, (bound: string) => string>> = {
  rows: (bound) => `more than ${bound} rows`,
  columns: (bound) => `more than ${bound} columns`,
  cells: (bound) => `more than ${bound} cells, counting the empty ones between its first and last cell`,
  textBytes: (bound) => `more than ${bound} MiB when it is unpacked`,
  workbookBytes: (bound) => `more than ${bound} MiB when it is unpacked`,
};

/** The refusal of a file that passes a bound. @param found the value in the file, if it is known */
export function beyond(bound: Bound, where: string, found: number | null = null): Error {
  const value = bound.endsWith('Bytes') ? bounds[bound] / MEBIBYTE : bounds[bound];
  const has = found === null ? '' : ` (${grouped(found)})`;
  return fileFault(`${where}: the file has ${names[bound](grouped(value))}${has}. ${fixOf(bound)}`);
}

function fixOf(bound: Bound): string {
  if (bound === 'rows' || bound === 'textBytes') return 'Split it into several files.';
  if (bound === 'columns' || bound === 'cells')
    return 'Delete the cells far beyond the results, or copy the results to a new file.';
  return 'Save the sheet with the results as CSV.';
}
