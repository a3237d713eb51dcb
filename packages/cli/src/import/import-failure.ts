import { BandejaError } from '@bandeja/client';
import { failureOf } from '../api/client.ts';
import { describeRefusal, exitCodeOf } from '../api/refusal.ts';
import { CommandFailure, exitCodes, wrongUse } from '../exit.ts';

/** @throws {CommandFailure} for what the service refuses */
export function rethrow(error: unknown): never {
  throw importFailureOf(error);
}

/**
 * What ends an import, as the command reports it.
 * @throws an unexpected error
 */
export function importFailureOf(error: unknown): CommandFailure {
  const failure = failureOf(error);
  if (failure !== null) return failure;
  if (!(error instanceof BandejaError)) throw error;
  const text = describeRefusal(error).trimEnd();
  const exitCode = exitCodeOf(error);
  if (exitCode !== exitCodes.rejections) return new CommandFailure(exitCode, text, { cause: error });
  // The fields that all matches of the file have in common are wrong.
  return wrongUse(`The service refused the whole batch. ${text}`, { cause: error });
}
