import { Client } from './api/client.ts';
import type { Environment } from './environment.ts';
import type { ExitCode } from './exit.ts';
import type { Terminal } from './terminal.ts';

/** What every command works with. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** Sets the exit code of a command that ended without a failure. */
  readonly finish: (exitCode: ExitCode) => void;
}

/** A client with the partner's key. @throws {CommandFailure} when there is none. */
export function partnerClient({ environment }: CommandContext): Client {
  return new Client({ url: environment.url, token: environment.key, credential: 'BANDEJA_KEY' });
}

/** A client with the operator token. @throws {CommandFailure} when there is none. */
export function operatorClient({ environment }: CommandContext): Client {
  const { url, operatorToken } = environment;
  return new Client({ url, token: operatorToken, credential: 'BANDEJA_OPERATOR_TOKEN' });
}
