import type { Caller, Context } from '../context.ts';
import type { OwnMatchView } from './shapes.ts';
import { transitionMatch } from './transition.ts';

/**
 * Voids a match: it stays readable, with its reason, and every rating becomes what it would be without it. A match that
 * is voided already stays as it is, its first reason included.
 * @param reason 1–500 characters.
 * @throws {Problem} `match_not_found`.
 */
export function voidMatch(context: Context, caller: Caller, matchId: string, reason: string): Promise<OwnMatchView> {
  return transitionMatch(context, caller, matchId, {
    to: 'voided',
    from: ['pending', 'completed'],
    action: 'voided',
    voidReason: reason,
  });
}
