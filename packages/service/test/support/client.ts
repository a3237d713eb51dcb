/** Sends requests to the service under test, and checks every response against the contract. */
import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import type { App } from '../../src/http/route.ts';
import type { Contract } from './contract.ts';

export interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. The media type is JSON unless `headers` set another. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
}

/** `T` is the type that the test expects. The body has been checked against the documented schema. */
export interface Answer<T> {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: T;
  readonly text: string;
}

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly request_id: string;
  readonly errors?: readonly {
    readonly pointer?: string;
    readonly parameter?: string;
    readonly code: string;
    readonly detail: string;
  }[];
  readonly [extension: string]: unknown;
}

export interface PageBody<T> {
  readonly data: readonly T[];
  readonly pagination: {
    readonly limit: number;
    readonly offset: number | null;
    readonly has_more: boolean;
    readonly next_cursor: string | null;
  };
}

interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: string | Buffer | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** How requests reach the service: through `app.inject` or over a socket. */
export type Transport = (exchange: Exchange) => Promise<RawAnswer>;

export function injectTransport(app: App): Transport {
  return async ({ method, url, headers, payload }) => {
    const options: InjectOptions = { method: method as NonNullable<InjectOptions['method']>, url, headers };
    const answer = await app.inject(payload === undefined ? options : { ...options, payload });
    const text = answer.headers['content-encoding'] === 'gzip' ? String(gunzipSync(answer.rawPayload)) : answer.body;
    return { status: answer.statusCode, headers: plainHeaders(Object.entries(answer.headers)), text };
  };
}

export function socketTransport(base: string): Transport {
  return async ({ method, url, headers, payload }) => {
    const body = payload === undefined ? {} : { body: typeof payload === 'string' ? payload : new Uint8Array(payload) };
    const answer = await fetch(base + url, { method, headers, ...body });
    return { status: answer.status, headers: plainHeaders(answer.headers.entries()), text: await answer.text() };
  };
}

function plainHeaders(entries: Iterable<readonly [string, unknown]>): Record<string, string> {
  return Object.fromEntries([...entries].map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function bodyOf({ headers, text }: RawAnswer): unknown {
  const type = headers['content-type'] ?? '';
  return /json/.test(type) && text !== '' ? JSON.parse(text) : undefined;
}

const authorization = (token: string | null): Readonly<Record<string, string>> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

/** One who calls with a token, with a cookie, or without any. */
export class TestClient {
  readonly #transport: Transport;
  readonly #contract: Contract;
  readonly token: string | null;
  /** Sent with every request: the credential. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(transport: Transport, contract: Contract, token: string | null, headers = authorization(token)) {
    this.#transport = transport;
    this.#contract = contract;
    this.token = token;
    this.headers = headers;
  }

  /** The same way into the service with another token. */
  withToken(token: string | null): TestClient {
    return new TestClient(this.#transport, this.#contract, token);
  }

  /** The same way into the service with the headers of a page whose user is signed in. */
  withHeaders(headers: Readonly<Record<string, string>>): TestClient {
    return new TestClient(this.#transport, this.#contract, null, headers);
  }

  /** @throws {AssertionError} if the response does not match the service's OpenAPI document. */
  async request<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<T>> {
    const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const query = Object.entries(options.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
    const url = query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
    const headers = {
      ...this.headers,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const answer = await this.#transport({ method, url, headers, payload });
    const [bare = ''] = path.split('?');
    this.#contract.check({ method, path: bare, contentType: answer.headers['content-type'], ...answer });
    return { ...answer, body: bodyOf(answer) as T };
  }

  /** A request that must be refused with this code. */
  async refusal(
    code: string,
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<ProblemBody>> {
    const answer = await this.request<ProblemBody>(method, path, options);
    assert.ok(answer.status >= 400, `${method} ${path} was not refused but answered ${answer.status}: ${answer.text}`);
    assert.equal(answer.headers['content-type'], 'application/problem+json');
    assert.equal(answer.body.code, code, answer.text);
    assert.equal(answer.body.status, answer.status);
    return answer;
  }
}
