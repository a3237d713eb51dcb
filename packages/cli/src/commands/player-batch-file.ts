import type { Api } from '@bandeja/client';
import { readPlayersTable, registrationsIn } from '@bandeja/importer';
import type { Call } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { inMemory, localFile } from '../import/local-file.ts';
import { isObject } from '../json-value.ts';
import { parseJson, wholeFile } from './files.ts';

/** The fields that a batch sets for all its players. */
type Common = Omit<Api.PlayerBatch, 'players'>;

interface BatchFile {
  readonly players: readonly Api.Registration[];
  readonly common: Common;
}

/** Reads the players to register from CSV, a workbook or JSON. @throws {CommandFailure} if it is none of them */
export async function readPlayers<O extends object>(call: Call<O>, file: string): Promise<BatchFile> {
  const holds = 'players, as CSV with the column username or name, or as JSON';
  if (file.toLowerCase().endsWith('.xlsx'))
    return {
      players: await registrationsIn(call.partner, await readPlayersTable(await localFile(file)), file),
      common: {},
    };
  const text = await wholeFile(call, file, holds);
  if (!/^\s*[[{]/.test(text))
    return {
      players: await registrationsIn(call.partner, await readPlayersTable(inMemory(file, text)), file),
      common: {},
    };
  const json = parseJson(text, file, holds);
  // The service checks the players.
  if (Array.isArray(json)) return { players: json, common: {} };
  if (!isObject(json) || !Array.isArray(json['players'])) throw wrongUse(`${file}: it has no list “players”.`);
  const { players, ...common } = json;
  return { players: players as readonly Api.Registration[], common: common as Common };
}
