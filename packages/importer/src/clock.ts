/** Days of the calendar, clocks of a time zone, and instants as RFC 3339 writes them. */
import { tzOffset } from '@date-fns/tz/tzOffset';
import type { Reading } from './cells.ts';

/** A zone of the IANA database, such as `Europe/Madrid`. */
export type Zone = string;

/** A day of the calendar. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** `2026-05-01` */
export function dayText({ year, month, day }: Day): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export function isDay(day: Day): boolean {
  return isClock(`${dayText(day)}T00:00:00`);
}

/**
 * Whether `2026-05-01T19:10:00` is on the calendar and the clock. `Date.parse` accepts 30 February as 2 March, so the parsed date
 * must give the same text again.
 */
export function isClock(text: string): boolean {
  const time = Date.parse(`${text}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const INSTANT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(\.\d{1,9})?)?\s?([Zz]|[+-]\d\d:?\d\d)?$/;

/**
 * Reads an instant: RFC 3339, and also what spreadsheets write (a blank in place of the `T`, no seconds, an offset without a
 * colon). A time without a zone is refused, because a wrong guess would change when the match was played.
 * @returns RFC 3339 text as the API asks for it.
 */
export function readInstant(text: string): Reading<string> {
  const match = INSTANT.exec(text);
  if (match === null) return { fault: `“${text}” is not a date and time such as 2026-05-01T19:10:00Z` };
  const [, date = '', minute = '', second = '00', fraction = '', zone] = match;
  if (zone === undefined) {
    return { fault: `“${text}” has no time zone; write 2026-05-01T19:10:00Z or 2026-05-01T19:10:00+02:00` };
  }
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const clock = `${date}T${minute}:${second}`;
  if (!isClock(clock) || !isOffset(offset)) return { fault: `“${text}” is not a valid date or time` };
  return { value: `${clock}${fraction}${offset}` };
}

function isOffset(offset: string): boolean {
  return offset === 'Z' || (Number(offset.slice(1, 3)) < 24 && Number(offset.slice(4)) < 60 && offset !== '-00:00');
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** When the clocks of a zone show a time. */
export interface LocalTime {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Minutes ahead of UTC. */
  readonly offset: number;
  /** How often the clocks show it: not at all when they are set forward over it, twice when they are set back. */
  readonly shown: 'never' | 'once' | 'twice';
}

/**
 * The instant at which the zone’s clocks show this time. If an hour comes twice, the first one counts. If an hour is left out,
 * the time counts as if the clocks had not been set forward.
 * @param clock such as `2026-05-01T19:10:00`, on calendar and clock.
 */
export function localTime(clock: string, zone: Zone): LocalTime {
  const local = Date.parse(`${clock}Z`);
  const offsetAt = (ms: number): number => tzOffset(zone, new Date(ms));
  const before = offsetAt(local - DAY_MS);
  const after = offsetAt(local + DAY_MS);
  const possible = [before, after].filter((offset) => offsetAt(local - offset * MINUTE_MS) === offset);
  const offset = possible[0] ?? before;
  const isTwice = possible.length === 2 && before !== after;
  const shown = possible.length === 0 ? 'never' : isTwice ? 'twice' : 'once';
  return { at: local - offset * MINUTE_MS, offset, shown };
}

/** Whether the text names a time zone. */
export function isTimezone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
