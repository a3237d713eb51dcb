import { scoreOfShown } from '../../rating/index.ts';
import type { HistoryRow } from '../../store/matches/history.ts';
import type {
  CompetitionType,
  CourtPosition,
  MatchFacts,
  MatchRowWithNames,
  MatchStatus,
  Outcome,
  ParticipantName,
  RatingChangeColumns,
  Scoring,
  SetScore,
  Team,
  TrustTier,
} from '../../store/matches/match-rows.ts';
import { formatInstant } from '../instant.ts';
import { isRated, scoringOfMatch } from '../ratings/index.ts';

/** How a match moved one player's score; whole points. */
export interface RatingChange {
  readonly service_score_before: number;
  readonly service_score_after: number;
  readonly delta: number;
}

export interface ParticipantView {
  readonly profile_id: string | null;
  readonly username: string | null;
  readonly display_name: string;
  readonly team: Team;
  readonly court_position: CourtPosition | null;
  readonly won: boolean;
  readonly rating_change: RatingChange | null;
}

/** A match as the contract shows it. `id` and the partner's own labels are null for another partner's match. */
export interface MatchView {
  readonly id: string | null;
  readonly external_ref: string | null;
  readonly status: MatchStatus;
  readonly revision: number;
  readonly played_at: string;
  readonly winning_team: Team;
  readonly trust_tier: TrustTier;
  readonly outcome: Outcome;
  readonly competition_type: CompetitionType | null;
  readonly scoring: Scoring | null;
  readonly duration_minutes: number | null;
  readonly venue_label: string | null;
  readonly session_external_ref: string | null;
  readonly participants: readonly ParticipantView[];
  readonly set_scores: readonly SetScore[];
  readonly rating_status: 'settled' | 'settling' | 'unrated';
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly voided_at: string | null;
  readonly void_reason: string | null;
}

/** A partner's own match, whose id and reference are always there. */
export type OwnMatchView = MatchView & { readonly id: string; readonly external_ref: string };

/** What stands in place of a player whom the caller may not see. */
export const PRIVATE_PLAYER = 'Private player';

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));

/** The scores around a match of one player, or null when the match is not rated. */
export function ratingChangeOf(columns: RatingChangeColumns, playerId: string): RatingChange | null {
  const slot = columns.rated_player_ids?.indexOf(playerId) ?? -1;
  const shownAfter = columns.shown_after?.[slot];
  if (slot < 0 || shownAfter === undefined) return null;
  const before = scoreOfShown(columns.shown_before?.[slot] ?? null);
  const after = scoreOfShown(shownAfter);
  return { service_score_before: before, service_score_after: after, delta: after - before };
}

function participantView(row: MatchFacts & RatingChangeColumns, name: ParticipantName, slot: number): ParticipantView {
  const team = row.teams[slot] ?? 'A';
  const isHidden = name.id === null;
  return {
    profile_id: name.id,
    username: name.username,
    display_name: name.display_name ?? PRIVATE_PLAYER,
    team,
    court_position: row.court_positions[slot] ?? null,
    won: team === row.winning_team,
    rating_change: isHidden ? null : ratingChangeOf(row, row.player_ids[slot] ?? ''),
  };
}

/** Shows a match with the names and labels that the store has given out for the caller. */
export function matchView(row: MatchRowWithNames): OwnMatchView;
export function matchView(row: HistoryRow): MatchView;
export function matchView(row: MatchRowWithNames | HistoryRow): MatchView {
  return {
    id: row.id,
    external_ref: row.external_ref,
    status: row.status,
    revision: row.revision,
    played_at: formatInstant(row.played_at),
    winning_team: row.winning_team,
    trust_tier: row.trust_tier,
    outcome: row.outcome,
    competition_type: row.competition_type,
    scoring: scoringOfMatch(row),
    duration_minutes: row.duration_minutes,
    venue_label: row.venue_label,
    session_external_ref: row.session_external_ref,
    participants: row.names.map((name, slot) => participantView(row, name, slot)),
    set_scores: row.set_scores,
    rating_status: isRated(row) ? (row.is_settling ? 'settling' : 'settled') : 'unrated',
    created_at: formatInstant(row.created_at),
    completed_at: instantOrNull(row.completed_at),
    voided_at: instantOrNull(row.voided_at),
    void_reason: row.void_reason,
  };
}
