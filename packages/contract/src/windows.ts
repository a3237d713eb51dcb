/** The windows of cards and rankings: the last 7, 30 and 90 days. */
import { DAY_MS } from './instant.ts';

const WINDOW_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;

export type WindowName = keyof typeof WINDOW_DAYS;

/** From the shortest to the longest. */
export const windowNames = Object.keys(WINDOW_DAYS) as readonly WindowName[];

export const windowDays = (name: WindowName): number => WINDOW_DAYS[name];

/** The start of a window, in ms. It is inclusive. */
export function windowStart(name: WindowName, now: number): number {
  return now - WINDOW_DAYS[name] * DAY_MS;
}
