import { type Api, BandejaError } from '@bandeja/client';
import { explain } from '../problems.ts';
import type { Answer, Problem } from './entries.ts';

/** Whether the same entry may be stored later. */
const isTransient = ({ status }: BandejaError): boolean =>
  status < 400 || status >= 500 || [401, 408, 429].includes(status);

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
  const { sentence, detail } = explain(error);
  return { kind: 'refused', reason: detail === null ? sentence : `${sentence} ${detail}` };
}
