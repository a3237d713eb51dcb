/** Instants as people read and write them: in the time zone of their terminal. */
import { isClock, localTime, readInstant, type Zone } from '@bandeja/importer/values';
import { wrongUse } from './exit.ts';
import { instantFault } from './misreadings.ts';

const FIELDS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};

/** Shows instants in one zone, and remembers whether it did, so that the zone is named once below the answer. */
export class Times {
  readonly #zone: () => Zone;
  #format: Intl.DateTimeFormat | null = null;

  /** @param zone called once an instant is shown: the zone of the system takes 20 ms to find */
  constructor(zone: () => Zone) {
    this.#zone = zone;
  }

  /** `2026-05-01 21:10`; other text is returned unchanged. */
  minute(instant: string): string {
    return this.#text(instant, 16);
  }

  /** `2026-05-01 21:10:07`, for what happens within a minute. */
  second(instant: string): string {
    return this.#text(instant, 19);
  }

  /** `2026-05-01` */
  day(instant: string): string {
    return this.#text(instant, 10);
  }

  /** Names the zone; null if no instant was shown. */
  get note(): string | null {
    if (this.#format === null) return null;
    const { timeZone } = this.#format.resolvedOptions();
    return `Times are in ${timeZone === 'UTC' ? 'UTC' : `${timeZone} (--utc: UTC)`}.`;
  }

  #text(instant: string, length: number): string {
    const time = Date.parse(instant);
    if (Number.isNaN(time)) return instant;
    this.#format ??= new Intl.DateTimeFormat('en', { ...FIELDS, timeZone: this.#zone() });
    const parts = new Map(this.#format.formatToParts(time).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
    const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
    return `${date} ${part('hour')}:${part('minute')}:${part('second')}`.slice(0, length);
  }
}

const DAY = String.raw`\d{4}-\d\d-\d\d|today|yesterday`;
const LOCAL = new RegExp(String.raw`^(?:(${DAY})(?:[Tt ](?=\d))?)?(?:(\d\d?):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?$`);
const HAS_ZONE = /\d\d:\d\d.*(?:[Zz]|[+-]\d\d:?\d\d)$/;
const DAY_MS = 24 * 3_600_000;
/** What may be written, for messages and help. */
export const TIME_FORMS = '2026-05-01, “2026-05-01 19:10”, today, yesterday, or 2026-05-01T19:10:00Z';
export const CLOCK_FORMS = '“2026-05-01 19:10”, “yesterday 19:10”, 19:10 for today, now, or 2026-05-01T19:10:00Z';

/** What a day without a time of day means. */
export type Edge = 'begin' | 'end';

export interface Reading {
  readonly zone: Zone;
  /** The present, milliseconds since 1970. */
  readonly now: number;
  /** A day alone is its first instant, or the first one after it. Null: a day alone will not do. */
  readonly edge: Edge | null;
}

/**
 * Reads an instant as a person writes it: without a zone it is meant in theirs.
 * @param option its name, for the message.
 * @returns RFC 3339 text. @throws {CommandFailure} if it is none, or clocks never show it.
 */
export function readTime(option: string, text: string, reading: Reading): string {
  const { zone, now, edge } = reading;
  if (text === 'now') return new Date(now).toISOString();
  const instant = readInstant(text);
  if ('value' in instant) return new Date(instant.value).toISOString();
  if (HAS_ZONE.test(text)) throw wrongUse(`${option}: ${instantFault(text, instant.fault)}.`);
  const [found, day = 'today', hour, minute = '00', second = '00'] = LOCAL.exec(text) ?? [];
  if (!found || (hour === undefined && edge === null)) {
    throw wrongUse(`${option}: “${text}” is not a time. Write ${edge === null ? CLOCK_FORMS : TIME_FORMS}.`);
  }
  const isNamed = day === 'today' || day === 'yesterday';
  const date = isNamed ? new Times(() => zone).day(new Date(now).toISOString()) : day;
  const daysLater = (day === 'yesterday' ? -1 : 0) + (hour === undefined && edge === 'end' ? 1 : 0);
  const clock = `${date}T${(hour ?? '0').padStart(2, '0')}:${minute}:${second}`;
  if (!isClock(clock)) throw wrongUse(`${option}: “${text}” is not a valid date or time.`);
  const later = new Date(Date.parse(`${clock}Z`) + daysLater * DAY_MS).toISOString().slice(0, clock.length);
  const { at, shown } = localTime(later, zone);
  // A day whose clocks begin at 01:00 begins then.
  if (shown === 'never' && hour !== undefined) {
    const missing = later.replace('T', ' ').slice(0, 16);
    throw wrongUse(`${option}: ${missing} does not exist in ${zone}, where clocks are set forward over it.`);
  }
  return new Date(at).toISOString();
}
