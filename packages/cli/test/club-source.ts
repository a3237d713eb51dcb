/** A file of a club as its rows are read, for tests. */
import type { TestContext } from 'node:test';
import { OWN_REFERENCES } from '@bandeja/importer/references';
import type { FileRow } from '@bandeja/importer/rows';
import { NO_READING_OPTIONS } from '@bandeja/importer/settle';
import type { Source, SourceOptions } from '@bandeja/importer/source';
import { openPath } from '../src/import/open-path.ts';
import { inWords } from '../src/import/preview.ts';
import { aFile } from './run-cli.ts';

export const OPTIONS: SourceOptions = {
  ...NO_READING_OPTIONS,
  dates: 'dmy',
  timezone: 'Europe/Madrid',
  mapping: new Map(),
  references: OWN_REFERENCES,
  sheet: null,
  competition: null,
};

export async function opened(t: TestContext, content: string, changes: Partial<SourceOptions> = {}): Promise<Source> {
  const file = await aFile(t, 'club.csv', content);
  return await openPath(file, process.stdin, { ...OPTIONS, ...changes });
}

/** A row in words, or the groups of its faults. */
export function rowText(row: FileRow): string {
  if (row.kind === 'ready') return JSON.stringify(row.submission);
  if (row.kind === 'faulty' || row.faults.length > 0) return row.faults.map(({ group }) => group).join(' ');
  return inWords(row).replace(/^.*?\d\d:\d\d \S+: /, '');
}

export const HEADER = 'Fecha;Hora;Pareja 1;Pareja 2;Resultado;Ganador;Estado';
export const PLAYERS = 'Ana Ruiz / Marta Gil;Eva Sol - Rui Paz';
