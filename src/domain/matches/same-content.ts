/**
 * Whether a submission whose reference was used before says what that match says: then it is a repetition, else the partner has
 * used one reference for two matches.
 */
import { isDeepStrictEqual } from 'node:util';
import { type AuditedMatch, readAuditedMatches } from '../../store/audit.ts';
import type { Queryable } from '../../store/engine/database.ts';
import type { MatchRow } from '../../store/matches/match-rows.ts';
import type { UsedReference } from '../../store/matches/matches.ts';
import { findErased } from '../../store/matches/participants.ts';
import { auditedFacts, type Facts, submittedFacts } from '../audit/events.ts';
import { scoringOfMatch } from '../ledger/rated-match.ts';

interface SaidParticipant {
  readonly profile_id: string;
  readonly team: string;
  readonly court_position: string | null;
}

/** What a match says, with its participants in an order that does not depend on the one sent. */
interface Content {
  readonly facts: Facts;
  /** An erased one has {@link ERASED} as its id. */
  readonly participants: readonly SaidParticipant[];
}

/** What is known of a match whose reference is sent again. */
export interface KnownMatch {
  readonly id: string;
  /** The match as it is, and as it was submitted if amendments have changed that. */
  readonly said: readonly Content[];
  /** The ids of its players by username, for those whom the partner may no longer submit. */
  readonly idsByUsername: ReadonlyMap<string, string>;
}

/** No player has this id. */
const ERASED = '';

/** The matches that have these references, in one round trip; in none where there are none. */
export async function readKnownMatches(database: Queryable, used: readonly UsedReference[]): Promise<KnownMatch[]> {
  if (used.length === 0) return [];
  const rows = await readAuditedMatches(
    database,
    used.map(({ id }) => id),
  );
  const matches = new Map(rows.map((row) => [row.id, row]));
  const erased = await erasedPlayersOf(database, used, rows);
  return used.map(({ id, player_ids, usernames }) => {
    const match = matches.get(id);
    return {
      id,
      said: match === undefined ? [] : factsSaidBy(match).map((facts) => contentOf(facts, (id) => !erased.has(id))),
      idsByUsername: idsBy(usernames, player_ids),
    };
  });
}

/** Asks in another round trip, and only if somebody of these matches may have been erased. */
async function erasedPlayersOf(
  database: Queryable,
  used: readonly UsedReference[],
  rows: readonly AuditedMatch[],
): Promise<ReadonlySet<string>> {
  const isAnyNameless = used.some(({ usernames }) => usernames.includes(null));
  const hadOthers = rows.some(({ values_at_first: first }) => first !== null && '/participants' in first);
  if (!isAnyNameless && !hadOthers) return new Set();
  const players = rows.flatMap((row) => factsSaidBy(row).flatMap(participantsOf));
  return findErased(database, [...new Set(players.map((one) => one.profile_id))]);
}

function factsSaidBy(match: AuditedMatch): Facts[] {
  const today = auditedFacts(match);
  return match.values_at_first === null ? [today] : [today, submittedFacts(match)];
}

/** Without those who were erased. */
function idsBy(usernames: readonly (string | null)[], ids: readonly string[]): Map<string, string> {
  const pairs = usernames.map((username, index) => [username, ids[index] ?? ''] as const);
  return new Map(pairs.filter((pair): pair is [string, string] => pair[0] !== null));
}

/** What a match that is about to be stored says. */
export function knownFrom(row: MatchRow, usernames: readonly (string | null)[]): KnownMatch {
  return {
    id: row.id,
    said: [contentOf(auditedFacts(row), () => true)],
    idsByUsername: idsBy(usernames, row.player_ids),
  };
}

/**
 * Whether a match, as its partner would have it stored, says what a known one says. Who was erased is not known by any name, so
 * whoever is named in that place is taken for that player.
 */
export function hasSameContent(row: MatchRow, known: KnownMatch): boolean {
  const facts = auditedFacts(row);
  return known.said.some((said) => {
    const ids = new Set(said.participants.map((one) => one.profile_id));
    return isDeepStrictEqual(
      said,
      contentOf(facts, (id) => ids.has(id)),
    );
  });
}

const participantsOf = (facts: Facts) => facts['participants'] as readonly SaidParticipant[];

/**
 * What a partner says by a submission: neither the order of the participants nor a scoring that the scoreline shows anyway
 * makes another match of it.
 * @param isKnown whether a participant is told by the id; the others are all alike
 */
function contentOf({ status: _, external_ref: _ref, ...facts }: Facts, isKnown: (id: string) => boolean): Content {
  const sets = facts['set_scores'] as MatchRow['set_scores'];
  const participants = participantsOf(facts).map((one) =>
    isKnown(one.profile_id) ? one : { ...one, profile_id: ERASED },
  );
  const key = ({ profile_id, team, court_position }: SaidParticipant) => `${profile_id} ${team} ${court_position}`;
  return {
    facts: {
      ...facts,
      scoring: scoringOfMatch({ scoring: (facts['scoring'] ?? null) as MatchRow['scoring'], set_scores: sets }),
      participants: null,
    },
    participants: participants.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
  };
}
