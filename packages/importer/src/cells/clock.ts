/** Days of the calendar, and clocks of a time zone. */
import { tzOffset } from '@date-fns/tz/tzOffset';

export type Zone = string;

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

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The instant at which the zone’s clocks show this time. If an hour comes twice, the first one counts. If an hour is left out,
 * the time counts as if the clocks had not been set forward.
 * @param clock such as `2026-05-01T19:10:00`, on calendar and clock.
 * @returns milliseconds since 1970, the minutes ahead of UTC, and how often the clocks show the time
 */
export function localTime(clock: string, zone: Zone) {
  const local = Date.parse(`${clock}Z`);
  const offsetAt = (ms: number): number => tzOffset(zone, new Date(ms));
  const before = offsetAt(local - DAY_MS);
  const after = offsetAt(local + DAY_MS);
  const possible = [before, after].filter((offset) => offsetAt(local - offset * MINUTE_MS) === offset);
  const offset = possible[0] ?? before;
  const isTwice = possible.length === 2 && before !== after;
  const shown: 'never' | 'once' | 'twice' = possible.length === 0 ? 'never' : isTwice ? 'twice' : 'once';
  return { at: local - offset * MINUTE_MS, offset, shown };
}

export function isTimezone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

const INSTANT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(\.\d{1,9})?)?\s?([Zz]|[+-]\d\d:?\d\d)?$/;

/**
 * Reads an instant: RFC 3339, and also what spreadsheets write (a blank in place of the `T`, no seconds, an offset without a
 * colon).
 * @returns RFC 3339 text as the API asks for it; `no_zone` for a time without a zone: a wrong guess would change when the match was played
 */
export function readInstant(
  text: string,
): { readonly value: string } | { readonly fault: 'no_instant' | 'no_zone' | 'invalid' } {
  const match = INSTANT.exec(text);
  if (match === null) return { fault: 'no_instant' };
  const [, date = '', minute = '', second = '00', fraction = '', zone] = match;
  if (zone === undefined) return { fault: 'no_zone' };
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const clock = `${date}T${minute}:${second}`;
  if (!isClock(clock) || !isOffset(offset)) return { fault: 'invalid' };
  return { value: `${clock}${fraction}${offset}` };
}

function isOffset(offset: string): boolean {
  return offset === 'Z' || (Number(offset.slice(1, 3)) < 24 && Number(offset.slice(4)) < 60 && offset !== '-00:00');
}
