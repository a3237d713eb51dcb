/** Opens a file and reads it through once; then settles how its rows are read. */
import type { Ask } from './asking.ts';
import { brokenWord } from './broken-text.ts';
import type { ColumnPlan, Mapping } from './columns.ts';
import { type CsvRecord, csvRecords, type Delimiter, delimiterNames } from './csv-records.ts';
import { FileFault, fileFault } from './file-fault.ts';
import { CHOOSE, encodingNames, encodingOf, type FileBytes, fileText } from './file-text.ts';
import { type Findings, findingsOf } from './findings.ts';
import { type RowRules, readFlatRow } from './flat-row.ts';
import { type Envelope, emptyEnvelope, entryOfItem, readJsonFile } from './json-file.ts';
import { withoutMidnight } from './played-at.ts';
import type { ReferenceRules } from './references.ts';
import type { RemarkGroup } from './remarks.ts';
import type { FileRow, RowName } from './rows.ts';
import { SessionSpans } from './sessions.ts';
import { type ReadingOptions, settle } from './settle.ts';
import { type ChosenColumns, entriesBelow, type FlatEntry, findHeader } from './table.ts';
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
  /** How its rows are read. */
  readonly rules: RowRules;
  /** The same in sentences. */
  readonly notes: readonly string[];
  /** Reads its rows in order, from the start each time. Of a CSV file only a chunk is in memory at a time. */
  readonly rows: (remark?: RowRemark) => AsyncGenerator<FileRow>;
}

/** How a file is to be opened. */
export interface SourceOptions extends ReadingOptions {
  readonly mapping: Mapping;
  readonly references: ReferenceRules;
  /** Name or number of the sheet of a workbook; null for the first. */
  readonly sheet: string | null;
  /** The encoding of a text, as TextDecoder calls it; null: it is recognized. */
  readonly encoding?: string | null;
  /** The kind of competition of matches that do not say it; null for none. */
  readonly competition: string | null;
}

/** A table whose header is still to be found. */
export interface Table {
  readonly name: string;
  readonly rowName: RowName;
  /** Reads it from its start each time. */
  readonly records: () => AsyncIterable<CsvRecord>;
  /** How it is read, in sentences, once its records were read. */
  readonly notes: () => readonly string[];
  /** The name of the sheet, and those of all sheets; null for a text. */
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  /** Null for a sheet. */
  readonly encoding: string | null;
  /** A person has chosen the encoding. */
  readonly isEncodingChosen: boolean;
}

/** A file whose rows were seen once and are still to be read. */
export interface OpenFile extends Pick<Source, 'name' | 'rowName' | 'envelope' | 'plan' | 'notes'> {
  /** Its rows: flat ones, and those that need no reading. */
  readonly entries: (remark?: RowRemark) => AsyncIterable<FlatEntry | FileRow>;
  readonly findings: Findings;
}

const fileKinds = ['.csv', '.tsv', '.txt', '.json', '.xlsx'] as const;
export type FileKind = (typeof fileKinds)[number];

/** The kind of a file by its name; null for one that cannot be imported. */
export function kindOf(name: string): FileKind | null {
  const lower = name.toLowerCase();
  const ending = /[^/\\](\.[^./\\]*)$/.exec(lower.replace(/\.gz$/, ''))?.[1];
  const kind = fileKinds.find((one) => one === ending) ?? null;
  return kind === '.xlsx' && lower.endsWith('.gz') ? null : kind;
}

/**
 * Opens a file, reads it through once, and settles how its rows are read. So a malformed file is refused before anything is
 * sent.
 * @param ask asks a person; null: an open question is a fault.
 * @throws {FileFault} for a file that is malformed, without the columns that are needed, or with an open question.
 */
export async function openSource(
  file: FileBytes,
  kind: FileKind,
  options: SourceOptions,
  ask: Ask | null = null,
): Promise<Source> {
  return await settleFile(await openFile(file, kind, options), options, ask);
}

async function openFile(file: FileBytes, kind: FileKind, options: SourceOptions): Promise<OpenFile> {
  if (kind !== '.xlsx' && options.sheet !== null) throw fileFault('--sheet goes with an .xlsx file.');
  if ((kind === '.xlsx' || kind === '.json') && options.encoding != null)
    throw fileFault('--encoding goes with a text, such as CSV.');
  if (kind === '.json') return await openList(file, options);
  const table = await openTable(file, kind, options);
  const others = table.sheets.filter((other) => other !== table.sheet).join(', ');
  try {
    return await readTable(table, options.mapping);
  } catch (error) {
    if (!(error instanceof FileFault) || others === '') throw error;
    const message = `Sheet “${table.sheet}”: ${error.message} Other sheets: ${others}. Choose one with --sheet.`;
    throw fileFault(message, { cause: error });
  }
}

/** Settles how the rows of an open file are read. @throws {FileFault} for an open question */
export async function settleFile(
  file: OpenFile,
  options: Omit<SourceOptions, 'mapping' | 'sheet'>,
  ask: Ask | null,
): Promise<Source> {
  const makesReferences = file.plan !== null && !file.plan.places.has('external_ref');
  const { isByDay, name: sessionName } = options.sessions;
  if (isByDay && file.plan === null) throw fileFault('--session-by-day goes with a table of results, not with JSON.');
  const references = makesReferences ? { ...options.references, fromContent: true } : options.references;
  const { rules, notes } = await settle(file, options, references, ask);
  async function* rows(remark?: RowRemark): AsyncGenerator<FileRow> {
    const spans = new SessionSpans();
    for await (const entry of file.entries(remark)) {
      const { line } = entry;
      const note = remark && ((group: RemarkGroup, detail: string): void => remark(line, group, detail));
      const fields = entry.kind === 'flat' && file.findings.midnight !== null ? withoutMidnight(entry.fields) : null;
      const row = entry.kind === 'flat' ? readFlatRow(line, fields ?? entry.fields, rules, note, entry.unused) : entry;
      const isRead = row.kind === 'ready' || (row.kind === 'match' && row.faults.length === 0);
      const long = isRead ? spans.add(row) : null;
      if (long !== null) note?.('longSession', long);
      yield row;
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
  const { midnight } = findings;
  const dates =
    midnight === null
      ? []
      : [`Every time is midnight, so the dates have no times: ${rowName} ${midnight.line} has ${midnight.text}.`];
  const all = [...file.notes, ...dates, ...notes, ...empty];
  return { name, rowName, total: findings.rows, envelope, plan, makesReferences, references, notes: all, rules, rows };
}

/** Opens a text or a workbook. @throws {FileFault} for one that cannot be read */
export async function openTable(
  file: FileBytes,
  kind: FileKind,
  { mapping, sheet, encoding = null }: Pick<SourceOptions, 'mapping' | 'sheet' | 'encoding'>,
): Promise<Table> {
  return kind === '.xlsx' ? await openSheet(file, sheet) : await openText(file, mapping, encoding);
}

async function openText(file: FileBytes, mapping: Mapping, chosen: string | null): Promise<Table> {
  const { name } = file;
  const encoding = chosen ?? (await encodingOf(file));
  let delimiter: Delimiter = ',';
  const records = (): AsyncGenerator<CsvRecord> =>
    csvRecords(fileText(file, encoding), name, mapping, (found) => {
      delimiter = found;
    });
  const notes = () =>
    encoding === 'utf-8'
      ? []
      : [`The file is read as ${encodingNames[encoding] ?? encoding}, with ${delimiterNames[delimiter]}.`];
  return {
    name,
    rowName: 'line',
    records,
    notes,
    sheet: null,
    sheets: [],
    encoding,
    isEncodingChosen: chosen !== null,
  };
}

async function openSheet(file: FileBytes, wanted: string | null): Promise<Table> {
  const { records: all, name: sheet, all: sheets } = await readXlsx(file, wanted);
  async function* records(): AsyncGenerator<CsvRecord> {
    yield* all;
  }
  const others = sheets.filter((other) => other !== sheet).join(', ');
  const notes = () => (others === '' ? [] : [`Sheet “${sheet}” is read. Not read: ${others}.`]);
  return { name: file.name, rowName: 'row', records, notes, sheet, sheets, encoding: null, isEncodingChosen: false };
}

/** Refuses text that is in no language. @throws {FileFault} with the word */
async function* checkedText({ name, rowName, records, encoding, isEncodingChosen }: Table): AsyncGenerator<CsvRecord> {
  for await (const record of records()) {
    const word = isEncodingChosen ? null : brokenWord(record.cells.join(' '));
    if (word === null) yield record;
    else {
      const fault = `${name}, ${rowName} ${record.line}: “${word}” is in no language.`;
      const isRight = encoding === null || encoding === 'utf-8';
      throw fileFault(
        isRight ? `${fault} The program that wrote the file has read it wrong. Export it again.` : `${fault} ${CHOOSE}`,
      );
    }
  }
}

/**
 * Finds the header of a table, and looks at every row below it.
 * @param chosen what a person has chosen for the columns; null: they are found by their headers
 * @throws {FileFault} for a table without the columns that are needed
 */
export async function readTable(
  table: Table,
  mapping: Mapping,
  chosen: ChosenColumns | null = null,
): Promise<OpenFile> {
  const { name, rowName, records } = table;
  const header = await findHeader(records(), name, mapping, chosen);
  const entriesOf = (all: AsyncIterable<CsvRecord>, remark?: RowRemark) => entriesBelow(header, all, remark);
  const entries = (remark?: RowRemark): AsyncIterable<FlatEntry | FileRow> => entriesOf(records(), remark);
  const notes = [...table.notes()];
  if (!header.isFirst) notes.push(`The header is ${rowName} ${header.line}; the lines above it are skipped.`);
  let nameless: string | null = null;
  const findings = await findingsOf(() =>
    entriesOf(checkedText(table), (line, group, detail) => {
      if (group === 'nameless') nameless ??= `${detail} in ${rowName} ${line}`;
    }),
  );
  if (nameless !== null) notes.push(`A column without a name is not used, though it holds values: ${nameless}.`);
  return { name, rowName, envelope: emptyEnvelope, plan: header.plan, notes, entries, findings };
}

/** Opens a list of matches in JSON. @throws {FileFault} for one that cannot be read */
export async function openList(
  file: FileBytes,
  { mapping, references }: Pick<SourceOptions, 'mapping' | 'references'>,
): Promise<OpenFile> {
  const { name } = file;
  const { matches, envelope } = await readJsonFile(fileText(file), name);
  async function* entries(): AsyncGenerator<FlatEntry | FileRow> {
    for (const [index, match] of matches.entries()) yield entryOfItem(match, index + 1, mapping, references);
  }
  return { name, rowName: 'match', envelope, plan: null, notes: [], entries, findings: await findingsOf(entries) };
}
