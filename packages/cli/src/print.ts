import { csvCell, csvHeader } from '@bandeja/contract/csv';
import { grouped } from './counts.ts';
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

/** Members of `T` that can be printed without a function. */
type PlainMember<T> = {
  [K in keyof T]-?: T[K] extends string | number | boolean | null | undefined ? K : never;
}[keyof T];

/**
 * A column of a list, or a line of one thing: its label, and the member or function that has the value. A column that `shrinks` is cut
 * if the terminal is too narrow.
 */
export type Field<T> = readonly [label: string, value: PlainMember<T> | ((entry: T) => Cell), fit?: 'shrinks'];
export type Layout<T> = readonly Field<T>[];

/** `+24`, `-3`, `0` */
export function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change);
}

/** `62%` */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** A probability: `62%`, and near the ends `0.3%` or `99.9%`, because no result is certain. */
export function chance(probability: number): string {
  const shown = Math.min(Math.max(probability, 0.001), 0.999);
  return shown < 0.01 || shown > 0.99 ? `${Number((shown * 100).toFixed(1))}%` : percent(shown);
}

type Maybe<T> = T | null | undefined;
const cellOf = <T>(value: Maybe<T>, cell: (value: T) => Cell): Cell =>
  value === null || value === undefined ? null : cell(value);

/** The cell of an instant. */
export const time = (value: Maybe<string>): Cell => cellOf(value, (instant) => ({ instant }));
/** The cell of an instant whose seconds matter. */
export const second = (value: Maybe<string>): Cell => cellOf(value, (instant) => ({ instant, toTheSecond: true }));
/** The cell of a number of things. */
export const count = (value: Maybe<number>): Cell => cellOf(value, (number) => ({ count: number }));
/** The cell of how far a number moved. */
export const change = (value: Maybe<number>): Cell => cellOf(value, (number) => ({ change: number }));
/** The cell of a share, as `62%`. */
export const share = (value: Maybe<number>): Cell => cellOf(value, (number) => ({ amount: percent(number) }));
/** The cell of a number of bytes. */
export const megabytes = (value: Maybe<number>): Cell =>
  cellOf(value, (number) => ({ amount: `${(number / 1e6).toFixed(1)} MB` }));

/** A list as a table. */
export function tableOf<T>(layout: Layout<T>, entries: readonly T[], look: Look): string {
  const columns = layout.map(([heading, , fit]) => ({ heading, shrinks: fit === 'shrinks' }));
  const rows = entries.map((entry) => layout.map(([, value]) => cell(entry, value)));
  return table(columns, rows, look);
}

/** A list as CSV (RFC 4180), with the values as the API has them. */
export function csvOf<T>(layout: Layout<T>, entries: readonly T[]): string {
  const lines = entries.map((entry) => layout.map(([, value]) => csvText(cell(entry, value))));
  return csvHeader(layout.map(([label]) => label)) + lines.map((cells) => `${cells.join(',')}\n`).join('');
}

function csvText(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return csvCell(value);
  if (typeof value !== 'object') return String(value);
  if ('count' in value) return String(value.count);
  if ('change' in value) return String(value.change);
  return 'amount' in value ? value.amount : value.instant;
}

/** One thing as a line per field. */
export function fieldsOf<T>(layout: Layout<T>, entry: T, look: Look): string {
  return fields(
    layout.map(([label, value]) => [label, cell(entry, value)] as const),
    look,
  );
}

function cell<T>(entry: T, value: Field<T>[1]): Cell {
  return typeof value === 'function' ? value(entry) : (entry[value] as Cell);
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
/** Columns that found no room are printed below the others, this much further in. */
const INDENT = '    ';
const SHRUNK_MIN = 16;

/**
 * Prints rows under headings, in columns two spaces apart; columns of numbers are aligned to the right. If the terminal is too narrow,
 * columns that shrink are cut. If that is not enough, the last columns are printed on a second line of each row: a cut id is useless.
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
    lines.map((part, index) => `${index === 0 ? '' : INDENT}${part.map(text).join(GAP).trimEnd()}\n`).join('');
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

/** The columns in lines that fit `room` once the columns that shrink are cut. */
function brokenUp(columns: readonly SetColumn[], room: number): readonly (readonly SetColumn[])[] {
  const least = ({ shrinks, width }: SetColumn) => (shrinks ? Math.min(width, SHRUNK_MIN) : width);
  const lines: SetColumn[][] = [[]];
  for (const column of columns) {
    const line = lines.at(-1) ?? [];
    const indent = lines.length === 1 ? 0 : INDENT.length;
    if (line.length > 0 && indent + widthOfAll([...line, column].map(least)) > room) lines.push([column]);
    else line.push(column);
  }
  for (const [index, line] of lines.entries()) shrink(line, room - (index === 0 ? 0 : INDENT.length));
  return lines;
}

/** Takes the missing width from the widest column that shrinks, again and again. */
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
