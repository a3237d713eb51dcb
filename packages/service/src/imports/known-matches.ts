/** Stored matches that rows are compared with. */
import type { RowNow } from '@bandeja/contract/import-enums';
import type { CourtPosition, MatchStatus, Scoring, Team } from '@bandeja/contract/match-enums';
import type { Queryable } from '@bandeja/postgres/database';
import { auditedFacts, type Facts, submittedFacts } from '../audit/events.ts';
import { readAuditedMatches } from '../audit/store.ts';
import type { SetScore } from '../history/match-columns.ts';
import type { MatchRow } from '../history/match-row.ts';
import { readUsernames } from './look-ups-store.ts';

/** A participant of a stored match. */
interface StoredParticipant {
  readonly profile_id: string;
  readonly team: Team;
  readonly court_position: CourtPosition | null;
}

/** The facts of a match at one of its revisions. */
export interface MatchVersion {
  readonly played_at: string;
  readonly winning_team: Team | null;
  readonly outcome: string;
  readonly trust_tier: string;
  readonly session_external_ref: string | null;
  readonly venue_label: string | null;
  readonly competition_type: string | null;
  readonly duration_minutes: number | null;
  readonly scoring: Scoring | null;
  readonly participants: readonly StoredParticipant[];
  readonly set_scores: readonly SetScore[];
}

export interface KnownMatch {
  readonly id: string;
  readonly external_ref: string;
  readonly status: MatchStatus;
  readonly revision: number;
  readonly now: MatchVersion;
  /** Equal to `now` unless the match was amended. */
  readonly first: MatchVersion;
  /** By player id; null for an erased player. */
  readonly usernames: ReadonlyMap<string, string | null>;
}

const versionOf = (facts: Facts): MatchVersion => facts as unknown as MatchVersion;

/** Reads these matches. Two round trips; none without ids. */
export async function readKnown(
  database: Queryable,
  matchIds: readonly string[],
): Promise<ReadonlyMap<string, KnownMatch>> {
  if (matchIds.length === 0) return new Map();
  const rows = await readAuditedMatches(database, matchIds);
  const read = rows.map((row) => ({
    row,
    now: versionOf(auditedFacts(row)),
    first: versionOf(row.values_at_first === null ? auditedFacts(row) : submittedFacts(row)),
  }));
  const players = read.flatMap(({ now, first }) => [...now.participants, ...first.participants]);
  const usernames = await readUsernames(database, [...new Set(players.map(({ profile_id }) => profile_id))]);
  return new Map(
    read.map(({ row: { id, external_ref, status, revision }, now, first }) => [
      id,
      { id, external_ref, status, revision, now, first, usernames },
    ]),
  );
}

/** A match that is about to be stored, with the usernames of its players in their order. */
export function knownMatch(row: MatchRow, usernames: readonly string[]): KnownMatch {
  const { id, external_ref, status, revision } = row;
  const now = versionOf(auditedFacts(row));
  const named = new Map(row.player_ids.map((player, slot) => [player, usernames[slot] ?? null]));
  return { id, external_ref, status, revision, now, first: now, usernames: named };
}

/** Whether a match is as its row created it. */
export function rowNowOf({ status, revision }: Pick<MatchRow, 'status' | 'revision'>): RowNow {
  if (status === 'voided') return 'voided';
  return revision === 1 ? 'stored' : 'changed';
}
