/**
 * Compares a submission with the stored match that has the same reference. If the content is equal, the partner has sent the
 * match again. Otherwise it has used one reference for two matches.
 */
import { isDeepStrictEqual } from 'node:util';
import type { MatchStatus } from '@bandeja/contract/match-enums';
import type { Queryable } from '@bandeja/postgres/database';
import { auditedFacts, type Facts, submittedFacts } from '../audit/events.ts';
import { type AuditedMatch, readAuditedMatches } from '../audit/store.ts';
import type { MatchRow } from '../history/match-row.ts';
import { scoringOfMatch } from '../history/score-sheet.ts';
import { findErased } from './participants-store.ts';
import type { MatchKey, UsedReference } from './store.ts';

interface ParticipantContent {
  /** {@link ERASED} for an erased player. */
  readonly profile_id: string;
  readonly team: string;
  readonly court_position: string | null;
}

/** The content of a submission, with participants in a canonical order. */
interface MatchContent {
  readonly facts: Facts;
  readonly participants: readonly ParticipantContent[];
}

/** A stored match whose reference is sent again. */
export interface KnownMatch extends MatchKey {
  readonly id: string;
  readonly status: MatchStatus;
  /** The current content and, if the match was amended, the submitted content. */
  readonly versions: readonly MatchContent[];
  /** The ids of its players by username. They resolve players that the partner may no longer submit. */
  readonly idsByUsername: ReadonlyMap<string, string>;
}

/** No player has this id. */
const ERASED = '';

/** Reads the content of these matches in one round trip. Without references, it does not query. */
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

/** Takes another round trip only if a player of these matches may have been erased. */
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

/** Maps usernames to ids, without erased players. */
function idsBy(usernames: readonly (string | null)[], ids: readonly string[]): Map<string, string> {
  const pairs = usernames.map((username, index) => [username, ids[index] ?? ''] as const);
  return new Map(pairs.filter((pair): pair is [string, string] => pair[0] !== null));
}

/** The content of a match that is about to be stored. */
export function storedContent(row: MatchRow, usernames: readonly (string | null)[]): KnownMatch {
  const { id, partner_id, external_ref, status } = row;
  const versions = [contentOf(auditedFacts(row), () => true)];
  return { id, partner_id, external_ref, status, versions, idsByUsername: idsBy(usernames, row.player_ids) };
}

/**
 * Whether a submitted match has the same content as a known one. An erased player has no name to compare, so any player in that
 * slot counts as equal.
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
 * Normalizes the order of participants, and a scoring that follows from the scoreline.
 * @param isKnown whether to compare a participant by id; all other participants are equal
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
