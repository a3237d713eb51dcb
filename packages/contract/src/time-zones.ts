/** Whether a name is in the IANA database. Offsets such as `+02:00` are not names. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** There are about 600 names, in any case. */
const FORMATTERS_MAX = 1_000;

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  if (formatters.size >= FORMATTERS_MAX) formatters.clear();
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formatters.set(zone, made);
  return made;
}

/** The day of an instant in a time zone, such as 2026-05-01. @param instant ms since 1970, or as text */
export function dayIn(zone: string, instant: number | string): string {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}
