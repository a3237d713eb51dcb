import type { ConfirmationView, PlayerAnswerView } from '@bandeja/contract/confirmation';
import type { Identity } from '@bandeja/contract/identity';
import { formatInstant } from '@bandeja/contract/instant';
import type { MatchView, OwnMatchView, ParticipantView, RatingChange } from '@bandeja/contract/matches';
import { scoreOfShown } from '@bandeja/rating';
import {
  type HistoryRow,
  isHidden,
  type MatchFacts,
  type ParticipantName,
  type RatingChangeColumns,
  type ShownMatchRow,
  type StoredAnswer,
} from './match-row.ts';
import { isRated } from './rated-match.ts';
import { scoringOfMatch } from './score-sheet.ts';

/** The display name of a player that the caller may not see, in a match of another partner. */
export const PRIVATE_PLAYER = 'Private player';

/** The display name of an erased player, in every match. */
export const ERASED_PLAYER = 'Erased player';

/** A display name, and whether it is the player's. */
export interface ShownName {
  readonly display_name: string;
  readonly identity: Identity;
}

export function shownName(name: Omit<ParticipantName, 'id'>): ShownName {
  if (name.is_erased) return { display_name: ERASED_PLAYER, identity: 'erased' };
  if (name.display_name !== null) return { display_name: name.display_name, identity: 'shown' };
  return { display_name: name.username ?? PRIVATE_PLAYER, identity: 'hidden' };
}

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));

/** A player's scores before and after a match; null if the match is not rated. */
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
  return {
    profile_id: name.id,
    username: name.username,
    ...shownName(name),
    team,
    court_position: row.court_positions[slot] ?? null,
    won: row.winning_team === null ? null : team === row.winning_team,
    rating_change: isHidden(name) ? null : ratingChangeOf(row, row.player_ids[slot] ?? ''),
  };
}

function confirmationView(row: ShownMatchRow | HistoryRow): ConfirmationView | null {
  const { answers } = row;
  if (answers === null) return null;
  return {
    reported_by: row.confirmation_reported_by,
    deadline: instantOrNull(row.confirmation_deadline),
    then: row.confirmation_then ?? 'stay',
    state: row.status === 'pending' ? (row.confirmation_state ?? 'awaiting') : 'closed',
    decided_by: row.confirmation_decided_by,
    answers: row.player_ids.flatMap((id, slot) => {
      const given = answers.find((one) => one.player_id === id);
      return given === undefined ? [] : [answerView(given, row, slot)];
    }),
  };
}

const answerView = (given: StoredAnswer, row: ShownMatchRow | HistoryRow, slot: number): PlayerAnswerView => ({
  profile_id: row.names[slot]?.id ?? null,
  team: row.teams[slot] ?? 'A',
  answer: given.answer,
  reason: given.reason,
  at: formatInstant(given.at),
});

/** Builds the view of a match. The store has already hidden the names and labels that the caller may not see. */
export function matchView(row: ShownMatchRow): OwnMatchView;
export function matchView(row: HistoryRow): MatchView;
export function matchView(row: ShownMatchRow | HistoryRow): MatchView {
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
    confirmation: confirmationView(row),
    created_at: formatInstant(row.created_at),
    completed_at: instantOrNull(row.completed_at),
    voided_at: instantOrNull(row.voided_at),
    void_reason: row.void_reason,
  };
}
