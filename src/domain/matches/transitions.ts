import type { AuditActor } from '../../store/audit.ts';
import type { MatchRow } from '../../store/matches/match-rows.ts';
import { moveMatchStatus } from '../../store/matches/matches.ts';
import { auditActor } from '../audit/events.ts';
import type { PartnerContext } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { changeMatch, type MatchChange } from './change-match.ts';
import type { MatchStatus } from './enums.ts';
import type { OwnMatchView } from './shapes.ts';

/**
 * Confirms a pending match: it completes and is rated, at its place in the history. A match that is completed already,
 * also one that completed at once, stays as it is.
 * @throws {Problem} `match_not_found`; `invalid_transition` for a voided match.
 */
export function confirmMatch(context: PartnerContext, matchId: string): Promise<OwnMatchView> {
  const confirmed = { to: 'completed', from: ['pending'], action: 'confirmed', voidReason: null } as const;
  return changeMatch(context, matchId, (_, match, now) => transition(match, confirmed, auditActor(context.actor), now));
}

/**
 * Voids a match: it stays readable, with its reason, and every rating becomes what it would be without it. A match that
 * is voided already stays as it is, its first reason included.
 * @param reason 1–500 characters.
 * @throws {Problem} `match_not_found`.
 */
export function voidMatch(context: PartnerContext, matchId: string, reason: string): Promise<OwnMatchView> {
  const voided = { to: 'voided', from: ['pending', 'completed'], action: 'voided', voidReason: reason } as const;
  return changeMatch(context, matchId, (_, match, now) => transition(match, voided, auditActor(context.actor), now));
}

/** A step from one status to another. */
interface Transition {
  readonly to: 'completed' | 'voided';
  /** The statuses that it may start from; from `to` itself it changes nothing. */
  readonly from: readonly MatchStatus[];
  readonly action: 'confirmed' | 'voided';
  readonly voidReason: string | null;
}

/** @throws {Problem} `invalid_transition` with the present `match_status`. */
function transition(
  match: MatchRow,
  { to, from, action, voidReason }: Transition,
  actor: AuditActor,
  at: number,
): MatchChange | null {
  if (match.status === to) return null;
  if (!from.includes(match.status)) {
    const detail = `A ${match.status} match cannot be ${action}.`;
    throw new Problem('invalid_transition', detail, { extensions: { match_status: match.status } });
  }
  const changes = [{ pointer: '/status', before: match.status as unknown, after: to as unknown }];
  if (voidReason !== null) changes.push({ pointer: '/void_reason', before: null, after: voidReason });
  const { partner_id, id: match_id, revision } = match;
  return {
    after: { ...match, status: to, revision: revision + 1 },
    event: { partner_id, match_id, at, action, actor, revision: revision + 1, changes },
    write: (transaction) => moveMatchStatus(transaction, match, { status: to, at, voidReason }),
  };
}
