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
  const parser = new CsvParser(name, delimiter);
  const records: CsvRecord[] = [];
  const shared = new Map<string, string>();
  const keep = (cell: string): string => {
    shared.set(cell, cell);
    return cell;
  };
  let turnAt = performance.now() + BUSY_MS;
  for (let at = 0; at === 0 || at < text.length; at += RECORD_MAX) {
    const isLast = at + RECORD_MAX >= text.length;
    for (const { line, cells } of parser.push(text.slice(at, at + RECORD_MAX), isLast)) {
      // The service knows a row by its line.
      if (line > bounds.rows) throw fileFault('file.too_many_lines', { name, bound: bounds.rows });
      // Names and dates come again and again, so each is in memory once.
      records.push({ line, cells: cells.map((cell) => shared.get(cell) ?? keep(cell)) });
    }
    if (performance.now() < turnAt) continue;
    await new Promise((done) => setTimeout(done));
    turnAt = performance.now() + BUSY_MS;
  }
  return records;
}

/** Splits CSV text into records that are not blank, a chunk at a time. Line ends are line feeds. */
export class CsvParser {
  readonly #name: string;
  readonly #delimiter: string;
  #rest = '';
  #line = 1;

  constructor(name: string, delimiter: Delimiter) {
    this.#name = name;
    this.#delimiter = delimiter;
  }

  /** @throws {ImportFault} for text that is not CSV, with the line */
  *push(chunk: string, isLast: boolean): Generator<CsvRecord> {
    const text = this.#rest + chunk;
    let at = 0;
    for (let next = this.#record(text, at, isLast); next !== null; next = this.#record(text, at, isLast)) {
      const line = this.#line;
      this.#line += next.lines;
      at = next.end;
      if (next.cells.length > bounds.columns) throw this.#tooManyColumns(next.cells.length, line);
      if (next.cells.some((cell) => cell.trim() !== '')) yield { line, cells: next.cells };
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > RECORD_MAX) throw this.#tooLong();
  }

  /** The record that begins here; null at the end of the text, and if the text breaks off in the record. */
  #record(text: string, start: number, isLast: boolean) {
    if (start >= text.length) return null;
    const cells: string[] = [];
    let lines = 1;
    for (let at = start; ; ) {
      const cell = text[at] === '"' ? this.#quoted(text, at, isLast, lines) : this.#plain(text, at, isLast, lines);
      if (cell === null) return null;
      cells.push(cell.text);
      at = cell.end;
      if (cell.text.includes('\n')) lines += cell.text.split('\n').length - 1;
      if (at >= text.length) return { cells, lines, end: at };
      if (text[at] === '\n') return { cells, lines, end: at + 1 };
      at += 1;
    }
  }

  /** A cell in quotes; null if the text breaks off in it. */
  #quoted(text: string, at: number, isLast: boolean, lines: number) {
    const close = closingQuote(text, at + 1);
    if (close < 0 || (close + 1 >= text.length && !isLast)) return isLast ? this.#fail('file.open_quote') : null;
    const after = text[close + 1];
    if (after !== undefined && after !== '\n' && after !== this.#delimiter) this.#fail('file.quote_inside', lines);
    return { text: text.slice(at + 1, close).replaceAll('""', '"'), end: close + 1 };
  }

  #plain(text: string, at: number, isLast: boolean, lines: number) {
    let end = at;
    while (end < text.length && text[end] !== this.#delimiter && text[end] !== '\n') end++;
    if (end === text.length && !isLast) return null;
    const cell = text.slice(at, end);
    if (cell.includes('"')) this.#fail('file.quote_inside', lines);
    return { text: cell, end };
  }

  #fail(code: 'file.open_quote' | 'file.quote_inside', lines = 1): never {
    throw fileFault(code, { name: this.#name, line: String(this.#line + lines - 1) });
  }

  /** A record that is this long has a quote that is never closed, or far too many cells. */
  #tooLong(): ImportFault {
    const [first = ''] = this.#rest.split('\n', 1);
    const columns = first.split(/[,;\t]/).length;
    if (columns > bounds.columns) return this.#tooManyColumns(columns, this.#line);
    return fileFault('file.open_quote', { name: this.#name, line: String(this.#line) });
  }

  #tooManyColumns(found: number, line: number): ImportFault {
    return fileFault('file.too_many_columns', { name: `${this.#name}:${line}`, bound: bounds.columns, found });
  }
}

/** The quote that ends a cell: two in a row are one of its text. −1 if there is none. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}

/** The records of a text that arrives in chunks of UTF-8, one at a time. @throws {ImportFault} for text that is not CSV */
export async function* csvRecords(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<CsvRecord> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parser: CsvParser | null = null;
  let carriageReturn = '';
  const push = (bytes?: Uint8Array): Iterable<CsvRecord> => {
    let text: string;
    try {
      text = carriageReturn + decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw fileFault('file.damaged_bytes', { name });
    }
    // A carriage return at the end of a chunk waits to see whether its line feed follows.
    carriageReturn = bytes !== undefined && text.endsWith('\r') ? '\r' : '';
    const lines = (carriageReturn === '' ? text : text.slice(0, -1)).replaceAll(/\r\n?/g, '\n');
    parser ??= new CsvParser(name, delimiterOf(lines));
    return parser.push(lines, bytes === undefined);
  };
  for await (const chunk of chunks) yield* push(chunk);
  yield* push();
}
