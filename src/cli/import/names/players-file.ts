/** The file of players: which person a name of the results means. It is written to start from, edited, and read again. */
import { writeFile } from 'node:fs/promises';
import { wrongUse } from '../../exit.ts';
import { isUsername } from '../cells.ts';
import { type CsvRecord, csvRecords } from '../csv-records.ts';
import { encodingOf, fileAt, fileText } from '../file-text.ts';
import { csvCell } from '../results.ts';
import { readXlsx } from '../xlsx-records.ts';
import { nameKey } from './name-forms.ts';

/** Whom a name means. */
export interface SettledName {
  readonly name: string;
  readonly username: string;
  /** Used if the player is registered; null for none. */
  readonly displayName: string | null;
  readonly countryCode: string | null;
}

/** A line of the file that is written. */
export interface PlayersLine {
  readonly name: string;
  /** Empty if it is not settled whom the name means. */
  readonly username: string;
  readonly displayName: string;
  readonly countryCode: string;
  /** What is known of the name, for the person who edits the file; not read again. */
  readonly note: string;
}

const COLUMNS = ['name', 'username', 'display_name', 'country_code', 'note'] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Reads a players file (CSV or .xlsx): the columns `name` and `username`, and if it has them `display_name` and `country_code`. Rows
 * without a username settle nothing.
 * @returns by the key of the name.
 * @throws {CommandFailure} for a file that cannot be read, an invalid username, or a name with two of them.
 */
export async function readPlayersFile(path: string): Promise<ReadonlyMap<string, SettledName>> {
  await fileAt(path);
  const settled = new Map<string, SettledName>();
  let places: ReadonlyMap<Column, number> | null = null;
  for await (const { line, cells } of await recordsOf(path)) {
    if (places === null) {
      places = placesOf(cells, path);
      continue;
    }
    const cell = (column: Column): string => cells[places?.get(column) ?? -1]?.trim() ?? '';
    const [name, username] = [cell('name'), cell('username').toLowerCase()];
    if (username === '') continue;
    const key = nameKey(name);
    const fail = (what: string): Error => wrongUse(`${path}, line ${line}: ${what}.`);
    if (key === '') throw fail('the row has a username and no name');
    if (!isUsername(username)) throw fail(`“${username}” is no username (2 to 40 of a–z, 0–9, “.”, “_” and “-”)`);
    const earlier = settled.get(key);
    if (earlier !== undefined && earlier.username !== username)
      throw fail(`“${name}” is ${earlier.username} above, and ${username} here`);
    settled.set(key, {
      name,
      username,
      displayName: cell('display_name') || null,
      countryCode: cell('country_code').toUpperCase() || null,
    });
  }
  return settled;
}

async function recordsOf(path: string): Promise<AsyncIterable<CsvRecord> | Iterable<CsvRecord>> {
  if (path.toLowerCase().endsWith('.xlsx')) return (await readXlsx(path, null)).records;
  return csvRecords(fileText(path, path, await encodingOf(path, path)), path);
}

function placesOf(header: readonly string[], path: string): ReadonlyMap<Column, number> {
  const names = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  );
  const places = new Map(
    COLUMNS.flatMap((column) => (names.includes(column) ? [[column, names.indexOf(column)]] : [])),
  );
  if (places.has('name') && places.has('username')) return places;
  throw wrongUse(`${path}: a players file has the columns name and username. Found: ${header.join(', ')}.`);
}

/**
 * Writes a players file, with a byte order mark, without which spreadsheets misread accents.
 * @throws {CommandFailure} when it cannot be written.
 */
export async function writePlayersFile(path: string, lines: readonly PlayersLine[]): Promise<void> {
  const rows = lines.map((line) => [line.name, line.username, line.displayName, line.countryCode, line.note]);
  const text = [COLUMNS, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
  try {
    await writeFile(path, `\uFEFF${text}`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw wrongUse(`--players-out ${path}: the file cannot be written (${code}).`, { cause: error });
  }
}
