import {
  type Column,
  columns,
  normalise,
  type PlayerColumn,
  plainColumns,
  setColumns,
  type UnusedCell,
} from './column-names.ts';
import { fileFault } from './file-fault.ts';
import { type Certainty, type Found, readInContext } from './header-context.ts';
import { columnNamed, resultSeat } from './header-words.ts';
import { outcomeOfHeader } from './unused-outcomes.ts';

/** Names that a file of ours may use for a column in place of the column's own name. */
const aliases: ReadonlyMap<string, Column> = new Map([
  ['match_id', 'external_ref'],
  ['a1', 'team_a_1'],
  ['a2', 'team_a_2'],
  ['b1', 'team_b_1'],
  ['b2', 'team_b_2'],
]);

/** The text of each column in one row; empty if the file does not have it. */
export type Fields = Readonly<Record<Column, string>>;

/** Our column → the file's column, from `--map`. */
export type Mapping = ReadonlyMap<Column, string>;

/** The columns of a header. */
export interface ColumnPlan {
  /** The index of each column in the file's rows. */
  readonly places: ReadonlyMap<Column, number>;
  /** The header's cells, trimmed. */
  readonly names: readonly string[];
  /** The names of the columns that are not used. */
  readonly ignored: readonly string[];
  /** The names of the columns that are named after an outcome. */
  readonly flags: readonly string[];
  /** Some of them were found by what the words of the header mean. */
  readonly isGuessed: boolean;
  /** The team that won every match, by its header such as “Ganadores”; null for none. */
  readonly winner: 'A' | 'B' | null;
}

/**
 * Reads `column=header` pairs.
 * @throws {FileFault} for a pair without `=`, an unknown column, or a column given twice.
 */
export function readMapping(pairs: readonly string[]): Mapping {
  const mapping = new Map<Column, string>();
  for (const pair of pairs) {
    const [ours = '', theirs = ''] = [
      pair.slice(0, pair.indexOf('=')).trim(),
      pair.slice(pair.indexOf('=') + 1).trim(),
    ];
    if (!pair.includes('=') || theirs === '') {
      throw fileFault(`--map ${pair}: write it as column=header, such as --map external_ref=Id.`);
    }
    const column = columns.find((name) => name === normalise(ours));
    if (column === undefined) {
      const known = [...plainColumns, 'set_1, set_1_a, set_1_b and so on'].join(', ');
      throw fileFault(`--map ${pair}: “${ours}” is not a column here. The columns are: ${known}.`);
    }
    if (mapping.has(column)) throw fileFault(`--map gives ${column} twice.`);
    mapping.set(column, theirs);
  }
  return mapping;
}

/**
 * Finds our columns in a header: by `--map`, else by our own names, else by what the words mean. Case and accents do not
 * matter.
 * @throws {FileFault} with the missing or repeated columns, those found, and the fix.
 */
export function planColumns(header: readonly string[], mapping: Mapping): ColumnPlan {
  const names = header.map((name) => name.trim());
  const places = placesIn(names, mapping, refuseRivals);
  const mapped = new Set([...mapping.values()].map(normalise));
  const isGuessed = [...places.values()].some((place) => {
    const name = names[place] ?? '';
    return !mapped.has(normalise(name)) && candidate(name)?.[1] !== 0 && candidate(name)?.[1] !== 1;
  });
  return planOf(places, names, isGuessed);
}

/**
 * The same by what a person has chosen.
 * @throws {FileFault} for missing columns
 */
export function planChosen(header: readonly string[], chosen: ReadonlyMap<Column, number>): ColumnPlan {
  return planOf(
    chosen,
    header.map((name) => name.trim()),
    true,
  );
}

function planOf(places: ColumnPlan['places'], names: readonly string[], isGuessed: boolean): ColumnPlan {
  refuseGaps(places, names);
  const used = new Set(places.values());
  const open = names.filter((name, place) => name !== '' && !used.has(place));
  const flags = open.filter((name) => outcomeOfHeader(name) !== null);
  const ignored = open.filter((name) => !flags.includes(name));
  return { places, names, ignored, flags, isGuessed, winner: winnerByHeaders(places, names) };
}

/** The team under “Ganadores” if the other is under “Perdedores”. */
function winnerByHeaders(places: ColumnPlan['places'], names: readonly string[]): 'A' | 'B' | null {
  const [a, b] = (['a', 'b'] as const).map((side) => {
    const place = places.get(`team_${side}`) ?? places.get(`team_${side}_1`);
    return resultSeat(names[place ?? -1] ?? '')?.team;
  });
  if (a === 'winners' && b === 'losers') return 'A';
  return a === 'losers' && b === 'winners' ? 'B' : null;
}

/** What the headers of a table seem to mean, for a person to check. Of two columns that look the same, the first is taken. */
export function guessColumns(header: readonly string[]): ReadonlyMap<Column, number> {
  return placesIn(
    header.map((name) => name.trim()),
    new Map(),
    () => {},
  );
}

/** How many of our columns a row of cells would name if it were the header. */
export function namedIn(cells: readonly string[], mapping: Mapping): number {
  const named = cells.filter(
    (cell) => candidate(cell) !== null || [...mapping.values()].some((theirs) => normalise(theirs) === normalise(cell)),
  );
  return new Set(named.map(normalise)).size;
}

function candidate(name: string): readonly [Column, Certainty] | null {
  const text = normalise(name);
  const own = columns.find((column) => column === text);
  if (own !== undefined) return [own, 0];
  const other = aliases.get(text);
  if (other !== undefined) return [other, 1];
  const meant = columnNamed(name);
  return meant === null ? null : [meant, 2];
}

/** Called for a column that two headers name. */
type OnRivals = (column: Column, one: string, other: string) => void;

function placesIn(names: readonly string[], mapping: Mapping, onRivals: OnRivals): ReadonlyMap<Column, number> {
  const places = new Map<Column, number>();
  for (const [column, theirs] of mapping) {
    const place = names.findIndex((name) => normalise(name) === normalise(theirs));
    if (place < 0) throw fileFault(`--map ${column}=${theirs}: there is no such column. Found: ${listed(names)}.`);
    places.set(column, place);
  }
  const taken = new Set(places.values());
  const found = names.map((name, place) => (name === '' || taken.has(place) ? null : candidate(name)));
  readInContext(names, found);
  for (const column of columns) {
    if (places.has(column)) continue;
    const place = onlyPlace(column, names, found, onRivals);
    if (place !== null) places.set(column, place);
  }
  takeGamesAsScore(places);
  return withoutRivals(places);
}

function onlyPlace(column: Column, names: readonly string[], found: Found, onRivals: OnRivals): number | null {
  const places = found.flatMap((entry, place) => (entry?.[0] === column ? [[place, entry[1]] as const] : []));
  const best = Math.min(...places.map(([, certainty]) => certainty));
  const [first, second] = places.filter(([, certainty]) => certainty === best);
  if (first === undefined) return null;
  if (second !== undefined) onRivals(column, names[first[0]] ?? '', names[second[0]] ?? '');
  return first[0];
}

function refuseRivals(column: Column, one: string, other: string): never {
  if (normalise(one) === normalise(other)) throw fileFault(`The column ${one} appears twice.`);
  throw fileFault(`“${one}” and “${other}” both look like ${column}. Say which it is: --map "${column}=${one}".`);
}

/** “Juegos 1” and “Juegos 2” are the score if the file has no other. Beside a score, they are its totals. */
function takeGamesAsScore(places: Map<Column, number>): void {
  if (hasScore(places)) return;
  for (const side of ['a', 'b'] as const) {
    const place = places.get(`games_${side}`);
    if (place !== undefined) places.set(`set_1_${side}`, place);
    places.delete(`games_${side}`);
  }
}

/** If a file has a thing in two columns, the more exact one is used. A team beside its players is a name. */
function withoutRivals(places: Map<Column, number>): ReadonlyMap<Column, number> {
  for (const side of ['a', 'b'] as const) {
    const team = places.get(`team_${side}`);
    if (team === undefined || !places.has(`team_${side}_1`) || !places.has(`team_${side}_2`)) continue;
    places.delete(`team_${side}`);
    if (!places.has(`team_${side}_name`)) places.set(`team_${side}_name`, team);
  }
  return places;
}

/** Whether any column of the file holds a score. */
function hasScore(places: ReadonlyMap<Column, unknown>): boolean {
  return places.has('set_scores') || setColumns.flat().some((column) => places.has(column));
}

/** What a table lacks: a date, a team or one of its players, or who won. */
export type Gap = 'date' | 'team_a' | 'team_b' | PlayerColumn | 'result';

/** @param names the headers, which may have the winner */
export function gapsIn(places: ReadonlyMap<Column, number>, names: readonly string[]): readonly Gap[] {
  const gaps: Gap[] = [];
  if (!places.has('played_at') && !places.has('date')) gaps.push('date');
  for (const side of ['a', 'b'] as const) {
    if (places.has(`team_${side}`)) continue;
    const players = [`team_${side}_1`, `team_${side}_2`] as const;
    if (players.every((column) => !places.has(column))) gaps.push(`team_${side}`);
    else gaps.push(...players.filter((column) => !places.has(column)));
  }
  if (!places.has('winner') && !hasScore(places) && winnerByHeaders(places, names) === null) gaps.push('result');
  return gaps;
}

const gapTexts: Readonly<Partial<Record<Gap, string>>> = {
  date: 'played_at (or date)',
  team_a: 'team_a (or team_a_1 and team_a_2)',
  team_b: 'team_b (or team_b_1 and team_b_2)',
  result: 'winner or set_scores',
};

function refuseGaps(places: ReadonlyMap<Column, number>, names: readonly string[]): void {
  const missing = gapsIn(places, names).map((gap) => gapTexts[gap] ?? gap);
  if (missing.length === 0) return;
  const example = missing[0]?.split(' ')[0];
  throw fileFault(
    `Missing: ${missing.join(', ')}. Found: ${listed(names)}. ` +
      `If a column has another name, say so: --map ${example}=NAME.`,
  );
}

/** The filled cells of the columns that are not used. */
export function unusedIn(cells: readonly string[], { places, names }: ColumnPlan): readonly UnusedCell[] {
  const used = new Set(places.values());
  return names.flatMap((name, place) => {
    const text = (cells[place] ?? '').trim();
    return text === '' || used.has(place) ? [] : [{ name: name || `column ${place + 1}`, text }];
  });
}

function listed(names: readonly string[]): string {
  return names.filter((name) => name !== '').join(', ') || 'no names at all';
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
  // Beside a column with both, date and time are for the rows where it is empty.
  if (fields.played_at !== '') Object.assign(fields, { date: '', time: '' });
  if (winner !== null && fields.winner === '') fields.winner = winner;
  // “3” in the column “Pista” is “Pista 3”.
  for (const column of ['court', 'round'] as const) {
    if (/^\d+$/.test(fields[column])) fields[column] = `${names[places.get(column) ?? -1]} ${fields[column]}`;
  }
  return fields;
}
