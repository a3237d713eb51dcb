import type { Problem } from '@bandeja/contract/errors/problem';
import { parseInstant } from '@bandeja/contract/instant';
import { MatchSubmission } from '@bandeja/contract/match-bodies';
import type { TrustTier } from '@bandeja/contract/match-enums';
import { canonicalUsername } from '@bandeja/contract/username';
import type { SetScore } from '../history/match-columns.ts';
import type { MatchFacts } from '../history/match-row.ts';
import { faultsOf, invalidBody } from '../validation/faults-of.ts';
import type { Terms } from './confirmation.ts';
import { submissionFaults } from './rules.ts';

/** A participant as named by the partner: either `profile_id` or `username` is null. Both are for a `player` of an import. */
export interface NamedParticipant {
  readonly profile_id: string | null;
  /** In lower case. */
  readonly username: string | null;
  /** The id, username or key as sent, for errors. */
  readonly sent: string;
}

/** A submission that has passed every check that needs no database. */
export interface Submission extends Omit<MatchFacts, 'player_ids'> {
  readonly external_ref: string;
  readonly trust_tier: TrustTier;
  readonly participants: readonly NamedParticipant[];
}

/**
 * Reads a submission from a JSON value.
 * @param now the server's clock, ms.
 * @returns the submission, or `invalid_body` with every fault at once
 */
export function readSubmission(value: unknown, now: number): Submission | Problem {
  const faults = [...faultsOf(MatchSubmission, value), ...submissionFaults(value, now)];
  if (faults.length > 0) return invalidBody(faults);
  return submissionOf(value as MatchSubmission);
}

/** A participant of a submission, or of a row of an import. */
type SentParticipant = MatchSubmission['participants'][number] & { readonly player?: string | null | undefined };

/** @param body valid */
export function submissionOf(
  body: Omit<MatchSubmission, 'participants'> & { readonly participants: readonly SentParticipant[] },
): Submission {
  const playedAt = parseInstant(body.played_at);
  if (playedAt === null) throw new Error(`played_at passed the schema but is not an instant: ${body.played_at}`);
  const sets = setScoresOf(body);
  return {
    external_ref: body.external_ref,
    trust_tier: body.trust_tier,
    played_at: playedAt,
    winning_team: body.winning_team,
    outcome: body.outcome ?? 'played',
    competition_type: body.competition_type ?? null,
    scoring: body.scoring ?? null,
    duration_minutes: body.duration_minutes ?? null,
    venue_label: body.venue_label ?? null,
    session_external_ref: body.session_external_ref ?? null,
    participants: body.participants.map((participant) => ({
      profile_id: participant.profile_id ?? null,
      username: participant.username == null ? null : canonicalUsername(participant.username),
      sent: participant.profile_id ?? participant.username ?? participant.player ?? '',
    })),
    teams: body.participants.map((participant) => participant.team),
    court_positions: body.participants.map((participant) => participant.court_position ?? null),
    set_scores: sets,
    ...termsOf(body.confirmation),
  };
}

/** The columns of the terms on which the players confirm a match. */
export function termsOf(terms: MatchSubmission['confirmation']): Terms {
  return {
    confirmation_reported_by: terms?.reported_by ?? null,
    confirmation_deadline: terms?.deadline == null ? null : parseInstant(terms.deadline),
    confirmation_then: terms?.then == null || terms.then === 'stay' ? null : terms.then,
  };
}

/** The sets by number. Adding 0 turns −0, which JSON can contain, into 0. */
function setScoresOf(body: Pick<MatchSubmission, 'set_scores'>): SetScore[] {
  return (body.set_scores ?? [])
    .map((set) => ({
      set_number: set.set_number,
      team_a_games: set.team_a_games + 0,
      team_b_games: set.team_b_games + 0,
      game_winners: set.game_winners ?? null,
      first_server_team: set.first_server_team ?? null,
    }))
    .sort((a, b) => a.set_number - b.set_number);
}
