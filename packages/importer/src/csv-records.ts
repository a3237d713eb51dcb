import { parseCsv } from '#platform';
import { beyond, bounds } from './bounds.ts';
import { type Mapping, namedIn } from './columns.ts';
import { type FileFault, fileFault } from './file-fault.ts';
import { CsvFailure } from './platform/platform.ts';

/** One record of a table that is not blank: a line of a CSV file, or a row of a sheet. */
export interface CsvRecord {
  /** Line on which it begins, or its row, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A longer record is taken for a quote that is never closed, which would otherwise read the rest of the file as one cell. */
const RECORD_MAX = 256 * 1024;
/** Spreadsheets of countries with a decimal comma write semicolons. */
export const delimiterNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;
export type Delimiter = keyof typeof delimiterNames;
const ANY_DELIMITER = /[,;\t]/g;
const DELIMITERS = Object.keys(delimiterNames) as Delimiter[];

/** Lines in which a header is looked for: exports put titles above it. */
export const HEADER_WITHIN = 30;
const NO_MAPPING: Mapping = new Map();

/**
 * Splits CSV text into records, one at a time. The delimiter is the comma, semicolon or tab that gives the header the most
 * columns that are known, else the most cells.
 * @param onDelimiter called with the delimiter.
 * @throws {FileFault} for text that is not CSV, with the line.
 */
export async function* csvRecords(
  text: AsyncIterable<string>,
  name: string,
  mapping: Mapping = NO_MAPPING,
  onDelimiter: (delimiter: Delimiter) => void = () => {},
): AsyncGenerator<CsvRecord> {
  const chunks = text[Symbol.asyncIterator]();
  try {
    yield* recordsOf(chunks, name, mapping, onDelimiter);
  } finally {
    // It closes the file, even if only the header was read.
    await chunks.return?.();
  }
}

async function* recordsOf(
  chunks: AsyncIterator<string>,
  name: string,
  mapping: Mapping,
  onDelimiter: (delimiter: Delimiter) => void,
): AsyncGenerator<CsvRecord> {
  const [lines, all] = await peekLines(chunks);
  const delimiter = delimiterOf(lines, mapping);
  onDelimiter(delimiter);
  const records = parseCsv(withShortLines(all, name), {
    delimiter,
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: RECORD_MAX,
  });
  let rows = 0;
  try {
    for await (const { record, info } of records) {
      const line = info.lines - lineFeedsIn(record);
      if (record.length > bounds.columns) throw beyond('columns', `${name}, line ${line}`, record.length);
      if (++rows > bounds.rows) throw beyond('rows', name);
      yield { line, cells: record };
    }
  } catch (error) {
    throw error instanceof CsvFailure ? faultOf(error, name) : error;
  }
}

/** Refuses a line that is longer than a record may be before it is parsed, and says why. */
async function* withShortLines(text: AsyncIterable<string>, name: string): AsyncGenerator<string> {
  let [line, length, columns] = [1, 0, 1];
  for await (const chunk of text) {
    for (const [index, part] of chunk.split('\n').entries()) {
      if (index > 0) [line, length, columns] = [line + 1, 0, 1];
      length += part.length;
      columns += part.match(ANY_DELIMITER)?.length ?? 0;
      if (length > RECORD_MAX && columns > bounds.columns) throw beyond('columns', `${name}, line ${line}`);
    }
    yield chunk;
  }
}

function delimiterOf(lines: readonly string[], mapping: Mapping): Delimiter {
  const scored = DELIMITERS.map((delimiter) => {
    const rows = lines.map((line) => line.split(delimiter).map((cell) => cell.replace(/^\s*"|"\s*$/g, '')));
    // A quote inside a cell shows that this delimiter splits the line in the wrong places: `"a","a"` is not the header “a a”.
    const headers = rows.filter((cells) => !cells.some((cell) => cell.includes('"')));
    const known = Math.max(0, ...headers.map((cells) => namedIn(cells, mapping)));
    const cells = rows.find((row) => row.some((cell) => cell.trim() !== ''))?.length ?? 0;
    return { delimiter, known, cells };
  });
  return scored.toSorted((a, b) => b.known - a.known || b.cells - a.cells)[0]?.delimiter ?? ',';
}

/**
 * Says so if a row has more or fewer cells than the header: then cells may be in the wrong column. Blank cells at the
 * end are fine; spreadsheets write them.
 */
export function widthFault(cells: readonly string[], width: number): string | null {
  const fits = cells.length >= width && cells.slice(width).every((cell) => cell.trim() === '');
  return fits ? null : `the row has ${cells.length} cells where the header has ${width}`;
}

/** Reads the lines among which the header is. Returns them, and the whole text from its start. */
async function peekLines(chunks: AsyncIterator<string>): Promise<[lines: string[], all: AsyncGenerator<string>]> {
  let head = '';
  let done = false;
  while (!done && head.length <= RECORD_MAX && filledLines(head).length <= HEADER_WITHIN) {
    const next = await chunks.next();
    done = next.done === true;
    if (!next.done) head += next.value;
  }
  async function* all(): AsyncGenerator<string> {
    yield head;
    while (!done) {
      const next = await chunks.next();
      if (next.done) return;
      yield next.value;
    }
  }
  return [filledLines(head).slice(0, HEADER_WITHIN), all()];
}

function filledLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function lineFeedsIn(record: readonly string[]): number {
  return record.reduce((count, cell) => (cell.includes('\n') ? count + cell.split('\n').length - 1 : count), 0);
}

function faultOf({ code, line }: CsvFailure, name: string): FileFault {
  const where = `${name}, line ${line}`;
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return fileFault(`${where}: a quote (") is opened there or above and never closed. Correct the file.`);
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return fileFault(`${where}: a quote (") inside a cell. Put the whole cell in quotes and double the ones inside.`);
    default:
      return fileFault(`${where}: this is not CSV (${code}). Correct the file.`);
  }
}
