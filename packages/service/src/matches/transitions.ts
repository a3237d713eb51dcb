import { Problem } from '@bandeja/contract/errors/problem';
import type { ConfirmationDecider } from '@bandeja/contract/match-enums';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Transaction } from '@bandeja/postgres/database';
import { appendAudit } from '../audit/chain.ts';
import { type AuditEvent, auditActor, movedEvent } from '../audit/events.ts';
import type { DeciderContext, WriterContext } from '../context.ts';
import type { MatchRow, ShownMatchRow } from '../history/match-row.ts';
import { matchView } from '../history/match-view.ts';
import { type AGAIN, type Attempt, type ChangeQueue, changeHistory } from '../ledger/with-players.ts';
import { writeRatedChange } from '../ledger/write-change.ts';
import { logMatches } from './log-matches.ts';
import { type LockedMatch, lockOwnMatch, rateMatchChanges, readLockedMatch, unchanged } from './own-match.ts';
import { moveMatchStatuses } from './store.ts';
import type { Guard } from './store-matches.ts';

/**
 * Confirms a pending match: it completes and is rated at its place in the history. A completed match is not changed.
 * @param isWanted checked while the match is locked; if false, nothing changes. Default: always true
 * @throws {Problem} `match_not_found`; `invalid_transition` for a voided match.
 */
export function confirmMatch(
  context: WriterContext,
  matchId: string,
  queue?: ChangeQueue,
  isWanted: (match: MatchRow) => boolean = () => true,
): Promise<OwnMatchView> {
  return changeHistory(context, queue, async (transaction, attempt) => {
    const locked = await lockOwnMatch(transaction, context.actor.partnerId, matchId);
    const { match } = locked;
    if (match.status === 'completed' || !isWanted(match)) return unchanged(transaction, match);
    if (match.status === 'voided') {
      const extensions = { match_status: match.status };
      throw new Problem('invalid_transition', 'A voided match cannot be confirmed.', { extensions });
    }
    return viewOf(await moveMatch(context, transaction, attempt, locked, { status: 'completed', by: 'partner' }));
  });
}

/**
 * Voids a match. It stays readable, with its reason. All ratings are recomputed as if the match had never been played. A voided
 * match is not changed, and keeps its first reason.
 * @param reason 1–500 characters.
 * @param guard may reject this while the match is locked
 * @throws {Problem} `match_not_found`.
 */
export function voidMatch(
  context: WriterContext,
  matchId: string,
  reason: string,
  queue?: ChangeQueue,
  guard?: Guard,
): Promise<OwnMatchView> {
  return changeHistory(context, queue, async (transaction, attempt) => {
    const locked = await lockOwnMatch(transaction, context.actor.partnerId, matchId, guard);
    if (locked.match.status === 'voided') return unchanged(transaction, locked.match);
    return viewOf(await moveMatch(context, transaction, attempt, locked, { status: 'voided', reason, by: 'partner' }));
  });
}

const viewOf = (moved: ShownMatchRow | typeof AGAIN): OwnMatchView | typeof AGAIN =>
  typeof moved === 'symbol' ? moved : matchView(moved);

/** What decides about a match, and how. */
export type Move =
  | { readonly status: 'completed'; readonly by: ConfirmationDecider }
  | { readonly status: 'voided'; readonly by: ConfirmationDecider; readonly reason: string };

/** An answer of a player: its entry, and what stores it. */
export interface Answered {
  readonly event: AuditEvent;
  readonly write: () => Promise<unknown>;
}

/**
 * Completes or voids a locked match, rates the change and logs it.
 * @param answered the answer that completes the match
 */
export async function moveMatch(
  context: DeciderContext,
  transaction: Transaction,
  attempt: Attempt,
  { heads, match }: LockedMatch,
  move: Move,
  answered?: Answered,
): Promise<ShownMatchRow | typeof AGAIN> {
  const stopped = await moveMatches(context, transaction, attempt, { heads, matches: [match] }, move, answered);
  return stopped ?? readLockedMatch(transaction, match);
}

/** {@link moveMatch} for matches of one partner. @returns null once they are written */
export async function moveMatches(
  context: DeciderContext,
  transaction: Transaction,
  attempt: Attempt,
  { heads, matches }: { readonly heads: LockedMatch['heads']; readonly matches: readonly ShownMatchRow[] },
  move: Move,
  answered?: Answered,
): Promise<typeof AGAIN | null> {
  const { status } = move;
  const at = context.now();
  const void_reason = move.status === 'voided' ? move.reason : null;
  const moved = matches.map((before) => {
    const after: MatchRow = { ...before, status, revision: before.revision + 1, void_reason };
    return { before, after };
  });
  const rated = await rateMatchChanges(context, transaction, attempt, moved);
  if (typeof rated === 'symbol') return rated;

  const events = moved.map(({ before, after }) => movedEvent(before, after, auditActor(context.actor), at));
  await Promise.all([
    answered?.write(),
    moveMatchStatuses(transaction, context.actor.partnerId, matches, { status, at, void_reason, decidedBy: move.by }),
    appendAudit(transaction, heads, answered === undefined ? events : [answered.event, ...events]),
    logMatches(
      transaction,
      moved.map(({ after: row }) => ({ row })),
      rated.changes,
    ),
    writeRatedChange(transaction, rated, at),
  ]);
  return null;
}
