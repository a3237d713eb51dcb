import {
  type Answer,
  Bandeja,
  BandejaError,
  type CallOptions,
  exponentialBackoff,
  InvalidIdError,
  NoAnswerError,
  type Operations,
  pathOf as pathOfParts,
  Ratings,
  type RequestOptions,
  type Retry,
  type RetryPolicy,
  sleep,
  Tasks,
} from '@bandeja/client';

import { CommandFailure, exitCodes, unreachable, wrongUse } from '../exit.ts';

export type { Query } from '@bandeja/client';

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

/** For a person who waits: about half a second in all, enough for a service that is just being restarted by hand. */
const shortPatience = exponentialBackoff({ retries: 2, firstDelayMs: 150 });

/** For an import under way: about a minute, longer than a rolling restart or a failover of the database takes. */
const longPatience = exponentialBackoff({ retries: 9 });

/** The service as commands call it: the client of partners, whose failures are sentences for the person at the terminal. */
export class Client extends Bandeja {
  readonly tasks = new Tasks(this);
  readonly ratings = new Ratings(this);

  constructor({ url, token = null, credential, language, isPatient, onRetry, signal }: ClientOptions) {
    const retries: RetryPolicy = (failed) => (isPatient && failed.hasAnswered ? longPatience : shortPatience)(failed);
    super({
      baseUrl: checkAddress(url),
      key: credential === null ? null : checkToken(token, credential),
      language,
      retries,
      onRetry,
      sleep: (ms, cutOff) => waitBetweenTries(ms, signal, cutOff),
      userAgent: 'bandeja',
    });
  }

  /** @throws {BandejaError} when the service refused. @throws {CommandFailure} when it cannot be reached. */
  override async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    return super.request(method, path, options).catch(throwFailure);
  }

  /** @throws as {@link request} does. @throws {CommandFailure} for a value that is no id. */
  override async exchange<K extends keyof Operations>(
    operation: K,
    input: Operations[K]['input'],
    options?: CallOptions,
  ): Promise<Answer<Operations[K]['answer']>> {
    return super.exchange(operation, input, options).catch(throwFailure);
  }

  /** @throws as {@link request} does. */
  override async open(method: string, path: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    return super.open(method, path, signal).catch(throwFailure);
  }
}

function throwFailure(error: unknown): never {
  if (error instanceof InvalidIdError) throw wrongUse(error.message, { cause: error });
  throw error instanceof BandejaError ? (failureOf(error) ?? error) : error;
}

/** Failures that have nothing to do with what was asked for; null for a refusal of the service. */
function failureOf(error: BandejaError): CommandFailure | null {
  if (error instanceof NoAnswerError) {
    const advice = error.mayPass ? 'Is the service running, and BANDEJA_URL right?' : 'Check BANDEJA_URL.';
    return unreachable(`${error.detail} ${advice}`, { cause: error });
  }
  if (error.code === 'redirected') return unreachable(`${error.detail} Set BANDEJA_URL to it.`, { cause: error });
  if (error.status >= 400) return null;
  return unreachable(`${error.detail} Is BANDEJA_URL the service’s address?`, { cause: error });
}

async function waitBetweenTries(ms: number, signal?: AbortSignal, cutOff?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, AbortSignal.any([signal, cutOff].filter((one) => one !== undefined)));
  } catch (error) {
    cutOff?.throwIfAborted();
    throw new CommandFailure(exitCodes.interrupted, 'Interrupted while waiting to try again.', { cause: error });
  }
}

/** `pathOf` of the client. @throws {CommandFailure} for a value that is no id. */
export function pathOf(...parts: readonly string[]): string {
  try {
    return pathOfParts(...parts);
  } catch (error) {
    return throwFailure(error);
  }
}

function checkAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username) {
    throw wrongUse(`BANDEJA_URL is “${text}”, which is not an http address. Write it like http://127.0.0.1:8080.`);
  }
  return text;
}

function checkToken(token: string | null, credential: string): string {
  const source =
    credential === 'BANDEJA_KEY'
      ? 'an API key; the operator issues one with: bandeja keys issue'
      : 'the operator token; the service has it in OPERATOR_TOKEN, or keeps it in DATA_DIR/operator-token';
  if (token === null) throw unreachable(`${credential} is not set. Set it to ${source}.`);
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw unreachable(`${credential} holds blanks or characters that no token has. Paste it again: ${source}.`);
  }
  return token;
}
