import { isObject, type JsonObject, numberOf } from './json-value.ts';
import { printable } from './terminal.ts';

/** A cell: null and undefined print as a dash, so that an absent value does not look like an empty one. */
export type Cell = string | number | boolean | Count | null | undefined;

/** A number of things: printed in groups of three digits, unlike a score or a year. */
export interface Count {
  readonly count: number;
}

/** A column of a list, or a line of one thing: its label, and the member (or a function) that has the value. */
export type Field = readonly [label: string, value: string | ((entry: JsonObject) => Cell)];

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** `12,345` */
export function grouped(count: number): string {
  return format.format(count);
}

/** `12,345 matches`, `1 match`. @param value anything but a number counts as 0. */
export function countOf(value: unknown, one: string, many = `${one}s`): string {
  const count = numberOf(value) ?? 0;
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** The value of a nested member, such as `at('rating', 'service_score')`. */
export function at(...path: readonly string[]): (entry: JsonObject) => Cell {
  return (entry) => cellOf(valueAt(entry, path));
}

/** The same for a number of things. */
export function countAt(...path: readonly string[]): (entry: JsonObject) => Cell {
  return (entry) => {
    const value = valueAt(entry, path);
    return typeof value === 'number' ? { count: value } : null;
  };
}

function valueAt(entry: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, member) => (isObject(value) ? value[member] : undefined), entry);
}

function cellOf(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** A list as a table. */
export function tableOf(layout: readonly Field[], entries: readonly JsonObject[]): string {
  const rows = entries.map((entry) => layout.map(([, value]) => cell(entry, value)));
  return table(
    layout.map(([label]) => label),
    rows,
  );
}

/** One thing as a line per field. */
export function fieldsOf(layout: readonly Field[], entry: JsonObject): string {
  return fields(layout.map(([label, value]) => [label, cell(entry, value)] as const));
}

function cell(entry: JsonObject, value: Field[1]): Cell {
  return typeof value === 'string' ? cellOf(entry[value]) : value(entry);
}

/** Prints rows under headings, in columns two spaces apart; columns of numbers are aligned to the right. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return 'Nothing to show.\n';
  const cells = rows.map((row) => headings.map((_, column) => cellText(row[column])));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => width(row[column] ?? ''))),
  );
  const isNumeric = headings.map((_, column) => rows.every((row) => isNumber(row[column])));
  const lines = [headings, ...cells].map((row) =>
    row
      .map((text, column) => pad(text, widths[column] ?? 0, isNumeric[column] === true))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** Prints a line per pair, with the values in one column. */
export function fields(pairs: readonly (readonly [label: string, value: Cell])[]): string {
  const labelWidth = Math.max(...pairs.map(([label]) => label.length));
  return pairs.map(([label, value]) => `${label.padEnd(labelWidth)}  ${cellText(value)}\n`).join('');
}

function cellText(value: Cell): string {
  if (value === null || value === undefined) return '–';
  return printable(typeof value === 'object' ? grouped(value.count) : String(value));
}

function isNumber(value: Cell): boolean {
  return typeof value === 'number' || typeof value === 'object' || value === undefined;
}

/** Counts what a reader sees as characters: an accent written as a second code point must not shift the columns. */
function width(text: string): number {
  return [...text.normalize('NFC')].length;
}

function pad(text: string, columns: number, toTheRight: boolean): string {
  const gap = ' '.repeat(Math.max(0, columns - width(text)));
  return toTheRight ? gap + text : text + gap;
}
