import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { wrongUse } from '../exit.ts';
import { type ColumnPlan, fieldsOf, type Mapping, planColumns } from './columns.ts';
import { readFlatRow } from './flat-row.ts';
import { OWN_REFERENCES, type ReferenceRules } from './references.ts';
import { type FileRow, faultyRow } from './rows.ts';

/** One record of a CSV file that is not blank. */
export interface CsvRecord {
  /** Line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A longer record is taken for a quote that is never closed, which would otherwise read the rest of the file as one cell. */
const RECORD_MAX = 256 * 1024;
/** Spreadsheets of countries with a decimal comma write semicolons. */
const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Splits CSV text into records, one at a time. The delimiter is the comma, semicolon or tab that the header has most of.
 * @throws {CommandFailure} for text that is not CSV, with the line.
 */
export async function* csvRecords(text: AsyncIterable<string>, name: string): AsyncGenerator<CsvRecord> {
  const [header, all] = await peekLine(text);
  const parser = parse({
    delimiter: DELIMITERS.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ',',
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: RECORD_MAX,
  });
  const source = Readable.from(all);
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      yield { line: info.lines - lineFeedsIn(record), cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? csvFailure(error, name) : error;
  } finally {
    source.destroy();
  }
}

/** The rows of CSV text, its header read by `mapping`. */
export async function* csvRows(
  records: AsyncIterable<CsvRecord>,
  name: string,
  mapping: Mapping,
  references: ReferenceRules = OWN_REFERENCES,
): AsyncGenerator<FileRow> {
  let plan: ColumnPlan | null = null;
  let width = 0;
  for await (const { line, cells } of records) {
    if (plan !== null) {
      yield readRecord(line, cells, plan, width, references);
      continue;
    }
    plan = planColumns(cells, mapping);
    width = cells.length;
  }
  if (plan === null) throw wrongUse(`${name} is empty: a header with the names of the columns is missing.`);
}

function readRecord(
  line: number,
  cells: readonly string[],
  plan: ColumnPlan,
  width: number,
  references: ReferenceRules,
): FileRow {
  const fields = fieldsOf(cells, plan);
  const detail = widthFault(cells, width);
  if (detail === null) return readFlatRow(line, fields, references);
  return faultyRow(line, fields.external_ref, [{ group: 'cells', detail }]);
}

/**
 * Says so if a row has more or fewer cells than the header: then cells may stand in the wrong column. Blank cells at the
 * end are fine; spreadsheets write them.
 */
export function widthFault(cells: readonly string[], width: number): string | null {
  const fits = cells.length >= width && cells.slice(width).every((cell) => cell.trim() === '');
  return fits ? null : `the row has ${cells.length} cells where the header has ${width}`;
}

/** Reads up to the end of the first line that is not blank. Returns that line, and the whole text from its start. */
async function peekLine(text: AsyncIterable<string>): Promise<[line: string, all: AsyncGenerator<string>]> {
  const chunks = text[Symbol.asyncIterator]();
  let head = '';
  let done = false;
  while (!done && !/\S[^\n]*\n/.test(head) && head.length <= RECORD_MAX) {
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
  return [head.trimStart().split('\n', 1)[0] ?? '', all()];
}

function lineFeedsIn(record: readonly string[]): number {
  return record.reduce((count, cell) => (cell.includes('\n') ? count + cell.split('\n').length - 1 : count), 0);
}

function csvFailure(error: CsvError, name: string): Error {
  const line = typeof error['lines'] === 'number' ? error['lines'] : 0;
  const where = `${name}, line ${line}`;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return wrongUse(`${where}: a quote (") is opened there or above and never closed. Correct the file.`);
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return wrongUse(`${where}: a quote (") inside a cell. Put the whole cell in quotes and double the ones inside.`);
    default:
      return wrongUse(`${where}: this is not CSV (${error.code}). Correct the file.`);
  }
}
