/** Rows that have something in common, as lines of text. */
import { type Message, type RowGroup, type RowName, reasonText, textOf } from '@bandeja/importer';
import type { Format, MessageCode } from '@bandeja/messages';
import { printable } from '../terminal.ts';
import { remedyOf } from './texts.ts';

/** Rows with something in common, as a person reads it. */
export interface GroupText {
  readonly text: string;
  readonly rows: number;
  readonly lines: readonly number[];
  readonly example: string;
  readonly exampleLine: number;
}

export const line = (text: string): string => `${printable(text)}\n`;

/** A title and the groups below it, each with an example. Nothing without groups. */
export function groupLines(title: string, groups: readonly GroupText[], rowName: RowName, format: Format): string[] {
  if (groups.length === 0) return [];
  const lines = groups.flatMap(({ text, rows, lines: numbers, example, exampleLine }) => {
    const list = numbers.join(', ') + (rows > numbers.length ? ', …' : '');
    const shown = format('summary.group', { rows, text, row_name: rowName, lines: numbers.length, list });
    const place = { row_name: rowName, line: String(exampleLine), text: example };
    return [`  ${shown}`, ...(example === '' ? [] : [`    ${format('summary.example', place)}`])];
  });
  return [title, ...lines].map(line);
}

type Group = RowGroup<string, { readonly text: Message; readonly columns?: readonly string[] }>;

/** The texts of groups. @param table of the codes of the groups; null if each text says what its rows have in common */
export function textsOf(
  groups: readonly Group[],
  table: 'group' | 'warning_group' | null,
  format: Format,
): GroupText[] {
  return groups.map(({ group, rows, lines, example: { line: exampleLine, reference, all } }) => {
    const texts = all.map(({ text, columns = [] }) => reasonText(format, { group: 'refused', text, columns }));
    const first = all[0]?.text;
    const remedy = remedyOf(format, group);
    const title =
      table === null
        ? first === undefined
          ? group
          : textOf(format, first)
        : format(`${table}.${group}` as MessageCode & 'group.cells');
    return {
      ...{ rows, lines, exampleLine, text: remedy === '' ? title : `${title}: ${remedy}` },
      example: table === null ? '' : [reference, texts.join('; ')].filter((text) => text !== '').join(': '),
    };
  });
}
