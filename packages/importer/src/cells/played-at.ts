import type { Fields } from '../columns/names.ts';
import { type Message, message, misread, type Reading } from '../message.ts';
import { type Day, dayText, localTime, readInstant } from './clock.ts';
import { type DateOrder, dateOrders, dayOf, readDay, writtenDate } from './dates.ts';

/** How dates and times without a zone are read. Null: unknown. */
export interface TimeRules {
  readonly order: DateOrder | null;
  readonly timezone: string | null;
  /** The time of matches whose row has only a date, `HH:MM`. */
  readonly time: string | null;
}

export const NO_TIME_RULES: TimeRules = { order: null, timezone: null, time: null };

/** The texts of the date and of the time, which is empty if the row has none; and an instant that needs no rule. */
interface WrittenTime {
  readonly date: string;
  readonly time: string;
  readonly instant: string | null;
}

type TimeCells = Pick<Fields, 'played_at' | 'date' | 'time'>;

/** Takes date and time from the columns that have them. Beside a column with both, the others are for rows where it is empty. */
export function writtenTime({ played_at, date, time: ownTime }: TimeCells): Reading<WrittenTime> {
  const text = played_at || date;
  const time = played_at !== '' && date !== '' ? '' : ownTime;
  const instant = readInstant(text);
  if ('value' in instant && time === '') return { value: { date: text, time: '', instant: instant.value } };
  const rest = writtenDate(text)?.rest ?? '';
  if (rest !== '' && time !== '' && !/^0?0[:.h]00([:.]00)?$/.test(rest))
    return misread('fault.two_times', { text: rest, other: time });
  return { value: { date: text, time: time || rest, instant: null } };
}

const MIDNIGHT =
  /^(?:0?0[:.h](?:00)?(?:[:.]00(?:\.0+)?)?|12(?:[:.]00){0,2}\s?a\.?\s?m\.?)\s?h?(?:\s?(?:Z|[+-]\d\d:?\d\d))?$/i;

/** The text of a row’s time, and whether it is midnight, as databases write behind a date without a time; null for none. */
export function timeText({ played_at, date, time }: TimeCells) {
  const own = played_at !== '' && date !== '' ? '' : time;
  const text = own || (writtenDate(played_at || date)?.rest ?? '');
  return text === '' ? null : { text, isMidnight: MIDNIGHT.test(text) };
}

export function withoutMidnight(fields: Fields): Fields {
  const dateOf = (text: string): string => {
    const rest = writtenDate(text)?.rest ?? '';
    return MIDNIGHT.test(rest) ? text.slice(0, -rest.length).replace(/[\sT,;-]+$/i, '') : text;
  };
  return { ...fields, played_at: dateOf(fields.played_at), date: dateOf(fields.date), time: '' };
}

export function isWithoutTime(fields: TimeCells): boolean {
  const written = writtenTime(fields);
  const { date = '', time, instant } = 'value' in written ? written.value : {};
  return instant === null && time === '' && writtenDate(date) !== null;
}

/** Whether a row has a date that cannot be read only because the order of day and month in the file is unknown. */
export function hasOpenDate(fields: TimeCells, { order }: TimeRules): boolean {
  const written = writtenTime(fields);
  const date = order !== null || 'fault' in written ? null : writtenDate(written.value.date);
  return date?.numbers != null && dateOrders.some((one) => dayOf(date, one) !== null);
}

/** Called for a time that the zone’s clocks show twice, or never. */
type OnClockChange = (note: Message<'note.time_skipped' | 'note.time_twice'>) => void;

/**
 * Reads when a match was played.
 * @returns RFC 3339 text as the API asks for it
 */
export function readPlayedAt(fields: TimeCells, rules: TimeRules, remark: OnClockChange): Reading<string> {
  const { played_at, date, time } = fields;
  const reading = readTime(fields, rules, remark);
  if (played_at === '' || date === '' || 'fault' in reading) return reading;
  // A row with both must say the same twice.
  const others = { played_at: '', date, time };
  const other = isWithoutTime(others) ? null : readTime(others, rules, () => {});
  const isSame =
    other !== null && 'value' in other
      ? Date.parse(other.value) === Date.parse(reading.value)
      : isSameDay(fields, rules);
  return isSame ? reading : misread('fault.two_dates', { text: played_at, other: `${date} ${time}`.trim() });
}

const DAY_MS = 24 * 60 * 60_000;

/** Whether both dates of a row may be one day, where the second has no instant. */
function isSameDay({ played_at, date }: TimeCells, { order }: TimeRules): boolean {
  const orders = order === null ? dateOrders : [order];
  const daysOf = (text: string): readonly string[] => {
    const written = writtenDate(text);
    const days = orders.map((one) => written && dayOf(written, one));
    return days.filter((day) => day !== null).map(dayText);
  };
  const others = daysOf(date);
  const instant = readInstant(played_at);
  if (!('value' in instant)) return others.length === 0 || daysOf(played_at).some((day) => others.includes(day));
  const day = instant.value.slice(0, 'YYYY-MM-DD'.length);
  // In UTC, it may be the day before or after at the place.
  const apart = instant.value.endsWith('Z') ? DAY_MS : 0;
  return others.length === 0 || others.some((other) => Math.abs(Date.parse(other) - Date.parse(day)) <= apart);
}

function readTime(fields: TimeCells, rules: TimeRules, remark: OnClockChange): Reading<string> {
  const written = writtenTime(fields);
  if ('fault' in written) return written;
  const { date: text, time, instant } = written.value;
  if (instant !== null) return { value: instant };
  const date = writtenDate(text);
  if (date === null) return text === '' ? misread('fault.no_date') : misread('fault.not_a_date', { text });
  const day = readDay(date, text, rules.order);
  const clock = readClock(time || (rules.time ?? ''));
  // The order of dates may stay unknown because of other faults. Then only the time is at fault.
  if ('fault' in clock && hasOpenDate(fields, rules)) return clock;
  if ('fault' in day) return day;
  if ('fault' in clock) return clock;
  const { text: shown, zone } = clock.value;
  if (zone !== null) {
    const zoned = readInstant(`${dayText(day.value)}T${shown}${zone}`);
    return 'value' in zoned ? zoned : misread('fault.invalid_date', { text: `${text} ${time}`.trim() });
  }
  if (rules.timezone === null) return misread('fault.no_zone', { text: `${text} ${time}`.trim() });
  return { value: inZone(day.value, shown, rules.timezone, remark) };
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
 * Reads `9:30`, `21h30`, `21.30 h`, `9:30 pm`, with the zone behind it if there is one. Of a span such as `19:30-21:00` the start counts; it
 * may go past midnight.
 */
export function readClock(text: string): Reading<{ readonly text: string; readonly zone: string | null }> {
  if (text === '') return misread('fault.no_time');
  const fault = misread('fault.not_a_time', { text });
  const match = CLOCK.exec(text);
  if (match === null) return fault;
  const [, hourText, minute, second, half, zone = null, zoneBehind = null, end] = match;
  // “7” alone may be anything.
  if (minute === undefined && half === undefined && !/h/i.test(text)) return fault;
  if (SPAN_OR_ZONE.test(text)) {
    const [start, rest] = [text.slice(0, -6), text.slice(-5)];
    return misread('fault.span_or_zone', { text, span: `${start} - ${rest}`, zoned: `${start} -${rest}` });
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

export const isTime = (text: string): boolean => 'value' in readClock(text);

export function inZone(day: Day, clock: string, timezone: string, remark: OnClockChange): string {
  const { offset, shown } = localTime(`${dayText(day)}T${clock}`, timezone);
  const values = { at: `${dayText(day)} ${clock.slice(0, 5)}`, timezone, offset: offsetText(offset) };
  if (shown === 'never') remark(message('note.time_skipped', values));
  if (shown === 'twice') remark(message('note.time_twice', values));
  return `${dayText(day)}T${clock}${offsetText(offset)}`;
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${[hours, rest].map((part) => String(part).padStart(2, '0')).join(':')}`;
}
