import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { CommandFailure, wrongUse } from '../exit.ts';
import type { ColumnPlan, Mapping } from './columns.ts';
import { type CsvRecord, csvRecords, type Delimiter, delimiterNames } from './csv-records.ts';
import { encodingNames, encodingOf, fileAt, fileText, STANDARD_INPUT } from './file-text.ts';
import { type Findings, findingsOf } from './findings.ts';
import { readFlatRow } from './flat-row.ts';
import { type Envelope, emptyEnvelope, entryOfItem, readJsonFile } from './json-file.ts';
import type { ReferenceRules } from './references.ts';
import type { RemarkGroup } from './remarks.ts';
import type { FileRow, RowName } from './rows.ts';
import { type Ask, type ReadingOptions, settle } from './settle.ts';
import { spool } from './spool.ts';
import { entriesBelow, type FlatEntry, findHeader } from './table.ts';
import { readXlsx } from './xlsx-records.ts';

/** A remark on a row of a file. */
export type RowRemark = (line: number, group: RemarkGroup, detail: string) => void;

/** A file ready to be imported. */
export interface Source {
  readonly name: string;
  readonly rowName: RowName;
  /** Rows in it. */
  readonly total: number;
  readonly envelope: Envelope;
  /** What its columns were taken for; null for a list of matches. */
  readonly plan: ColumnPlan | null;
  /** The file has no references, so they are made from the content of its rows. */
  readonly makesReferences: boolean;
  /** How its rows get their references. */
  readonly references: ReferenceRules;
  /** How it is read, in sentences. */
  readonly notes: readonly string[];
  /** Reads its rows in order, from the start each time. Of a CSV file only a chunk is in memory at a time. */
  readonly rows: (remark?: RowRemark) => AsyncGenerator<FileRow>;
  /** Removes what was put on the disk to read it. */
  readonly close: () => void;
}

/** How a file is to be opened. */
export interface SourceOptions extends ReadingOptions {
  readonly mapping: Mapping;
  readonly references: ReferenceRules;
  /** Name or number of the sheet of a workbook; null for the first. */
  readonly sheet: string | null;
  /** The kind of competition of matches that do not say it; null for none. */
  readonly competition: string | null;
}

/** A file whose rows were seen once and are still to be read. */
interface OpenFile extends Pick<Source, 'name' | 'rowName' | 'envelope' | 'plan' | 'notes'> {
  /** Its rows: flat ones, and those that need no reading. */
  readonly entries: (remark?: RowRemark) => AsyncIterable<FlatEntry | FileRow>;
  readonly findings: Findings;
}

/**
 * Opens FILE, reads it through once, and settles how its rows are read. So a malformed file is refused before anything is
 * sent.
 * @param ask asks the person at the terminal; null where nobody can be asked.
 * @throws {CommandFailure} for a file that is not there, malformed, without the columns that are needed, or with a question
 * that nobody answers.
 */
export async function openSource(
  path: string,
  input: Readable,
  options: SourceOptions,
  ask: Ask | null = null,
): Promise<Source> {
  const isInput = path === STANDARD_INPUT;
  const stats = isInput ? null : await fileAt(path);
  const kind = isInput ? '.csv' : kindOf(path);
  if (stats?.isFile()) return await readable(await open(path, path, kind, options), options, ask, () => {});
  const name = isInput ? 'standard input' : path;
  const packed = path.toLowerCase().endsWith('.gz') ? '.gz' : '';
  const copy = await spool(isInput ? input : createReadStream(path), `file${kind}${packed}`);
  try {
    return await readable(await open(copy.path, name, kind, options), options, ask, copy.remove);
  } catch (error) {
    copy.remove();
    throw error;
  }
}

const TEXT_KINDS = ['.csv', '.tsv', '.txt'];

function kindOf(path: string): string {
  const lower = path.toLowerCase();
  const kind = extname(lower.replace(/\.gz$/, ''));
  if ([...TEXT_KINDS, '.json'].includes(kind) || (kind === '.xlsx' && !lower.endsWith('.gz'))) return kind;
  throw wrongUse(
    `${path}: a file to import ends in .csv, .tsv, .txt, .json (each also with .gz) or .xlsx; “-” reads CSV from standard input.`,
  );
}

async function open(path: string, name: string, kind: string, options: SourceOptions): Promise<OpenFile> {
  if (kind !== '.xlsx' && options.sheet !== null) throw wrongUse('--sheet goes with an .xlsx file.');
  if (kind === '.json') return await openList(path, name, options);
  return kind === '.xlsx' ? await openSheet(path, name, options) : await openCsv(path, name, options);
}

async function readable(file: OpenFile, options: SourceOptions, ask: Ask | null, close: () => void): Promise<Source> {
  const makesReferences = file.plan !== null && !file.plan.places.has('external_ref');
  const { isByDay, name: sessionName } = options.sessions;
  if (isByDay && file.plan === null) throw wrongUse('--session-by-day goes with a table of results, not with JSON.');
  const references = makesReferences ? { ...options.references, fromContent: true } : options.references;
  const { rules, notes } = await settle(file, options, references, ask);
  async function* rows(remark?: RowRemark): AsyncGenerator<FileRow> {
    for await (const entry of file.entries(remark)) {
      if (entry.kind !== 'flat') yield entry;
      else {
        const { line, fields } = entry;
        yield readFlatRow(line, fields, rules, remark && ((group, detail) => remark(line, group, detail)));
      }
    }
  }
  const { name, rowName, plan, findings } = file;
  const common = {
    ...(options.competition === null ? {} : { competition_type: options.competition }),
    ...(plan !== null || sessionName === null ? {} : { session_external_ref: sessionName }),
    ...(plan !== null || options.venue === null ? {} : { venue_label: options.venue }),
  };
  const envelope = { ...file.envelope, session: { ...common, ...file.envelope.session } };
  const empty = findings.rows === 0 ? ['The file has no rows: there is nothing to import.'] : [];
  const all = [...file.notes, ...notes, ...empty];
  return { name, rowName, total: findings.rows, envelope, plan, makesReferences, references, notes: all, rows, close };
}

async function openCsv(path: string, name: string, { mapping }: SourceOptions): Promise<OpenFile> {
  const encoding = await encodingOf(path, name);
  let delimiter: Delimiter = ',';
  const records = (): AsyncGenerator<CsvRecord> =>
    csvRecords(fileText(path, name, encoding), name, mapping, (found) => {
      delimiter = found;
    });
  const file = await openTable(records, name, 'line', mapping);
  const notes = [...file.notes];
  if (encoding !== 'utf-8')
    notes.unshift(`The file is read as ${encodingNames[encoding]}, with ${delimiterNames[delimiter]}.`);
  return { ...file, notes };
}

async function openSheet(path: string, name: string, { mapping, sheet: wanted }: SourceOptions): Promise<OpenFile> {
  const { records, name: sheet, all } = await readXlsx(path, wanted);
  async function* again(): AsyncGenerator<CsvRecord> {
    yield* records;
  }
  const others = all.filter((other) => other !== sheet).join(', ');
  try {
    const file = await openTable(again, name, 'row', mapping);
    return others === '' ? file : { ...file, notes: [`Sheet “${sheet}” is read. Not read: ${others}.`, ...file.notes] };
  } catch (error) {
    if (!(error instanceof CommandFailure) || others === '') throw error;
    const message = `Sheet “${sheet}”: ${error.message} Other sheets: ${others}. Choose one with --sheet.`;
    throw wrongUse(message, { cause: error });
  }
}

async function openTable(
  records: () => AsyncIterable<CsvRecord>,
  name: string,
  rowName: RowName,
  mapping: Mapping,
): Promise<OpenFile> {
  const header = await findHeader(records(), name, mapping);
  const entries = (remark?: RowRemark): AsyncIterable<FlatEntry | FileRow> => entriesBelow(header, records(), remark);
  const notes = header.isFirst ? [] : [`The header is ${rowName} ${header.line}; the lines above it are skipped.`];
  let nameless: string | null = null;
  const findings = await findingsOf(() =>
    entries((line, group, detail) => {
      if (group === 'nameless') nameless ??= `${detail} in ${rowName} ${line}`;
    }),
  );
  if (nameless !== null) notes.push(`A column without a name is not used, though it holds values: ${nameless}.`);
  return {
    name,
    rowName,
    envelope: emptyEnvelope,
    plan: header.plan,
    notes,
    entries,
    findings,
  };
}

async function openList(path: string, name: string, { mapping, references }: SourceOptions): Promise<OpenFile> {
  const { matches, envelope } = await readJsonFile(fileText(path, name), name);
  async function* entries(): AsyncGenerator<FlatEntry | FileRow> {
    for (const [index, match] of matches.entries()) yield entryOfItem(match, index + 1, mapping, references);
  }
  return { name, rowName: 'match', envelope, plan: null, notes: [], entries, findings: await findingsOf(entries) };
}
