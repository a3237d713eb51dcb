import type { Api } from '@bandeja/client';
import { isObject } from '@bandeja/importer/json-value';
import type { Call } from '../command.ts';
import { wrongUse } from '../exit.ts';
import {
  cellOf,
  isWorkbook,
  type PlayersTable,
  playersTableOf,
  readPlayersTable,
} from '../import/names/players-table.ts';
import { parseJson, wholeFile } from './files.ts';

/** The fields that a batch sets for all its players. */
type Common = Omit<Api.PlayerBatch, 'players'>;

interface BatchFile {
  readonly players: readonly Api.Registration[];
  readonly common: Common;
}

/** Reads the players to register from CSV, a workbook or JSON. @throws {CommandFailure} if it is none of them */
export async function readPlayers<O extends object>(call: Call<O>, file: string): Promise<BatchFile> {
  const holds = 'players, as CSV with the column username or as JSON';
  if (isWorkbook(file)) return { players: entriesOf(await readPlayersTable(file), file), common: {} };
  const text = await wholeFile(call, file, holds);
  if (!/^\s*[[{]/.test(text)) return { players: entriesOf(await playersTableOf(text, file), file), common: {} };
  const json = parseJson(text, file, holds);
  // The service checks the players.
  if (Array.isArray(json)) return { players: json, common: {} };
  if (!isObject(json) || !Array.isArray(json['players'])) throw wrongUse(`${file}: it has no list “players”.`);
  const { players, ...common } = json;
  return { players: players as readonly Api.Registration[], common: common as Common };
}

function entriesOf(table: PlayersTable, file: string): readonly Api.Registration[] {
  if (!table.places.has('username')) {
    throw wrongUse(`${file}: it has no column “username”. Found: ${table.header.join(', ')}.`);
  }
  return table.rows.map((row) => {
    const username = cellOf(table, row, 'username');
    const entry = {
      display_name: cellOf(table, row, 'display_name') || cellOf(table, row, 'name'),
      country_code: cellOf(table, row, 'country_code').toUpperCase(),
    };
    const level = (row.cells[table.levelPlaces.value] ?? '').replace(',', '.');
    const source = row.cells[table.levelPlaces.source] || 'self';
    // The service rejects what is not a level.
    const value = Number.isNaN(Number(level)) ? level : Number(level);
    const external_ids = [...table.idPlaces].flatMap(([kind, place]) => {
      const value = row.cells[place] ?? '';
      return value === '' ? [] : [{ kind, value }];
    });
    return {
      username,
      ...Object.fromEntries(Object.entries(entry).filter(([, text]) => text !== '')),
      ...(level !== '' && { starting_level: { value, source } as Api.NewStartingLevel }),
      ...(external_ids.length > 0 && { external_ids }),
    };
  });
}
