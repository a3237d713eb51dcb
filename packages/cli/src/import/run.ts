/** A run of `bandeja import`. */
import type { Api, Bandeja, Retry } from '@bandeja/client';
import { type Decisions, type Import, ImportFault } from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { fatalFailureOf } from '../api/fatal.ts';
import { patientClient } from '../api/patient-client.ts';
import { describeRefusal } from '../api/refusal.ts';
import type { CommandContext } from '../command.ts';
import { connectionOf } from '../environment.ts';
import { type CommandFailure, wrongUse } from '../exit.ts';
import type { ProgressDisplay } from '../progress.ts';
import type { Ask } from './answer.ts';
import type { ImportOptions } from './import-options.ts';
import { faultText } from './texts.ts';

/** What a run has before its file is read. */
export interface Start {
  readonly options: ImportOptions;
  readonly context: CommandContext;
  readonly ask: Ask | null;
  readonly display: ProgressDisplay;
  /** Aborted when the import must stop. */
  readonly signal: AbortSignal;
  readonly format: Format;
}

/** A run of the command. */
export interface Run extends Start {
  readonly importing: Import;
  readonly service: Service;
  /** The open import of the file, which goes on; null if there is none. */
  readonly earlier: Api.Import | null;
  /** Those of that import. */
  readonly decisions: Decisions;
  /** How the file is read, in sentences, before those of the file. */
  readonly notes: readonly string[];
}

export interface Service {
  readonly client: Bandeja;
  readonly url: string;
  readonly retries: () => number;
}

/** A client that reports and counts retries. */
export function connect({ options, context: { environment, profileName }, display, signal, format }: Start): Service {
  const connection = connectionOf(environment, profileName);
  let retries = 0;
  const onRetry = (): void => {
    retries++;
  };
  const textOf = ({ delayMs, status }: Retry): string =>
    format('progress.again', {
      seconds: (delayMs / 1000).toFixed(1),
      status: status === null ? 'none' : String(status),
    });
  const client = patientClient(connection, { display, signal, isQuiet: options.json ?? false, onRetry, textOf });
  return { client, url: connection.url, retries: () => retries };
}

/** @throws {CommandFailure} for what the service refuses */
export function rethrow(error: unknown): never {
  throw failureOf(error);
}

/** @throws an unexpected error */
export function failureOf(error: unknown, format?: Format): CommandFailure {
  if (error instanceof ImportFault && format !== undefined) return wrongUse(faultText(format, error), { cause: error });
  const failure = fatalFailureOf(error);
  if (failure !== null) return failure;
  // The fields that all matches of the file have in common are wrong.
  const refusal = describeRefusal(error as Parameters<typeof describeRefusal>[0]).trimEnd();
  return wrongUse(`The service refused the whole batch. ${refusal}`, { cause: error });
}
