/** The texts of the importer, and of the columns that it knows. */
import {
  type Column,
  columns,
  type FaultGroup,
  type Gap,
  type Import,
  ImportFault,
  type Message,
  plainColumns,
  type Reason,
  setColumns,
  textOf,
  reasonText as textOfReason,
} from '@bandeja/importer';
import { formatOf, texts } from '../../language.ts';

/** Formats the messages of the importer. */
export const format = formatOf(
  'fault',
  'file',
  'note',
  'player',
  'problem',
  'question',
  'warning',
  'difference',
  'group',
  'warning_group',
);

const groupTexts = texts('group');
const remedies = texts('remedy.console');
const names = texts('console.import.column_names');
const groups = texts('console.import.column_groups');
const gaps = texts('console.import.gaps');

export const messageText = (message: Message): string => textOf(format, message);

const withRemedy = (text: string, name: string, separator: string): string =>
  remedies.has(name) ? `${text}${separator}${remedies(name)}` : text;

/** What rows that are left out have in common, and what to do about it on this page. */
export const reasonTitle = (group: FaultGroup): string => withRemedy(groupTexts(group), group, ': ');

/** Why a file cannot be imported; null for any other error. */
export function fileFaultText(error: unknown): string | null {
  if (!(error instanceof ImportFault)) return null;
  const { fault, also } = error;
  const text = withRemedy(messageText(fault), fault.code.slice(fault.code.indexOf('.') + 1), ' ');
  return also === null ? text : `${text} ${withRemedy(messageText(also), 'in_sheet', ' ')}`;
}

/** Why a row is rejected. A column that the file lacks is named as on the page. */
export const reasonText = (reason: Reason): string =>
  textOfReason(format, {
    ...reason,
    columns: reason.columns.map((name) => (columns.some((one) => one === name) ? columnLabel(name as Column) : name)),
  });

/** What the page calls a column. */
export function columnLabel(column: Column): string {
  const [, n, team] = /^set_(\d)(?:_([ab]))?$/.exec(column) ?? [];
  if (n === undefined) return names(column as (typeof plainColumns)[number]);
  return team === undefined ? names('set', { n }) : names('set_side', { n, team: team.toUpperCase() });
}

export const gapText = (gap: Gap): string => (gaps.has(gap) ? gaps(gap) : columnLabel(gap as Column));

const placed = {
  when: ['played_at', 'date', 'time'],
  players: plainColumns.filter((column) => column.startsWith('team_')),
  result: ['set_scores', 'games_a', 'games_b', 'winner', 'outcome', 'scoring'],
} as const satisfies Readonly<Record<string, readonly Column[]>>;
const others = plainColumns.filter((column) => !Object.values<readonly Column[]>(placed).flat().includes(column));

/** The meanings of a column, for a list. */
export const columnGroups = (): readonly (readonly [label: string, columns: readonly Column[]])[] => [
  [groups('when'), placed.when],
  [groups('players'), placed.players],
  [groups('result'), placed.result],
  [groups('other'), others],
  [groups('sets'), setColumns.flat()],
];

/** A file that has an open question, or an answer that the file contradicts, has no rows. */
export function rowsOf(importing: Import): Import['rows'] | ImportFault {
  try {
    return importing.rows;
  } catch (error) {
    if (error instanceof ImportFault) return error;
    throw error;
  }
}
