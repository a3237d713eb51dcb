/** What the columns of a table are: by what a person says, else by our own names, else by what the words of the header mean. */
import { outcomeOfHeader } from '../cells/unused-outcomes.ts';
import type { CsvRecord } from '../file/record.ts';
import { fileFault, type MessageOf, message } from '../message.ts';
import { type Certainty, type Found, readInContext } from './context.ts';
import { columnNamed, resultSeat } from './header-words.ts';
import {
  type Column,
  columns,
  type Fields,
  type Mapping,
  normalise,
  type Places,
  type PlayerColumn,
  setColumns,
  type UnusedCell,
} from './names.ts';

/** Names that a file of ours may use for a column in place of the column's own name. */
const aliases: ReadonlyMap<string, Column> = new Map([
  ['match_id', 'external_ref'],
  ['a1', 'team_a_1'],
  ['a2', 'team_a_2'],
  ['b1', 'team_b_1'],
  ['b2', 'team_b_2'],
]);

export interface Header {
  /** The place of its last row among the records. */
  readonly index: number;
  /** Trimmed. Those of two rows are joined: “Pareja 1 Jugador 2”. */
  readonly names: readonly string[];
  readonly hasTwoRows: boolean;
}

/** Lines in which a header is looked for: exports put titles above it. */
export const HEADER_WITHIN = 30;

/** Finds the row that names the most columns, alone or below a row that names groups of columns. Above it there may be titles. */
export function findHeader(records: readonly CsvRecord[], mapping: Mapping): Header {
  let best: Header = { index: 0, names: trimmed(records[0]?.cells ?? []), hasTwoRows: false };
  let most = namedIn(best.names, mapping);
  for (const [index, { cells }] of records.slice(0, HEADER_WITHIN).entries()) {
    const above = records[index - 1]?.cells;
    const names = trimmed(cells);
    const count = namedIn(names, mapping);
    if (count > most) [best, most] = [{ index, names, hasTwoRows: false }, count];
    const joined = above === undefined ? [] : joinedNames(above, cells);
    // Two rows are a header only if they name more columns than either of them.
    const inBoth = columnsIn(joined);
    if (inBoth > Math.max(most, columnsIn(names))) [best, most] = [{ index, names: joined, hasTwoRows: true }, inBoth];
  }
  return best;
}

const trimmed = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim());

/** The names of groups stand above their first column. */
function joinedNames(above: readonly string[], below: readonly string[]): string[] {
  let group = '';
  return below.map((cell, place) => {
    const own = above[place]?.trim() ?? '';
    // A cell that goes down over both rows isn't a group.
    if (own !== '' || cell.trim() === '') group = cell.trim() === '' ? '' : own;
    return [own || group, cell.trim()].filter((text) => text !== '').join(' ');
  });
}

/** How many of our columns a row of cells would name if it were the header. */
export function namedIn(cells: readonly string[], mapping: Mapping): number {
  const named = cells.filter(
    (cell) => candidate(cell) !== null || [...mapping.values()].some((theirs) => normalise(theirs) === normalise(cell)),
  );
  return new Set(named.map(normalise)).size;
}

const columnsIn = (names: readonly string[]): number =>
  new Set(names.flatMap((name) => candidate(name)?.[0] ?? [])).size;

function candidate(name: string): readonly [Column, Certainty] | null {
  const text = normalise(name);
  const own = columns.find((column) => column === text);
  if (own !== undefined) return [own, 0];
  const other = aliases.get(text);
  if (other !== undefined) return [other, 1];
  const meant = columnNamed(name);
  return meant === null ? null : [meant, 2];
}

/** The meaning of each column of the file; null for one that is not used. */
export type Meanings = readonly (Column | null)[];

/**
 * What the headers of a table seem to mean. Two columns have the same meaning if they look the same.
 * @throws {ImportFault} for a column in the mapping that the file does not have
 */
export function guessMeanings(names: readonly string[], mapping: Mapping): Meanings {
  const mapped = new Map<number, Column>();
  for (const [column, theirs] of mapping) {
    const place = names.findIndex((name) => normalise(name) === normalise(theirs));
    if (place < 0) throw fileFault('file.no_such_column', { column: theirs, found: listed(names) });
    mapped.set(place, column);
  }
  const found: Found = names.map((name, place) => (name === '' || mapped.has(place) ? null : candidate(name)));
  readInContext(names, found);
  const taken = new Set(mapped.values());
  const meanings = names.map((_, place): Column | null => {
    const [column, certainty = 0] = found[place] ?? [];
    if (mapped.has(place) || column === undefined) return mapped.get(place) ?? null;
    const isSurer = found.some((one) => one?.[0] === column && one[1] < certainty);
    return taken.has(column) || isSurer ? null : column;
  });
  takeGamesAsScore(meanings);
  nameTeams(meanings);
  return meanings;
}

/** “Juegos 1” and “Juegos 2” are the score if the file has no other. Beside a score, they are its totals. */
function takeGamesAsScore(meanings: (Column | null)[]): void {
  if (meanings.some(isScore)) return;
  for (const [place, column] of meanings.entries()) {
    if (column === 'games_a') meanings[place] = 'set_1_a';
    if (column === 'games_b') meanings[place] = 'set_1_b';
  }
}

/** A team beside its players is a name. */
function nameTeams(meanings: (Column | null)[]): void {
  for (const side of ['a', 'b'] as const) {
    const place = meanings.indexOf(`team_${side}`);
    if (place < 0 || !meanings.includes(`team_${side}_1`) || !meanings.includes(`team_${side}_2`)) continue;
    meanings[place] = meanings.includes(`team_${side}_name`) ? null : `team_${side}_name`;
  }
}

const isScore = (column: Column | null): boolean =>
  column === 'set_scores' || setColumns.some((ofSet) => ofSet.some((one) => one === column));

export interface ColumnPlan {
  readonly places: Places;
  readonly names: readonly string[];
  readonly ignored: readonly string[];
  /** The names of the columns that are named after an outcome. */
  readonly flags: readonly string[];
  /** Some of them were found by what the words of the header mean, or were chosen by a person. */
  readonly isGuessed: boolean;
  /** The team that won every match, by its header such as “Ganadores”; null for none. */
  readonly winner: 'A' | 'B' | null;
  readonly gaps: readonly Gap[];
  readonly rivals: readonly Rivals[];
}

export interface Rivals {
  readonly column: Column;
  readonly one: string;
  readonly other: string;
}

/** A date, a team or one of its players, or the result. */
export type Gap = 'date' | 'team_a' | 'team_b' | PlayerColumn | 'result';

export function planOf(names: readonly string[], meanings: Meanings, mapping: Mapping): ColumnPlan {
  const places = new Map<Column, number>();
  const rivals: Rivals[] = [];
  for (const [place, column] of meanings.entries()) {
    if (column === null) continue;
    const first = places.get(column);
    if (first === undefined) places.set(column, place);
    else rivals.push({ column, one: names[first] ?? '', other: names[place] ?? '' });
  }
  const mapped = new Set([...mapping.values()].map(normalise));
  const isGuessed = [...places].some(([column, place]) => {
    const name = normalise(names[place] ?? '');
    return !mapped.has(name) && name !== column && aliases.get(name) !== column;
  });
  const used = new Set(places.values());
  const open = names.filter((name, place) => name !== '' && !used.has(place));
  const flags = open.filter((name) => outcomeOfHeader(name) !== null);
  const ignored = open.filter((name) => !flags.includes(name));
  const winner = winnerByHeaders(places, names);
  return { places, names, ignored, flags, isGuessed, winner, gaps: gapsIn(places, winner), rivals };
}

/** The team under “Ganadores” if the other is under “Perdedores”. */
function winnerByHeaders(places: Places, names: readonly string[]): 'A' | 'B' | null {
  const [a, b] = (['a', 'b'] as const).map((side) => {
    const place = places.get(`team_${side}`) ?? places.get(`team_${side}_1`);
    return resultSeat(names[place ?? -1] ?? '')?.team;
  });
  if (a === 'winners' && b === 'losers') return 'A';
  return a === 'losers' && b === 'winners' ? 'B' : null;
}

function gapsIn(places: Places, winner: 'A' | 'B' | null): readonly Gap[] {
  const gaps: Gap[] = [];
  if (!places.has('played_at') && !places.has('date')) gaps.push('date');
  for (const side of ['a', 'b'] as const) {
    if (places.has(`team_${side}`)) continue;
    const missing = ([`team_${side}_1`, `team_${side}_2`] as const).filter((column) => !places.has(column));
    gaps.push(...(missing.length === 2 ? ([`team_${side}`] as const) : missing));
  }
  if (!places.has('winner') && ![...places.keys()].some(isScore) && winner === null) gaps.push('result');
  return gaps;
}

const gapTexts: Readonly<Partial<Record<Gap, string>>> = {
  date: 'played_at (date)',
  team_a: 'team_a (team_a_1, team_a_2)',
  team_b: 'team_b (team_b_1, team_b_2)',
  result: 'winner, set_scores',
};

/** The fault of the columns, in our names for them; null for none. */
export function faultOfColumns({ gaps, rivals, names }: ColumnPlan): MessageOf<'question'> | null {
  const [pair] = rivals;
  if (pair !== undefined) {
    const { column, one, other } = pair;
    if (normalise(one) === normalise(other)) return message('question.column_twice', { column: one });
    return message('question.rivals', { column, text: one, other });
  }
  if (gaps.length === 0) return null;
  const missing = gaps.map((gap) => gapTexts[gap] ?? gap).join(', ');
  return message('question.columns', { missing, found: listed(names) });
}

const listed = (names: readonly string[]): string => names.filter((name) => name !== '').join(', ') || '–';

/** The header of a column; our name if the file does not have it. */
export function columnName(plan: ColumnPlan | null, column: Column): string {
  const own = [column, ...(STAND_INS[column] ?? [])].find((one) => plan?.places.has(one));
  return (own && plan?.names[plan.places.get(own) ?? -1]) || column;
}

/** Columns that hold the same, if the file does not have the one that a fault names. */
const STAND_INS: Readonly<Partial<Record<Column, readonly Column[]>>> = {
  played_at: ['date', 'time'],
  set_scores: ['set_1', 'set_1_a'],
  team_a_1: ['team_a'],
  team_a_2: ['team_a'],
  team_b_1: ['team_b'],
  team_b_2: ['team_b'],
};

export function unusedIn(cells: readonly string[], { places, names }: ColumnPlan): readonly UnusedCell[] {
  const used = new Set(places.values());
  return names.flatMap((name, place) => {
    const text = (cells[place] ?? '').trim();
    return text === '' || used.has(place) ? [] : [{ name: name || `#${place + 1}`, text }];
  });
}

const NO_FIELDS = Object.freeze(Object.fromEntries(columns.map((column) => [column, '']))) as Fields;

const TEXTS: ReadonlySet<Column> = new Set([
  'external_ref',
  'played_at',
  'date',
  'time',
  'venue_label',
  'session_external_ref',
  // Read as a whole column.
  'winner',
]);

/** Data tools write 6 as 6.0 if a cell of the column is empty. */
const wholeNumbers = (column: Column, text: string): string =>
  TEXTS.has(column)
    ? text
    : text.replace(/^(\d+)\.0+$/, '$1').replace(/(\d+)\.0+(\s*[-\u2010-\u2015:]\s*)(\d+)\.0+(?!\d)/gu, '$1$2$3');

/** The cells of a row by column. Cells are trimmed, and absent ones are empty. */
export function fieldsOf(cells: readonly string[], { places, names, winner }: ColumnPlan): Fields {
  const fields: Record<Column, string> = { ...NO_FIELDS };
  for (const [column, place] of places) fields[column] = wholeNumbers(column, (cells[place] ?? '').trim());
  if (winner !== null && fields.winner === '') fields.winner = winner;
  // “3” in the column “Pista” is “Pista 3”.
  for (const column of ['court', 'round'] as const) {
    if (/^\d+$/.test(fields[column])) fields[column] = `${names[places.get(column) ?? -1]} ${fields[column]}`;
  }
  return fields;
}
