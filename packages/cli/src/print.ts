import { isObject, type JsonObject, numberOf } from './json-value.ts';
import { type Look, plainLook } from './look.ts';
import { printable } from './terminal.ts';
import { cut, pad, widthOf } from './text-width.ts';

/** A cell: null and undefined print as a dash, so that an absent value does not look like an empty one. */
export type Cell = string | number | boolean | Count | Change | Amount | Instant | null | undefined;

/** A number of things: printed in groups of three digits, unlike a score or a year. */
export interface Count {
  readonly count: number;
}

/** How far a number moved: with its sign, and in colour. */
export interface Change {
  readonly change: number;
}

/** A number that is written already, such as `62%` or `3.0`. */
export interface Amount {
  readonly amount: string;
}

/** Printed in the reader's time zone; to the second only where things follow each other fast. */
export interface Instant {
  readonly instant: string;
  readonly toTheSecond?: boolean;
}

/**
 * A column of a list, or a line of one thing: its label, and the member (or a function) that has the value. A column that
 * `shrinks` may be cut where the terminal is too narrow.
 */
export type Field = readonly [label: string, value: string | ((entry: JsonObject) => Cell), fit?: 'shrinks'];

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

/** `+24`, `-3`, `0` */
export function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change);
}

/** `62%`; null for anything but a number. */
export function percent(share: unknown): string | null {
  return typeof share === 'number' ? `${Math.round(share * 100)}%` : null;
}

/** A probability: `62%`, and near the ends `0.3%` or `99.9%`, since no result is certain; null for anything but a number. */
export function chance(probability: unknown): string | null {
  if (typeof probability !== 'number') return null;
  const shown = Math.min(Math.max(probability, 0.001), 0.999);
  return shown < 0.01 || shown > 0.99 ? `${Number((shown * 100).toFixed(1))}%` : percent(shown);
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

/** The same for a number of bytes. */
export function megabytesAt(...path: readonly string[]): (entry: JsonObject) => Cell {
  return (entry) => {
    const value = valueAt(entry, path);
    return typeof value === 'number' ? { amount: `${(value / 1e6).toFixed(1)} MB` } : null;
  };
}

/** The same for how far a number moved. */
export function changeAt(...path: readonly string[]): (entry: JsonObject) => Cell {
  return (entry) => {
    const value = valueAt(entry, path);
    return typeof value === 'number' ? { change: value } : null;
  };
}

/** The same for a share, as `62%`. */
export function shareAt(...path: readonly string[]): (entry: JsonObject) => Cell {
  return (entry) => {
    const amount = percent(valueAt(entry, path));
    return amount === null ? null : { amount };
  };
}

/** The same for an instant. */
export function timeAt(...path: readonly string[]): (entry: JsonObject) => Cell {
  return (entry) => {
    const value = valueAt(entry, path);
    return typeof value === 'string' ? { instant: value } : null;
  };
}

/** The same for an instant whose seconds matter. */
export function secondAt(...path: readonly string[]): (entry: JsonObject) => Cell {
  return (entry) => {
    const value = valueAt(entry, path);
    return typeof value === 'string' ? { instant: value, toTheSecond: true } : null;
  };
}

function valueAt(entry: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, member) => (isObject(value) ? value[member] : undefined), entry);
}

function cellOf(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** A list as a table. */
export function tableOf(layout: readonly Field[], entries: readonly JsonObject[], look: Look): string {
  const columns = layout.map(([heading, , fit]) => ({ heading, shrinks: fit === 'shrinks' }));
  const rows = entries.map((entry) => layout.map(([, value]) => cell(entry, value)));
  return table(columns, rows, look);
}

/** One thing as a line per field. */
export function fieldsOf(layout: readonly Field[], entry: JsonObject, look: Look): string {
  return fields(
    layout.map(([label, value]) => [label, cell(entry, value)] as const),
    look,
  );
}

function cell(entry: JsonObject, value: Field[1]): Cell {
  return typeof value === 'string' ? cellOf(entry[value]) : value(entry);
}

export interface Column {
  readonly heading: string;
  readonly shrinks?: boolean;
}

/** A column with its width, and the texts below its heading. */
interface SetColumn extends Column {
  readonly index: number;
  width: number;
  readonly isNumeric: boolean;
  readonly texts: readonly string[];
}

const GAP = '  ';
/** Columns that found no room stand below the others, this much further in. */
const INDENT = '    ';
const SHRUNK_MIN = 16;

/**
 * Prints rows under headings, in columns two spaces apart; columns of numbers are aligned to the right. On a terminal that
 * is too narrow, columns that may shrink are cut, and if that does not do, the last columns stand on a second line of each row.
 */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[], look: Look): string {
  if (rows.length === 0) return '';
  const set = columns.map(({ heading, shrinks = false }, index): SetColumn => {
    const texts = rows.map((row) => cellText(row[index], look));
    const width = Math.max(widthOf(heading), ...texts.map(widthOf));
    return { heading, shrinks, index, texts, width, isNumeric: isNumeric(rows.map((row) => row[index])) };
  });
  const lines = look.width === null ? [set] : brokenUp(set, look.width);
  const line = (text: (column: SetColumn) => string) =>
    lines.map((part, place) => `${place === 0 ? '' : INDENT}${part.map(text).join(GAP).trimEnd()}\n`).join('');
  const heading = line(({ heading: title, width, isNumeric: toTheRight }) =>
    look.paint('heading', pad(cut(title, width), width, toTheRight)),
  );
  const body = rows.map((row, number) =>
    line(({ texts, width, index, isNumeric: toTheRight }) =>
      painted(pad(cut(texts[number] ?? '', width), width, toTheRight), row[index], look),
    ),
  );
  return heading + body.join('');
}

const widthOfAll = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));

/** The columns in lines that fit `room` once the columns that may shrink are cut. */
function brokenUp(columns: readonly SetColumn[], room: number): readonly (readonly SetColumn[])[] {
  const least = ({ shrinks, width }: SetColumn) => (shrinks ? Math.min(width, SHRUNK_MIN) : width);
  const lines: SetColumn[][] = [[]];
  for (const column of columns) {
    const line = lines.at(-1) ?? [];
    const indent = lines.length === 1 ? 0 : INDENT.length;
    if (line.length > 0 && indent + widthOfAll([...line, column].map(least)) > room) lines.push([column]);
    else line.push(column);
  }
  for (const [place, line] of lines.entries()) shrink(line, room - (place === 0 ? 0 : INDENT.length));
  return lines;
}

/** Takes the columns that are missing from the widest column that may shrink, one after the other. */
function shrink(columns: readonly SetColumn[], room: number): void {
  for (let missing = widthOfAll(columns.map(({ width }) => width)) - room; missing > 0; missing--) {
    const [widest] = columns
      .filter(({ shrinks, width }) => shrinks && width > SHRUNK_MIN)
      .toSorted((one, other) => other.width - one.width);
    if (widest === undefined) return;
    widest.width--;
  }
}

/** Prints a line per pair, with the values in one column. */
export function fields(pairs: readonly (readonly [label: string, value: Cell])[], look: Look = plainLook()): string {
  const labelWidth = Math.max(...pairs.map(([label]) => widthOf(label)));
  return pairs
    .map(([label, value]) => {
      const text = painted(cellText(value, look), value, look);
      return `${look.paint('heading', pad(label, labelWidth))}  ${text}\n`;
    })
    .join('');
}

function cellText(value: Cell, { times }: Look): string {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'object') return printable(String(value));
  if ('count' in value) return grouped(value.count);
  if ('change' in value) return signed(value.change);
  if ('amount' in value) return value.amount;
  return printable(value.toTheSecond ? times.second(value.instant) : times.minute(value.instant));
}

function painted(text: string, value: Cell, look: Look): string {
  if (typeof value !== 'object' || value === null || !('change' in value) || value.change === 0) return text;
  return look.paint(value.change > 0 ? 'up' : 'down', text);
}

/** Whether there are numbers and no texts; dashes go with both. */
function isNumeric(cells: readonly Cell[]): boolean {
  const values = cells.filter((value) => value !== null && value !== undefined);
  const isNumber = (value: NonNullable<Cell>) =>
    typeof value === 'number' || (typeof value === 'object' && !('instant' in value));
  return values.length > 0 && values.every(isNumber);
}
