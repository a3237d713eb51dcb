import type { Readable } from 'node:stream';
import { wrongUse } from '../exit.ts';
import { type Mapping, planColumns } from './columns.ts';
import { csvRecords, csvRows } from './csv-rows.ts';
import { fileAt, fileText, STANDARD_INPUT, textOfBytes } from './file-text.ts';
import { type Envelope, emptyEnvelope, readJsonFile, readJsonRow } from './json-file.ts';
import { OWN_REFERENCES, type ReferenceRules, rejectRepeats } from './references.ts';
import type { ImportRow } from './rows.ts';

/** What the number of a row counts. */
export type RowName = 'line' | 'match';

/** A file ready to be imported. */
export interface Source {
  readonly name: string;
  /** What the number of a row counts: the lines of the file, or the matches of a list. */
  readonly rowName: RowName;
  /** Rows in it, null when it can be read only once. */
  readonly total: number | null;
  readonly envelope: Envelope;
  /** The columns of the file that are not used. */
  readonly ignored: readonly string[];
  /** The file has no references, so they are made from the content of its rows. */
  readonly makesReferences: boolean;
  /** Its rows in order, to be read once. Of a CSV file only a chunk is in memory at a time. */
  readonly rows: AsyncGenerator<ImportRow>;
}

/**
 * Opens FILE. A regular CSV file is first read through once, so that a malformed one is refused before anything is sent
 * and the number of its rows is known.
 * @throws {CommandFailure} for a file that is not there, malformed, or without the columns that are needed.
 */
export async function openSource(
  path: string,
  input: Readable,
  mapping: Mapping,
  references: ReferenceRules = OWN_REFERENCES,
): Promise<Source> {
  const source = await openRows(path, input, mapping, references);
  return { ...source, rows: rejectRepeats(source.rows, source.rowName) };
}

async function openRows(path: string, input: Readable, mapping: Mapping, references: ReferenceRules): Promise<Source> {
  if (path === STANDARD_INPUT) {
    return csvOnce('standard input', () => textOfBytes(input, 'standard input'), mapping, references);
  }
  const stats = await fileAt(path);
  const bare = path.toLowerCase().replace(/\.gz$/, '');
  if (bare.endsWith('.csv')) {
    const open = () => fileText(path);
    return stats.isFile()
      ? await csvTwice(path, open, mapping, references)
      : await csvOnce(path, open, mapping, references);
  }
  if (bare.endsWith('.json')) return await jsonFile(path, mapping, references);
  throw wrongUse(`${path}: a file to import ends in .csv, .csv.gz or .json; “-” reads CSV from standard input.`);
}

async function csvTwice(
  name: string,
  open: () => AsyncGenerator<string>,
  mapping: Mapping,
  references: ReferenceRules,
): Promise<Source> {
  let records = 0;
  for await (const { cells } of csvRecords(open(), name)) if (records++ === 0) planColumns(cells, mapping);
  const source = await csvOnce(name, open, mapping, references);
  return { ...source, total: records - 1 };
}

/** Reads up to the first row, so a bad header is refused at once. */
async function csvOnce(
  name: string,
  open: () => AsyncGenerator<string>,
  mapping: Mapping,
  references: ReferenceRules,
): Promise<Source> {
  let ignored: readonly string[] = [];
  let makesReferences = false;
  const rows = csvRows(csvRecords(open(), name), name, mapping, references, (plan) => {
    ignored = plan.ignored;
    makesReferences = !plan.places.has('external_ref');
  });
  const first = await rows.next();
  async function* all(): AsyncGenerator<ImportRow> {
    if (first.done) return;
    yield first.value;
    yield* rows;
  }
  return { name, rowName: 'line', total: null, envelope: emptyEnvelope, ignored, makesReferences, rows: all() };
}

async function jsonFile(path: string, mapping: Mapping, references: ReferenceRules): Promise<Source> {
  const { matches, envelope } = await readJsonFile(fileText(path), path);
  async function* rows(): AsyncGenerator<ImportRow> {
    for (const [index, match] of matches.entries()) yield readJsonRow(match, index + 1, mapping, references);
  }
  return {
    name: path,
    rowName: 'match',
    total: matches.length,
    envelope,
    ignored: [],
    makesReferences: false,
    rows: rows(),
  };
}
