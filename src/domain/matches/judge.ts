import { createHash } from 'node:crypto';
import type { AuditActor } from '../../store/audit.ts';
import type { Queryable } from '../../store/engine/database.ts';
import type { MatchRow, ParticipantName } from '../../store/matches/match-rows.ts';
import { findByExternalRef } from '../../store/matches/matches.ts';
import type { AskedParticipant, EligibleParticipant } from '../../store/matches/participants.ts';
import { type Fault, Problem } from '../errors/problem.ts';
import { invalidBody } from '../faults/faults-of.ts';
import { pointerTo } from '../faults/pointer.ts';
import { REST_BYTES, timeOrderedUuid } from '../time-ordered-uuid.ts';
import { repeatedPlayer } from './rules.ts';
import { hasSameContent, type KnownMatch, knownFrom, readKnownMatches } from './same-content.ts';
import type { NamedParticipant, Submission } from './submission.ts';

/** A submission that is right in itself: only the database can refuse it. */
export interface Candidate {
  readonly partnerId: string;
  readonly actor: AuditActor;
  readonly submission: Submission;
}

export type EligiblePlayer = ParticipantName & { readonly id: string };

/** A match about to be stored, and the names of its players in the order sent. */
export interface NewMatch {
  readonly row: MatchRow;
  readonly names: readonly EligiblePlayer[];
}

/** What becomes of a candidate. */
export type Verdict =
  | ({ readonly status: 'accepted' } & NewMatch)
  | { readonly status: 'duplicate'; readonly existing_match_id: string; readonly same_content: boolean }
  | { readonly status: 'rejected'; readonly problem: Problem };

export interface Judgement<P extends EligibleParticipant> {
  readonly verdicts: ReadonlyMap<Candidate, Verdict>;
  /** All players that were found; one that several partners name comes once for each. */
  readonly participants: readonly P[];
}

/**
 * Decides about each candidate, in the order sent. Its reference was used before (also earlier in the list), a participant
 * may not play, or it is accepted. Two statements in one round trip, however many candidates there are; a second one compares
 * those whose reference was used before with the match that has it.
 * @param find looks up the players whom partners name; those who may not play are absent
 * @param now the instant of creation, ms
 */
export async function judge<P extends EligibleParticipant>(
  database: Queryable,
  candidates: readonly Candidate[],
  find: (asked: readonly AskedParticipant[]) => Promise<P[]>,
  now: number,
): Promise<Judgement<P>> {
  const asked = new Map<string, AskedParticipant>();
  for (const { partnerId, submission } of candidates) {
    for (const { profile_id: id, username } of submission.participants) {
      asked.set(playerKey(partnerId, { profile_id: id, username }), { partner_id: partnerId, player_id: id, username });
    }
  }
  const references = candidates.map(({ partnerId, submission }) => ({
    partner_id: partnerId,
    external_ref: submission.external_ref,
  }));
  const [used, participants] = await Promise.all([findByExternalRef(database, references), find([...asked.values()])]);
  const known = await readKnownMatches(database, used);
  const byReference = new Map<string, KnownMatch>(
    used.flatMap((row, index) => {
      const match = known[index];
      return match === undefined ? [] : [[referenceKey(row.partner_id, row.external_ref), match] as const];
    }),
  );
  const keys = [...asked.keys()];
  const players = new Map<string, EligiblePlayer>();
  for (const { asked: place, id, username, display_name } of participants) {
    players.set(keys[place] ?? '', { id, username, display_name, is_erased: false });
  }
  const verdicts = new Map<Candidate, Verdict>();
  for (const candidate of candidates) {
    const { partnerId, submission } = candidate;
    const reference = referenceKey(partnerId, submission.external_ref);
    const found = submission.participants.map((named) => players.get(playerKey(partnerId, named)));
    const existing = byReference.get(reference);
    if (existing !== undefined) {
      const ids = submission.participants.map(({ profile_id: id, username }, place) => {
        return id ?? found[place]?.id ?? existing.idsByUsername.get(username ?? '') ?? '';
      });
      const same_content = hasSameContent(newMatchRow(candidate, ids, now), existing);
      verdicts.set(candidate, { status: 'duplicate', existing_match_id: existing.id, same_content });
      continue;
    }
    const four = eligibleFour(found);
    if (four instanceof Problem) {
      verdicts.set(candidate, { status: 'rejected', problem: four });
      continue;
    }
    const row = newMatchRow(
      candidate,
      four.map((player) => player.id),
      now,
    );
    byReference.set(
      reference,
      knownFrom(
        row,
        four.map((player) => player.username),
      ),
    );
    verdicts.set(candidate, { status: 'accepted', row, names: four });
  }
  return { verdicts, participants };
}

export const referenceKey = (partnerId: string, reference: string): string => `${partnerId} ${reference}`;

/** A username may look like an id, so the key says which of the two it is. */
const playerKey = (partnerId: string, { profile_id: id, username }: NamedParticipant): string =>
  `${partnerId} ${id === null ? 'username' : 'id'} ${id ?? username}`;

/**
 * The four players of a match.
 * @param found the players whom the participants name, in their order; undefined for one who may not be submitted
 * @returns why the match is refused instead: `participant_not_eligible`, or `invalid_body` if one player is named in two
 *   places, by id and by username
 */
export function eligibleFour<P extends { readonly id: string }>(
  found: readonly (P | undefined)[],
): readonly P[] | Problem {
  const missing = found.flatMap((player, index) => (player === undefined ? [notEligible(index)] : []));
  if (missing.length > 0) return new Problem('participant_not_eligible', undefined, { faults: missing });
  const players = found.flatMap((player) => player ?? []);
  const repeated = players.flatMap((player, index) => {
    const first = players.findIndex((other) => other.id === player.id);
    return first === index ? [] : [repeatedPlayer(index, first)];
  });
  return repeated.length > 0 ? invalidBody(repeated) : players;
}

function notEligible(index: number): Fault {
  const detail = 'Must be a player who is public, created by you, or on one of your rosters.';
  return { pointer: pointerTo('participants', index), code: 'participant_not_eligible', detail };
}

function newMatchRow(
  { partnerId, submission: { participants: _, ...facts } }: Candidate,
  playerIds: readonly string[],
  now: number,
): MatchRow {
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
  };
}

/**
 * The id of a match: a UUIDv8 of `playedAt` in milliseconds, as first submitted, and the first ten bytes of SHA-256 over
 * the partner's id as lower-case text, a zero byte and the `external_ref` in UTF-8. So the same submissions into an empty
 * database get the same ids, and ids run in the order of play.
 */
export function matchId(partnerId: string, externalRef: string, playedAt: number): string {
  const hash = createHash('sha256').update(partnerId).update('\0').update(externalRef, 'utf8').digest();
  return timeOrderedUuid(8, playedAt, hash.subarray(0, REST_BYTES));
}
