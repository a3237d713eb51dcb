/** A file as a table of texts: a CSV text, or a sheet of a workbook. */
import type { Mapping } from '../columns/names.ts';
import { fileFault, placeOf, type RowName } from '../message.ts';
import { brokenWord } from './broken-text.ts';
import { type Delimiter, delimiterOf, readCsv } from './csv.ts';
import type { CsvRecord } from './record.ts';
import type { FileKind } from './source-file.ts';
import { decodeText, type EncodingChoice } from './text.ts';
import { readSheet } from './workbook.ts';

export interface Table {
  readonly name: string;
  readonly rowName: RowName;
  readonly records: readonly CsvRecord[];
  /** The name of the sheet, and those of all sheets; null for a text. */
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  readonly encoding: string | null;
  /** The encodings among which a person decides; empty if it is certain. */
  readonly encodingChoices: readonly EncodingChoice[];
  readonly delimiter: Delimiter | null;
}

export interface TableOptions {
  /** Name or number of the sheet of a workbook; null for the first. */
  readonly sheet?: string | null;
  /** The encoding of a text; null: it is recognized. */
  readonly encoding?: string | null;
  /** The columns that a person has named, which may be the only ones that are known. */
  readonly mapping?: Mapping;
}

/** @throws {ImportFault} for a file that cannot be read */
export async function openTable(
  bytes: Uint8Array,
  name: string,
  kind: Exclude<FileKind, '.json'>,
  { sheet = null, encoding = null, mapping }: TableOptions,
): Promise<Table> {
  if (kind === '.xlsx') {
    if (encoding !== null) throw fileFault('file.encodings_are_of_texts');
    const { records, name: found, all } = await readSheet(bytes, name, sheet);
    return checkedText({
      ...{ name, rowName: 'row', records, sheet: found, sheets: all },
      ...{ encoding: null, encodingChoices: [], delimiter: null },
    });
  }
  if (sheet !== null) throw fileFault('file.sheets_are_of_workbooks');
  const text = decodeText(bytes, name, encoding);
  const delimiter = delimiterOf(text.text, mapping);
  const table: Table = {
    ...{ name, rowName: 'line', records: await readCsv(text.text, name, delimiter), sheet: null, sheets: [] },
    ...{ encoding: text.encoding, encodingChoices: text.choices, delimiter },
  };
  return encoding === null && text.choices.length === 0 ? checkedText(table) : table;
}

/** Refuses text that is in no language. @throws {ImportFault} with the word */
function checkedText(table: Table): Table {
  const { name, rowName, records, encoding } = table;
  for (const { line, cells } of records) {
    const word = brokenWord(cells.join(' '));
    if (word === null) continue;
    const values = { name, ...placeOf(rowName, line), text: word };
    if (encoding === null || encoding === 'utf-8') throw fileFault('file.exported_broken', values);
    throw fileFault('file.broken_text', values);
  }
  return table;
}
