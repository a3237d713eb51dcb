/** The options that several commands have, and how options are made. */
import { InvalidArgumentError, Option } from 'commander';
import type { Call } from './command.ts';
import { LANGUAGES, languageTag } from './language.ts';
import { TIME_FORMS } from './times.ts';

const valuesByOption = new WeakMap<Option, readonly string[]>();

/** An option. @param read parses its value; default: the unchanged text. */
export function option<T>(flags: string, description: string, read?: (text: string, earlier: T) => T): Option {
  const made = new Option(flags, description);
  return read === undefined ? made : made.argParser(read);
}

/** Lists values of an option for its help text and for completion. Its parser decides which ones it accepts. */
export function withValues(one: Option, values: readonly string[]): Option {
  valuesByOption.set(one, values);
  return one;
}

/** The values that an option takes, if they are few. */
export function valuesOf(one: Option): readonly string[] {
  return one.argChoices ?? valuesByOption.get(one) ?? [];
}

/** The description of an option for the help text, with its values. */
export function describeOption(one: Option): string {
  const values = valuesOf(one);
  return values.length === 0 ? one.description : `${one.description}: {${values.join('|')}}`;
}

/** The beginning of a text, for lists that show a line for each entry. */
export const firstSentence = (text: string): string => text.split(/[.;:](?:\s|$)/, 1)[0] ?? '';

/** An option with one of these values. */
export function choice(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, description).choices(values);
}

/** The same, for values in lower case that may be written in any. */
export function inAnyCase(one: Option): Option {
  const { parseArg } = one;
  return one.argParser<unknown>((text, earlier) => parseArg?.(text.toLowerCase(), earlier));
}

/** An option that may be given several times, or once with commas. @param values the values that it takes; default: any */
export function listOption(flags: string, description: string, values: readonly string[] = []): Option {
  const read = (text: string, earlier: readonly string[] = []): readonly string[] => {
    const parts = text.split(',').map((part) => part.trim());
    const unknown = values.length === 0 ? undefined : parts.find((part) => !values.includes(part));
    if (unknown !== undefined) throw new InvalidArgumentError(`“${unknown}” is not one of ${values.join(', ')}.`);
    return [...earlier, ...parts];
  };
  return withValues(option(flags, `${description}; repeatable, or separated by commas`, read), values);
}

/** An option that must be given. */
export function required<T>(flags: string, description: string, read?: (text: string, earlier: T) => T): Option {
  return option(flags, `${description} (required)`, read).makeOptionMandatory();
}

/** Reads an option's value as a whole number; commander names the option in the message. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Must be a whole number of at most nine digits.');
  return Number(text);
}

/** For commands that show their progress. */
/** Whether an argument is an id, not a name. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export const quietOption = option('--quiet', 'Show no progress');
/** For commands that ask before they act. */
export const yesOption = option('--yes', 'Skip the confirmation');
/** For commands that show or read times. */
export const utcOption = option('--utc', 'Show and read times in UTC (default: your time zone)');
/** For commands that show sentences of the service. */
export const languageOption = withValues(
  option(
    '--lang <language>',
    'The language of sentences and pictures (default: the language of your terminal)',
    languageTag,
  ),
  LANGUAGES,
);

/** For lists that have pages. */
export const limitOption = option('--limit <n>', 'The maximum number of entries', wholeNumber);
export const cursorOption = option('--cursor <cursor>', 'Continue from this cursor, which the previous page printed');

/** The options that choose a page of a list. */
export interface PageOptions {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
}

/** The options of every list. */
export const tableOptions: readonly Option[] = [
  option('--columns <names>', 'Show these columns, in this order, such as “id,name”', (text) =>
    text.split(',').map((name) => name.trim()),
  ),
  option('--csv', 'Print CSV'),
];

export const pageOptions: readonly Option[] = [
  limitOption,
  option('--offset <n>', 'The number of entries to skip', wholeNumber),
  cursorOption,
  ...tableOptions,
];

/** The options that choose a page of a list of matches. */
export interface MatchPageOptions extends PageOptions {
  readonly since?: string;
  readonly until?: string;
}

export const matchPageOptions: readonly Option[] = [
  ...pageOptions,
  option('--since <time>', `Played at or after this time: ${TIME_FORMS}`),
  option('--until <time>', 'Played before this time; a date includes the whole day'),
  utcOption,
];

/** The query that these options ask for. */
export function pageQuery({ limit, offset, cursor }: PageOptions) {
  return { limit, offset, cursor };
}

/** The same with the times between which matches were played. */
export function matchPageQuery(call: Call<MatchPageOptions>) {
  return { ...pageQuery(call.options), ...sinceUntil(call) };
}

/** The times that `--since` and `--until` name. */
export function sinceUntil(call: Call<{ readonly since?: string; readonly until?: string }>) {
  const { since, until } = call.options;
  return { since: call.time('--since', since, 'begin'), until: call.time('--until', until, 'end') };
}
