import { HEADER_WITHIN, namedIn } from '../columns/header.ts';
import type { Mapping } from '../columns/names.ts';
import { fileFault, type ImportFault } from '../message.ts';
import { bounds } from './bounds.ts';
import type { CsvRecord } from './record.ts';

/** A longer record is taken for a quote that is never closed, which would otherwise read the rest of the file as one cell. */
const RECORD_MAX = 256 * 1024;
/** Spreadsheets of countries with a decimal comma write semicolons. */
export const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
export type Delimiter = keyof typeof delimiterNames;
const DELIMITERS = Object.keys(delimiterNames) as Delimiter[];

/**
 * The comma, semicolon or tab that gives the header of a text the most columns that are known, else the most cells.
 * @param head the beginning of the text
 */
export function delimiterOf(head: string, mapping: Mapping = new Map()): Delimiter {
  const lines = head.slice(0, RECORD_MAX).split('\n');
  const filled = lines.filter((line) => line.trim() !== '').slice(0, HEADER_WITHIN);
  const scored = DELIMITERS.map((delimiter) => {
    const rows = filled.map((line) => line.split(delimiter).map((cell) => cell.replace(/^\s*"|"\s*$/g, '')));
    // A quote inside a cell shows that this delimiter splits the line in the wrong places: `"a","a"` is not the header “a a”.
    const headers = rows.filter((cells) => !cells.some((cell) => cell.includes('"')));
    const known = Math.max(0, ...headers.map((cells) => namedIn(cells, mapping)));
    const cells = rows.find((row) => row.some((cell) => cell.trim() !== ''))?.length ?? 0;
    return { delimiter, known, cells };
  });
  return scored.toSorted((a, b) => b.known - a.known || b.cells - a.cells)[0]?.delimiter ?? ',';
}

/** The longest time without a turn for a page. */
const BUSY_MS = 50;

/** All records of a text. A page may react in between. @throws {ImportFault} for text that is not CSV, with the line */
export async function readCsv(text: string, name: string, delimiter: Delimiter): Promise<readonly CsvRecord[]> {
  const records: CsvRecord[] = [];
  const shared = new Map<string, string>();
  const keep = (cell: string): string => {
    shared.set(cell, cell);
    return cell;
  };
  let turnAt = performance.now() + BUSY_MS;
  for (const { line, cells } of csvRecords(text, name, delimiter)) {
    // Names and dates come again and again, so each is in memory once.
    records.push({ line, cells: cells.map((cell) => shared.get(cell) ?? keep(cell)) });
    if (performance.now() < turnAt) continue;
    await new Promise((done) => setTimeout(done));
    turnAt = performance.now() + BUSY_MS;
  }
  return records;
}

/**
 * The records of a text that are not blank, one at a time. Line ends are line feeds.
 * @throws {ImportFault} for text that is not CSV, with the line
 */
export function* csvRecords(text: string, name: string, delimiter: Delimiter): Generator<CsvRecord> {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const record = recordAt(text, at, { name, delimiter, line });
    if (record.cells.some((cell) => cell.trim() !== '')) {
      // The service knows a row by its line.
      if (line > bounds.rows) throw fileFault('file.too_many_lines', { name, bound: bounds.rows });
      yield { line, cells: record.cells };
    }
    [at, line] = [record.end, line + record.lines];
  }
}

/** Where a record begins. */
interface Start {
  readonly name: string;
  readonly delimiter: Delimiter;
  readonly line: number;
}

function recordAt(text: string, start: number, { name, delimiter, line }: Start) {
  const cells: string[] = [];
  let lines = 1;
  for (let at = start; ; at++) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? closingQuote(text, at + 1) + 1 : endOfPlain(text, at, delimiter);
    if (end - start > RECORD_MAX) throw tooLong(text.slice(start, start + RECORD_MAX), name, line);
    const after = text[end] ?? '\n';
    if (isQuoted ? after !== '\n' && after !== delimiter : text.slice(at, end).includes('"'))
      throw fileFault('file.quote_inside', { name, line: String(line + lines - 1) });
    const cell = isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end);
    cells.push(cell);
    if (cell.includes('\n')) lines += cell.split('\n').length - 1;
    at = end;
    if (after === delimiter) continue;
    if (cells.length > bounds.columns) throw tooManyColumns(cells.length, name, line);
    return { cells, lines, end: end + 1 };
  }
}

/** A record that is this long has a quote that is never closed, or far too many cells, with any separator. */
function tooLong(record: string, name: string, line: number): ImportFault {
  const columns = record.slice(0, record.indexOf('\n')).split(/[,;\t]/).length;
  if (columns > bounds.columns) return tooManyColumns(columns, name, line);
  return fileFault('file.open_quote', { name, line: String(line) });
}

const tooManyColumns = (found: number, name: string, line: number): ImportFault =>
  fileFault('file.too_many_columns', { name: `${name}:${line}`, bound: bounds.columns, found });

function endOfPlain(text: string, from: number, delimiter: Delimiter): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++;
  return end;
}

/** The quote that ends a cell: two in a row are one of its text. Infinity if there is none. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return Number.POSITIVE_INFINITY;
}
