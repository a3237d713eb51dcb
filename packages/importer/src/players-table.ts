/** A table of players, read the same way for the names of results and for registrations. */

import { collect } from './collections.ts';
import { textOfCell } from './csv-cell.ts';
import { type CsvRecord, csvRecords, type Delimiter } from './csv-records.ts';
import { encodingOf, type FileBytes, fileText } from './file-text.ts';
import { folded } from './header-words.ts';
import { readXlsx } from './xlsx-records.ts';

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

export const isWorkbook = (name: string): boolean => name.toLowerCase().endsWith('.xlsx');

/** Reads a CSV or .xlsx file. @throws {FileFault} for one that cannot be read */
export async function readPlayersTable(file: FileBytes): Promise<PlayersTable> {
  if (isWorkbook(file.name)) return tableOf((await readXlsx(file, null)).records, ',');
  return await playersTableOf((await collect(fileText(file, await encodingOf(file)))).join(''), file.name);
}

/** Reads CSV text. @throws {FileFault} for text that is not CSV */
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
