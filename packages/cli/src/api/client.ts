import {
  Bandeja,
  BandejaError,
  BandejaOperator,
  exponentialBackoff,
  InvalidIdError,
  InvalidOptionError,
  NoAnswerError,
  type Retry,
  type RetryPolicy,
  sleep,
} from '@bandeja/client';
import type { Connection, Variable } from '../environment.ts';
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

interface Address extends Pick<Connection, 'url' | 'sourceOf' | 'profile' | 'hint'> {
  /** Of sentences and pictures. */
  readonly language: string;
}

/** @throws {CommandFailure} for a malformed address or key, and for a missing key if one is needed */
export function partnerClient(
  connection: Address & Pick<Connection, 'key'>,
  { needsKey = true, ...options }: ClientOptions & { readonly needsKey?: boolean } = {},
): Bandeja {
  const key = needsKey ? tokenOf(connection, 'BANDEJA_KEY', connection.key) : null;
  return created(connection, 'BANDEJA_KEY', () => new Bandeja({ ...clientOptions(connection, options), key }));
}

/** @throws {CommandFailure} for a malformed address, and for a missing or malformed token */
export function operatorClient(
  connection: Address & Pick<Connection, 'operatorToken'>,
  options: ClientOptions = {},
): BandejaOperator {
  const operatorToken = tokenOf(connection, 'BANDEJA_OPERATOR_TOKEN', connection.operatorToken);
  const create = () => new BandejaOperator({ ...clientOptions(connection, options), operatorToken });
  return created(connection, 'BANDEJA_OPERATOR_TOKEN', create);
}

type TokenVariable = Exclude<Variable, 'BANDEJA_URL'>;

interface TokenName {
  readonly name: string;
  readonly article: string;
  readonly origin: string;
  readonly login: string;
}

const tokenNames: Readonly<Record<TokenVariable, TokenName>> = {
  BANDEJA_KEY: {
    name: 'API key',
    article: 'an',
    origin: 'the operator issues one with: bandeja keys issue',
    login: 'bandeja login',
  },
  BANDEJA_OPERATOR_TOKEN: {
    name: 'operator token',
    article: 'the',
    origin: 'the service has it in OPERATOR_TOKEN, or keeps it in DATA_DIR/operator-token',
    login: 'bandeja login --operator',
  },
};

function tokenOf({ profile, hint = null }: Address, variable: TokenVariable, token: string | null): string {
  if (token !== null) return token;
  const { name, article, origin, login } = tokenNames[variable];
  if (profile !== undefined) {
    throw unreachable(`The profile “${profile}” has no ${name}; ${origin}. Store it: ${login} --profile ${profile}`);
  }
  if (hint !== null) throw unreachable(`${variable} is not set. ${hint}`);
  throw unreachable(`${variable} is not set. Set it to ${article} ${name}; ${origin}. Or store it: ${login}`);
}

/** Makes an error of the client name the option, variable or profile with the fault. */
function created<T>({ sourceOf }: Address, variable: TokenVariable, create: () => T): T {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error;
    if (error.option === 'baseUrl') throw wrongUse(`${sourceOf('BANDEJA_URL')}: ${error.message}`, { cause: error });
    const { name, article, origin } = tokenNames[variable];
    throw unreachable(`${sourceOf(variable)}: ${error.message} Paste ${article} ${name} again; ${origin}.`, {
      cause: error,
    });
  }
}

function clientOptions({ url, language }: Address, { isPatient, onRetry, signal }: ClientOptions) {
  const retries: RetryPolicy = (failed) => (isPatient && failed.hasAnswered ? longPatience : shortPatience)(failed);
  return {
    baseUrl: url,
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
    const advice = error.mayPass ? 'Is the service running, and its address right?' : 'Check the address.';
    return unreachable(`${error.detail} ${advice}`, { cause: error });
  }
  if (error.code === 'redirected') return unreachable(`${error.detail} Use that address.`, { cause: error });
  if (error.status >= 400) return null;
  return unreachable(`${error.detail} Is that the service’s address?`, { cause: error });
}

async function waitBetweenAttempts(ms: number, signal?: AbortSignal, aborted?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, AbortSignal.any([signal, aborted].filter((one) => one !== undefined)));
  } catch (error) {
    aborted?.throwIfAborted();
    throw new CommandFailure(exitCodes.interrupted, 'Interrupted while waiting to try again.', { cause: error });
  }
}
