/** The stretches of days up to now that cards and rankings look at. */
import { DAY_MS } from './instant.ts';

const WINDOW_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;

export type WindowName = keyof typeof WINDOW_DAYS;

/** From the shortest. */
export const windowNames = Object.keys(WINDOW_DAYS) as readonly WindowName[];

/** Where a window begins, ms. The very instant is inside. */
export function windowStart(name: WindowName, now: number): number {
  return now - WINDOW_DAYS[name] * DAY_MS;
}
