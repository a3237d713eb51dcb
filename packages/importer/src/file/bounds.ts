/** The largest files that are read. Without bounds, a small packed file could fill the memory. */
const MEBIBYTE = 1024 * 1024;

export const bounds = {
  rows: 1_048_576,
  columns: 1024,
  /** Rows times columns: a workbook is read as a whole, with its empty cells. */
  cells: 12_000_000,
  textBytes: 128 * MEBIBYTE,
  /** A workbook takes about four times its unpacked size. */
  workbookBytes: 128 * MEBIBYTE,
  jsonBytes: 64 * MEBIBYTE,
} as const;

export const inMebibytes = (bytes: number): number => bytes / MEBIBYTE;
