/** Cells of the CSV files that the command writes, and of those that come back edited. */

/** A spreadsheet runs a cell that begins so as a formula. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** A cell of a CSV line: in quotes where it needs them, and with an apostrophe in front where a spreadsheet would run it. */
export function csvCell(text: string, delimiter = ','): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /["\r\n]/.test(safe) || safe.includes(delimiter) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The first line of a CSV file. Without the byte order mark, Excel reads UTF-8 as Windows-1252. */
export const csvHeader = (columns: readonly string[], delimiter = ','): string => `\uFEFF${columns.join(delimiter)}\n`;

export function textOfCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
