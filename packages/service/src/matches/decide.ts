import { createHash } from 'node:crypto';
import { type Fault, Problem } from '@bandeja/contract/errors/problem';
import { SESSION_MATCHES_MAX } from '@bandeja/contract/match-bodies';
import type { MatchStatus } from '@bandeja/contract/match-enums';
import { pointerTo } from '@bandeja/contract/pointer';
import type { AuditActor } from '../audit/store.ts';
import type { NewMatchRow, ParticipantName, PlannedCourt } from '../history/match-row.ts';
import { REST_BYTES, timeOrderedUuid } from '../runtime/time-ordered-uuid.ts';
import { faultyRequest, invalidBody } from '../validation/faults-of.ts';
import type { EligibleParticipant, ParticipantRef } from './participants-store.ts';
import { repeatedPlayer } from './rules.ts';
import { hasSameContent, type KnownMatch, storedContent } from './same-content.ts';
import type { SessionCount, SessionKey } from './sessions-store.ts';
import type { PlanKey } from './store.ts';
import type { NamedParticipant, Submission } from './submission.ts';

/** A match that has passed all checks that need no database. It can still be a duplicate, or name an ineligible player. */
export interface CheckedMatch {
  readonly partnerId: string;
  readonly actor: AuditActor;
  readonly submission: Submission;
  readonly court: PlannedCourt;
}

export type EligiblePlayer = ParticipantName & { readonly id: string };

/** The outcome for a checked match. */
export type Decision =
  | { readonly status: 'accepted'; readonly row: NewMatchRow; readonly names: readonly EligiblePlayer[] }
  | {
      readonly status: 'duplicate';
      readonly existing_match_id: string;
      readonly same_content: boolean;
      /** That of the existing match. */
      readonly match_status: MatchStatus;
    }
  | { readonly status: 'rejected'; readonly problem: Problem };

export type Decisions = ReadonlyMap<CheckedMatch, Decision>;

/** The players that checked matches name, without duplicates per partner. */
export function namedPlayers(matches: readonly CheckedMatch[]): ParticipantRef[] {
  const named = new Map<string, ParticipantRef>();
  for (const match of matches) for (const player of refsOf(match)) named.set(playerKey(player), player);
  return [...named.values()];
}

const refsOf = ({ partnerId, submission, court }: CheckedMatch): ParticipantRef[] =>
  submission.participants.map(({ profile_id: player_id, username }) => {
    return { partner_id: partnerId, player_id, username, is_planned: court.plan_id !== null };
  });

/** The sessions of checked matches, without duplicates. */
export function sessionsOf(matches: readonly CheckedMatch[]): SessionKey[] {
  const sessions = new Map<string, SessionKey>();
  for (const { partnerId: partner_id, submission } of matches) {
    const { session_external_ref } = submission;
    if (session_external_ref === null) continue;
    sessions.set(referenceKey(partner_id, session_external_ref), { partner_id, session_external_ref });
  }
  return [...sessions.values()];
}

const PLAN_REFERENCE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-r/;

/** The plans that may own the references of submitted matches. */
export function plansNamed(matches: readonly CheckedMatch[]): PlanKey[] {
  return matches.flatMap(({ partnerId: partner_id, submission, court }) => {
    const [, plan_id] = (court.plan_id === null && PLAN_REFERENCE.exec(submission.external_ref)) || [];
    return plan_id === undefined ? [] : [{ partner_id, plan_id }];
  });
}

/** The stored data that {@link decide} needs. */
export interface StoredData {
  /** The result of {@link namedPlayers}. */
  readonly named: readonly ParticipantRef[];
  /** The named players that their partners may submit; `ref_index` is an index into `named`. */
  readonly players: readonly EligibleParticipant[];
  /** Stored matches whose `external_ref` is sent again. */
  readonly known: readonly KnownMatch[];
  /** The sizes of {@link sessionsOf}. */
  readonly sessions: readonly SessionCount[];
  /** Those of {@link plansNamed} that exist. */
  readonly plans: readonly PlanKey[];
}

/**
 * Decides about each match, in the order sent. It is rejected if its reference is one of a plan's results. It is a duplicate if its
 * reference was used before (or earlier in the list). It is rejected if a participant is not eligible, or if its session is full.
 * Otherwise it is accepted.
 * @param now the instant of creation, ms
 */
export function decide(
  matches: readonly CheckedMatch[],
  { named, players, known, sessions, plans }: StoredData,
  now: number,
): Decisions {
  const eligible = new Map<string, EligiblePlayer>();
  for (const { ref_index, ...player } of players) {
    const ref = named[ref_index];
    if (ref !== undefined) eligible.set(playerKey(ref), player);
  }
  const byReference = new Map(known.map((match) => [referenceKey(match.partner_id, match.external_ref), match]));
  const sizes = new Map(
    sessions.map((one) => [referenceKey(one.partner_id, one.session_external_ref), one.matches] as const),
  );
  const planned = new Set(plans.map(({ partner_id, plan_id }) => referenceKey(partner_id, plan_id)));
  const decisions = new Map<CheckedMatch, Decision>();
  for (const match of matches) {
    const { partnerId, submission } = match;
    const found = refsOf(match).map((ref) => eligible.get(playerKey(ref)));
    if (plansNamed([match]).some(({ partner_id, plan_id }) => planned.has(referenceKey(partner_id, plan_id)))) {
      decisions.set(match, { status: 'rejected', problem: reservedReference() });
      continue;
    }
    const existing = byReference.get(referenceKey(partnerId, submission.external_ref));
    if (existing !== undefined) {
      const ids = submission.participants.map(({ profile_id: id, username }, slot) => {
        return id ?? found[slot]?.id ?? existing.idsByUsername.get(username ?? '') ?? '';
      });
      const same_content = hasSameContent(newMatchRow(match, ids, now), existing);
      const { id: existing_match_id, status: match_status } = existing;
      decisions.set(match, { status: 'duplicate', existing_match_id, same_content, match_status });
      continue;
    }
    const four = eligibleFour(found, submission.participants);
    if (four instanceof Problem) {
      decisions.set(match, { status: 'rejected', problem: four });
      continue;
    }
    if (submission.session_external_ref !== null) {
      const session = referenceKey(partnerId, submission.session_external_ref);
      const size = sizes.get(session) ?? 0;
      if (size >= SESSION_MATCHES_MAX) {
        decisions.set(match, { status: 'rejected', problem: fullSession() });
        continue;
      }
      sizes.set(session, size + 1);
    }
    const ids = four.map((player) => player.id);
    const row = newMatchRow(match, ids, now);
    const usernames = four.map((player) => player.username);
    byReference.set(referenceKey(partnerId, submission.external_ref), storedContent(row, usernames));
    decisions.set(match, { status: 'accepted', row, names: four });
  }
  return decisions;
}

export function reservedReference(): Problem {
  const detail =
    'The results of your night plan have such references. Enter the result of its court, or send another `external_ref`.';
  return invalidBody([{ pointer: pointerTo('external_ref'), code: 'conflicting', detail }]);
}

/** Does not name the session: a link does not show its reference. */
export function fullSession(): Problem {
  const detail = `The session has ${SESSION_MATCHES_MAX} matches already, the most that it can have. Use another session.`;
  return invalidBody([{ pointer: pointerTo('session_external_ref'), code: 'out_of_range', detail }]);
}

export const referenceKey = (partnerId: string, reference: string): string => `${partnerId} ${reference}`;

/** A username may look like an id, so the key contains which of the two it is. */
const playerKey = ({ partner_id, player_id, username, is_planned }: ParticipantRef): string =>
  `${partner_id} ${player_id === null ? 'username' : 'id'} ${player_id ?? username} ${is_planned === true}`;

/**
 * The four players of a match.
 * @param found for each participant, the player it names, or undefined if the partner may not submit that player
 * @param named the participants as sent
 * @returns the players, or a problem: `participant_not_eligible`, or `invalid_body` if the same player is named twice, by id
 *   and by username
 */
export function eligibleFour<P extends { readonly id: string }>(
  found: readonly (P | undefined)[],
  named: readonly NamedParticipant[],
): readonly P[] | Problem {
  const missing = named.flatMap((one, index) => (found[index] === undefined ? [notEligible(one, index)] : []));
  if (missing.length > 0) return faultyRequest('participant_not_eligible', missing);
  const players = found.flatMap((player) => player ?? []);
  const repeated = players.flatMap((player, index) => {
    const first = players.findIndex((other) => other.id === player.id);
    return first === index ? [] : [repeatedPlayer(index, first)];
  });
  return repeated.length > 0 ? invalidBody(repeated) : players;
}

export function notEligible({ sent }: Pick<NamedParticipant, 'sent'>, index: number): Fault {
  const detail = `The player “${sent}” does not exist, or is private and not shared with you.`;
  return { pointer: pointerTo('participants', index), code: 'participant_not_eligible', detail };
}

export function newMatchRow(
  { partnerId, submission: { participants: _, ...facts }, court }: CheckedMatch,
  playerIds: readonly string[],
  now: number,
): NewMatchRow {
  const isPending = facts.trust_tier === 'player_confirmed';
  return {
    id: matchId(partnerId, facts.external_ref, facts.played_at),
    partner_id: partnerId,
    status: isPending ? 'pending' : 'completed',
    revision: 1,
    ...facts,
    player_ids: playerIds,
    created_at: now,
    completed_at: isPending ? null : now,
    voided_at: null,
    void_reason: null,
    confirmation_state: null,
    confirmation_decided_by: null,
    ...court,
  };
}

/**
 * The id of a match. It is a UUIDv8 of `playedAt` in milliseconds, as first submitted, and of the first ten bytes of a SHA-256
 * hash. The hash is over the partner's id in lower case, a zero byte and the `external_ref` in UTF-8. So ids sort in the order
 * of play, and the same submissions into an empty database get the same ids.
 */
export function matchId(partnerId: string, externalRef: string, playedAt: number): string {
  const hash = createHash('sha256').update(partnerId).update('\0').update(externalRef, 'utf8').digest();
  return timeOrderedUuid(8, playedAt, hash.subarray(0, REST_BYTES));
}
