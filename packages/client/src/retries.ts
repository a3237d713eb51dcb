/** A try that failed, and whether it can be made again is still to be decided. */
export interface FailedTry {
  /** Its number, from 1. */
  readonly attempt: number;
  /** What the service asked to wait, in milliseconds; null if it did not. */
  readonly retryAfterMs: number | null;
  /** Whether the service has answered this client before. Until then the likeliest fault is a wrong address. */
  readonly hasAnswered: boolean;
}

/** Decides after a failed try that may be repeated: how many milliseconds to wait before the next one, or null to give up. */
export type RetryPolicy = (failed: FailedTry) => number | null;

export interface Backoff {
  /** How often a request is sent again at most. */
  readonly retries: number;
  /** Wait before the second try, in milliseconds; it doubles from try to try. Default: 250 */
  readonly firstDelayMs?: number;
  /** Default: 15 000 */
  readonly longestDelayMs?: number;
  /** The longest `Retry-After` that is waited for; a longer one ends the call. Default: 120 000 */
  readonly longestRetryAfterMs?: number;
  /** Chance, from 0 to 1. Default: `Math.random` */
  readonly random?: () => number;
}

/**
 * Waits that double, each shortened by chance by up to a quarter, so that clients that failed together do not come back together. A
 * `Retry-After` is waited for in full.
 */
export function exponentialBackoff(backoff: Backoff): RetryPolicy {
  const { retries, firstDelayMs = 250, longestDelayMs = 15_000, longestRetryAfterMs = 120_000 } = backoff;
  const { random = Math.random } = backoff;
  return ({ attempt, retryAfterMs }) => {
    if (attempt > retries) return null;
    if (retryAfterMs !== null && retryAfterMs > longestRetryAfterMs) return null;
    const delayMs = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs);
    return Math.max(Math.round(delayMs * (1 - random() / 4)), retryAfterMs ?? 0);
  };
}

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date.
 * @param now the present, milliseconds since 1970.
 * @returns milliseconds from now, null if the header is absent or cannot be read.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Waits. @throws the reason of the signal when it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
