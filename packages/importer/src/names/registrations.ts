import type { Api, Bandeja } from '@bandeja/client';
import { groupBy } from '../collections.ts';
import type { CsvRecord } from '../file/record.ts';
import { fileFault } from '../message.ts';
import { loadLettersOf } from './latin.ts';
import { madeUsername } from './made-usernames.ts';
import { nameKey, shownName } from './name-forms.ts';
import { cellOf, type PlayersTable } from './players-table.ts';
import { readOwnPeople } from './stored-players.ts';

/** @param file what messages call it @throws {ImportFault} for a file without usernames and names */
export async function registrationsIn(
  client: Bandeja,
  table: PlayersTable,
  file: string,
): Promise<readonly Api.Registration[]> {
  const usernames = await usernamesIn(table, client);
  if (usernames === null) {
    throw fileFault('file.no_player_columns', { name: file, found: table.header.join(', ') });
  }
  return table.rows.map((row, index) => {
    const entry = {
      display_name: nameIn(table, row),
      country_code: cellOf(table, row, 'country_code').toUpperCase(),
    };
    const external_ids = [...table.idPlaces].flatMap(([kind, place]) => {
      const value = row.cells[place] ?? '';
      return value === '' ? [] : [{ kind, value }];
    });
    return {
      username: usernames[index] ?? '',
      ...Object.fromEntries(Object.entries(entry).filter(([, text]) => text !== '')),
      ...startingLevelOf(table, row),
      ...(external_ids.length > 0 && { external_ids }),
    };
  });
}

const nameIn = (table: PlayersTable, row: CsvRecord): string =>
  cellOf(table, row, 'display_name') || shownName(cellOf(table, row, 'name'));

/**
 * The usernames of the rows: those of the file, or those of the club's own people with these names, or else made from the names. Null for
 * a file with neither; empty where several of the club's people have the name.
 */
async function usernamesIn(table: PlayersTable, client: Bandeja): Promise<readonly string[] | null> {
  if (table.places.has('username')) return table.rows.map((row) => cellOf(table, row, 'username'));
  if (!table.places.has('name') && !table.places.has('display_name')) return null;
  const names = table.rows.map((row) => nameIn(table, row));
  const own = groupBy(await readOwnPeople(client), ({ displayName }) => nameKey(displayName));
  await loadLettersOf(names);
  const taken = new Set([...own.values()].flat().map(({ username }) => username));
  return names.map((name) => {
    const key = nameKey(name);
    const [known, ...more] = own.get(key) ?? [];
    if (key === '' || more.length > 0) return '';
    if (known !== undefined) return known.username;
    let attempt = 0;
    while (taken.has(madeUsername(key, attempt))) attempt += 1;
    taken.add(madeUsername(key, attempt));
    return madeUsername(key, attempt);
  });
}

/** The service rejects values that are not levels or sources. */
function startingLevelOf(
  { levelPlaces }: PlayersTable,
  { cells }: CsvRecord,
): Pick<Api.Registration, 'starting_level'> {
  const level = (cells[levelPlaces.value] ?? '').replace(',', '.');
  if (level === '') return {};
  const value = Number.isNaN(Number(level)) ? level : Number(level);
  const source = cells[levelPlaces.source] || 'self';
  return { starting_level: { value, source } as Api.NewStartingLevel };
}
