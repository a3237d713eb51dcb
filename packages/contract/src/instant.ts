/**
 * Timestamps on the wire: RFC 3339 with a zone. Inside the service, a timestamp is in milliseconds since 1970.
 */
const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** 0000-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z: the limits of RFC 3339. */
const INSTANT_MS_MIN = -62_167_219_200_000;
export const INSTANT_MS_MAX = 253_402_300_799_999;

/**
 * Parses an RFC 3339 timestamp strictly: upper-case `T` and `Z`, an existing day, no hour 24, no second 60. It accepts up to 9
 * decimals, and truncates them to milliseconds, so that a timestamp never moves into the future. It rejects `-00:00`, which
 * means "zone unknown" in RFC 3339.
 *
 * @returns milliseconds since 1970-01-01T00:00:00Z; null if `text` is not such a timestamp.
 */
export function parseInstant(text: string): number | null {
  const parts = form.exec(text);
  if (parts === null) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const midnight = midnightMs(year, month, day);
  const offset = offsetMs(parts[8], Number(parts[9]), Number(parts[10]));
  if (midnight === null || offset === null) return null;
  const fraction = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const ms = midnight + ((hour * 60 + minute) * 60 + second) * 1000 + fraction - offset;
  return ms < INSTANT_MS_MIN || ms > INSTANT_MS_MAX ? null : ms;
}

/** Cache of formatted dates by day number since 1970. Responses contain the same few hundred dates again and again. */
const dates = new Map<number, string>();
/** Three years of dates, 100 KB. */
const DATES_MAX = 1_100;

/** `00` to `59`: a lookup is faster than formatting. */
const sixty = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Formats a timestamp as in every response: UTC, milliseconds, `Z`. @param ms milliseconds since 1970 */
export function formatInstant(ms: number): string {
  const whole = Math.trunc(ms);
  const day = Math.floor(whole / DAY_MS);
  const rest = whole - day * DAY_MS;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const [hour, minute, second] = [sixty[Math.floor(minutes / 60)], sixty[minutes % 60], sixty[seconds % 60]];
  return `${dateOf(day)}T${hour}:${minute}:${second}.${String(rest % 1000).padStart(3, '0')}Z`;
}

export const instantOf = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));

function dateOf(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length);
  if (dates.size >= DATES_MAX) dates.clear();
  dates.set(day, date);
  return date;
}

/** The first millisecond of a day; null if the day does not exist. */
function midnightMs(year: number, month: number, day: number): number | null {
  // Not Date.UTC: it maps the years 0–99 to 1900–1999.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

/** How far a zone is ahead of UTC, in ms; 0 for `Z` (no sign); null for an invalid offset. */
function offsetMs(sign: string | undefined, hours: number, minutes: number): number | null {
  if (sign === undefined) return 0;
  if (hours > 23 || minutes > 59) return null;
  if (sign === '-' && hours === 0 && minutes === 0) return null;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** 24 hours, in ms. */
export const DAY_MS = 86_400_000;
