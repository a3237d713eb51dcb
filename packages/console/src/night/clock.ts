/** The time of the service: a television may have a wrong clock, and the bell must ring at every screen at once. */
import type { Api } from '@bandeja/client';
import { useEffect, useState } from 'react';

/** Milliseconds from this device's clock to the service's. Its header has whole seconds. */
let offset = 0;
/** Smaller differences come from the network and the rounding. */
const OFFSET_MIN_MS = 2_000;

/** Corrects this device's clock by an answer of the service. */
export function setClock(headers: Headers): void {
  const sent = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(sent)) return;
  const difference = sent + 500 - Date.now();
  offset = Math.abs(difference) < OFFSET_MIN_MS ? 0 : difference;
}

export type TimedNight = Pick<Api.LiveNight, 'state' | 'scoring' | 'points_per_match'> & {
  readonly round: Pick<Api.LiveRound, 'ends_at'> | null;
};

/** When the open round ends; null unless its matches end by time. Elsewhere, the minutes only plan the evening. */
export function roundEnd({ state, scoring, points_per_match: points, round }: TimedNight): number | null {
  const isByTime = state === 'open' && scoring === 'points' && points === null;
  return isByTime && round?.ends_at != null ? Date.parse(round.ends_at) : null;
}

const secondsUntil = (end: number): number => Math.ceil((end - Date.now() - offset) / 1000);

/** The seconds until an end; below 0 after it, null without one. */
export function useSecondsUntil(end: number | null): number | null {
  const [, setTicks] = useState(0);
  useEffect(() => {
    if (end === null) return;
    const timer = setInterval(() => setTicks((before) => before + 1), 250);
    return () => clearInterval(timer);
  }, [end]);
  return end === null ? null : secondsUntil(end);
}

/** “12:05”, and “0:00” after the end. */
export function clockText(seconds: number): string {
  const left = Math.max(0, seconds);
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
