import { grouped } from './count.ts';
import { printable } from './terminal.ts';

/** A cell: null prints as a dash, so that an absent value is not mistaken for an empty one. */
export type Cell = string | number | boolean | Count | null | undefined;

/** How many there are of something: written in groups of three digits, as a score or a year is not. */
export interface Count {
  readonly count: number;
}

/** Lays rows out under headings, in columns two spaces apart; columns of numbers keep to the right. */
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

/** Lays out one thing: a line per field, the values under one another. */
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

/** Counts what a reader sees as characters, so that accents written as two code points do not shift the columns. */
function width(text: string): number {
  return [...text.normalize('NFC')].length;
}

function pad(text: string, columns: number, toTheRight: boolean): string {
  const gap = ' '.repeat(Math.max(0, columns - width(text)));
  return toTheRight ? gap + text : text + gap;
}
