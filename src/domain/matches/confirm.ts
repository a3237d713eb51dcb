import type { Caller, Context } from '../context.ts';
import type { OwnMatchView } from './shapes.ts';
import { transitionMatch } from './transition.ts';

/**
 * Confirms a pending match: it completes and is rated, at its place in the history. A match that is completed already,
 * also one that completed at once, stays as it is.
 * @throws {Problem} `match_not_found`; `invalid_transition` for a voided match.
 */
export function confirmMatch(context: Context, caller: Caller, matchId: string): Promise<OwnMatchView> {
  return transitionMatch(context, caller, matchId, {
    to: 'completed',
    from: ['pending'],
    action: 'confirmed',
    voidReason: null,
  });
}
