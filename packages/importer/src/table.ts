import type { Column, UnusedCell } from './column-names.ts';
import {
  type ColumnPlan,
  type Fields,
  fieldsOf,
  type Mapping,
  namedIn,
  planChosen,
  planColumns,
  unusedIn,
} from './columns.ts';
import { type CsvRecord, HEADER_WITHIN, widthFault } from './csv-records.ts';
import { fileFault } from './file-fault.ts';
import type { Remark } from './remarks.ts';
import { type FaultyRow, faultyRow } from './rows.ts';

/** A flat row that is still to be read. */
export interface FlatEntry {
  readonly kind: 'flat';
  readonly line: number;
  readonly fields: Fields;
  readonly unused: readonly UnusedCell[];
}

/** The header of a table. */
export interface Header {
  readonly plan: ColumnPlan;
  readonly line: number;
  readonly cells: readonly string[];
  /** Nothing stands above it. */
  readonly isFirst: boolean;
}

/** The place of each column, as a person has chosen it. */
export type ChosenColumns = ReadonlyMap<Column, number>;

/**
 * Finds the header of a table: the first row with all columns that are needed. Above it there may be titles.
 * @param chosen null: the columns are found by their headers
 * @throws {FileFault} if there is none, with what the most likely row lacks.
 */
export async function findHeader(
  records: AsyncIterable<CsvRecord>,
  name: string,
  mapping: Mapping,
  chosen: ChosenColumns | null = null,
): Promise<Header> {
  const { line, cells, isFirst } = await headerOf(records, name, mapping);
  const plan = chosen === null ? planColumns(cells, mapping) : planChosen(cells, chosen);
  return { plan, line, cells, isFirst };
}

/** The row that names the most columns. @throws {FileFault} for an empty table */
export async function headerOf(
  records: AsyncIterable<CsvRecord>,
  name: string,
  mapping: Mapping,
): Promise<Omit<Header, 'plan'>> {
  const candidates: CsvRecord[] = [];
  for await (const record of records) {
    candidates.push(record);
    if (candidates.length === HEADER_WITHIN) break;
  }
  const [first] = candidates;
  if (first === undefined) throw fileFault(`${name} is empty: a header with the names of the columns is missing.`);
  let best = first;
  for (const record of candidates) {
    if (namedIn(record.cells, mapping) > namedIn(best.cells, mapping)) best = record;
  }
  return { line: best.line, cells: best.cells, isFirst: best === first };
}

/** The rows below the header. */
export async function* entriesBelow(
  { plan, line: headerLine, cells: headerCells }: Header,
  records: AsyncIterable<CsvRecord>,
  remark?: (line: number, ...args: Parameters<Remark>) => void,
): AsyncGenerator<FlatEntry | FaultyRow> {
  const header = headerCells.join('\n');
  const used = new Set(plan.places.values());
  for await (const { line, cells } of records) {
    if (line <= headerLine) continue;
    // Exports repeat it on each page.
    if (cells.join('\n') === header) remark?.(line, 'header', '');
    else {
      const nameless = cells.find((cell, place) => cell.trim() !== '' && plan.names[place] === '' && !used.has(place));
      if (nameless !== undefined) remark?.(line, 'nameless', `“${nameless.trim()}”`);
      yield entryOf(line, cells, plan, headerCells.length);
    }
  }
}

/** A row with a single cell in a table this wide is a title or a total. */
const TEXT_ROW_BELOW = 4;

function entryOf(line: number, cells: readonly string[], plan: ColumnPlan, width: number): FlatEntry | FaultyRow {
  const fields = fieldsOf(cells, plan);
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length === 1 && width >= TEXT_ROW_BELOW) {
    return faultyRow(line, '', [
      { group: 'text', detail: `“${filled[0]?.trim()}” is the only filled cell of the row` },
    ]);
  }
  const detail = widthFault(cells, width);
  if (detail !== null) return faultyRow(line, fields.external_ref, [{ group: 'cells', detail }]);
  return { kind: 'flat', line, fields, unused: unusedIn(cells, plan) };
}
