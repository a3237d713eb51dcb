import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure, exitCodes, unreachable, wrongUse } from '../exit.ts';
import { Refusal } from './refusal.ts';
import {
  type Attempt,
  attempt,
  delayAfter,
  longPatience,
  type Patience,
  readRetryAfter,
  shortPatience,
  type WireRequest,
} from './transport.ts';

/** Parameters of a request; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** What a request has beside its method and path. */
export interface RequestOptions {
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`: JSON text. */
  readonly bodyText?: string;
  /** The request does no harm when it arrives twice, so it may be sent again after a lost answer. Default: all but POST. */
  readonly isRepeatable?: boolean;
  /** What the answer is; a picture is given as text. Default: JSON. */
  readonly wants?: 'json' | 'picture';
  /** Aborts the request, in flight or between two tries, with its reason. */
  readonly cutOff?: AbortSignal;
}

/** A successful answer. */
export interface Answer {
  readonly status: number;
  /** The parsed JSON, null for an answer without a body; the text of a picture. */
  readonly body: unknown;
}

/** A try that failed and will be made again. */
export interface Retry {
  readonly reason: string;
  readonly delayMs: number;
}

export interface ClientOptions {
  readonly url: string;
  /** The bearer token, null when the environment has none. */
  readonly token?: string | null;
  /** The environment variable of the token, for messages; null: no token is sent. */
  readonly credential: string | null;
  /** The language of sentences for people, as in `Accept-Language`. */
  readonly language?: string;
  /** Keep trying for as long as an import should, once the service has answered at all. */
  readonly isPatient?: boolean;
  readonly onRetry?: (retry: Retry) => void;
  /** Ends waits between tries; a request in flight is not cut off. */
  readonly signal?: AbortSignal;
}

/** Answers of the service and of what may stand in front of it that say "not now". */
const BUSY = new Set([429, 503]);
/** Failures that leave open whether the request was carried out: only repeatable requests are sent again. */
const BROKEN = new Set([500, 502, 504]);

/** A client of the HTTP API: adds the credential, retries what is safe to retry, throws {@link Refusal}s. */
export class Client {
  readonly credential: string;
  readonly #base: URL;
  readonly #token: string | null;
  readonly #options: ClientOptions;
  /** Before the first answer the likeliest fault is a wrong address, and waiting does not help. */
  #hasAnswered = false;
  #retries = 0;

  constructor(options: ClientOptions) {
    this.credential = options.credential ?? '';
    this.#base = readBase(options.url);
    this.#token = options.credential === null ? null : readToken(options.token ?? null, options.credential);
    this.#options = options;
  }

  /** The service's address, for messages. */
  get address(): string {
    return this.#base.href.replace(/\/$/, '');
  }

  /** Requests that were sent again. The answer to a try before may have been lost after the service carried it out. */
  get retries(): number {
    return this.#retries;
  }

  /** Reads a resource. @returns the parsed JSON. @throws as {@link request} does. */
  async get(path: string, query: Query = {}): Promise<unknown> {
    return (await this.request('GET', path, { query })).body;
  }

  /**
   * Sends a request, again where that is safe and may help.
   * @param path below the service's address, with percent escapes done (see {@link pathOf}).
   * @throws {Refusal} when the service refused. @throws {CommandFailure} when it cannot be reached. @throws the reason of
   *   `cutOff`.
   */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const request = this.#wire(method, path, options);
    const isRepeatable = options.isRepeatable ?? method !== 'POST';
    for (let tried = 1; ; tried++) {
      const result = await attempt(request, options.cutOff);
      if (result.kind === 'answered') this.#hasAnswered = true;
      const retry = this.#retryFor(result, tried, isRepeatable);
      if (retry === null) return this.#conclude(result, options.wants ?? 'json');
      this.#retries++;
      this.#options.onRetry?.(retry);
      await this.#wait(retry.delayMs, options.cutOff);
    }
  }

  #wire(method: string, path: string, options: RequestOptions): WireRequest {
    const url = new URL(this.#base.href.replace(/\/$/, '') + path);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const body = options.bodyText ?? (options.body === undefined ? null : JSON.stringify(options.body));
    const headers: Record<string, string> = {
      accept: options.wants === 'picture' ? 'image/svg+xml' : 'application/json',
      'accept-language': this.#options.language ?? 'en',
    };
    if (this.#token !== null) headers['authorization'] = `Bearer ${this.#token}`;
    if (body !== null) headers['content-type'] = 'application/json';
    return { method, url, headers, body };
  }

  #retryFor(result: Attempt, tried: number, isRepeatable: boolean): Retry | null {
    const patience: Patience = this.#options.isPatient && this.#hasAnswered ? longPatience : shortPatience;
    if (result.kind === 'lost') {
      const delayMs = result.neverSent || isRepeatable ? delayAfter(tried, null, patience) : null;
      return delayMs === null ? null : { reason: result.reason, delayMs };
    }
    if (!BUSY.has(result.status) && !(isRepeatable && BROKEN.has(result.status))) return null;
    const retryAfterMs = readRetryAfter(result.headers.get('retry-after'), Date.now());
    const delayMs = delayAfter(tried, retryAfterMs, patience);
    return delayMs === null ? null : { reason: `the service answered ${result.status}`, delayMs };
  }

  async #wait(delayMs: number, cutOff: AbortSignal | undefined): Promise<void> {
    const signals = [this.#options.signal, cutOff].filter((signal) => signal !== undefined);
    try {
      await sleep(delayMs, undefined, { signal: AbortSignal.any(signals) });
    } catch (error) {
      cutOff?.throwIfAborted();
      throw new CommandFailure(exitCodes.interrupted, 'Interrupted while waiting to try again.', { cause: error });
    }
  }

  #conclude(result: Attempt, wants: 'json' | 'picture'): Answer {
    if (result.kind === 'lost') {
      throw unreachable(
        `Cannot reach ${this.address}: ${result.reason}. Is the service running, and BANDEJA_URL right?`,
      );
    }
    const body = readJson(result.text);
    if (result.status >= 400)
      throw new Refusal(result.status, body, result.headers.get('x-request-id'), this.credential);
    if (wants === 'picture' && result.text.startsWith('<svg')) return { status: result.status, body: result.text };
    if (body === undefined || wants === 'picture') {
      throw unreachable(
        `${this.address} answered with something that is ${wants === 'json' ? 'not JSON' : 'no picture'}. Is BANDEJA_URL the service’s address?`,
      );
    }
    return { status: result.status, body };
  }
}

/**
 * A path of fixed parts and values: `pathOf('v1', 'players', name)`, the values percent-encoded.
 * @throws {CommandFailure} for a value that addresses another place: empty, `.` and `..` do, even encoded.
 */
export function pathOf(...parts: readonly string[]): string {
  const unusable = parts.find((part) => part === '' || part === '.' || part === '..');
  if (unusable !== undefined) throw wrongUse(`“${unusable}” is not a valid id.`);
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
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

function readBase(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username) {
    throw wrongUse(`BANDEJA_URL is “${text}”, which is not an http address. Write it like http://127.0.0.1:8080.`);
  }
  return url;
}

function readToken(token: string | null, credential: string): string {
  const source =
    credential === 'BANDEJA_KEY'
      ? 'an API key; the operator issues one with: bandeja keys issue'
      : 'the operator token; the service has it in OPERATOR_TOKEN, or keeps it in DATA_DIR/operator-token';
  if (token === null) throw unreachable(`${credential} is not set. Set it to ${source}.`);
  // A header takes visible ASCII only; anything else is a paste gone wrong, and fetch would name no cause.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw unreachable(`${credential} holds blanks or characters that no token has. Paste it again: ${source}.`);
  }
  return token;
}
