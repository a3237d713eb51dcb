/** The stretches of days up to now that cards and rankings look at. */
import { DAY_MS } from './instant.ts';

const WINDOW_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;

export type WindowName = keyof typeof WINDOW_DAYS;

/** From the shortest. */
export const windowNames = Object.keys(WINDOW_DAYS) as readonly WindowName[];

/**
 * Until when, ms, windows hold the matches that they held at the time of reading: then the first of these is too old. None
 * can come in by itself, since a match ahead of the clock is inside as well.
 * @param windows as they were read, with where they began
 */
export function windowsHoldUntil(
  windows: readonly { readonly oldest_at: number | null }[],
  since: readonly number[],
  readAt: number,
): number {
  const ends = windows.map(({ oldest_at: oldest }, index) => {
    const begin = since[index];
    return oldest === null || begin === undefined ? Number.POSITIVE_INFINITY : oldest + (readAt - begin);
  });
  return Math.min(...ends);
}

/** Where a window begins, ms. The very instant is inside. */
export function windowStart(name: WindowName, now: number): number {
  return now - WINDOW_DAYS[name] * DAY_MS;
}
