/** A file from its bytes to its rows: what it leaves open is asked, and never guessed. */
import { isUsername } from '@bandeja/contract/username';
import { type Answers, NO_ANSWERS, type Question } from './answers.ts';
import { type Findings, findingsOf } from './cells/findings.ts';
import { readRow } from './cells/row.ts';
import { withLongSessions } from './cells/sessions.ts';
import { type ColumnPlan, findHeader, guessMeanings, type Header, type Meanings, planOf } from './columns/header.ts';
import { entryOfItem } from './columns/items.ts';
import type { Column, Mapping } from './columns/names.ts';
import { type Entry, entriesBelow, recordsBelow } from './columns/table.ts';
import { bounds } from './file/bounds.ts';
import { delimiterNames } from './file/csv.ts';
import { type Envelope, emptyEnvelope, readJsonFile } from './file/json.ts';
import { bytesOf, type FileKind, kindOf, type SourceFile, sha256Of } from './file/source-file.ts';
import { openTable, type Table, type TableOptions } from './file/table.ts';
import { fileFault, ImportFault, message, type Note, placeOf } from './message.ts';
import { columnsQuestion, type Decided, decide } from './questions.ts';
import type { Row } from './rows.ts';

/** A column of the file. */
export interface FileColumn {
  /** From 0. */
  readonly place: number;
  /** Its header; empty if it has none. */
  readonly name: string;
  /** Its first different values. */
  readonly samples: readonly string[];
  /** Null if it is not used. */
  readonly meaning: Column | null;
  /** It is named after an outcome, so its marks make outcomes. */
  readonly isFlag: boolean;
}

/** The facts of a file. Without an encoding and sheets for JSON. */
export interface FileFacts extends Pick<Table, 'name' | 'rowName' | 'encoding' | 'sheet' | 'sheets'> {
  /** Of its bytes, unpacked: 64 hexadecimal digits. */
  readonly sha256: string;
  readonly kind: FileKind;
}

export interface OpenOptions extends TableOptions {
  readonly answers?: Partial<Answers>;
}

/** A file that is read, and the answers so far. */
export class Reading {
  readonly file: FileFacts;
  /** What all matches of the file have in common. */
  readonly envelope: Envelope;
  readonly #table: Table | null;
  readonly #header: Header | null;
  readonly #items: readonly Entry[];
  /** The columns that a person has named. */
  readonly mapping: Mapping;
  #answers: Answers;
  #columns: Columns | null = null;
  #decided: Decided | null = null;
  #rows: readonly Row[] | null = null;

  protected constructor({ facts, table, items, envelope }: Opened, { mapping = new Map(), answers }: OpenOptions) {
    this.file = facts;
    this.envelope = envelope;
    this.#table = table;
    this.#header = table && findHeader(table.records, mapping);
    this.#items = items;
    this.mapping = mapping;
    this.#answers = { ...NO_ANSWERS, ...answers };
  }

  get answers(): Answers {
    return this.#answers;
  }

  answer(answers: Partial<Answers>): void {
    if (answers.meanings !== undefined && answers.meanings !== this.#answers.meanings) this.#columns = null;
    this.#answers = { ...this.#answers, ...answers };
    this.#decided = null;
    this.#rows = null;
  }

  /** The columns with their meanings. None for a list of matches. */
  get columns(): readonly FileColumn[] {
    const { plan, meanings } = this.#read();
    if (this.#table === null || this.#header === null || plan === null) return [];
    const { rows: below } = recordsBelow({ records: this.#table.records.slice(0, ROWS_SAMPLED_MAX) }, this.#header);
    return plan.names.map((name, place) => {
      const values = new Set(below.map(({ cells }) => cells[place]?.trim() ?? '').filter((text) => text !== ''));
      const isFlag = (meanings[place] ?? null) === null && plan.flags.includes(name);
      return { place, name, samples: [...values].slice(0, SAMPLES), meaning: meanings[place] ?? null, isFlag };
    });
  }

  get plan(): ColumnPlan | null {
    return this.#read().plan;
  }

  /** Everything that the file leaves open, with what was answered. Rows can be read once none is open. */
  get questions(): readonly Question[] {
    const { question } = this.#read();
    const encoding = this.#table?.encodingChoices ?? [];
    const examples = encoding.map((choice) => `${choice.encoding} “${choice.example}”`).join(', ');
    const first: readonly Question[] =
      encoding.length === 0
        ? []
        : [{ code: 'encoding', isOpen: true, choices: encoding, text: message('question.encoding', { examples }) }];
    return [...first, ...(question === null ? this.#decide().questions : [question])];
  }

  /** The decisions that the file allows. */
  get notes(): readonly Note[] {
    const { findings, notes } = this.#read();
    const decided = this.#read().question === null ? this.#decide().notes : [];
    const empty: Note[] = findings.entries.length === 0 ? [message('note.no_rows')] : [];
    return [...this.#fileNotes(), ...notes, ...decided, ...empty];
  }

  /** @throws {ImportFault} while a question is open */
  get rows(): readonly Row[] {
    if (this.#rows !== null) return this.#rows;
    const open = this.questions.find(({ isOpen }) => isOpen);
    if (open !== undefined) {
      const others = this.#otherSheets();
      throw new ImportFault(open.text, others && message('file.in_sheet', others));
    }
    const { rules } = this.#decide();
    const { plan } = this.#read();
    const entries = this.#read().findings.entries;
    this.#rows = withLongSessions(
      entries.map((entry) => (entry.kind === 'flat' ? readRow(entry, rules, plan) : entry.row)),
    );
    return this.#rows;
  }

  /** What the players of the first rows look like. @throws {ImportFault} while a question is open */
  get playersLook(): 'names' | 'usernames' {
    const texts = this.rows.slice(0, ROWS_SAMPLED_MAX).flatMap(({ players }) => players.filter((text) => text !== ''));
    return texts.filter(isUsername).length * 2 < texts.length ? 'names' : 'usernames';
  }

  /** Whether the references of rows are derived from their content. */
  get makesReferences(): boolean {
    return this.#answers.fromContent || (this.plan !== null && !this.plan.places.has('external_ref'));
  }

  /** The fields that all matches have in common. */
  get common(): Readonly<Record<string, unknown>> {
    const { competition, sessions, venue } = this.#answers;
    return {
      ...(competition === null ? {} : { competition_type: competition }),
      ...(this.plan !== null || sessions?.name == null ? {} : { session_external_ref: sessions.name }),
      ...(this.plan !== null || venue === '' ? {} : { venue_label: venue }),
      ...this.envelope.session,
    };
  }

  #read(): Columns {
    if (this.#columns !== null) return this.#columns;
    const [table, header] = [this.#table, this.#header];
    if (table === null || header === null) {
      const findings = findingsOf(this.#items);
      this.#columns = { plan: null, meanings: [], findings, notes: [], question: null };
      return this.#columns;
    }
    const meanings = this.#answers.meanings ?? guessMeanings(header.names, this.mapping);
    const plan = planOf(header.names, meanings, this.mapping);
    const question = columnsQuestion(plan);
    const { entries, notes } = entriesBelow(table, header, plan);
    this.#columns = { plan, meanings, findings: findingsOf(entries), notes, question };
    return this.#columns;
  }

  #decide(): Decided {
    const { findings, plan } = this.#read();
    this.#decided ??= decide({ findings, plan, rowName: this.file.rowName, answers: this.#answers });
    return this.#decided;
  }

  #fileNotes(): readonly Note[] {
    const [table, header] = [this.#table, this.#header];
    if (table === null || header === null) return [];
    const { encoding, delimiter, rowName, records } = table;
    const notes: Note[] = [];
    if (encoding !== null && encoding !== 'utf-8' && delimiter !== null)
      notes.push(message('note.encoding', { encoding: shownEncoding(encoding), delimiter: delimiterNames[delimiter] }));
    const others = this.#otherSheets();
    if (others !== null) notes.push(message('note.sheet', others));
    const place = placeOf(rowName, records[header.index]?.line ?? 0);
    if (header.hasTwoRows) notes.push(message('note.two_header_rows', place));
    else if (header.index > 0) notes.push(message('note.header_below', place));
    return notes;
  }

  /** Null if there are none. */
  #otherSheets() {
    const { sheet, sheets } = this.file;
    const others = sheets.filter((one) => one !== sheet).join(', ');
    return sheet === null || others === '' ? null : { sheet, others };
  }
}

/** A file that was read. */
interface Opened {
  readonly facts: FileFacts;
  readonly table: Table | null;
  readonly items: readonly Entry[];
  readonly envelope: Envelope;
}

/** Reads a file once. @throws {ImportFault} for a file that is not a table, is too large, or has no such sheet */
export async function readFile(file: SourceFile, options: OpenOptions): Promise<Opened> {
  const { name } = file;
  const kind = kindOf(name) ?? '.csv';
  const bytes = await bytesOf(file, kind);
  const sha256 = await sha256Of(bytes);
  const { mapping = new Map() } = options;
  if (kind === '.json') {
    if (options.sheet != null) throw fileFault('file.sheets_are_of_workbooks');
    if (options.encoding != null) throw fileFault('file.encodings_are_of_texts');
    const { matches, envelope } = readJsonFile(bytes, name);
    if (matches.length > bounds.rows) throw fileFault('file.too_many_rows', { name, bound: bounds.rows });
    const items = matches.map((item, index) => entryOfItem(item, index + 1, mapping));
    const facts: FileFacts = { name, sha256, kind, rowName: 'match', encoding: null, sheet: null, sheets: [] };
    return { facts, table: null, items, envelope };
  }
  const table = await openTable(bytes, name, kind, options);
  if (table.records.length === 0) throw fileFault('file.empty', { name });
  const { rowName, encoding, sheet, sheets } = table;
  return { facts: { name, sha256, kind, rowName, encoding, sheet, sheets }, table, items: [], envelope: emptyEnvelope };
}

/** The columns with their meanings, and the findings in their rows. */
interface Columns {
  readonly plan: ColumnPlan | null;
  readonly meanings: Meanings;
  readonly findings: Findings;
  readonly notes: readonly Note[];
  /** Null if the columns are complete. */
  readonly question: Question | null;
}

const SAMPLES = 3;
/** A column that is empty in all of these rows has no samples. */
const ROWS_SAMPLED_MAX = 1000;

const shownEncoding = (encoding: string): string =>
  encoding.startsWith('utf-16') ? 'UTF-16' : encoding.replace(/^windows/, 'Windows').replace(/^utf/, 'UTF');
