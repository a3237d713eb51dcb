import { BandejaError, NoAnswerError, type RequestLine } from './errors.ts';

/** An HTTP request. */
export interface WireRequest extends RequestLine {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The platform's `fetch`, or the caller's. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** A response that is not a redirect. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Errors of Node, undici and Bun that occur before the request is sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);
const RESPONSE_LOST = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ConnectionClosed',
]);

/** The message of fetch, without a code, for ports that the Fetch standard blocks. */
const BAD_PORT = 'bad port';

export interface AttemptOptions {
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request once.
 * @throws {NoAnswerError}, {@link BandejaError} for a redirect, the reason of an aborted `signal`
 */
export async function attempt(
  request: WireRequest,
  { fetch, timeoutMs, signal }: AttemptOptions,
): Promise<WireResponse> {
  const calling = new AbortController();
  const giveUp = (): void => calling.abort(new DOMException('no response in time', 'TimeoutError'));
  const timer = setTimeout(giveUp, timeoutMs);
  try {
    const either = signal === undefined ? calling.signal : AbortSignal.any([calling.signal, signal]);
    const response = await send(request, fetch, either);
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, text };
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof Error && !(error instanceof BandejaError) ? noAnswer(request, error, timeoutMs) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a request once. The body of the response may still be arriving. @throws as {@link attempt} */
export async function openResponse(request: WireRequest, fetch: Fetch, signal?: AbortSignal): Promise<Response> {
  try {
    return await send(request, fetch, signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof Error && !(error instanceof BandejaError) ? noAnswer(request, error, 0) : error;
  }
}

async function send(request: WireRequest, fetch: Fetch, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body,
    // A redirect would turn a POST into a GET and drop the key.
    redirect: 'manual',
    ...(signal && { signal }),
  });
  const { status, type } = response;
  // 304: the response in the cache is still current.
  if ((status >= 300 && status < 400 && status !== 304) || type === 'opaqueredirect')
    throw redirected(request, response);
  return response;
}

function redirected(request: WireRequest, { status, headers }: Response): BandejaError {
  const target = headers.get('location') ?? 'somewhere else';
  const message = `${request.url.origin} redirects this request to ${target}. Call the service at its own address.`;
  return new BandejaError(request, { message, status, code: 'redirected' });
}

function noAnswer(request: WireRequest, error: Error, timeoutMs: number): NoAnswerError {
  const { origin, port } = request.url;
  const failed = (reason: string, mayHaveArrived: boolean, mayPass: boolean): NoAnswerError =>
    new NoAnswerError(request, {
      message: `Cannot reach ${origin}: ${reason}.`,
      reason,
      mayHaveArrived,
      mayPass,
      cause: error,
    });
  if (error.name === 'TimeoutError') return failed(`no answer within ${timeoutMs / 1000} s`, true, true);
  const code = codeOf(error) ?? codeOf(error.cause);
  if (code !== null && NEVER_SENT.has(code)) return failed(`cannot connect (${code})`, false, true);
  if (code !== null && RESPONSE_LOST.has(code)) return failed(`connection lost (${code})`, true, true);
  const { message } = error.cause instanceof Error ? error.cause : error;
  if (message === BAD_PORT)
    return failed(`HTTP clients refuse to call port ${port}; let the service listen on another one`, false, false);
  // Browsers and Deno give no code. The request may have arrived.
  return code === null ? failed(message, true, true) : failed(code, false, false);
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}
