import type { Readable } from 'node:stream';
import { wrongUse } from '../exit.ts';
import { type Mapping, planColumns } from './columns.ts';
import { csvRecords, csvRows } from './csv-rows.ts';
import { type Envelope, emptyEnvelope, readEnvelope } from './envelope.ts';
import { fileAt, fileText, textOfBytes } from './file-text.ts';
import type { ImportRow } from './import-row.ts';
import { readJsonRow } from './json-row.ts';
import { type JsonPiece, JsonScanner, type MemberPiece } from './json-scanner.ts';

/** A file ready to be imported. */
export interface Source {
  readonly name: string;
  /** Rows in it, null when it can be read only once. */
  readonly total: number | null;
  readonly envelope: Envelope;
  /** The columns of the file that say nothing here. */
  readonly ignored: readonly string[];
  /** Its rows in order; to be walked through once. Memory holds a chunk of the file, never the whole. */
  readonly rows: AsyncGenerator<ImportRow>;
}

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

/**
 * Opens FILE. A regular file is first read through once, so that a malformed one is refused before anything is sent and
 * the number of its rows is known.
 * @throws {CommandFailure} for a file that is not there, malformed, or without the columns that are needed.
 */
export async function openSource(path: string, input: Readable, mapping: Mapping): Promise<Source> {
  if (path === STANDARD_INPUT) return csvOnce('standard input', () => textOfBytes(input, 'standard input'), mapping);
  const stats = await fileAt(path);
  const bare = path.toLowerCase().replace(/\.gz$/, '');
  if (bare.endsWith('.csv')) {
    const open = () => fileText(path);
    return stats.isFile() ? await csvTwice(path, open, mapping) : await csvOnce(path, open, mapping);
  }
  if (bare.endsWith('.json') && stats.isFile()) return await jsonTwice(path, mapping);
  throw wrongUse(`${path}: a file to import ends in .csv, .csv.gz or .json; “-” reads CSV from standard input.`);
}

async function csvTwice(name: string, open: () => AsyncGenerator<string>, mapping: Mapping): Promise<Source> {
  let records = 0;
  for await (const { cells } of csvRecords(open(), name)) if (records++ === 0) planColumns(cells, mapping);
  const source = await csvOnce(name, open, mapping);
  return { ...source, total: records - 1 };
}

/** Reads as far as the first row, so that a header that will not do is refused at once. */
async function csvOnce(name: string, open: () => AsyncGenerator<string>, mapping: Mapping): Promise<Source> {
  let ignored: readonly string[] = [];
  const rows = csvRows(csvRecords(open(), name), name, mapping, (names) => {
    ignored = names;
  });
  const first = await rows.next();
  async function* all(): AsyncGenerator<ImportRow> {
    if (first.done) return;
    yield first.value;
    yield* rows;
  }
  return { name, total: null, envelope: emptyEnvelope, ignored, rows: all() };
}

async function jsonTwice(path: string, mapping: Mapping): Promise<Source> {
  let total = 0;
  const members: MemberPiece[] = [];
  for await (const piece of jsonPieces(path)) {
    if (piece.kind === 'match') total++;
    else members.push(piece);
  }
  async function* rows(): AsyncGenerator<ImportRow> {
    for await (const piece of jsonPieces(path)) if (piece.kind === 'match') yield readJsonRow(piece, mapping);
  }
  return { name: path, total, envelope: readEnvelope(members, path), ignored: [], rows: rows() };
}

async function* jsonPieces(path: string): AsyncGenerator<JsonPiece> {
  const scanner = new JsonScanner(path);
  for await (const text of fileText(path)) yield* scanner.push(text);
  scanner.finish();
}
