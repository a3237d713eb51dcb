/** Days and clocks of a club, in its time zone. */
import { dayIn } from '@bandeja/contract/time-zones';
import { isClock, localTime } from '@bandeja/importer';

const DAY_MS = 24 * 3_600_000;

/** Such as `22:00`. */
export const clockAt = (zone: string, instant: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(new Date(instant));

/** The next instant at which the clocks show this time, such as `22:00`. */
export function nextAt(zone: string, clock: string, now: number = Date.now()): string {
  const days = [now, now + DAY_MS].map((instant) => dayIn(zone, instant));
  const instants = days.map((day) => localTime(`${day}T${clock}:00`, zone).at);
  return new Date(instants.find((at) => at > now) ?? 0).toISOString();
}

export interface Range {
  readonly since?: string;
  readonly until?: string;
}

/** The filters of a list for these days. */
export const rangeOf = ({ since, until }: Range, zone: string) => ({
  since: instantAt(since, '00:00:00.000', zone),
  until: instantAt(until, '23:59:59.999', zone),
});

/** Undefined for a day that is not one: people edit addresses. */
function instantAt(day: string | undefined, time: string, zone: string): string | undefined {
  const clock = `${day}T${time}`;
  return isClock(clock) ? new Date(localTime(clock, zone).at).toISOString() : undefined;
}
