import type { Queryable } from '../../store/engine/database.ts';
import type { ParticipantName } from '../../store/matches/match-rows.ts';
import { findByExternalRef } from '../../store/matches/matches.ts';
import type { AskedParticipant, EligibleParticipant } from '../../store/matches/participants.ts';
import { Problem } from '../errors/index.ts';
import { type EligiblePlayers, type NewMatch, newMatch } from './new-match.ts';
import type { NamedParticipant, Submission } from './submission.ts';

/** A submission that reads well, with its place in the list that was sent. */
export interface Candidate {
  readonly index: number;
  readonly partnerId: string;
  readonly keyId: string;
  readonly submission: Submission;
}

/** What becomes of a candidate. */
export type Verdict =
  | { readonly status: 'accepted'; readonly match: NewMatch }
  | { readonly status: 'duplicate'; readonly existing_match_id: string }
  | { readonly status: 'rejected'; readonly problem: Problem };

/** Looks up the players whom partners name, of whom those that may not play are absent. */
export type FindParticipants<P extends EligibleParticipant> = (asked: readonly AskedParticipant[]) => Promise<P[]>;

export interface Judgement<P extends EligibleParticipant> {
  /** A verdict for every candidate, by index. */
  readonly verdicts: ReadonlyMap<number, Verdict>;
  /** All that was found of the players; one whom several name comes as often. */
  readonly participants: readonly P[];
}

/**
 * Decides about each candidate, in the order sent: its reference was used before (also earlier in the list), a participant
 * may not play, or it is accepted. Two statements, however many there are.
 * @param now the instant of creation, ms.
 */
export async function judge<P extends EligibleParticipant>(
  database: Queryable,
  candidates: readonly Candidate[],
  find: FindParticipants<P>,
  now: number,
): Promise<Judgement<P>> {
  const asked = askedParticipants(candidates);
  // In one round trip: neither has to know what the other finds.
  const [used, participants] = await Promise.all([findUsed(database, candidates), find([...asked.values()])]);
  const players = playersFound([...asked.keys()], participants);
  const verdicts = new Map<number, Verdict>();
  for (const { index, partnerId, submission } of candidates) {
    const reference = referenceKey(partnerId, submission.external_ref);
    const existing = used.get(reference);
    if (existing !== undefined) {
      verdicts.set(index, { status: 'duplicate', existing_match_id: existing });
      continue;
    }
    const match = newMatch(partnerId, submission, players, now);
    if (match instanceof Problem) {
      verdicts.set(index, { status: 'rejected', problem: match });
      continue;
    }
    used.set(reference, match.row.id);
    verdicts.set(index, { status: 'accepted', match });
  }
  return { verdicts, participants };
}

const referenceKey = (partnerId: string, reference: string): string => `${partnerId} ${reference}`;

/** The ids of the matches that have the candidates' references, by partner and reference. */
async function findUsed(database: Queryable, candidates: readonly Candidate[]): Promise<Map<string, string>> {
  const asked = candidates.map((one) => ({ partner_id: one.partnerId, external_ref: one.submission.external_ref }));
  const rows = await findByExternalRef(database, asked);
  return new Map(rows.map((row) => [referenceKey(row.partner_id, row.external_ref), row.id]));
}

/** All participants of all candidates, each once. */
function askedParticipants(candidates: readonly Candidate[]): Map<string, AskedParticipant> {
  const asked = new Map<string, AskedParticipant>();
  for (const { partnerId, submission } of candidates) {
    for (const { profile_id, username } of submission.participants) {
      const key = playerKey(partnerId, { profile_id, username });
      asked.set(key, { partner_id: partnerId, player_id: profile_id, username });
    }
  }
  return asked;
}

function playersFound(keys: readonly string[], participants: readonly EligibleParticipant[]): EligiblePlayers {
  const players = new Map<string, ParticipantName & { readonly id: string }>();
  for (const { asked, id, username, display_name } of participants) {
    players.set(keys[asked] ?? '', { id, username, display_name });
  }
  return (partnerId, named) => players.get(playerKey(partnerId, named));
}

/** A username may look like an id, so the key says which of the two it is. */
const playerKey = (partnerId: string, { profile_id: id, username }: NamedParticipant): string =>
  `${partnerId} ${id === null ? 'username' : 'id'} ${id ?? username}`;
