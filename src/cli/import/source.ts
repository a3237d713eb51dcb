import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { wrongUse } from '../exit.ts';
import { type ColumnPlan, type Mapping, planColumns } from './columns.ts';
import { csvRecords, csvRows } from './csv-rows.ts';
import { fileAt, fileText, STANDARD_INPUT } from './file-text.ts';
import { type Envelope, emptyEnvelope, readJsonFile, readJsonRow } from './json-file.ts';
import { OWN_REFERENCES, type ReferenceRules } from './references.ts';
import type { FileRow } from './rows.ts';
import { spool } from './spool.ts';

/** What the number of a row counts. */
export type RowName = 'line' | 'match';

/** A file ready to be imported. */
export interface Source {
  readonly name: string;
  /** What the number of a row counts: the lines of the file, or the matches of a list. */
  readonly rowName: RowName;
  /** Rows in it. */
  readonly total: number;
  readonly envelope: Envelope;
  /** The columns of the file that are not used. */
  readonly ignored: readonly string[];
  /** The file has no references, so they are made from the content of its rows. */
  readonly makesReferences: boolean;
  /** How its rows get their references. */
  readonly references: ReferenceRules;
  /** Reads its rows in order. Of a CSV file only a chunk is in memory at a time. */
  readonly rows: () => AsyncGenerator<FileRow>;
  /** Removes what was put on the disk to read it. */
  readonly close: () => void;
}

/**
 * Opens FILE and reads it through once, so that a malformed one is refused before anything is sent and the number of its
 * rows is known.
 * @throws {CommandFailure} for a file that is not there, malformed, or without the columns that are needed.
 */
export async function openSource(
  path: string,
  input: Readable,
  mapping: Mapping,
  references: ReferenceRules = OWN_REFERENCES,
): Promise<Source> {
  if (path === STANDARD_INPUT) return await spooledCsv('standard input', input, mapping, references);
  const stats = await fileAt(path);
  const bare = path.toLowerCase().replace(/\.gz$/, '');
  if (bare.endsWith('.json')) return await jsonFile(path, mapping, references);
  if (!bare.endsWith('.csv')) {
    throw wrongUse(`${path}: a file to import ends in .csv, .csv.gz or .json; “-” reads CSV from standard input.`);
  }
  if (stats.isFile()) return await csvFile(path, path, mapping, references);
  return await spooledCsv(path, createReadStream(path), mapping, references);
}

async function spooledCsv(
  name: string,
  bytes: Readable,
  mapping: Mapping,
  references: ReferenceRules,
): Promise<Source> {
  const { path, remove } = await spool(bytes, name.toLowerCase().endsWith('.gz') ? 'file.csv.gz' : 'file.csv');
  try {
    return { ...(await csvFile(path, name, mapping, references)), close: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function csvFile(path: string, name: string, mapping: Mapping, references: ReferenceRules): Promise<Source> {
  let plan: ColumnPlan | null = null;
  let total = 0;
  for await (const { cells } of csvRecords(fileText(path, name), name)) {
    if (plan === null) plan = planColumns(cells, mapping);
    else total++;
  }
  if (plan === null) throw wrongUse(`${name} is empty: a header with the names of the columns is missing.`);
  const makesReferences = !plan.places.has('external_ref');
  const rules = makesReferences ? { ...references, fromContent: true } : references;
  return {
    name,
    rowName: 'line',
    total,
    envelope: emptyEnvelope,
    ignored: plan.ignored,
    makesReferences,
    references: rules,
    rows: () => csvRows(csvRecords(fileText(path, name), name), name, mapping, rules),
    close: () => {},
  };
}

async function jsonFile(path: string, mapping: Mapping, references: ReferenceRules): Promise<Source> {
  const { matches, envelope } = await readJsonFile(fileText(path), path);
  async function* rows(): AsyncGenerator<FileRow> {
    for (const [index, match] of matches.entries()) yield readJsonRow(match, index + 1, mapping, references);
  }
  return {
    name: path,
    rowName: 'match',
    total: matches.length,
    envelope,
    ignored: [],
    makesReferences: false,
    references,
    rows,
    close: () => {},
  };
}
