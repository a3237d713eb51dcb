import type { Fetch } from '../src/index.ts';

/** A request as the client sent it. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What comes of a request: an answer, or the failure of its connection. */
export type Outcome = Response | Error;

/** A `fetch` whose outcomes a test decides, and which notes what was sent. */
export function stubFetch(outcomeOf: (request: SentRequest, count: number) => Outcome | Promise<Outcome>): {
  readonly fetch: Fetch;
  readonly sent: SentRequest[];
} {
  const sent: SentRequest[] = [];
  const fetch: Fetch = async (url, { method = 'GET', headers, body, signal }) => {
    signal?.throwIfAborted();
    const request = {
      method,
      url,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : null,
    };
    sent.push(request);
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    const outcome = await Promise.race([outcomeOf(request, sent.length), aborted]);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  return { fetch, sent };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const hasBody = status !== 204;
  return new Response(hasBody ? JSON.stringify(body) : null, { status, headers });
}

export function problem(status: number, code: string, members: object = {}, headers = {}): Response {
  return json(status, { status, code, title: 'T', detail: `It is ${code}.`, request_id: 'req-1', ...members }, headers);
}

/** The failure of a connection, as Node gives it. */
export function brokenBy(code: string): Error {
  return Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(code), { code }) });
}
