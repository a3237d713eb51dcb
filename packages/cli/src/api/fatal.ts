import { BandejaError } from '@bandeja/client';
import { CommandFailure, exitCodes } from '../exit.ts';
import { failureOf } from './client.ts';
import { describeRefusal, exitCodeOf } from './refusal.ts';

/** An error that ends a command with many requests; null if it concerns this request alone. @throws an unexpected error */
export function fatalFailureOf(error: unknown): CommandFailure | null {
  const failure = failureOf(error);
  if (failure !== null) return failure;
  if (!(error instanceof BandejaError)) throw error;
  const exitCode = exitCodeOf(error);
  if (exitCode === exitCodes.rejections) return null;
  return new CommandFailure(exitCode, describeRefusal(error).trimEnd(), { cause: error });
}
