import { wrongUse } from '../exit.ts';

/** The columns of a flat row, each with the other names that a file may use without `--map`. */
export const columnAliases = {
  external_ref: ['match_id'],
  played_at: [],
  team_a_1: ['a1'],
  team_a_2: ['a2'],
  team_b_1: ['b1'],
  team_b_2: ['b2'],
  winner: [],
  set_scores: [],
  trust_tier: [],
  competition_type: [],
  duration_minutes: [],
  venue_label: [],
  session_external_ref: [],
  outcome: [],
  scoring: [],
} as const satisfies Record<string, readonly string[]>;
export type Column = keyof typeof columnAliases;

export const columns = Object.keys(columnAliases) as readonly Column[];

/** The columns of the four players, in the order of the participants. */
export const playerColumns = ['team_a_1', 'team_a_2', 'team_b_1', 'team_b_2'] as const;
const REQUIRED: readonly Column[] = ['played_at', ...playerColumns];

/** Whether a file must have the column; of winner and set_scores it needs only one. */
export function isNeeded(column: Column): boolean {
  return REQUIRED.includes(column) || column === 'winner' || column === 'set_scores';
}

/** The text of each column in one row; empty if the file does not have it. */
export type Fields = Readonly<Record<Column, string>>;

/** Our column → the file's column, from `--map`. */
export type Mapping = ReadonlyMap<Column, string>;

/** The index of each column in the file's rows, and the columns of the file that are not used. */
export interface ColumnPlan {
  readonly places: ReadonlyMap<Column, number>;
  readonly ignored: readonly string[];
}

/**
 * Reads `ours=theirs` pairs.
 * @throws {CommandFailure} for a pair without `=`, an unknown column, or a column given twice.
 */
export function readMapping(pairs: readonly string[]): Mapping {
  const mapping = new Map<Column, string>();
  for (const pair of pairs) {
    const [ours = '', theirs = ''] = [
      pair.slice(0, pair.indexOf('=')).trim(),
      pair.slice(pair.indexOf('=') + 1).trim(),
    ];
    if (!pair.includes('=') || theirs === '') {
      throw wrongUse(`--map ${pair}: write it as ours=theirs, for example --map external_ref=Id.`);
    }
    const column = columns.find((name) => name === normalise(ours));
    if (column === undefined)
      throw wrongUse(`--map ${pair}: “${ours}” is no column here. These are: ${columns.join(', ')}.`);
    if (mapping.has(column)) throw wrongUse(`--map gives ${column} twice.`);
    mapping.set(column, theirs);
  }
  return mapping;
}

/**
 * Finds our columns in a header. Case does not matter; blanks and hyphens count as underscores.
 * @throws {CommandFailure} naming what is missing, what was found and what to do.
 */
export function planColumns(header: readonly string[], mapping: Mapping): ColumnPlan {
  const found = header.map((name) => name.trim());
  const names = found.map(normalise);
  const places = new Map<Column, number>();
  for (const column of columns) {
    const mapped = mapping.get(column);
    const wanted = mapped === undefined ? [column, ...columnAliases[column]] : [normalise(mapped)];
    const name = wanted.find((candidate) => names.includes(candidate));
    if (name !== undefined) places.set(column, onlyPlace(name, names));
    else if (mapped !== undefined) {
      throw wrongUse(`--map ${column}=${mapped}: there is no such column. Found: ${listed(found)}.`);
    }
  }
  refuseGaps(places, found);
  const used = new Set(places.values());
  return { places, ignored: found.filter((name, place) => name !== '' && !used.has(place)) };
}

function refuseGaps(places: ReadonlyMap<Column, number>, found: readonly string[]): void {
  const missing: string[] = REQUIRED.filter((column) => !places.has(column));
  if (!places.has('winner') && !places.has('set_scores')) missing.push('winner or set_scores');
  if (missing.length === 0) return;
  const example = missing[0] === 'winner or set_scores' ? 'winner' : missing[0];
  throw wrongUse(
    `Missing: ${missing.join(', ')}. Found: ${listed(found)}. ` +
      `If a column has another name, say so: --map ${example}=NAME.`,
  );
}

function onlyPlace(name: string, names: readonly string[]): number {
  if (names.indexOf(name) !== names.lastIndexOf(name)) throw wrongUse(`The column ${name} stands there twice.`);
  return names.indexOf(name);
}

function listed(found: readonly string[]): string {
  return found.filter((name) => name !== '').join(', ') || 'no names at all';
}

function normalise(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** The cells of a row by column. Cells are trimmed, and absent ones are empty. */
export function fieldsOf(cells: readonly string[], plan: ColumnPlan): Fields {
  const fields: Partial<Record<Column, string>> = {};
  for (const column of columns) {
    const place = plan.places.get(column);
    fields[column] = place === undefined ? '' : (cells[place] ?? '').trim();
  }
  return fields as Fields;
}
