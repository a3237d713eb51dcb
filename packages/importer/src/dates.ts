import type { Reading } from './cells.ts';
import { type Day, isDay } from './clock.ts';
import { folded } from './header-words.ts';

/** The order of day, month and year in dates such as 03/04/2026. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The orders in words. */
export const orderNames: Readonly<Record<DateOrder, string>> = {
  dmy: 'day first',
  mdy: 'month first',
  ymd: 'year first',
};

/** A date as text: its numbers, whose order may be unknown, and the rest of the text. */
export interface WrittenDate {
  /** The day, if the text has one meaning only: the year first in four digits, or the month as a word. */
  readonly day: Day | null;
  /** Else the three numbers as they stand. */
  readonly numbers: readonly [number, number, number] | null;
  readonly hasShortYear: boolean;
  /** What follows the date, such as its time. */
  readonly rest: string;
}

const YEAR_FIRST = /^(\d{4})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,2})(?!\d)/;
const NUMBERS = /^(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?!\d)/;
const DAY_AND_WORD =
  /^(\d{1,2})(?:º|°|er|st|nd|rd|th)?[\s./-]*(?:de\s|di\s|of\s)?\s*(\p{L}{3,12})\.?[\s,./-]*(?:de\s|del\s)?\s*(\d{4}|\d{2})(?!\d)/iu;
const WORD_AND_DAY = /^(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/iu;
const WEEKDAY = /^(\p{L}{2,14}(?:-feira)?)\.?,?\s+(?=[\d\p{L}])/iu;

const LANGUAGES = ['en', 'es', 'pt', 'it', 'fr'];
const months = once(() => wordsOf({ month: 'long' }, { month: 'short' }, 12, (index) => Date.UTC(2024, index, 15)));
const weekdays = once(() =>
  wordsOf({ weekday: 'long' }, { weekday: 'short' }, 7, (index) => Date.UTC(2024, 0, 1 + index)),
);

/** Made once a date has a word: the names of five languages take 15 ms. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The words for months or weekdays in all languages, and what they begin with, → their number from 1. */
function wordsOf(
  long: Intl.DateTimeFormatOptions,
  short: Intl.DateTimeFormatOptions,
  count: number,
  at: (index: number) => number,
): ReadonlyMap<string, number> {
  const meanings = new Map<string, Set<number>>();
  const add = (word: string, number: number): void => {
    meanings.set(word, (meanings.get(word) ?? new Set()).add(number));
  };
  for (const style of LANGUAGES.flatMap((language) => [long, short].map((form) => [language, form] as const))) {
    const format = new Intl.DateTimeFormat(style[0], { ...style[1], timeZone: 'UTC' });
    for (let index = 0; index < count; index++) {
      const word = lettersOf(format.format(at(index)));
      for (const text of [word, word.slice(0, 3), word.slice(0, 4)]) add(text, index + 1);
    }
  }
  // A beginning that two of them share, such as “jui”, says nothing.
  return new Map(
    [...meanings].flatMap(([word, numbers]) => (numbers.size === 1 ? [[word, [...numbers][0] ?? 0]] : [])),
  );
}

function lettersOf(text: string): string {
  return folded(text).replaceAll(/[^\p{L}]/gu, '');
}

/** The number of the month that a word of a date means; undefined without a word, or if it means none. */
function monthIn(word: string | undefined): number | undefined {
  return word === undefined ? undefined : months().get(lettersOf(word));
}

/** Two digits of a year: 70 to 99 are of the last century. */
const fullYear = (year: number): number => (year >= 100 ? year : year >= 70 ? 1900 + year : 2000 + year);

/** Reads the date at the start of a text, or null if there is none. */
export function writtenDate(text: string): WrittenDate | null {
  // “mar 3 2026” is in March, “mar 3/2/2026” on a Tuesday.
  const isWordAndDay = monthIn(WORD_AND_DAY.exec(text)?.[1]) !== undefined;
  const weekday = isWordAndDay ? null : WEEKDAY.exec(text);
  const bare = weekday !== null && weekdays().has(lettersOf(weekday[1] ?? '')) ? text.slice(weekday[0].length) : text;
  const rest = (found: RegExpExecArray): string => bare.slice(found[0].length).replace(/^[\sT,;-]+/i, '');
  const certain = (year: string, month: number, day: string, found: RegExpExecArray): WrittenDate => ({
    day: { year: fullYear(Number(year)), month, day: Number(day) },
    numbers: null,
    hasShortYear: year.length === 2,
    rest: rest(found),
  });
  const yearFirst = YEAR_FIRST.exec(bare);
  if (yearFirst !== null) return certain(yearFirst[1] ?? '', Number(yearFirst[2]), yearFirst[3] ?? '', yearFirst);
  const numbers = NUMBERS.exec(bare);
  if (numbers !== null) {
    const [, one, , two, three = ''] = numbers;
    const all = [Number(one), Number(two), Number(three)] as const;
    return { day: null, numbers: all, hasShortYear: three.length === 2, rest: rest(numbers) };
  }
  const dayAndWord = DAY_AND_WORD.exec(bare);
  const month = monthIn(dayAndWord?.[2]);
  if (dayAndWord !== null && month !== undefined) {
    return certain(dayAndWord[3] ?? '', month, dayAndWord[1] ?? '', dayAndWord);
  }
  const wordAndDay = WORD_AND_DAY.exec(bare);
  const other = monthIn(wordAndDay?.[1]);
  if (wordAndDay === null || other === undefined) return null;
  return certain(wordAndDay[3] ?? '', other, wordAndDay[2] ?? '', wordAndDay);
}

/** Whether a text is a date, with or without its year: what spreadsheets make of a score such as 6-4. */
export function looksLikeDate(text: string): boolean {
  const word = /^\d{1,2}[\s./-]+(\p{L}{3,12})\.?$|^(\p{L}{3,12})\.?[\s./-]+\d{1,2}$/u.exec(text.trim());
  return writtenDate(text.trim()) !== null || months().has(lettersOf(word?.[1] ?? word?.[2] ?? ''));
}

/** The day of a date in an order; null if it is on no calendar. */
export function dayOf({ day, numbers }: WrittenDate, order: DateOrder): Day | null {
  const read = writtenDay({ day, numbers }, order);
  return read !== null && isDay(read) ? read : null;
}

/** The same, even if the calendar does not have it. */
function writtenDay({ day, numbers }: Pick<WrittenDate, 'day' | 'numbers'>, order: DateOrder): Day | null {
  if (numbers === null) return day;
  const [one, two, three] = numbers;
  return {
    dmy: { day: one, month: two, year: fullYear(three) },
    mdy: { day: two, month: one, year: fullYear(three) },
    ymd: { day: three, month: two, year: fullYear(one) },
  }[order];
}

/** The length of the month, if the day is one to which only other months go. */
function daysOfMonth(day: Day | null): { readonly month: number; readonly count: number } | null {
  if (day === null || day.month < 1 || day.month > 12 || day.day < 29 || day.day > 31) return null;
  return { month: day.month, count: new Date(Date.UTC(day.year, day.month, 0)).getUTCDate() };
}

/** A date that settles the order of a file, or one of those that leave it open. */
export interface DateExample {
  readonly line: number;
  readonly text: string;
}

/** Which orders the dates of a file fit. */
export type OrderEvidence =
  | { readonly kind: 'none' }
  | { readonly kind: 'decided'; readonly order: DateOrder; readonly by: DateExample }
  | { readonly kind: 'open'; readonly orders: readonly DateOrder[]; readonly example: DateExample }
  | { readonly kind: 'mixed'; readonly examples: readonly (DateExample & { readonly order: DateOrder })[] };

/** Finds the orders that the dates of a file fit. A date that fits none is ignored: its row is bad, not the file. */
export class DateEvidence {
  /** Dates in the past. A date that fits an order only in a future year is a typing error, unless all of them are. */
  readonly #past = new FittingDates();
  readonly #any = new FittingDates();
  readonly #lastYear: number;

  constructor(now = Date.now()) {
    this.#lastYear = new Date(now + DAY_MS).getUTCFullYear();
  }

  /** @param isReadable whether only its date can reject the row: a rejected row decides nothing */
  add(line: number, text: string, isReadable: () => boolean = () => true): void {
    const date = writtenDate(text);
    if (date?.numbers == null) return;
    const days = dateOrders.flatMap((order) => {
      const day = dayOf(date, order);
      return day === null ? [] : [{ order, day }];
    });
    const past = days.filter(({ day }) => day.year <= this.#lastYear);
    this.#any.add({ line, text }, date, days, isReadable);
    this.#past.add({ line, text }, date, past, isReadable);
  }

  get result(): OrderEvidence {
    return this.#past.result.kind === 'none' ? this.#any.result : this.#past.result;
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_MAX = 31;
const MONTHS = 12;

class FittingDates {
  readonly #deciding = new Map<DateOrder, DateExample>();
  /** A date such as 31/11/25, which starts with its year or is a mistake. */
  #mistake: DateExample | null = null;
  readonly #firstNumbers = new Set<number>();
  readonly #lastNumbers = new Set<number>();
  #hasShortYears = false;
  #first: DateExample | null = null;

  add(
    example: DateExample,
    { numbers, hasShortYear }: WrittenDate,
    days: readonly { readonly order: DateOrder }[],
    isReadable: () => boolean,
  ): void {
    if (numbers === null || days.length === 0) return;
    const [one, two, three] = numbers;
    const fitting = days.filter(({ order }) => order !== 'ymd');
    const order = fitting[0]?.order ?? 'ymd';
    const isDeciding = fitting.length < 2 && !this.#deciding.has(order);
    if (isDeciding && !isReadable()) return;
    if (fitting.length === 0 && Math.max(one, two) <= DAYS_MAX && Math.min(one, two) <= MONTHS) {
      this.#mistake ??= example;
      return;
    }
    this.#first ??= example;
    this.#hasShortYears ||= hasShortYear;
    this.#firstNumbers.add(one);
    this.#lastNumbers.add(three);
    if (isDeciding) this.#deciding.set(order, example);
  }

  get result(): OrderEvidence {
    if (this.#first === null) {
      return this.#mistake === null ? { kind: 'none' } : { kind: 'decided', order: 'ymd', by: this.#mistake };
    }
    const [first, second] = this.#deciding;
    if (first !== undefined && second !== undefined) {
      return { kind: 'mixed', examples: [...this.#deciding].map(([order, example]) => ({ order, ...example })) };
    }
    // A file spans more days than years: if the last number varies more than the first, it may be the day.
    const mayStartWithYear = this.#hasShortYears && this.#lastNumbers.size > this.#firstNumbers.size;
    if (first === undefined || (mayStartWithYear && first[0] !== 'ymd')) {
      const orders = [...(first === undefined ? (['dmy', 'mdy'] as const) : [first[0]])];
      return { kind: 'open', orders: mayStartWithYear ? [...orders, 'ymd'] : orders, example: this.#first };
    }
    return { kind: 'decided', order: first[0], by: first[1] };
  }
}

/** Reads a date in an order; null where the file leaves it open, since none of its dates fits any. */
export function readDay(date: WrittenDate, text: string, order: DateOrder | null): Reading<Day> {
  const day = dayOf(date, order ?? 'dmy');
  if (day !== null && (order !== null || date.numbers === null)) return { value: day };
  const days = order === null && date.numbers !== null ? null : daysOfMonth(writtenDay(date, order ?? 'dmy'));
  if (days !== null) {
    const reading = date.numbers === null || order === null ? '' : `${orderNames[order]}, `;
    return { fault: `“${text}” is not a date: ${reading}month ${days.month} has ${days.count} days` };
  }
  if (date.numbers === null) return { fault: `“${text}” is not a valid date` };
  return { fault: `“${text}” is not a date${order === null ? '' : `, ${orderNames[order]}`}` };
}
