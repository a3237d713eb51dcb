/** How a file is read: its columns, what it leaves open, and its first matches. */
import { isUsername } from '@bandeja/contract/username';
import type { Column } from '@bandeja/importer/column-names';
import { type Gap, gapsIn, guessColumns } from '@bandeja/importer/columns';
import type { DateOrder } from '@bandeja/importer/dates';
import type { FileBytes } from '@bandeja/importer/file-text';
import type { Lacking } from '@bandeja/importer/findings';
import { OWN_REFERENCES } from '@bandeja/importer/references';
import { type Report, readReport } from '@bandeja/importer/reports';
import type { MatchRow } from '@bandeja/importer/rows';
import { type ScoreCount, unitOf } from '@bandeja/importer/settle-scores';
import {
  type FileKind,
  kindOf,
  type OpenFile,
  openList,
  openTable,
  readTable,
  type Source,
  settleFile,
  type Table,
} from '@bandeja/importer/source';
import { headerOf } from '@bandeja/importer/table';
import { bytesOf } from './local-file.ts';

const NO_MAPPING = new Map<Column, string>();
const SAMPLES = 3;
/** A column that is empty in all of these rows has no samples. */
const ROWS_SAMPLED_MAX = 1000;

/** A column of the file. */
export interface FileColumn {
  /** From 0. */
  readonly place: number;
  /** Its header; empty if it has none. */
  readonly name: string;
  /** Its first different values. */
  readonly samples: readonly string[];
}

/** A file whose columns are known, or a list of matches, which has none. */
export interface ChosenFile {
  readonly bytes: FileBytes;
  readonly kind: FileKind;
  readonly table: Table | null;
  readonly columns: readonly FileColumn[];
  /** What the headers seem to mean: the place of each column. */
  readonly guess: ReadonlyMap<Column, number>;
}

/** The result file of an import or a merge; null for any other file. @throws {FileFault} for one that was damaged */
export async function readReportOf(file: File | undefined): Promise<Report | null> {
  if (file === undefined || kindOf(file.name) !== '.csv') return null;
  const report = await readReport(bytesOf(file), true);
  return report.kind === 'other' || (report.kind === 'merge' && report.matches.length === 0) ? null : report;
}

/**
 * @param choices the sheet of a workbook, and the encoding of a text; null for the first, and the recognized one
 * @throws {FileFault} for a file that cannot be read
 */
export async function openChosen(
  bytes: FileBytes,
  kind: FileKind,
  { sheet, encoding }: Pick<Choices, 'sheet' | 'encoding'>,
): Promise<ChosenFile> {
  if (kind === '.json') return { bytes, kind, table: null, columns: [], guess: new Map() };
  const table = await openTable(bytes, kind, { mapping: NO_MAPPING, sheet, encoding });
  const header = await headerOf(table.records(), bytes.name, NO_MAPPING);
  const samples = header.cells.map(() => new Set<string>());
  let rows = 0;
  for await (const { line, cells } of table.records()) {
    if (line <= header.line) continue;
    for (const [place, values] of samples.entries()) {
      const value = cells[place]?.trim() ?? '';
      if (value !== '' && values.size < SAMPLES) values.add(value);
    }
    if (++rows === ROWS_SAMPLED_MAX || samples.every(({ size }) => size === SAMPLES)) break;
  }
  const columns = header.cells.map((cell, place) => ({
    place,
    name: cell.trim(),
    samples: [...(samples[place] ?? [])],
  }));
  return { bytes, kind, table, columns, guess: guessColumns(header.cells) };
}

/** What a person has chosen on the page. Texts are empty, and the rest is null, until then. */
export interface Choices {
  readonly sheet: string | null;
  readonly encoding: string | null;
  /** The meaning of each column of the file; null if it is not used. Null as a whole: as guessed. */
  readonly columns: readonly (Column | null)[] | null;
  readonly dates: DateOrder | null;
  readonly timezone: string;
  readonly time: string;
  readonly scores: ScoreCount | null;
  readonly sessions: 'day' | 'none';
  readonly venue: string;
  readonly prefix: string;
  readonly fromContent: boolean;
  /** Null: as the players of the first rows look. */
  readonly players: 'names' | 'usernames' | 'ids' | null;
  /** The kind of the ids. */
  readonly idKind: string;
}

const zoneHere = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const NO_CHOICES: Choices = {
  sheet: null,
  encoding: null,
  columns: null,
  dates: null,
  timezone: zoneHere,
  time: '',
  scores: null,
  sessions: 'day',
  venue: '',
  prefix: '',
  fromContent: false,
  players: null,
  idKind: '',
};

/** The meaning of each column: the chosen one, else the guessed one. */
export function meaningsOf(file: ChosenFile, choices: Choices): readonly (Column | null)[] {
  if (choices.columns !== null) return choices.columns;
  const byPlace = new Map([...file.guess].map(([column, place]) => [place, column]));
  return file.columns.map((_, place) => byPlace.get(place) ?? null);
}

/** What the file leaves open, with an example of each. */
export interface Questions {
  readonly dates: { readonly orders: readonly DateOrder[]; readonly examples: readonly string[] } | null;
  readonly timezone: Lacking | null;
  readonly time: Lacking | null;
  readonly scores: (Lacking & { readonly counts: readonly ScoreCount[] }) | null;
  readonly sessions: boolean;
  /** Its references are small numbers, which another file may have, too. */
  readonly numbers: boolean;
  /** A reference that two different matches have. */
  readonly repeated: { readonly reference: string; readonly lines: readonly number[] } | null;
}

/** A file that is read with these choices. */
export interface Read {
  readonly gaps: readonly Gap[];
  /** A meaning that two columns have. */
  readonly twice: readonly Column[];
  readonly questions: Questions | null;
  /** Null while something is missing. */
  readonly source: Source | null;
  readonly preview: readonly MatchRow[];
  /** Whether the players of the file are names. */
  readonly hasNames: boolean;
  /** The kind of ids that they are; null for names and usernames. */
  readonly idKind: string | null;
}

const NOTHING: Read = { gaps: [], twice: [], questions: null, source: null, preview: [], hasNames: true, idKind: null };

/** @throws {FileFault} for a file that cannot be read */
export async function readChosen(file: ChosenFile, choices: Choices): Promise<Read> {
  const open = file.table === null ? null : chosenColumns(file, choices);
  if (open !== null && (open.gaps.length > 0 || open.twice.length > 0)) return { ...NOTHING, ...open };
  const read =
    file.table === null || open === null
      ? await openList(file.bytes, { mapping: NO_MAPPING, references: OWN_REFERENCES })
      : await readTable(file.table, NO_MAPPING, open.places);
  const questions = questionsOf(read, choices);
  const isTimeless = choices.time === '' && read.findings.timeless?.count === read.findings.rows;
  const isOpen = isTimeless || questions.repeated !== null || (questions.dates !== null && choices.dates === null);
  if (isOpen || (questions.scores !== null && !questions.scores.counts.some((one) => one === choices.scores)))
    return { ...NOTHING, questions };
  const source = await settleFile(read, optionsOf(choices, questions), null);
  const { preview, hasNames } = await firstMatches(source);
  const { players, idKind } = choices;
  const chosen = {
    hasNames: players === null ? hasNames : players === 'names',
    idKind: players === 'ids' ? idKind : null,
  };
  return { ...NOTHING, questions, source, preview, ...chosen };
}

function chosenColumns(file: ChosenFile, choices: Choices) {
  const places = new Map<Column, number>();
  const names = file.columns.map(({ name }) => name);
  const twice: Column[] = [];
  for (const [place, column] of meaningsOf(file, choices).entries()) {
    if (column === null) continue;
    if (places.has(column)) twice.push(column);
    else places.set(column, place);
  }
  return { places, twice, gaps: gapsIn(places, names) };
}

function questionsOf({ plan, findings }: OpenFile, { fromContent, time }: Choices): Questions {
  const { order, zoneless, timeless, setCounts, units, references } = findings;
  const unit = unitOf(units, plan, '') === null ? (units?.small ?? null) : null;
  const dates =
    order.kind === 'open'
      ? { orders: order.orders, examples: [order.example.text] }
      : order.kind === 'mixed'
        ? { orders: order.examples.map((one) => one.order), examples: order.examples.map((one) => one.text) }
        : null;
  const [repeated] = fromContent ? [] : references.repeated;
  return {
    dates,
    timezone: zoneless ?? (time === '' ? null : timeless),
    time: timeless,
    scores:
      setCounts !== null
        ? { ...setCounts, counts: ['sets', 'games'] }
        : unit && { ...unit, counts: ['points', 'games'] },
    sessions: plan !== null && !plan.places.has('session_external_ref') && !plan.places.has('round'),
    numbers: references.areNumbers,
    repeated: repeated ?? null,
  };
}

function optionsOf(choices: Choices, questions: Questions) {
  const { timezone, time, scores, venue, prefix, fromContent } = choices;
  return {
    dates: questions.dates === null ? null : choices.dates,
    timezone,
    time: time === '' ? null : time,
    scores: questions.scores?.counts.find((one) => one === scores) ?? null,
    sessions: { name: null, isByDay: questions.sessions && choices.sessions === 'day' },
    venue: venue.trim() === '' ? null : venue.trim(),
    references: { prefix: prefix.trim(), fromContent },
    competition: null,
  };
}

const MATCHES_SHOWN = 3;

/** The first matches, and whether their players look like names. */
async function firstMatches(source: Source) {
  const preview: MatchRow[] = [];
  let texts = 0;
  let usernames = 0;
  let rows = 0;
  for await (const row of source.rows()) {
    if (row.kind === 'match') {
      const players = row.players.filter((text) => text !== '');
      texts += players.length;
      usernames += players.filter(isUsername).length;
      if (row.faults.length === 0 && preview.length < MATCHES_SHOWN) preview.push(row);
    }
    if (++rows === ROWS_SAMPLED_MAX) break;
  }
  return { preview, hasNames: usernames * 2 < texts };
}
