/**
 * When a failed event is tried again. The second try comes within a minute, for receivers that restart; the third after a deployment.
 * Later ones are hours apart: a receiver that was away for a weekend gets everything, and one that was away for an afternoon waits
 * at most four hours longer.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const DELAYS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR] as const;

/** Events that failed together are spread over so much of the delay, to either side. */
const JITTER = 0.2;

/** A receiver that asks for more time (`Retry-After`) gets it up to this. */
export const RETRY_AFTER_MAX_MS = 12 * HOUR;

/** After this long, the next try that fails is the last one. A weekend, and a day to notice. */
export const GIVE_UP_AFTER_MS = 72 * HOUR;

/**
 * @param attempts how often it has failed, at least once.
 * @param retryAfterMs what the receiver asks for; null if it does not.
 * @param random 0 to 1.
 * @returns ms until the next try.
 */
export function retryDelay(attempts: number, retryAfterMs: number | null, random: number): number {
  const delay = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1] ?? DELAYS_MS[0];
  const spread = delay * (1 + JITTER * (2 * random - 1));
  return Math.max(spread, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
