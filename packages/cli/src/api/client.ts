import {
  Bandeja,
  BandejaError,
  BandejaOperator,
  exponentialBackoff,
  InvalidIdError,
  NoAnswerError,
  type Retry,
  type RetryPolicy,
  sleep,
} from '@bandeja/client';
import type { Connection } from '../environment.ts';
import { CommandFailure, exitCodes, unreachable, wrongUse } from '../exit.ts';

export interface ClientOptions {
  /** Keeps trying for longer, once the service has answered. */
  readonly isPatient?: boolean;
  readonly onRetry?: (retry: Retry) => void;
  /** Ends waits between two attempts. A request is not aborted. */
  readonly signal?: AbortSignal;
}

/** About half a second in all: a person is waiting. */
const shortPatience = exponentialBackoff({ retries: 2, firstDelayMs: 150 });

/** About a minute: longer than a rolling restart or a failover of the database. */
const longPatience = exponentialBackoff({ retries: 9 });

interface Address extends Pick<Connection, 'url'> {
  /** Of sentences and pictures. */
  readonly language: string;
}

/** @throws {CommandFailure} for a malformed address or key, and for a missing key if one is needed */
export function partnerClient(
  connection: Address & Pick<Connection, 'key'>,
  { needsKey = true, ...options }: ClientOptions & { readonly needsKey?: boolean } = {},
): Bandeja {
  const key = needsKey ? checkToken(connection.key, 'BANDEJA_KEY') : null;
  return new Bandeja({ ...clientOptions(connection, options), key });
}

/** @throws {CommandFailure} for a malformed address, and for a missing or malformed token */
export function operatorClient(
  connection: Address & Pick<Connection, 'operatorToken'>,
  options: ClientOptions = {},
): BandejaOperator {
  const operatorToken = checkToken(connection.operatorToken, 'BANDEJA_OPERATOR_TOKEN');
  return new BandejaOperator({ ...clientOptions(connection, options), operatorToken });
}

function clientOptions({ url, language }: Address, { isPatient, onRetry, signal }: ClientOptions) {
  const retries: RetryPolicy = (failed) => (isPatient && failed.hasAnswered ? longPatience : shortPatience)(failed);
  return {
    baseUrl: checkAddress(url),
    language,
    retries,
    onRetry,
    sleep: (ms: number, aborted?: AbortSignal) => waitBetweenAttempts(ms, signal, aborted),
    userAgent: 'bandeja',
  };
}

/** An error of the client as one of the command; null for an error response, which {@link describeRefusal} prints. */
export function failureOf(error: unknown): CommandFailure | null {
  if (error instanceof CommandFailure) return error;
  if (error instanceof InvalidIdError) return wrongUse(error.message, { cause: error });
  if (!(error instanceof BandejaError)) return null;
  if (error instanceof NoAnswerError) {
    const advice = error.mayPass ? 'Is the service running, and BANDEJA_URL right?' : 'Check BANDEJA_URL.';
    return unreachable(`${error.detail} ${advice}`, { cause: error });
  }
  if (error.code === 'redirected') return unreachable(`${error.detail} Set BANDEJA_URL to it.`, { cause: error });
  if (error.status >= 400) return null;
  return unreachable(`${error.detail} Is BANDEJA_URL the service’s address?`, { cause: error });
}

async function waitBetweenAttempts(ms: number, signal?: AbortSignal, aborted?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, AbortSignal.any([signal, aborted].filter((one) => one !== undefined)));
  } catch (error) {
    aborted?.throwIfAborted();
    throw new CommandFailure(exitCodes.interrupted, 'Interrupted while waiting to try again.', { cause: error });
  }
}

function checkAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.username) throw wrongUse('BANDEJA_URL must not contain a user name or a password.');
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
    throw wrongUse(
      `BANDEJA_URL is “${text}”, which is not an http address. It should look like http://127.0.0.1:8080.`,
    );
  }
  return text;
}

function checkToken(token: string | null, variable: 'BANDEJA_KEY' | 'BANDEJA_OPERATOR_TOKEN'): string {
  const source =
    variable === 'BANDEJA_KEY'
      ? 'an API key; the operator issues one with: bandeja keys issue'
      : 'the operator token; the service has it in OPERATOR_TOKEN, or keeps it in DATA_DIR/operator-token';
  if (token === null) throw unreachable(`${variable} is not set. Set it to ${source}. Or store it: bandeja login`);
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw unreachable(`${variable} contains blanks or characters that no token has. Paste it again: ${source}.`);
  }
  return token;
}
