/** A failed attempt that may be repeated. */
export interface FailedAttempt {
  /** Its number, from 1. */
  readonly attempt: number;
  /** The `Retry-After` of the response in milliseconds; null without one. */
  readonly retryAfterMs: number | null;
  /** Whether the service has ever answered this client. If not, the address may be wrong. */
  readonly hasAnswered: boolean;
}

/** Returns the milliseconds to wait before the next attempt, or null to give up. */
export type RetryPolicy = (failed: FailedAttempt) => number | null;

export interface Backoff {
  /** The maximum number of retries. */
  readonly retries: number;
  /** The wait before the first retry, in milliseconds. It doubles with each retry. Default: 250. */
  readonly firstDelayMs?: number;
  /** Default: 15,000. */
  readonly longestDelayMs?: number;
  /** The longest `Retry-After` to respect. A longer one ends the call. Default: 120,000. */
  readonly longestRetryAfterMs?: number;
  /** Returns a number from 0 to 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/**
 * Waits that double. Each is shortened at random by up to a quarter, so that clients that failed together do not retry together. A
 * `Retry-After` is never shortened.
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
 * @param now milliseconds since 1970
 * @returns milliseconds from now; null if the header is missing or malformed
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** @throws the reason of the signal once it is aborted */
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
