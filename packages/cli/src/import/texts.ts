/** Messages of the importer at a terminal: their texts, and what to do with the options of the command. */
import {
  type Column,
  type Gap,
  type Import,
  ImportFault,
  type plainColumns,
  type Question,
  textOf,
} from '@bandeja/importer';
import { type Format, loadMessages } from '@bandeja/messages';
import { type CommandFailure, wrongUse } from '../exit.ts';

type Values = Readonly<Record<string, string | number>>;

const isEnglish = (format: Format): boolean => new Intl.Locale(format('language.formats')).language === 'en';

/** Our own names of columns are English, and `--map` takes them. */
export function columnLabel(column: Column, format: Format): string {
  if (isEnglish(format)) return column;
  const [, n, team] = /^set_(\d)(?:_([ab]))?$/.exec(column) ?? [];
  const label =
    n === undefined
      ? format(`console.import.column_names.${column as (typeof plainColumns)[number]}`)
      : team === undefined
        ? format('console.import.column_names.set', { n })
        : format('console.import.column_names.set_side', { n, team: team.toUpperCase() });
  return `${label} (${column})`;
}

/** What the columns lack. */
function gapText(gap: Gap, format: Format): string {
  switch (gap) {
    case 'date':
    case 'team_a':
    case 'team_b':
    case 'result':
      return format(`console.import.gaps.${gap}`);
    default:
      return columnLabel(gap, format);
  }
}

/** What to do about a group of rows, a note or a question; empty if the text says it. */
export function remedyOf(format: Format, name: string, values: Values = {}): string {
  const code = `remedy.command.${name}`;
  return format.has(code) ? (format as (code: string, values: Values) => string)(code, values) : '';
}

/** Why a file cannot be imported, and what to do. */
export function faultText(format: Format, { fault, also }: ImportFault, question?: Question): string {
  const name = fault.code.slice(fault.code.indexOf('.') + 1);
  const remedy = remedyOf(format, name.replace(/^mixed_dates$/, 'dates'), {
    ...fault.values,
    ...optionsOf(question),
  });
  const others = also === null ? [] : [textOf(format, also), remedyOf(format, 'in_sheet')];
  return [textOf(format, inWords(fault, question, format)), remedy, ...others].filter((text) => text !== '').join(' ');
}

/** A question about columns, with their names in other languages than English. */
function inWords(fault: ImportFault['fault'], question: Question | undefined, format: Format): ImportFault['fault'] {
  if (question?.code !== 'columns' || isEnglish(format)) return fault;
  if (fault.code === 'question.columns')
    return {
      ...fault,
      values: { ...fault.values, missing: question.gaps.map((gap) => gapText(gap, format)).join(', ') },
    };
  const [rival] = question.rivals;
  if (fault.code !== 'question.rivals' || rival === undefined) return fault;
  return { ...fault, values: { ...fault.values, column: columnLabel(rival.column, format) } };
}

/** A column that fills a gap, if the gap is named otherwise. */
const COLUMN_FOR: Readonly<Partial<Record<Gap, string>>> = { date: 'played_at', result: 'winner' };

/** The options that answer a question. */
function optionsOf(question: Question | undefined): Values {
  const either = (option: string, all: readonly string[]) => ({
    options: all.map((one) => `${option} ${one}`).join(', '),
  });
  switch (question?.code) {
    case 'dates':
      return either('--dates', question.orders);
    case 'scores':
      return either('--scores', question.counts);
    case 'encoding':
      return either(
        '--encoding',
        question.choices.map(({ encoding }) => encoding),
      );
    case 'columns': {
      const [gap] = question.rivals.length > 0 ? [] : question.gaps;
      return gap === undefined ? {} : { column: COLUMN_FOR[gap] ?? gap };
    }
    default:
      return {};
  }
}

/** A file that cannot be read; null for another error. */
export const fileFailure = (error: unknown, language: string): CommandFailure | null =>
  error instanceof ImportFault ? wrongUse(faultText(loadMessages(language), error), { cause: error }) : null;

/** @throws {CommandFailure} for a file that cannot be read, and any other error unchanged */
export function rethrowFault(error: unknown, format: Format, importing?: Import): never {
  if (!(error instanceof ImportFault)) throw error;
  const question = importing?.questions.find(({ isOpen }) => isOpen);
  throw wrongUse(faultText(format, error, question), { cause: error });
}
