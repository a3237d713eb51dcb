import { ImportRow } from '@bandeja/contract/import-rows';
import { Import } from '@bandeja/contract/imports';
import { csvOfPage } from '../http/csv/answer.ts';
import { column, NO_COLUMNS } from '../http/csv/columns.ts';

export const importsCsv = csvOfPage(Import, { reading: NO_COLUMNS, undo: NO_COLUMNS });

/** What is wrong with a row, without its values. */
const codes = (name: string) =>
  column(name, (list: readonly { readonly code: string }[]) => list.map(({ code }) => code).join(' '));

export const rowsCsv = csvOfPage(ImportRow, {
  problems: [codes('problems')],
  differences: [codes('differences')],
  warnings: [codes('warnings')],
});
