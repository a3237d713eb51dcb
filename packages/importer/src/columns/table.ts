/** The rows of a table below its header. */
import type { CsvRecord } from '../file/record.ts';
import type { Table } from '../file/table.ts';
import { faultOf, message, misread, type Note, placeOf } from '../message.ts';
import { faultyRow, type Row } from '../rows.ts';
import { type ColumnPlan, fieldsOf, type Header, unusedIn } from './header.ts';
import { isTitle } from './header-words.ts';
import { type Fields, normalise, type UnusedCell } from './names.ts';

export interface FlatRow {
  readonly kind: 'flat';
  readonly line: number;
  readonly fields: Fields;
  readonly unused: readonly UnusedCell[];
}

/** A row that needs no more reading: one that is not of the table, or a match in the form of the API. */
interface FinalRow {
  readonly kind: 'final';
  readonly row: Row;
}

export type Entry = FlatRow | FinalRow;

/** The records below the header, and the headings between them. */
export function recordsBelow({ records }: Pick<Table, 'records'>, { index, names }: Header) {
  const isHeading = headingIn(records.slice(0, index + 1), names.length);
  const below = records.slice(index + 1);
  return { rows: below.filter((record) => !isHeading(record)), headings: below.filter(isHeading) };
}

/** The rows, and what was seen on the way. */
export function entriesBelow(
  table: Table,
  header: Header,
  plan: ColumnPlan,
): { readonly entries: readonly Entry[]; readonly notes: readonly Note[] } {
  const { rows, headings } = recordsBelow(table, header);
  const { names } = header;
  const used = new Set(plan.places.values());
  const isNameless = (cell: string, place: number): boolean =>
    cell.trim() !== '' && (names[place] ?? '') === '' && !used.has(place);
  const nameless = rows.find(({ cells }) => cells.some(isNameless));
  const notes: Note[] = [];
  if (nameless !== undefined) {
    const text = nameless.cells.find(isNameless)?.trim() ?? '';
    notes.push(message('note.nameless_column', { text, ...placeOf(table.rowName, nameless.line) }));
  }
  const [first] = headings;
  if (first !== undefined) {
    const text = first.cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
    notes.push(message('note.headings', { count: headings.length, text, ...placeOf(table.rowName, first.line) }));
  }
  return { entries: rows.map((record) => entryOf(record, plan, names.length)), notes };
}

/** A row with a single cell in a table this wide is a title or a total. */
const TEXT_ROW_BELOW = 4;

/** Finds the headings of a table: exports repeat the header and its titles on each page, and put “Jornada 3” above the matches of a round. */
function headingIn(above: readonly CsvRecord[], width: number): (record: CsvRecord) => boolean {
  const known = above.map(({ cells }) => cells.map(normalise));
  const titles = new Set(known.flat());
  return ({ cells }) => {
    const filled = [...cells.entries()].filter(([, cell]) => cell.trim() !== '');
    const [only] = filled.length === 1 && width >= TEXT_ROW_BELOW ? filled : [];
    if (only !== undefined && isTitle(only[1])) return true;
    if (!titles.has(normalise(filled[0]?.[1] ?? ''))) return false;
    return known.some((texts) => filled.every(([place, cell]) => normalise(cell) === texts[place]));
  };
}

function entryOf({ line, cells }: CsvRecord, plan: ColumnPlan, width: number): Entry {
  const fields = fieldsOf(cells, plan);
  const [text = '', ...more] = cells.filter((cell) => cell.trim() !== '');
  if (more.length === 0 && width >= TEXT_ROW_BELOW) {
    const { fault } = misread('fault.only_cell', { text: text.trim() });
    return { kind: 'final', row: faultyRow(line, '', faultOf(fault)) };
  }
  if (!fits(cells, width)) {
    const { fault } = misread('fault.cells', { cells: cells.length, header: width });
    return { kind: 'final', row: faultyRow(line, fields.external_ref, faultOf(fault)) };
  }
  return { kind: 'flat', line, fields, unused: unusedIn(cells, plan) };
}

/** With more or fewer cells than the header, cells may be in the wrong column. Spreadsheets write blank cells at the end. */
const fits = (cells: readonly string[], width: number): boolean =>
  cells.length >= width && cells.slice(width).every((cell) => cell.trim() === '');
