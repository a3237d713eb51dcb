import { CommandFailure, unreachable } from '../exit.ts';

/** The longest wait for an answer. */
const REQUEST_TIMEOUT_MS = 60_000;

/** One HTTP request, ready to go. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What came of one try. `neverSent` tells whether the service can have seen a request that got no answer. */
export type Attempt =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly kind: 'lost'; readonly neverSent: boolean; readonly reason: string };

/** Causes that end before the request leaves, by Node's and undici's codes. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const ANSWER_LOST = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** What fetch says, without any code, of the ports that the Fetch standard blocks because other protocols live there. */
const BAD_PORT = 'bad port';

/**
 * Sends a request once, over kept-alive connections.
 * @throws {CommandFailure} when trying again cannot help: unknown host, wrong certificate, a redirect. @throws the reason of
 *   `cutOff`.
 */
export async function attempt(request: WireRequest, cutOff?: AbortSignal): Promise<Attempt> {
  const calling = new AbortController();
  const giveUp = (): void => calling.abort(new DOMException('no answer in time', 'TimeoutError'));
  const timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      // A redirect would turn a POST into a GET and drop the key.
      redirect: 'manual',
      signal: cutOff === undefined ? calling.signal : AbortSignal.any([calling.signal, cutOff]),
    });
    const text = await response.text();
    if (response.status >= 300 && response.status < 400) throw redirected(request.url, response);
    return { kind: 'answered', status: response.status, headers: response.headers, text };
  } catch (error) {
    cutOff?.throwIfAborted();
    return lostOrThrown(error, request.url);
  } finally {
    clearTimeout(timer);
  }
}

function redirected(url: URL, response: Response): Error {
  const target = response.headers.get('location') ?? 'somewhere else';
  return unreachable(
    `${url.origin} redirects this request to ${target}. Set BANDEJA_URL to the service’s own address.`,
  );
}

function lostOrThrown(error: unknown, url: URL): Attempt {
  if (!(error instanceof Error) || error instanceof CommandFailure) throw error;
  if (error.name === 'TimeoutError') {
    return { kind: 'lost', neverSent: false, reason: `no answer within ${REQUEST_TIMEOUT_MS / 1000} s` };
  }
  const code = codeOf(error) ?? codeOf(error.cause) ?? '';
  if (NEVER_SENT.has(code)) return { kind: 'lost', neverSent: true, reason: `cannot connect (${code})` };
  if (ANSWER_LOST.has(code)) return { kind: 'lost', neverSent: false, reason: `connection lost (${code})` };
  if (error.cause instanceof Error && error.cause.message === BAD_PORT) {
    throw unreachable(
      `Cannot reach ${url.origin}: HTTP clients refuse to call port ${url.port}. Let the service listen on another (PORT), and set BANDEJA_URL to it.`,
      { cause: error },
    );
  }
  const why = code || (error.cause instanceof Error ? error.cause.message : error.message);
  throw unreachable(`Cannot reach ${url.origin} (${why}). Check BANDEJA_URL.`, { cause: error });
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

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
