/** Rows that have something in common, as lines of text. */
import { type Message, type RowGroup, type RowName, reasonText, shownReference } from '@bandeja/importer';
import type { Format, MessageCode } from '@bandeja/messages';
import { printable } from '../terminal.ts';
import { remedyOf } from './texts.ts';

/** Rows with something in common, as a person reads it. */
export interface GroupText extends Pick<RowGroup<string, unknown>, 'rows' | 'lines'> {
  readonly text: string;
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
  return groups.map(({ group, rows, lines, first, all }) => {
    const reference = shownReference(first.externalRef);
    const texts = all.map(({ text, columns = [] }) => reasonText(format, { group: 'refused', text, columns }));
    const remedy = remedyOf(format, group);
    const title = table === null ? (texts[0] ?? group) : format(`${table}.${group}` as MessageCode & 'group.cells');
    return {
      ...{ rows, lines, exampleLine: first.line, text: remedy === '' ? title : `${title}: ${remedy}` },
      example: table === null ? '' : [reference, texts.join('; ')].filter((text) => text !== '').join(': '),
    };
  });
}
