import { CommandFailure, unreachable } from '../exit.ts';

/** The longest wait for one whole answer: the service settles within it or is taken for lost. */
export const REQUEST_TIMEOUT_MS = 60_000;

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

/**
 * Sends a request once, over kept-alive connections.
 * @throws {CommandFailure} when trying again cannot help: unknown host, wrong certificate, a redirect.
 */
export async function attempt(request: WireRequest): Promise<Attempt> {
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      // A redirect would turn a POST into a GET and drop the key.
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const text = await response.text();
    if (response.status >= 300 && response.status < 400) throw redirected(request.url, response);
    return { kind: 'answered', status: response.status, headers: response.headers, text };
  } catch (error) {
    return lostOrThrown(error, request.url);
  }
}

function redirected(url: URL, response: Response): Error {
  const target = response.headers.get('location') ?? 'somewhere else';
  return unreachable(`${url.origin} sends this request on to ${target}. Set BANDEJA_URL to the service’s own address.`);
}

function lostOrThrown(error: unknown, url: URL): Attempt {
  if (!(error instanceof Error) || error instanceof CommandFailure) throw error;
  if (error.name === 'TimeoutError') {
    return { kind: 'lost', neverSent: false, reason: `no answer within ${REQUEST_TIMEOUT_MS / 1000} s` };
  }
  const code = codeOf(error) ?? codeOf(error.cause) ?? '';
  if (NEVER_SENT.has(code)) return { kind: 'lost', neverSent: true, reason: `cannot connect (${code})` };
  if (ANSWER_LOST.has(code)) return { kind: 'lost', neverSent: false, reason: `connection lost (${code})` };
  const why = code || (error.cause instanceof Error ? error.cause.message : error.message);
  throw unreachable(`Cannot reach ${url.origin} (${why}). Check BANDEJA_URL.`, { cause: error });
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}
