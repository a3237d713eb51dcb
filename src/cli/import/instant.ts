import type { Reading } from './reading.ts';

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?\s?([Zz]|[+-]\d\d:?\d\d)?$/;

/**
 * Reads when a match was played. Beside RFC 3339 it takes what spreadsheets write: a blank for the `T`, no seconds, an
 * offset without colon. A time without a zone is refused, since guessing one would move the match.
 * @returns RFC 3339 text as the API asks for it.
 */
export function readInstant(text: string): Reading<string> {
  const match = INSTANT.exec(text);
  if (match === null) return { fault: `“${text}” is no date and time such as 2026-05-01T19:10:00Z` };
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00', fraction = '', zone] = match;
  if (zone === undefined) {
    return { fault: `“${text}” has no time zone; write 2026-05-01T19:10:00Z or 2026-05-01T19:10:00+02:00` };
  }
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const clock = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (!isOnTheCalendar(clock) || !isOffset(offset)) return { fault: `“${text}” is on no calendar or clock` };
  return { value: `${clock}${fraction}${offset}` };
}

/** Dates roll over silently (30 February is 2 March), so the text must come back as it went in. */
function isOnTheCalendar(clock: string): boolean {
  const time = Date.parse(`${clock}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(clock);
}

function isOffset(offset: string): boolean {
  return offset === 'Z' || (Number(offset.slice(1, 3)) < 24 && Number(offset.slice(4)) < 60 && offset !== '-00:00');
}
