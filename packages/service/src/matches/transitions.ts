import { Problem } from '@bandeja/contract/errors/problem';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { appendAudit } from '../audit/chain.ts';
import { auditActor, movedEvent } from '../audit/events.ts';
import type { WriterContext } from '../context.ts';
import type { MatchRow } from '../history/match-row.ts';
import { matchView } from '../history/match-view.ts';
import { type ChangeQueue, changeHistory } from '../ledger/with-players.ts';
import { writeRatedChange } from '../ledger/write-change.ts';
import { logMatches } from './log-matches.ts';
import { lockOwnMatch, rateMatchChange, readLockedMatch, unchanged } from './own-match.ts';
import { moveMatchStatus } from './store.ts';

/**
 * Confirms a pending match: it completes and is rated at its place in the history. A completed match is not changed.
 * @throws {Problem} `match_not_found`; `invalid_transition` for a voided match.
 */
export function confirmMatch(context: WriterContext, matchId: string, queue?: ChangeQueue): Promise<OwnMatchView> {
  return changeHistory(context, queue, async (transaction, attempt) => {
    const { heads, match } = await lockOwnMatch(transaction, context.actor.partnerId, matchId);
    if (match.status === 'completed') return unchanged(transaction, match);
    if (match.status === 'voided') {
      const extensions = { match_status: match.status };
      throw new Problem('invalid_transition', 'A voided match cannot be confirmed.', { extensions });
    }
    const at = context.now();
    const after: MatchRow = { ...match, status: 'completed', revision: match.revision + 1 };

    const rated = await rateMatchChange(context, transaction, attempt, match, after);
    if (typeof rated === 'symbol') return rated;

    await Promise.all([
      moveMatchStatus(transaction, match, { status: 'completed', at, voidReason: null }),
      appendAudit(transaction, heads, [movedEvent(match, after, auditActor(context.actor), at)]),
      logMatches(transaction, [{ row: after, action: 'confirmed' }], rated.changes),
      writeRatedChange(transaction, rated),
    ]);
    return matchView(await readLockedMatch(transaction, match));
  });
}

/**
 * Voids a match. It stays readable, with its reason. All ratings are recomputed as if the match had never been played. A voided
 * match is not changed, and keeps its first reason.
 * @param reason 1–500 characters.
 * @throws {Problem} `match_not_found`.
 */
export function voidMatch(
  context: WriterContext,
  matchId: string,
  reason: string,
  queue?: ChangeQueue,
): Promise<OwnMatchView> {
  return changeHistory(context, queue, async (transaction, attempt) => {
    const { heads, match } = await lockOwnMatch(transaction, context.actor.partnerId, matchId);
    if (match.status === 'voided') return unchanged(transaction, match);
    const at = context.now();
    const after: MatchRow = { ...match, status: 'voided', revision: match.revision + 1, void_reason: reason };

    const rated = await rateMatchChange(context, transaction, attempt, match, after);
    if (typeof rated === 'symbol') return rated;

    await Promise.all([
      moveMatchStatus(transaction, match, { status: 'voided', at, voidReason: reason }),
      appendAudit(transaction, heads, [movedEvent(match, after, auditActor(context.actor), at)]),
      logMatches(transaction, [{ row: after, action: 'voided' }], rated.changes),
      writeRatedChange(transaction, rated),
    ]);
    return matchView(await readLockedMatch(transaction, match));
  });
}
