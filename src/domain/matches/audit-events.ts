import { isDeepStrictEqual } from 'node:util';
import type { MatchRow } from '../../store/matches/match-rows.ts';
import type { AuditEvent } from '../audit/index.ts';
import { formatInstant } from '../instant.ts';

/** A match as its audit trail records it: the facts as submitted, players by id only. */
export function auditedFacts(row: MatchRow): Record<string, unknown> {
  return {
    external_ref: row.external_ref,
    status: row.status,
    played_at: formatInstant(row.played_at),
    winning_team: row.winning_team,
    trust_tier: row.trust_tier,
    outcome: row.outcome,
    competition_type: row.competition_type,
    scoring: row.scoring,
    duration_minutes: row.duration_minutes,
    venue_label: row.venue_label,
    session_external_ref: row.session_external_ref,
    participants: row.player_ids.map((playerId, slot) => ({
      profile_id: playerId,
      team: row.teams[slot],
      court_position: row.court_positions[slot] ?? null,
    })),
    set_scores: row.set_scores,
  };
}

/** The first entry of every match. */
export function submittedEvent(row: MatchRow, keyId: string, at: number): AuditEvent {
  const changes = [{ pointer: '', before: null, after: auditedFacts(row) }];
  const { partner_id, id: match_id, revision } = row;
  return { partner_id, match_id, at, action: 'submitted', key_id: keyId, revision, changes };
}

/** The entry of an amendment: a change per field that differs; null when none does. */
export function amendedEvent(before: MatchRow, after: MatchRow, keyId: string, at: number): AuditEvent | null {
  const [old, now] = [auditedFacts(before), auditedFacts(after)];
  const fields = Object.keys(now).filter((field) => !isDeepStrictEqual(old[field], now[field]));
  if (fields.length === 0) return null;
  return {
    partner_id: after.partner_id,
    match_id: after.id,
    at,
    action: 'amended',
    key_id: keyId,
    revision: after.revision,
    changes: fields.map((field) => ({ pointer: `/${field}`, before: old[field], after: now[field] })),
  };
}
