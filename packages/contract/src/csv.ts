/**
 * Lines of CSV (RFC 4180) that people open in spreadsheets: those of the service, the command and the console. A cell comes back as it
 * was written by {@link textOfCell}.
 */

/** Without it, Excel reads UTF-8 as Windows-1252. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A spreadsheet runs a cell that begins so as a formula; the wide signs only in some languages. */
const SIGNS = '=+\\-@＝＋－＠';
const START = new RegExp(`^'*[${SIGNS}\t\r\n]`);
/**
 * Excel in Spanish or Portuguese splits lines at semicolons if the file is opened with a double click, even within quotes. So what comes
 * after a semicolon, a tab or a line end may become a cell, too.
 */
const INNER = new RegExp(`([;\t\r\n])(?='*[${SIGNS}])`, 'g');
const DEFUSED = new RegExp(`([;\t\r\n])'(?='*[${SIGNS}])`, 'g');

/** The cell of a text: in quotes where it needs them, and with an apostrophe where a spreadsheet would run it. */
export function csvCell(text: string, delimiter = ','): string {
  const safe = (START.test(text) ? `'${text}` : text).replace(INNER, "$1'");
  return /["\r\n]/.test(safe) || safe.includes(delimiter) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell, which has no quotes any more. */
export function textOfCell(cell: string): string {
  const text = cell.replace(DEFUSED, '$1');
  return text.startsWith("'") && START.test(text) ? text.slice(1) : text;
}

/** The first line of a file. */
export const csvHeader = (columns: readonly string[], lineEnd = '\n'): string =>
  `${BYTE_ORDER_MARK}${columns.join(',')}${lineEnd}`;
