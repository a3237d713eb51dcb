import type { ApiResponse } from './api-promise.ts';
import { attempt, type Fetch, openResponse, type WireRequest, type WireResponse } from './attempt.ts';
import { BandejaError, NoAnswerError } from './errors.ts';
import { type Operations, version } from './generated/api.ts';
import { InvalidOptionError, pathOf, readBaseUrl } from './path.ts';
import { isRepeatable } from './repeatable.ts';
import { exponentialBackoff, type RetryPolicy, readRetryAfter, sleep } from './retries.ts';

export interface TransportOptions {
  /** The address of the service, such as `https://ratings.example.org`. */
  readonly baseUrl: string | URL | undefined;
  /** Sent as `Authorization: Bearer …`; null: not sent. */
  readonly token: string | null | undefined;
  /** Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** The maximum number of retries of a request, or a policy of your own. Default: 4. */
  readonly retries?: number | RetryPolicy | undefined;
  /** The timeout of one attempt, in milliseconds. Default: 60,000. */
  readonly timeout?: number | undefined;
  /** The name of your program in `User-Agent`, such as `my-club/1.4`. */
  readonly userAgent?: string | undefined;
  /** Sent with every request, such as `Bandeja-Mode` of a page whose user is signed in. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The language of sentences and pictures: `en`, `es` or `pt`. Default: `en`. */
  readonly language?: string | undefined;
  /** Called before each retry. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Waits between two attempts. Default: a timer. */
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /**
   * Keeps responses of reads. A read that is repeated sends their `ETag`, and the service answers 304 without a body if nothing has
   * changed. A `Map` will do; for many players, give a cache that forgets. Default: none.
   */
  readonly cache?: ResponseCache | undefined;
}

/** What {@link TransportOptions.cache} needs: a part of `Map`. */
export interface ResponseCache {
  get(key: string): CachedResponse | undefined;
  set(key: string, response: CachedResponse): unknown;
}

export interface CachedResponse {
  readonly etag: string;
  readonly data: unknown;
}

/** A failed attempt that will be repeated. */
export interface Retry {
  readonly reason: string;
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  readonly delayMs: number;
}

/** The options of every method. */
export interface CallOptions {
  /** Aborts the call, during a request or between two attempts. The call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The language of sentences and pictures, instead of the client's. */
  readonly language?: string | undefined;
}

/** Query parameters. Undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface RequestOptions extends CallOptions {
  readonly query?: Query | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Whether the request has the same effect if it arrives twice. If so, it is repeated after a lost response. Default: all but POST. */
  readonly isRepeatable?: boolean | undefined;
  /** The kind of response: `text/csv` for the lists that have it. Default: JSON. */
  readonly accept?: Accept | undefined;
}

/** An operation of the API, such as `GET /v1/matches/{id}`. */
export type Operation = keyof Operations;
export type InputOf<K extends Operation> = Operations[K]['input'];
export type AnswerOf<K extends Operation> = Operations[K]['answer'];

/** The input of any operation. */
interface AnyInput {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Query | undefined;
  readonly body?: unknown;
}

type Accept = 'application/json' | 'image/svg+xml' | 'text/csv' | 'text/plain';

/** The service, or a proxy in front of it, did not carry out the request. */
const NOT_CARRIED_OUT = new Set([408, 429, 503]);
/** The request may have been carried out. */
const BROKEN = new Set([500, 502, 504]);

/** Sends requests with the credential, and repeats those that may be repeated. */
export class Transport {
  readonly baseUrl: string;
  readonly #options: TransportOptions;
  readonly #policy: RetryPolicy;
  #hasAnswered = false;

  /** @throws {InvalidOptionError} for a missing or malformed address or token */
  constructor(options: TransportOptions) {
    this.baseUrl = readBaseUrl(options.baseUrl);
    const { token, retries = 4 } = options;
    if (token === undefined || token === '') throw new InvalidOptionError('token', 'The key is missing.');
    // Headers take visible ASCII only. For anything else, the error of fetch would not name the cause.
    if (token !== null && !/^[\x21-\x7e]+$/.test(token))
      throw new InvalidOptionError('token', 'The key contains blanks or characters that keys do not have.');
    this.#policy = typeof retries === 'number' ? exponentialBackoff({ retries }) : retries;
    this.#options = options;
  }

  /** Calls an operation of the API. @throws as {@link request} */
  async callWithResponse<K extends Operation>(
    operation: K,
    input: InputOf<K>,
    options: CallOptions = {},
  ): Promise<ApiResponse<AnswerOf<K>>> {
    const { path = {}, query, body }: AnyInput = input;
    const [method = '', template = ''] = operation.split(' ');
    const response = await this.request(method, pathOf(template, path), {
      ...options,
      query,
      body,
      accept: acceptOf(template),
      isRepeatable: isRepeatable(operation, body),
    });
    // The types are generated from the description of the API.
    return response as ApiResponse<AnswerOf<K>>;
  }

  /**
   * Sends a request, and repeats it as the retry policy says.
   * @param path percent-encoded, without the service's address
   * @throws {BandejaError} for an error response, {@link NoAnswerError} without a response, the reason of an aborted `signal`
   */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse<unknown>> {
    const request = this.#wireRequest(method, path, options);
    const mayRepeat = options.isRepeatable ?? method !== 'POST';
    const { timeout: timeoutMs = 60_000, fetch = globalThis.fetch, sleep: wait = sleep } = this.#options;
    for (let tried = 1; ; tried += 1) {
      const response = await attempt(request, { fetch, timeoutMs, signal: options.signal }).catch(asNoAnswer);
      if (!(response instanceof NoAnswerError)) this.#hasAnswered = true;
      const delayMs = this.#delayAfter(response, tried, mayRepeat);
      if (delayMs === null) return this.#conclude(request, response, options.accept);
      const status = response instanceof NoAnswerError ? null : response.status;
      const reason = response instanceof NoAnswerError ? response.reason : `the service answered ${status}`;
      this.#options.onRetry?.({ reason, status, delayMs });
      await wait(delayMs, options.signal);
    }
  }

  /** Sends a request once, and returns the body as a stream. @throws as {@link request} */
  async open(method: string, path: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const request = this.#wireRequest(method, path, {});
    const response = await openResponse(request, this.#options.fetch ?? globalThis.fetch, signal);
    const { status, headers, body } = response;
    if (status < 400 && body !== null) return body;
    throw BandejaError.ofResponse(request, status, headers, readJson(await response.text()));
  }

  #wireRequest(method: string, path: string, options: RequestOptions): WireRequest {
    const url = new URL(this.baseUrl + path);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const body = options.body === undefined ? null : JSON.stringify(options.body);
    const { token, userAgent, language = 'en', headers: own } = this.#options;
    const headers: Record<string, string> = {
      ...own,
      accept: options.accept ?? 'application/json',
      'accept-language': options.language ?? language,
      'user-agent': [userAgent, `bandeja-client/${version}`].filter(Boolean).join(' '),
    };
    if (typeof token === 'string') headers['authorization'] = `Bearer ${token}`;
    if (body !== null) headers['content-type'] = 'application/json';
    const request = { method, path: url.pathname + url.search, url, headers, body };
    const cached = this.#options.cache?.get(cacheKeyOf(request));
    if (method === 'GET' && cached !== undefined) headers['if-none-match'] = cached.etag;
    return request;
  }

  /** @returns the time to wait before the next attempt; null: no further attempt */
  #delayAfter(response: WireResponse | NoAnswerError, tried: number, mayRepeat: boolean): number | null {
    const failed = { attempt: tried, hasAnswered: this.#hasAnswered };
    if (response instanceof NoAnswerError) {
      const mayHelp = response.mayPass && (mayRepeat || !response.mayHaveArrived);
      return mayHelp ? this.#policy({ ...failed, retryAfterMs: null }) : null;
    }
    if (!NOT_CARRIED_OUT.has(response.status) && !(mayRepeat && BROKEN.has(response.status))) return null;
    return this.#policy({ ...failed, retryAfterMs: readRetryAfter(response.headers.get('retry-after'), Date.now()) });
  }

  #conclude(
    request: WireRequest,
    response: WireResponse | NoAnswerError,
    accept: Accept = 'application/json',
  ): ApiResponse<unknown> {
    if (response instanceof NoAnswerError) throw response;
    const { status, headers, text } = response;
    const key = cacheKeyOf(request);
    const { cache } = this.#options;
    if (status === 304) return { data: cache?.get(key)?.data, status, headers };
    if (status >= 400) throw BandejaError.ofResponse(request, status, headers, readJson(text));
    const data = dataOf(text, accept);
    // Every read has a body.
    if (data === undefined || (data === null && request.method === 'GET')) {
      const kind = accept === 'image/svg+xml' ? 'a picture' : 'JSON';
      const message = `The response of ${this.baseUrl} is not ${kind}.`;
      const requestId = headers.get('x-request-id');
      throw new BandejaError(request, { message, status, code: 'not_bandeja', requestId });
    }
    const etag = headers.get('etag');
    if (request.method === 'GET' && etag !== null) cache?.set(key, { etag, data });
    return { data, status, headers };
  }
}

function acceptOf(template: string): Accept {
  if (template.endsWith('.svg')) return 'image/svg+xml';
  return template === '/metrics' ? 'text/plain' : 'application/json';
}

const cacheKeyOf = ({ url, headers }: WireRequest): string =>
  `${headers['accept']} ${headers['accept-language']} ${url.href}`;

/** Undefined if the text is not of this kind. */
function dataOf(text: string, accept: Accept): unknown {
  if (accept === 'application/json') return readJson(text);
  return accept.startsWith('text/') || text.startsWith('<svg') ? text : undefined;
}

function asNoAnswer(error: unknown): NoAnswerError {
  if (error instanceof NoAnswerError) return error;
  throw error;
}

/** Null without text, undefined for text that is not JSON. */
function readJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
