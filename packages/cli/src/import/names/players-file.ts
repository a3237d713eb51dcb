/** The file of players: which person a name of the results means. It is written to start from, edited, and read again. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { csvCell } from '@bandeja/contract/csv';
import { canonicalUsername, isUsername } from '@bandeja/contract/username';
import {
  cellOf,
  nameKey,
  type PlayersColumn,
  type PlayersTable,
  playersColumns,
  readPlayersTable,
  type SettledName,
} from '@bandeja/importer';
import { wrongUse } from '../../exit.ts';
import { localFile } from '../local-file.ts';

/** A line of the file that is written. The username is empty if the name is not settled; the note is for the person who edits the file. */
export type PlayersLine = Readonly<Record<PlayersColumn, string>>;

/** The note of a player that is not registered yet. */
const NEW = 'new';

/** A players file that was read. */
export interface PlayersFile {
  readonly table: PlayersTable;
  /** By the key of the name. */
  readonly settled: ReadonlyMap<string, SettledName>;
}

/**
 * Reads a players file (CSV or .xlsx): the columns `name` and `username`, and if it has them `display_name` and `country_code`. Rows
 * without a username settle nothing.
 * @throws {CommandFailure} for a file that cannot be read, an invalid username, or a name with two of them.
 */
export async function readPlayersFile(path: string): Promise<PlayersFile> {
  const table = await readPlayersTable(await localFile(path));
  if (!table.places.has('name') || !table.places.has('username')) {
    throw wrongUse(`${path}: a players file has the columns name and username. Found: ${table.header.join(', ')}.`);
  }
  const settled = new Map<string, SettledName>();
  for (const row of table.rows) {
    const cell = (column: PlayersColumn): string => cellOf(table, row, column);
    const [name, username] = [cell('name'), canonicalUsername(cell('username'))];
    if (username === '') continue;
    const key = nameKey(name);
    const fail = (what: string): Error => wrongUse(`${path}, line ${row.line}: ${what}.`);
    if (key === '') throw fail('the row has a username and no name');
    if (!isUsername(username)) throw fail(`“${username}” is not a username (2 to 40 of a–z, 0–9, “.”, “_” and “-”)`);
    const earlier = settled.get(key);
    if (earlier !== undefined && earlier.username !== username)
      throw fail(`“${name}” is ${earlier.username} above, and ${username} here`);
    settled.set(key, {
      name,
      username,
      displayName: cell('display_name') || null,
      countryCode: cell('country_code').toUpperCase() || null,
      // Without its column, the note of such a line may have been “new”.
      isNew: cell('note') === NEW || (!table.places.has('note') && nameKey(cell('display_name')) === key),
      line: row.line,
      note: cell('note'),
    });
  }
  return { table, settled };
}

/**
 * The text of a players file. What the file of before has stays: its columns, the order of its rows, and every row with a username,
 * cell by cell. Rows without one get the facts known now. Names that it does not have come at the end.
 */
export function playersFileText(before: PlayersTable | null, lines: readonly PlayersLine[]): string {
  const header = [...(before?.header ?? [])];
  const places = new Map(before?.places);
  for (const column of playersColumns) {
    if (places.has(column)) continue;
    places.set(column, header.length);
    header.push(column);
  }
  const byKey = new Map(lines.map((line) => [nameKey(line.name), line]));
  const kept = (before?.rows ?? []).map((row) => {
    const table = { ...before, places } as PlayersTable;
    const key = nameKey(cellOf(table, row, 'name'));
    const line = byKey.get(key);
    byKey.delete(key);
    return line === undefined || cellOf(table, row, 'username') !== '' ? row.cells : filled(row.cells, line, places);
  });
  const added = [...byKey.values()].map((line) => filled([], line, places));
  const delimiter = before?.delimiter ?? ',';
  const rows = [...kept, ...added].map((cells) => header.map((_, place) => cells[place] ?? ''));
  return [header, ...rows]
    .map((cells) => `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`)
    .join('');
}

/** The row, with its empty cells filled from the known facts about its name. The note is always the command's. */
function filled(
  cells: readonly string[],
  line: PlayersLine,
  places: ReadonlyMap<PlayersColumn, number>,
): readonly string[] {
  const full = [...cells];
  for (const [column, place] of places) if (column === 'note' || !full[place]) full[place] = line[column];
  return full;
}

/** The file of `--players-out`. */
export interface PlayersOut {
  readonly path: string;
  /** What it has already; null for a file that was not there. */
  readonly before: PlayersFile | null;
  /** The bytes that were read; null for a file that was not there. */
  readonly bytes: Buffer | null;
}

/** Reads the file if there is one. @throws {CommandFailure} for a file of another kind. */
export async function playersOutAt(path: string): Promise<PlayersOut> {
  const bytes = await bytesAt(path);
  return { path, before: bytes !== null && bytes.length > 0 ? await readPlayersFile(path) : null, bytes };
}

/**
 * Writes the file, with a byte order mark, without which spreadsheets misread accents.
 * @returns whether it was written; false if someone has changed it since it was read
 * @throws {CommandFailure} when it cannot be written
 */
export async function writePlayersFile({ path, bytes }: PlayersOut, text: string): Promise<boolean> {
  try {
    const now = await bytesAt(path);
    if (now !== null && (bytes === null || !now.equals(bytes))) return false;
    await writeFile(path, `\uFEFF${text}`);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw wrongUse(`--players-out ${path}: the file cannot be written (${code}).`, { cause: error });
  }
}

/** The bytes of a regular file; null if there is none. */
async function bytesAt(path: string): Promise<Buffer | null> {
  const there = await stat(path).catch(() => null);
  return there?.isFile() ? await readFile(path) : null;
}
