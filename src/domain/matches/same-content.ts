/**
 * Whether a submission whose reference was used before says what that match says: then it is a repetition, else the partner has
 * used one reference for two matches.
 */
import { isDeepStrictEqual } from 'node:util';
import { type AuditedMatch, readAuditedMatches } from '../../store/audit.ts';
import type { Queryable } from '../../store/engine/database.ts';
import type { MatchRow } from '../../store/matches/match-rows.ts';
import type { UsedReference } from '../../store/matches/matches.ts';
import { auditedFacts, type Facts, submittedFacts } from '../audit/index.ts';
import { scoringOfMatch } from '../ledger/index.ts';

/** What is known of a match whose reference is sent again. */
export interface KnownMatch {
  readonly id: string;
  /** The match as it is, and as it was submitted if amendments have changed that. */
  readonly said: readonly Facts[];
  /** The ids of its players by username, for those whom the partner may no longer submit. */
  readonly idsByUsername: ReadonlyMap<string, string>;
}

/** The matches that have these references, in one round trip; in none where there are none. */
export async function readKnownMatches(database: Queryable, used: readonly UsedReference[]): Promise<KnownMatch[]> {
  if (used.length === 0) return [];
  const rows = await readAuditedMatches(
    database,
    used.map(({ id }) => id),
  );
  const matches = new Map(rows.map((row) => [row.id, row]));
  return used.map(({ id, player_ids, usernames }) => {
    const match = matches.get(id);
    return {
      id,
      said: match === undefined ? [] : saidBy(match),
      idsByUsername: new Map(usernames.map((username, index) => [username, player_ids[index] ?? ''])),
    };
  });
}

function saidBy(match: AuditedMatch): Facts[] {
  const today = contentOf(auditedFacts(match));
  return match.values_at_first === null ? [today] : [today, contentOf(submittedFacts(match))];
}

/** What a match that is about to be stored says. */
export function knownFrom(row: MatchRow, usernames: readonly (string | null)[]): KnownMatch {
  return {
    id: row.id,
    said: [contentOf(auditedFacts(row))],
    idsByUsername: new Map(usernames.map((username, slot) => [username ?? '', row.player_ids[slot] ?? ''])),
  };
}

/** Whether a match, as its partner would have it stored, says what a known one says. */
export function hasSameContent(row: MatchRow, known: KnownMatch): boolean {
  const content = contentOf(auditedFacts(row));
  return known.said.some((said) => isDeepStrictEqual(said, content));
}

/**
 * What a partner says by a submission: neither the order of the participants nor a scoring that the scoreline shows anyway
 * makes another match of it.
 */
function contentOf({ status: _, external_ref: _ref, ...facts }: Facts): Facts {
  const participants = facts['participants'] as readonly { readonly profile_id: string }[];
  const sets = facts['set_scores'] as MatchRow['set_scores'];
  return {
    ...facts,
    scoring: scoringOfMatch({ scoring: (facts['scoring'] ?? null) as MatchRow['scoring'], set_scores: sets }),
    participants: participants.toSorted((a, b) => (a.profile_id < b.profile_id ? -1 : 1)),
  };
}
