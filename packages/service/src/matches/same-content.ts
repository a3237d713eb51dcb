/**
 * Whether a submission whose reference was used before says what that match says: then it is a repetition, else the partner has
 * used one reference for two matches.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '@bandeja/postgres/database';
import { auditedFacts, type Facts, submittedFacts } from '../audit/events.ts';
import { type AuditedMatch, readAuditedMatches } from '../audit/store.ts';
import type { MatchRow } from './match-rows.ts';
import { findErased } from './participants-store.ts';
import { scoringOfMatch } from './score-sheet.ts';
import type { MatchKey, UsedReference } from './store.ts';

interface ParticipantContent {
  /** {@link ERASED} for an erased player. */
  readonly profile_id: string;
  readonly team: string;
  readonly court_position: string | null;
}

/** What a submission says, with its participants in an order that does not depend on the one sent. */
interface MatchContent {
  readonly facts: Facts;
  readonly participants: readonly ParticipantContent[];
}

/** A match whose reference is sent again. */
export interface KnownMatch extends MatchKey {
  readonly id: string;
  /** The match now and, if amendments have changed it, as it was submitted. */
  readonly versions: readonly MatchContent[];
  /** The ids of its players by username, for those whom the partner may no longer submit. */
  readonly idsByUsername: ReadonlyMap<string, string>;
}

/** No player has this id. */
const ERASED = '';

/** The matches that have these references, in one round trip; in none without references. */
export async function readKnownMatches(database: Queryable, used: readonly UsedReference[]): Promise<KnownMatch[]> {
  if (used.length === 0) return [];
  const rows = await readAuditedMatches(
    database,
    used.map(({ id }) => id),
  );
  const matches = new Map(rows.map((row) => [row.id, row]));
  const erased = await erasedPlayersOf(database, used, rows);
  return used.map(({ player_ids, usernames, ...key }) => {
    const match = matches.get(key.id);
    const versions = match === undefined ? [] : versionsOf(match);
    return {
      ...key,
      versions: versions.map((facts) => contentOf(facts, (id) => !erased.has(id))),
      idsByUsername: idsBy(usernames, player_ids),
    };
  });
}

/** Reads in another round trip, and only if a player of these matches may have been erased. */
async function erasedPlayersOf(
  database: Queryable,
  used: readonly UsedReference[],
  rows: readonly AuditedMatch[],
): Promise<ReadonlySet<string>> {
  const isAnyNameless = used.some(({ usernames }) => usernames.includes(null));
  const hadOthers = rows.some(({ values_at_first: first }) => first !== null && '/participants' in first);
  if (!isAnyNameless && !hadOthers) return new Set();
  const players = rows.flatMap((row) => versionsOf(row).flatMap(participantsOf));
  return findErased(database, [...new Set(players.map((one) => one.profile_id))]);
}

function versionsOf(match: AuditedMatch): Facts[] {
  const today = auditedFacts(match);
  return match.values_at_first === null ? [today] : [today, submittedFacts(match)];
}

/** Without erased players. */
function idsBy(usernames: readonly (string | null)[], ids: readonly string[]): Map<string, string> {
  const pairs = usernames.map((username, index) => [username, ids[index] ?? ''] as const);
  return new Map(pairs.filter((pair): pair is [string, string] => pair[0] !== null));
}

/** The same of a match that is about to be stored. */
export function storedContent(row: MatchRow, usernames: readonly (string | null)[]): KnownMatch {
  const { id, partner_id, external_ref } = row;
  const versions = [contentOf(auditedFacts(row), () => true)];
  return { id, partner_id, external_ref, versions, idsByUsername: idsBy(usernames, row.player_ids) };
}

/**
 * Whether a match, as its partner would have it stored, says what a known one says. An erased player has no name to compare, so
 * any player who is named in that place is taken for the erased one.
 */
export function hasSameContent(row: MatchRow, known: KnownMatch): boolean {
  const facts = auditedFacts(row);
  return known.versions.some((version) => {
    const ids = new Set(version.participants.map((one) => one.profile_id));
    return isDeepStrictEqual(
      version,
      contentOf(facts, (id) => ids.has(id)),
    );
  });
}

const participantsOf = (facts: Facts) => facts['participants'] as readonly ParticipantContent[];

/**
 * Leaves out what makes no other match of a submission: the order of the participants, and a scoring that the scoreline shows
 * anyway.
 * @param isKnown whether a participant is compared by the id; the others are all alike
 */
function contentOf({ status: _, external_ref: _ref, ...facts }: Facts, isKnown: (id: string) => boolean): MatchContent {
  const sets = facts['set_scores'] as MatchRow['set_scores'];
  const participants = participantsOf(facts).map((one) =>
    isKnown(one.profile_id) ? one : { ...one, profile_id: ERASED },
  );
  const key = ({ profile_id, team, court_position }: ParticipantContent) => `${profile_id} ${team} ${court_position}`;
  return {
    facts: {
      ...facts,
      scoring: scoringOfMatch({ scoring: (facts['scoring'] ?? null) as MatchRow['scoring'], set_scores: sets }),
      participants: null,
    },
    participants: participants.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
  };
}
