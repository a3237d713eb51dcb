/** Why an entry is not stored. */
import { type Api, BandejaError } from '@bandeja/client';
import { explain } from '../problems.ts';

export type Problem =
  /** Another result is stored. Null: the result that the person saw was removed. */
  | { readonly kind: 'conflict'; readonly theirs: Api.NightResult | null }
  /** The court has other players now. */
  | { readonly kind: 'lineup' }
  | { readonly kind: 'refused'; readonly reason: string };

export function problemOf(error: unknown): Problem {
  if (error instanceof BandejaError) {
    if (error.is('result_conflict')) return { kind: 'conflict', theirs: error.problem.current ?? null };
    if (error.is('lineup_changed')) return { kind: 'lineup' };
  }
  const { sentence, detail } = explain(error);
  return { kind: 'refused', reason: detail === null ? sentence : `${sentence} ${detail}` };
}
