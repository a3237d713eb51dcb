import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '@bandeja/contract/audit';
import { formatInstant } from '@bandeja/contract/instant';
import type { AnswerValue } from '@bandeja/contract/match-enums';
import type { Actor } from '../context.ts';
import { factsOf, type MatchRow, type StoredAnswer } from '../history/match-row.ts';
import type { AuditActor, AuditChange, AuditedMatch } from './store.ts';

/** A change that is not linked to its chain yet: of a match, or of a player's starting level. */
export interface AuditEvent {
  readonly partner_id: string;
  /** Null for a starting level. */
  readonly match_id: string | null;
  /** Null for a match. */
  readonly player_id?: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly action: AuditAction;
  readonly actor: AuditActor;
  /** Null for a starting level. */
  readonly revision: number | null;
  readonly changes: readonly AuditChange[];
}

export function auditActor(actor: Actor): AuditActor {
  switch (actor.kind) {
    case 'key':
      return `key:${actor.keyId}`;
    case 'person':
      return `person:${actor.personId}`;
    case 'link':
      return `link:${actor.linkId}`;
    case 'task':
      return actor.askedBy as AuditActor;
    case 'invited':
      throw new Error('an invitation only signs in');
    default:
      return actor.kind;
  }
}

export type Facts = Readonly<Record<string, unknown>>;

/**
 * The facts of a match that the audit trail records: everything that the partner sent. Players appear only by id.
 * A new column is recorded unchanged. Add it here if its row form differs from the form on the wire.
 */
export function auditedFacts(row: MatchRow): Facts {
  const { played_at, player_ids, teams, court_positions, set_scores, ...facts } = factsOf(row);
  const { confirmation_reported_by: reporter, confirmation_deadline: deadline, confirmation_then, ...others } = facts;
  return {
    external_ref: row.external_ref,
    status: row.status,
    trust_tier: row.trust_tier,
    played_at: formatInstant(played_at),
    ...others,
    participants: player_ids.map((playerId, slot) => ({
      team: teams[slot],
      profile_id: playerId,
      court_position: court_positions[slot] ?? null,
    })),
    set_scores: set_scores.map((set) => ({
      set_number: set.set_number,
      game_winners: set.game_winners,
      team_a_games: set.team_a_games,
      team_b_games: set.team_b_games,
      first_server_team: set.first_server_team,
    })),
    confirmation: termsFact({ reported_by: reporter, deadline, then: confirmation_then }),
  };
}

/** Null for the default terms, so that the entries of other tiers contain none. */
function termsFact(terms: { reported_by: string | null; deadline: number | null; then: string | null }): Facts | null {
  const { reported_by, deadline, then } = terms;
  if (reported_by === null && deadline === null) return null;
  return { then: then ?? 'stay', deadline: deadline === null ? null : formatInstant(deadline), reported_by };
}

/** The key order of `jsonb`, as in stored changes: by length, then by name. */
const byJsonbOrder = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  a.length - b.length || (a < b ? -1 : 1);

/** The submitted facts of a match: the current ones, except for fields that later entries changed. */
export function submittedFacts(match: AuditedMatch): Facts {
  const first = match.values_at_first ?? {};
  const facts = Object.entries(auditedFacts(match)).map(([field, value]): [string, unknown] => {
    const pointer = `/${field}`;
    return [field, pointer in first ? first[pointer] : value];
  });
  return Object.fromEntries(facts.sort(byJsonbOrder));
}

const wholeMatch = ({ confirmation, ...facts }: Facts): AuditChange[] => [
  { pointer: '', before: null, after: confirmation === null ? facts : { ...facts, confirmation } },
];

/** The changes of a match's first entry, which are not stored. */
export const changesOfSubmission = (match: AuditedMatch): AuditChange[] => wholeMatch(submittedFacts(match));

/** The first entry of every match. */
export function submittedEvent(row: MatchRow, actor: AuditActor, at: number): AuditEvent {
  const { partner_id, id: match_id, revision } = row;
  return { partner_id, match_id, at, action: 'submitted', actor, revision, changes: wholeMatch(auditedFacts(row)) };
}

/** The entry of an amendment, with a change per different field; null if nothing differs. */
export function amendedEvent(before: MatchRow, after: MatchRow, actor: AuditActor, at: number): AuditEvent | null {
  const changes = changesOf(before, after);
  if (changes.length === 0) return null;
  return {
    partner_id: after.partner_id,
    match_id: after.id,
    at,
    action: 'amended',
    actor,
    revision: after.revision,
    changes,
  };
}

/** A change for each audited field that differs. */
export function changesOf(before: MatchRow, after: MatchRow): AuditChange[] {
  const [old, now] = [auditedFacts(before), auditedFacts(after)];
  const fields = Object.keys(now).filter((field) => !isDeepStrictEqual(old[field], now[field]));
  return fields.map((field) => ({ pointer: `/${field}`, before: old[field], after: now[field] }));
}

/** The entry of a player's answer. The reason is not in it: it is a person's words. */
export function answeredEvent(
  { partner_id, id: match_id, revision }: MatchRow,
  { player_id, answer, at }: StoredAnswer,
  before: AnswerValue | null,
  actor: AuditActor,
): AuditEvent {
  const changes = [{ pointer: `/confirmation/answers/${player_id}`, before, after: answer }];
  return { partner_id, match_id, at, action: 'answered', actor, revision, changes };
}

/** The entry of a confirmation or a void. */
export function movedEvent(before: MatchRow, after: MatchRow, actor: AuditActor, at: number): AuditEvent {
  const { partner_id, id: match_id, revision } = after;
  const changes: AuditChange[] = [{ pointer: '/status', before: before.status, after: after.status }];
  if (after.void_reason !== null) changes.push({ pointer: '/void_reason', before: null, after: after.void_reason });
  const action = after.status === 'voided' ? 'voided' : 'confirmed';
  return { partner_id, match_id, at, action, actor, revision, changes };
}
