import { pathOfOperation, readBaseUrl } from './address.ts';
import { attempt, type Fetch, openAnswer, type WireAnswer, type WireRequest } from './attempt.ts';
import { BandejaError, NoAnswerError } from './errors.ts';
import { type Operations, version } from './generated/api.ts';
import { isRepeatable } from './repeatable.ts';
import { exponentialBackoff, type RetryPolicy, readRetryAfter, sleep } from './retries.ts';

export interface ConnectionOptions {
  /** The address of the service, such as `https://ratings.example.org`. */
  readonly baseUrl: string | URL | undefined;
  /** What goes into `Authorization: Bearer …`; null: nothing. */
  readonly token: string | null | undefined;
  /** Default: `fetch` of the platform. */
  readonly fetch?: Fetch | undefined;
  /** How often a request is sent again at most, or a policy of your own. Default: 4 */
  readonly retries?: number | RetryPolicy | undefined;
  /** The longest wait for the answer to one try, in milliseconds. Default: 60 000 */
  readonly timeout?: number | undefined;
  /** What stands before the client's own name in `User-Agent`, such as `my-club/1.4`. */
  readonly userAgent?: string | undefined;
  /** The language of sentences and pictures: `en`, `es` or `pt`. Default: `en` */
  readonly language?: string | undefined;
  /** Called before a request is sent again. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** How to wait between two tries. Default: a timer. */
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** A try that failed and will be made again. */
export interface Retry {
  readonly reason: string;
  readonly delayMs: number;
}

/** What every call takes beside its content. */
export interface CallOptions {
  /** Aborts the call, in flight or between two tries; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The language of sentences and pictures, in place of the client's. */
  readonly language?: string | undefined;
}

/** Parameters of a query; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a request has beside its method and path. */
export interface RequestOptions extends CallOptions {
  readonly query?: Query | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`: JSON text. */
  readonly bodyText?: string | undefined;
  /** The request does no harm when it arrives twice, so it may be sent again after a lost answer. Default: all but POST. */
  readonly isRepeatable?: boolean | undefined;
  /** What the answer is; a picture is given as text. Default: JSON. */
  readonly wants?: 'json' | 'picture' | 'text' | undefined;
}

/** A successful answer. */
export interface Answer<T = unknown> {
  readonly status: number;
  /** The parsed JSON; null for an answer without a body; the text of a picture. */
  readonly body: T;
}

/** What an operation takes, of any kind. */
interface Input {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Query | undefined;
  readonly body?: unknown;
}

/** Answers of the service and of what may stand in front of it that say "not now": the request was not carried out. */
const BUSY = new Set([429, 503]);
/** Failures that leave open whether the request was carried out: only repeatable requests are sent again. */
const BROKEN = new Set([500, 502, 504]);

const ACCEPT = { json: 'application/json', picture: 'image/svg+xml', text: 'text/plain' } as const;

/** Sends requests: adds the credential, sends again what is safe to send again, throws {@link BandejaError}s. */
export class Connection {
  /** The service's address, for messages. */
  readonly address: string;
  readonly #options: ConnectionOptions;
  readonly #policy: RetryPolicy;
  #hasAnswered = false;
  #retries = 0;

  /** @throws {TypeError} if the address or the token cannot be one. */
  constructor(options: ConnectionOptions) {
    this.address = readBaseUrl(options.baseUrl);
    // A header takes visible ASCII only; anything else is a paste gone wrong, and fetch would name no cause.
    const { token } = options;
    if (token === undefined || token === '') throw new TypeError('The key is missing.');
    if (token !== null && !/^[\x21-\x7e]+$/.test(token)) {
      throw new TypeError('The key has blanks or characters that no key has.');
    }
    const { retries = 4 } = options;
    this.#policy = typeof retries === 'number' ? exponentialBackoff({ retries }) : retries;
    this.#options = options;
  }

  /** Requests that were sent again. The answer to a try before may have been lost after the service carried it out. */
  get retries(): number {
    return this.#retries;
  }

  /** Calls an operation by its method and path, such as `GET /v1/matches/{id}`. @returns what it answers. */
  async call<K extends keyof Operations>(
    operation: K,
    input: Operations[K]['input'],
    options: CallOptions = {},
  ): Promise<Operations[K]['answer']> {
    return (await this.exchange(operation, input, options)).body;
  }

  /** The same, with the status of the answer. */
  async exchange<K extends keyof Operations>(
    operation: K,
    input: Operations[K]['input'],
    options: CallOptions = {},
  ): Promise<Answer<Operations[K]['answer']>> {
    const { path = {}, query, body }: Input = input;
    const [method = '', template = ''] = operation.split(' ');
    const wants = template.endsWith('.svg') ? 'picture' : template === '/metrics' ? 'text' : 'json';
    const answer = await this.request(method, pathOfOperation(template, path), {
      ...options,
      query,
      body,
      wants,
      isRepeatable: isRepeatable(operation, body),
    });
    // The description of the service, which the types are made from, says that the answer is of this type.
    return answer as Answer<Operations[K]['answer']>;
  }

  /** Reads a resource by its path, also one that this version of the client does not know. @throws as {@link request} does. */
  async get(path: string, query: Query = {}, options: CallOptions = {}): Promise<unknown> {
    return (await this.request('GET', path, { ...options, query })).body;
  }

  /**
   * Sends a request, again where that is safe and may help.
   * @param path below the service's address, with percent escapes done (see `pathOf`).
   * @throws {BandejaError} when the service refused, {@link NoAnswerError} when it did not answer. @throws the reason of `signal`.
   */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const request = this.#wire(method, path, options);
    const mayRepeat = options.isRepeatable ?? method !== 'POST';
    const { timeout: timeoutMs = 60_000, fetch = globalThis.fetch, sleep: wait = sleep } = this.#options;
    for (let tried = 1; ; tried++) {
      const answer = await attempt(request, { fetch, timeoutMs, signal: options.signal }).catch(asNoAnswer);
      if (!(answer instanceof NoAnswerError)) this.#hasAnswered = true;
      const delayMs = this.#delayAfter(answer, tried, mayRepeat);
      if (delayMs === null) return this.#conclude(request, answer, options.wants ?? 'json');
      this.#retries++;
      const reason = answer instanceof NoAnswerError ? answer.reason : `the service answered ${answer.status}`;
      this.#options.onRetry?.({ reason, delayMs });
      await wait(delayMs, options.signal);
    }
  }

  /**
   * Sends a request once and gives its answer as it arrives: for answers that are large and no JSON. @throws as {@link request} does.
   */
  async open(method: string, path: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const request = this.#wire(method, path, {});
    const answer = await openAnswer(request, this.#options.fetch ?? globalThis.fetch, signal);
    const { status, headers, body } = answer;
    if (status < 400 && body !== null) return body;
    const requestId = headers.get('x-request-id');
    throw BandejaError.ofAnswer(request, status, readJson(await answer.text()), { requestId, retryAfter: null });
  }

  #wire(method: string, path: string, options: RequestOptions): WireRequest {
    const url = new URL(this.address + path);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const body = options.bodyText ?? (options.body === undefined ? null : JSON.stringify(options.body));
    const { token, userAgent, language = 'en' } = this.#options;
    const headers: Record<string, string> = {
      accept: ACCEPT[options.wants ?? 'json'],
      'accept-language': options.language ?? language,
      'user-agent': [userAgent, `bandeja-client/${version}`].filter(Boolean).join(' '),
    };
    if (typeof token === 'string') headers['authorization'] = `Bearer ${token}`;
    if (body !== null) headers['content-type'] = 'application/json';
    return { method, path: url.pathname + url.search, url, headers, body };
  }

  /** How long to wait before the next try; null: there is none. */
  #delayAfter(answer: WireAnswer | NoAnswerError, attempt: number, mayRepeat: boolean): number | null {
    const failed = { attempt, hasAnswered: this.#hasAnswered };
    if (answer instanceof NoAnswerError) {
      const mayHelp = answer.mayPass && (mayRepeat || !answer.mayHaveArrived);
      return mayHelp ? this.#policy({ ...failed, retryAfterMs: null }) : null;
    }
    if (!BUSY.has(answer.status) && !(mayRepeat && BROKEN.has(answer.status))) return null;
    return this.#policy({ ...failed, retryAfterMs: readRetryAfter(answer.headers.get('retry-after'), Date.now()) });
  }

  #conclude(request: WireRequest, answer: WireAnswer | NoAnswerError, wants: keyof typeof ACCEPT): Answer {
    if (answer instanceof NoAnswerError) throw answer;
    const { status, headers, text } = answer;
    const requestId = headers.get('x-request-id');
    if (status >= 400) {
      const retryAfterMs = readRetryAfter(headers.get('retry-after'), Date.now());
      const retryAfter = retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1000);
      throw BandejaError.ofAnswer(request, status, readJson(text), { requestId, retryAfter });
    }
    if (wants === 'text' || (wants === 'picture' && text.startsWith('<svg'))) return { status, body: text };
    const body = readJson(text);
    // Every read of the service has an answer with a body.
    const isMissing = body === undefined || (body === null && request.method === 'GET');
    if (!isMissing && wants === 'json') return { status, body };
    const message = `${this.address} answered with something that is ${wants === 'json' ? 'not JSON' : 'no picture'}.`;
    throw new BandejaError(request, { message, status, code: 'not_bandeja', requestId });
  }
}

function asNoAnswer(error: unknown): NoAnswerError {
  if (error instanceof NoAnswerError) return error;
  throw error;
}

/** A JSON text as its value; null for none, undefined for text that is not JSON. */
function readJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
