/** A table of players, read the same way for the names of results and for registrations. */

import { collect } from '@bandeja/importer/collections';
import { textOfCell } from '@bandeja/importer/csv-cell';
import { type CsvRecord, csvRecords, type Delimiter } from '@bandeja/importer/csv-records';
import { folded } from '@bandeja/importer/header-words';
import { readXlsx } from '@bandeja/importer/xlsx-records';
import { localFile, wholeText } from '../local-file.ts';

/** Each column with its headers in English, Spanish, Portuguese, Italian and French: small letters without accents, `_` for a blank. */
const HEADERS = [
  ['name', /^(name|nombre|nome|nom|jugador|jogador|giocatore|joueur|player)$/],
  ['username', /^(username|user_name|user|usuario|utilizador|utente|nome_utente|utilisateur|nombre_de_usuario)$/],
  [
    'display_name',
    /^(display_name|nombre_(visible|completo|para_mostrar)|nome_(visivel|completo)|nom_(affiche|complet)|full_name)$/,
  ],
  ['country_code', /^(country(_code)?|pais|paese|pays)$/],
  ['note', /^(notes?|notas?|observaciones|observacoes)$/],
] as const;
const EXTERNAL_ID = /^external_id_([a-z0-9_-]{1,32})$/;
export type PlayersColumn = (typeof HEADERS)[number][0];
export const playersColumns = HEADERS.map(([column]) => column);

/** A row of the table; its cells are trimmed. */
export interface PlayersRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface PlayersTable {
  /** As the file has it. Empty if the file is. */
  readonly header: readonly string[];
  readonly places: ReadonlyMap<PlayersColumn, number>;
  /** The columns `external_id_<kind>`, by kind. */
  readonly idPlaces: ReadonlyMap<string, number>;
  /** The columns `starting_level` and `starting_level_source`; −1 without one. */
  readonly levelPlaces: { readonly value: number; readonly source: number };
  readonly rows: readonly PlayersRow[];
  readonly delimiter: Delimiter;
}

/** Reads a CSV or .xlsx file. @throws {CommandFailure} when it cannot be read. */
export async function readPlayersTable(path: string): Promise<PlayersTable> {
  if (!isWorkbook(path)) return await playersTableOf(await wholeText(path), path);
  return tableOf((await readXlsx(await localFile(path), null)).records, ',');
}

export const isWorkbook = (path: string): boolean => path.toLowerCase().endsWith('.xlsx');

/** Reads CSV text. @throws {CommandFailure} for text that is not CSV. */
export async function playersTableOf(text: string, name: string): Promise<PlayersTable> {
  let delimiter: Delimiter = ',';
  async function* chunks(): AsyncGenerator<string> {
    yield text;
  }
  const records = csvRecords(chunks(), name, undefined, (found) => {
    delimiter = found;
  });
  const all = await collect(records);
  return tableOf(all, delimiter);
}

function tableOf(records: readonly CsvRecord[], delimiter: Delimiter): PlayersTable {
  const [first, ...others] = records;
  const header = first?.cells ?? [];
  const names = header.map((cell) => folded(cell.trim()).replaceAll(/[\s-]+/g, '_'));
  const places = HEADERS.flatMap(([column, wanted]): [PlayersColumn, number][] => {
    const place = names.findIndex((name) => wanted.test(name));
    return place < 0 ? [] : [[column, place]];
  });
  const rows = others.map(({ line, cells }) => ({ line, cells: cells.map((cell) => textOfCell(cell.trim())) }));
  const idPlaces = new Map(
    header.flatMap((cell, place): [string, number][] => {
      const kind = cell.trim().toLowerCase().match(EXTERNAL_ID)?.[1];
      return kind === undefined ? [] : [[kind, place]];
    }),
  );
  const levelPlaces = { value: names.indexOf('starting_level'), source: names.indexOf('starting_level_source') };
  return { header, places: new Map(places), idPlaces, levelPlaces, rows, delimiter };
}

/** The cell of a row in a column; empty if there is none. */
export function cellOf({ places }: PlayersTable, { cells }: PlayersRow, column: PlayersColumn): string {
  return cells[places.get(column) ?? -1] ?? '';
}
