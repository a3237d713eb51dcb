/** A table of players, read the same way for the names of results and for registrations. */

import { textOfCell } from '@bandeja/contract/csv';
import type { Delimiter } from '../file/csv.ts';
import type { CsvRecord } from '../file/record.ts';
import { bytesOf, kindOf, type SourceFile } from '../file/source-file.ts';
import { openTable } from '../file/table.ts';
import players from '../words/players.json' with { type: 'json' };
import { folded, kindsOf } from '../words/words.ts';

export const playersColumns = ['name', 'username', 'display_name', 'country_code', 'note'] as const;
export type PlayersColumn = (typeof playersColumns)[number];
const meanings = kindsOf(players, playersColumns);
const EXTERNAL_ID = /^external_id_([a-z0-9_-]{1,32})$/;

export type PlayersTable = Awaited<ReturnType<typeof readPlayersTable>>;

/** Reads a CSV or .xlsx file; its header is empty if the file is. @throws {ImportFault} for one that cannot be read */
export async function readPlayersTable(file: SourceFile) {
  const kind = kindOf(file.name) === '.xlsx' ? '.xlsx' : '.csv';
  const { records, delimiter } = await openTable(await bytesOf(file, kind), file.name, kind, {});
  return tableOf(records, delimiter ?? ',');
}

function tableOf(records: readonly CsvRecord[], delimiter: Delimiter) {
  const [first, ...others] = records;
  const header = first?.cells ?? [];
  const names = header.map((cell) => folded(cell.trim()).replaceAll(/[\s_-]+/g, ' '));
  const places = new Map(
    playersColumns
      .map((column) => [column, names.findIndex((name) => meanings.get(name) === column)] as const)
      .filter(([, place]) => place >= 0),
  );
  const rows = others.map(
    ({ line, cells }): CsvRecord => ({ line, cells: cells.map((cell) => textOfCell(cell.trim())) }),
  );
  /** The columns `external_id_<kind>`, by kind. */
  const idPlaces = new Map(
    header.flatMap((cell, place): [string, number][] => {
      const kind = cell.trim().toLowerCase().match(EXTERNAL_ID)?.[1];
      return kind === undefined ? [] : [[kind, place]];
    }),
  );
  const levelPlaces = { value: names.indexOf('starting level'), source: names.indexOf('starting level source') };
  return { header, places, idPlaces, levelPlaces, rows, delimiter };
}

/** The cell of a row in a column; empty if there is none. */
export function cellOf({ places }: PlayersTable, { cells }: CsvRecord, column: PlayersColumn): string {
  return cells[places.get(column) ?? -1] ?? '';
}
