import { CommandFailure, unreachable } from '../exit.ts';

/**
 * The longest wait for one whole answer, or for the next line of one that comes line by line: the service settles within it
 * or is taken for lost.
 */
export const REQUEST_TIMEOUT_MS = 60_000;

/** One HTTP request, ready to go. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Told of each line of an answer as it comes. */
export type OnLine = (line: string) => void;

/** What a try is watched by. */
export interface Watching {
  /** Given for an answer that comes line by line; its text then is the last line. */
  readonly onLine?: OnLine;
  /** Breaks the try off. */
  readonly cutOff?: AbortSignal;
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
export async function attempt(request: WireRequest, { onLine, cutOff }: Watching = {}): Promise<Attempt> {
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
    const isInLines = onLine !== undefined && response.ok;
    const text = isInLines ? await readLines(response, onLine, () => timer.refresh()) : await response.text();
    if (response.status >= 300 && response.status < 400) throw redirected(request.url, response);
    return { kind: 'answered', status: response.status, headers: response.headers, text };
  } catch (error) {
    cutOff?.throwIfAborted();
    return lostOrThrown(error, request.url);
  } finally {
    clearTimeout(timer);
  }
}

/** @returns the last line. */
async function readLines(response: Response, onLine: OnLine, onChunk: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let last = '';
  let rest = '';
  for await (const chunk of response.body ?? []) {
    onChunk();
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      onLine(line);
      last = line;
    }
  }
  return rest === '' ? last : rest;
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
