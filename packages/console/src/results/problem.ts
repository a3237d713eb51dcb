import { type Api, BandejaError } from '@bandeja/client';
import { explain, isSuspended } from '../problems.ts';
import type { Answer, Problem } from './entries.ts';

/** Whether the same entry may be stored later. */
const isTransient = (error: BandejaError): boolean =>
  error.status < 400 || error.status >= 500 || [401, 408, 429].includes(error.status) || isSuspended(error);

/** @throws {BandejaError} if the entry still waits */
export async function answerOf(sending: Promise<Api.NightResult | null>): Promise<Answer> {
  try {
    return { kind: 'stored', result: await sending };
  } catch (error) {
    if (!(error instanceof BandejaError) || isTransient(error)) throw error;
    return problemOf(error);
  }
}

function problemOf(error: BandejaError): Problem {
  if (error.is('result_conflict')) return { kind: 'conflict', theirs: error.problem.current ?? null };
  if (error.is('lineup_changed')) return { kind: 'lineup' };
  return { kind: 'refused', reason: explain(error) };
}
