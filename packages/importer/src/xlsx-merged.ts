/** Cells of a workbook that are merged down: the library reads the first of them only. */
import { columnNumber } from './xlsx-bounds.ts';

/** Cells of one column, all from 0. */
export interface MergedCells {
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

const textOf = (content: Uint8Array | undefined): string => new TextDecoder().decode(content);
const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '';
const tagsOf = (xml: string, name: string): readonly string[] =>
  xml.match(new RegExp(`<(?:[\\w.-]+:)?${name}\\s[^>]*>`, 'g')) ?? [];

/** The merged cells of each sheet, in the order of the workbook. Only cells of one column: a wider block is a title. */
export function mergedCellsOf(entries: ReadonlyMap<string, Uint8Array>): readonly (readonly MergedCells[])[] {
  const targets = new Map(
    tagsOf(textOf(entries.get('xl/_rels/workbook.xml.rels')), 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^\/?xl\//, ''),
    ]),
  );
  return tagsOf(textOf(entries.get('xl/workbook.xml')), 'sheet').map((tag) => {
    const xml = textOf(entries.get(`xl/${targets.get(/:id\s*=\s*["']([^"']*)/.exec(tag)?.[1] ?? '') ?? ''}`));
    return tagsOf(xml, 'mergeCell').flatMap((cell) => {
      const [, column = '', first, other, last] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(attribute(cell, 'ref')) ?? [];
      return column === '' || column !== other
        ? []
        : [{ column: columnNumber(column) - 1, first: Number(first) - 1, last: Number(last) - 1 }];
    });
  });
}

/** The value of merged cells holds for each of their rows that has other values. */
export function filledDown(
  rows: readonly (readonly unknown[])[],
  merged: readonly MergedCells[],
): readonly (readonly unknown[])[] {
  const filled = rows.map((cells) => [...cells]);
  for (const { column, first, last } of merged) {
    for (let row = first + 1; row <= Math.min(last, rows.length - 1); row++) {
      const cells = filled[row];
      if (cells?.some((cell) => cell !== null && cell !== '') === true) cells[column] = rows[first]?.[column] ?? null;
    }
  }
  return filled;
}
