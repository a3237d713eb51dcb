import type { Reading } from './cells.ts';
import { type Day, dayText, localTime, readInstant } from './clock.ts';
import type { Fields } from './columns.ts';
import { type DateOrder, dateOrders, dayOf, readDay, writtenDate } from './dates.ts';

/** How dates and times without a zone are read. Null: unknown. */
export interface TimeRules {
  readonly order: DateOrder | null;
  /** An IANA time zone, such as `Europe/Madrid`. */
  readonly timezone: string | null;
  /** The time of matches whose row has only a date, `HH:MM`. */
  readonly time: string | null;
}

export const NO_TIME_RULES: TimeRules = { order: null, timezone: null, time: null };

/** A time of day as a row gives it. */
interface Clock {
  readonly text: string;
  /** The zone behind it, such as `Z` or `+02:00`; null for none. */
  readonly zone: string | null;
}

/** When the match was played, from the cells of a row, before any rule. */
export interface WrittenTime {
  /** The date’s text. */
  readonly date: string;
  /** The time’s text; empty if the row has none. */
  readonly time: string;
  /** An instant that needs no rule. */
  readonly instant: string | null;
}

/** Takes date and time from the columns that have them. */
export function writtenTime(fields: Fields): WrittenTime | { readonly fault: string } {
  const text = fields.played_at || fields.date;
  const instant = readInstant(text);
  if ('value' in instant && fields.time === '') return { date: text, time: '', instant: instant.value };
  const rest = writtenDate(text)?.rest ?? '';
  if (rest !== '' && fields.time !== '' && !/^0?0[:.h]00([:.]00)?$/.test(rest)) {
    return { fault: `the row has two times, “${rest}” and “${fields.time}”` };
  }
  return { date: text, time: fields.time || rest, instant: null };
}

const MIDNIGHT =
  /^(?:0?0[:.h](?:00)?(?:[:.]00(?:\.0+)?)?|12(?:[:.]00){0,2}\s?a\.?\s?m\.?)\s?h?(?:\s?(?:Z|[+-]\d\d:?\d\d))?$/i;

/** The text of a row’s time, and whether it is midnight, as databases write behind a date without a time; null for none. */
export function timeText({
  played_at,
  date,
  time,
}: Fields): { readonly text: string; readonly isMidnight: boolean } | null {
  const text = time || (writtenDate(played_at || date)?.rest ?? '');
  return text === '' ? null : { text, isMidnight: MIDNIGHT.test(text) };
}

/** The row with its date only. */
export function withoutMidnight(fields: Fields): Fields {
  const dateOf = (text: string): string => {
    const rest = writtenDate(text)?.rest ?? '';
    return MIDNIGHT.test(rest) ? text.slice(0, -rest.length).replace(/[\sT,;-]+$/i, '') : text;
  };
  return { ...fields, played_at: dateOf(fields.played_at), date: dateOf(fields.date), time: '' };
}

/** Whether a row has a date and no time. */
export function isWithoutTime(fields: Fields): boolean {
  const written = writtenTime(fields);
  return !('fault' in written) && written.instant === null && written.time === '' && writtenDate(written.date) !== null;
}

/** Whether a row has a date that cannot be read only because the order of day and month in the file is unknown. */
export function hasOpenDate(fields: Fields, { order }: TimeRules): boolean {
  const written = writtenTime(fields);
  const date = order !== null || 'fault' in written ? null : writtenDate(written.date);
  return date?.numbers != null && dateOrders.some((one) => dayOf(date, one) !== null);
}

/** A time that falls into a change of daylight saving, and how it was read. */
export type OnClockChange = (sentence: string) => void;

/**
 * Reads when a match was played.
 * @param remark called for a time that the zone’s clocks show twice, or never.
 * @returns RFC 3339 text as the API asks for it.
 */
export function readPlayedAt(fields: Fields, rules: TimeRules, remark: OnClockChange): Reading<string> {
  const written = writtenTime(fields);
  if ('fault' in written) return written;
  if (written.instant !== null) return { value: written.instant };
  const date = writtenDate(written.date);
  if (date === null) {
    if (written.date === '') return { fault: 'the row has no date; if the date above holds for it, fill it down' };
    return { fault: `“${written.date}” is not a date such as 25/04/2026 or 2026-04-25` };
  }
  const day = readDay(date, written.date, rules.order);
  const clock = readClock(written.time || (rules.time ?? ''));
  // The order of dates may stay unknown because of other faults. Then only the time is at fault.
  if ('fault' in clock && hasOpenDate(fields, rules)) return clock;
  if ('fault' in day) return day;
  if ('fault' in clock) return clock;
  const { text, zone } = clock.value;
  if (zone !== null) return readInstant(`${dayText(day.value)}T${text}${zone}`);
  if (rules.timezone === null) {
    return { fault: `“${`${written.date} ${written.time}`.trim()}” has no time zone` };
  }
  return { value: inZone(day.value, text, rules.timezone, remark) };
}

const HOUR = String.raw`(\d{1,2})(?:(?:\s?h\s?|[:.])([0-5]\d)?(?:[:.]([0-5]\d)(?:\.\d+)?)?)?\s?(?:h|hs|hrs|horas|uhr)?\.?\s?(?:([ap])\.?\s?m\.?)?`;
// With “-” a zone looks like the end of a span, so it has a blank before it and none after it: “19:30 -05:00”.
const ZONE = String.raw`\s?(Z|\+\d\d:?\d\d)|(?<=\s)(-\d\d:\d\d)`;
const END = String.raw`\s?[-\u2010-\u2015]\s?(\d{1,2}(?:[:.h][0-5]\d)?h?)`;
const CLOCK = new RegExp(`^${HOUR}(?:${ZONE})?(?:${END})?$`, 'i');
/** “02:30-03:00” is a span of half an hour, or a time in the zone -03:00. The zones are those of the Americas. */
const SPAN_OR_ZONE = /^\d{1,2}:\d\d[-\u2010-\u2015](?:0[3-8]:00|03:30)$/;
const SPAN_HOURS_MAX = 6;

/**
 * Reads `9:30`, `21h30`, `21.30 h`, `9:30 pm`. Of a span such as `19:30-21:00` the start counts; it may go past midnight.
 */
export function readClock(text: string): Reading<Clock> {
  if (text === '') return { fault: 'the row has a date without a time' };
  const fault = { fault: `“${text}” is not a time such as 21:30, 21h30 or 9:30 pm` };
  const match = CLOCK.exec(text);
  if (match === null) return fault;
  const [, hourText, minute, second, half, zone = null, zoneBehind = null, end] = match;
  // “7” alone may be anything.
  if (minute === undefined && half === undefined && !/h/i.test(text)) return fault;
  if (SPAN_OR_ZONE.test(text)) {
    const [start, rest] = [text.slice(0, -6), text.slice(-5)];
    return {
      fault: `“${text}” may be a span or a time with its zone; write “${start} - ${rest}” or “${start} -${rest}”`,
    };
  }
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return fault;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const span = end === undefined ? 0 : Number.parseInt(end, 10) - hour;
  if (hour > 23 || span > 24 - hour || (span < 0 && span + 24 > SPAN_HOURS_MAX)) return fault;
  const clock = [String(hour).padStart(2, '0'), minute ?? '00', second ?? '00'].join(':');
  return { value: { text: clock, zone: zone ?? zoneBehind } };
}

/** The instant at which the zone’s clocks show this time, see {@link localTime}. */
export function inZone(day: Day, clock: string, timezone: string, remark: OnClockChange): string {
  const { offset, shown } = localTime(`${dayText(day)}T${clock}`, timezone);
  const text = `${dayText(day)} ${clock.slice(0, 5)}`;
  if (shown === 'never') remark(`${text} does not exist in ${timezone}; taken as ${offsetText(offset)}`);
  if (shown === 'twice') {
    remark(`${text} occurs twice in ${timezone}; the first is taken, ${offsetText(offset)}`);
  }
  return `${dayText(day)}T${clock}${offsetText(offset)}`;
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${[hours, rest].map((part) => String(part).padStart(2, '0')).join(':')}`;
}
