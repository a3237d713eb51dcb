import { lockChainHeads } from '../../store/audit.ts';
import type { Transaction } from '../../store/engine/database.ts';
import type { GateMode } from '../../store/ledger/gate.ts';
import type { MatchRow, MatchStatus } from '../../store/matches/match-rows.ts';
import { lockMatch, moveMatchStatus, readMatch } from '../../store/matches/matches.ts';
import { type Actor, type AuditEvent, appendAudit } from '../audit/index.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { isRated, ratedMatch } from '../ratings/index.ts';
import { applyHistoryChange, takeOut, withHistoryGate } from '../settlement/index.ts';
import type { OwnMatchView } from './shapes.ts';
import { matchView } from './view.ts';

/** A step from one status to another, as `confirmMatch` and `voidMatch` ask for it. */
export interface Transition {
  readonly to: 'completed' | 'voided';
  /** The statuses that it may start from; from `to` itself it changes nothing. */
  readonly from: readonly MatchStatus[];
  readonly action: 'confirmed' | 'voided';
  readonly voidReason: string | null;
}

/**
 * Takes one of the caller's matches through a transition, with its audit entry and everything that it changes in the
 * ratings, in one transaction. A transition that was made before changes nothing.
 * @throws {Problem} `match_not_found`, or `invalid_transition` with the present `match_status`.
 */
export async function transitionMatch(
  context: Context,
  caller: Caller,
  matchId: string,
  transition: Transition,
): Promise<OwnMatchView> {
  return withHistoryGate(context.database, [caller.partnerId], async (transaction, gate) => {
    const heads = await lockChainHeads(transaction, [caller.partnerId]);
    const match = await lockMatch(transaction, caller.partnerId, matchId);
    if (match === undefined) throw new Problem('match_not_found');
    if (match.status !== transition.to) {
      if (!transition.from.includes(match.status)) throw invalidTransition(match.status);
      const at = context.now();
      await moveMatchStatus(transaction, match, { status: transition.to, at, voidReason: transition.voidReason });
      await appendAudit(transaction, heads, [eventOf(match, transition, `key:${caller.keyId}`, at)]);
      await changeHistory(context, transaction, gate, match, transition.to);
    }
    const row = await readMatch(transaction, caller.partnerId, matchId);
    if (row === undefined) throw new Error(`the match ${matchId} was locked and is gone`);
    return matchView(row);
  });
}

async function changeHistory(
  context: Context,
  transaction: Transaction,
  gate: GateMode,
  match: MatchRow,
  to: Transition['to'],
): Promise<void> {
  const removed = isRated(match) ? await takeOut(transaction, gate, match.id) : undefined;
  const inserted = isRated({ ...match, status: to }) ? [ratedMatch(match)] : [];
  const isShown = match.status === 'completed' || to === 'completed';
  const touched = isShown && removed === undefined && inserted.length === 0 ? match.player_ids : [];
  await applyHistoryChange(context, transaction, gate, { inserted, removed: removed ? [removed] : [] }, touched);
}

function eventOf(match: MatchRow, transition: Transition, actor: Actor, at: number): AuditEvent {
  const changes = [{ pointer: '/status', before: match.status as unknown, after: transition.to as unknown }];
  if (transition.voidReason !== null) {
    changes.push({ pointer: '/void_reason', before: null, after: transition.voidReason });
  }
  return {
    partner_id: match.partner_id,
    match_id: match.id,
    at,
    action: transition.action,
    actor,
    revision: match.revision + 1,
    changes,
  };
}

function invalidTransition(status: MatchStatus): Problem {
  const detail = `The match is ${status}; nothing leads from there to where this would take it.`;
  return new Problem('invalid_transition', detail, { extensions: { match_status: status } });
}
