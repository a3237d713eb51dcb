/** How long a request is tried again before the command gives up. */
export interface Patience {
  /** Tries in all, the first included. */
  readonly attemptsMax: number;
  /** Wait before the second try, in milliseconds; it doubles from try to try. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

/** For a person who waits: about half a second in all, enough for a service that is just being restarted by hand. */
export const shortPatience: Patience = { attemptsMax: 3, firstDelayMs: 150, longestDelayMs: 1000 };

/** For an import under way: about a minute, longer than a rolling restart or a failover of the database takes. */
export const longPatience: Patience = { attemptsMax: 10, firstDelayMs: 250, longestDelayMs: 15_000 };

/** The longest `Retry-After` that is waited for; past it the command says so and ends, for it can be run again. */
export const RETRY_AFTER_MAX_MS = 120_000;

/**
 * The wait before the next try.
 * @param attempt number of the try that failed, from 1.
 * @param retryAfterMs what the service asked for, null when it did not.
 * @returns milliseconds, or null when it is time to give up.
 */
export function delayAfter(attempt: number, retryAfterMs: number | null, patience: Patience): number | null {
  if (attempt >= patience.attemptsMax) return null;
  if (retryAfterMs !== null && retryAfterMs > RETRY_AFTER_MAX_MS) return null;
  const backoffMs = Math.min(patience.firstDelayMs * 2 ** (attempt - 1), patience.longestDelayMs);
  return Math.max(backoffMs, retryAfterMs ?? 0);
}

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date.
 * @param now the present, milliseconds since 1970.
 * @returns milliseconds from now, null when the header is absent or cannot be read.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
