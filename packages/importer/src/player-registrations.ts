/** Registrations from the rows of a players file. */
import type { Api } from '@bandeja/client';
import { fileFault } from './file-fault.ts';
import { cellOf, type PlayersRow, type PlayersTable } from './players-table.ts';

/** @param file what messages call it @throws {FileFault} for a file without usernames */
export function registrationsIn(table: PlayersTable, file: string): readonly Api.Registration[] {
  if (!table.places.has('username')) {
    throw fileFault(`${file}: it has no column “username”. Found: ${table.header.join(', ')}.`);
  }
  return table.rows.map((row) => {
    const entry = {
      display_name: cellOf(table, row, 'display_name') || cellOf(table, row, 'name'),
      country_code: cellOf(table, row, 'country_code').toUpperCase(),
    };
    const external_ids = [...table.idPlaces].flatMap(([kind, place]) => {
      const value = row.cells[place] ?? '';
      return value === '' ? [] : [{ kind, value }];
    });
    return {
      username: cellOf(table, row, 'username'),
      ...Object.fromEntries(Object.entries(entry).filter(([, text]) => text !== '')),
      ...startingLevelOf(table, row),
      ...(external_ids.length > 0 && { external_ids }),
    };
  });
}

/** The service rejects values that are not levels or sources. */
function startingLevelOf(
  { levelPlaces }: PlayersTable,
  { cells }: PlayersRow,
): Pick<Api.Registration, 'starting_level'> {
  const level = (cells[levelPlaces.value] ?? '').replace(',', '.');
  if (level === '') return {};
  const value = Number.isNaN(Number(level)) ? level : Number(level);
  const source = cells[levelPlaces.source] || 'self';
  return { starting_level: { value, source } as Api.NewStartingLevel };
}
