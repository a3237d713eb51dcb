import { languages } from '../columns/header-words.ts';
import { misread, type Reading } from '../message.ts';
import { folded } from '../words/words.ts';
import { type Day, isDay } from './clock.ts';

/** The order of day, month and year in dates such as 03/04/2026. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A date as text: its numbers, whose order may be unknown, and the rest of the text. */
interface WrittenDate {
  /** The day, if the text has one meaning only: the year first in four digits, or the month as a word. */
  readonly day: Day | null;
  /** Else the three numbers as they stand. */
  readonly numbers: readonly [number, number, number] | null;
  readonly hasShortYear: boolean;
  readonly rest: string;
}

/** In the order in which they are tried. The numbers of the second may be in any order. */
const PATTERNS: readonly RegExp[] = [
  /^(?<year>\d{4})\s?[-/.]\s?(?<month>\d{1,2})\s?[-/.]\s?(?<day>\d{1,2})(?!\d)/,
  /^(?<one>\d{1,2})\s?(?<mark>[-/.])\s?(?<two>\d{1,2})\s?\k<mark>\s?(?<year>\d{4}|\d{2})(?!\d)/,
  /^(?<day>\d{1,2})(?:º|°|er|st|nd|rd|th)?[\s./-]*(?:de\s|di\s|of\s)?\s*(?<word>\p{L}{3,12})\.?[\s,./-]*(?:de\s|del\s)?\s*(?<year>\d{4}|\d{2})(?!\d)/iu,
  /^(?<word>\p{L}{3,12})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?!\d)/iu,
];
const WEEKDAY = /^(\p{L}{2,14}(?:-feira)?)\.?,?\s+(?=[\d\p{L}])/iu;

/** Made once a date has a word: the names of all languages take 15 ms. */
const months = once(() =>
  calendarWords(
    'month',
    Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 15)),
  ),
);
const weekdays = once(() =>
  calendarWords(
    'weekday',
    Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day)),
  ),
);

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The words of all languages for months or weekdays, and their first letters → their number from 1; 0 if two share it, as “jui”. */
function calendarWords(unit: 'month' | 'weekday', examples: readonly number[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { [unit]: style, timeZone: 'UTC' });
      for (const [index, example] of examples.entries()) {
        const word = lettersOf(format.format(example));
        const number = index + 1;
        for (const text of [word, word.slice(0, 3), word.slice(0, 4)])
          numbers.set(text, (numbers.get(text) ?? number) === number ? number : 0);
      }
    }
  }
  return numbers;
}

const lettersOf = (text: string): string => folded(text).replaceAll(/[^\p{L}]/gu, '');
const monthNamed = (word: string): number => months().get(lettersOf(word)) ?? 0;

/** Two digits of a year: 70 to 99 are of the last century. */
const fullYear = (year: number): number => (year >= 100 ? year : year >= 70 ? 1900 + year : 2000 + year);

/** “mar 3 2026” is in March, “mar 3/2/2026” on a Tuesday. */
function withoutWeekday(text: string): string {
  const weekday = WEEKDAY.exec(text);
  if (weekday === null || !weekdays().get(lettersOf(weekday[1] ?? ''))) return text;
  return monthNamed(PATTERNS[3]?.exec(text)?.groups?.['word'] ?? '') > 0 ? text : text.slice(weekday[0].length);
}

/** Reads the date at the start of a text, or null if there is none. */
export function writtenDate(text: string): WrittenDate | null {
  const bare = withoutWeekday(text);
  for (const pattern of PATTERNS) {
    const found = pattern.exec(bare);
    const { year = '', month, word, day, one, two } = found?.groups ?? {};
    const number = word === undefined ? Number(month) : monthNamed(word);
    if (found === null || (word !== undefined && number === 0)) continue;
    return {
      day: one === undefined ? { year: fullYear(Number(year)), month: number, day: Number(day) } : null,
      numbers: one === undefined ? null : [Number(one), Number(two), Number(year)],
      hasShortYear: year.length === 2,
      rest: bare.slice(found[0].length).replace(/^[\sT,;-]+/i, ''),
    };
  }
  return null;
}

/** Whether a text is a date, with or without its year: spreadsheets turn a score such as 6-4 into one. */
export function looksLikeDate(text: string): boolean {
  const word = /^\d{1,2}[\s./-]+(\p{L}{3,12})\.?$|^(\p{L}{3,12})\.?[\s./-]+\d{1,2}$/u.exec(text.trim());
  return writtenDate(text.trim()) !== null || monthNamed(word?.[1] ?? word?.[2] ?? '') > 0;
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

type OrderEvidence =
  | { readonly kind: 'none' }
  | { readonly kind: 'decided'; readonly order: DateOrder; readonly by: DateExample }
  | { readonly kind: 'open'; readonly orders: readonly DateOrder[]; readonly example: DateExample }
  | { readonly kind: 'mixed'; readonly examples: readonly (DateExample & { readonly order: DateOrder })[] };

/**
 * Finds the orders that the dates of a file fit. A date that fits none is ignored: its row is bad, not the file. A date that fits only in a
 * future year is a typing error, unless all of them do.
 * @param isReadable whether only its date can reject a row: a rejected row decides nothing
 */
export function orderOf<T extends DateExample>(
  dates: readonly T[],
  isReadable: (date: T) => boolean = () => true,
  now = Date.now(),
): OrderEvidence {
  const past = orderUntil(new Date(now + DAY_MS).getUTCFullYear(), dates, isReadable);
  return past.kind === 'none' ? orderUntil(Number.POSITIVE_INFINITY, dates, isReadable) : past;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_MAX = 31;
const MONTHS = 12;

const isUntil = (year: number, day: Day | null): boolean => day !== null && day.year <= year;

function orderUntil<T extends DateExample>(
  lastYear: number,
  dates: readonly T[],
  isReadable: (date: T) => boolean,
): OrderEvidence {
  const fitting = dates.flatMap((seen) => {
    const date = writtenDate(seen.text);
    const orders = dateOrders.filter((order) => isUntil(lastYear, date && dayOf(date, order)));
    return date?.numbers == null || orders.length === 0
      ? []
      : [{ seen, numbers: date.numbers, hasShortYear: date.hasShortYear, orders }];
  });
  const deciding = new Map<DateOrder, T>();
  const used: typeof fitting = [];
  /** A date such as 31/11/25, which starts with its year or is a mistake. */
  let mistake: T | null = null;
  for (const date of fitting) {
    const {
      seen,
      numbers: [one, two],
      orders,
    } = date;
    const [order = 'ymd', ...others] = orders.filter((fit) => fit !== 'ymd');
    const isDeciding = others.length === 0 && !deciding.has(order);
    if (isDeciding && !isReadable(seen)) continue;
    if (order === 'ymd' && Math.max(one, two) <= DAYS_MAX && Math.min(one, two) <= MONTHS) mistake ??= seen;
    else {
      used.push(date);
      if (isDeciding) deciding.set(order, seen);
    }
  }
  const example = used[0]?.seen;
  if (example === undefined)
    return mistake === null ? { kind: 'none' } : { kind: 'decided', order: 'ymd', by: mistake };
  const [first, second] = deciding;
  if (second !== undefined)
    return { kind: 'mixed', examples: [...deciding].map(([order, { line, text }]) => ({ order, line, text })) };
  // A file spans more days than years: if the last number varies more than the first, it may be the day.
  const variety = (place: 0 | 2): number => new Set(used.map(({ numbers }) => numbers[place])).size;
  const mayStartWithYear = used.some(({ hasShortYear }) => hasShortYear) && variety(2) > variety(0);
  if (first === undefined || (mayStartWithYear && first[0] !== 'ymd')) {
    const orders: readonly DateOrder[] = first === undefined ? ['dmy', 'mdy'] : [first[0]];
    return { kind: 'open', orders: mayStartWithYear ? [...orders, 'ymd'] : orders, example };
  }
  return { kind: 'decided', order: first[0], by: first[1] };
}

/** Reads a date in an order; null where the file leaves it open, since none of its dates fits any. */
export function readDay(date: WrittenDate, text: string, order: DateOrder | null): Reading<Day> {
  const day = dayOf(date, order ?? 'dmy');
  if (day !== null && (order !== null || date.numbers === null)) return { value: day };
  const days = order === null && date.numbers !== null ? null : daysOfMonth(writtenDay(date, order ?? 'dmy'));
  if (days !== null) {
    const shown = date.numbers === null || order === null ? 'other' : order;
    return misread('fault.days_of_month', { text, order: shown, month: days.month, days: days.count });
  }
  if (date.numbers === null || order === null) return misread('fault.invalid_date', { text });
  return misread('fault.not_in_order', { text, order });
}
