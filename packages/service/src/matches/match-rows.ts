/** Rows of matches as the store hands them out: columns by their SQL names, instants in milliseconds since 1970. */

import { competitionTypes, matchStatuses, outcomes, scorings, teams, trustTiers } from '@bandeja/contract/match-enums';
import {
  double,
  integer,
  listOf,
  nullable,
  oneOf,
  type RowOf,
  table,
  text,
  timestamptz,
  uuid,
} from '@bandeja/postgres/table';
import { scoreline, sideLetters, teamLetters } from './compact.ts';

/** What a submission says of a match, and an amendment may change. */
const facts = {
  played_at: timestamptz,
  /** Null for a draw. */
  winning_team: nullable(oneOf(teams)),
  outcome: oneOf(outcomes),
  competition_type: nullable(oneOf(competitionTypes)),
  /** As sent; null if the scoreline has to show it. */
  scoring: nullable(oneOf(scorings)),
  duration_minutes: nullable(double),
  venue_label: nullable(text),
  session_external_ref: nullable(text),
  /** The four players in the order sent; `teams` and `court_positions` have the same order. */
  player_ids: listOf(uuid, 4),
  teams: teamLetters,
  court_positions: sideLetters,
  /** By set number. */
  set_scores: scoreline,
};

/** The table `matches`. The other lists of a match's fields are the contract's shapes, the view and the generated client. */
export const matches = table('matches', {
  id: uuid,
  partner_id: uuid,
  external_ref: text,
  trust_tier: oneOf(trustTiers),
  status: oneOf(matchStatuses),
  revision: integer,
  ...facts,
  created_at: timestamptz,
  completed_at: nullable(timestamptz),
  voided_at: nullable(timestamptz),
  void_reason: nullable(text),
});

/** What an amendment writes. */
export const amendedMatches = table('matches', { id: uuid, revision: integer, ...facts });

export interface MatchRow extends RowOf<typeof matches> {}
export interface MatchFacts extends Pick<MatchRow, keyof typeof facts> {}

/**
 * A participant as one partner may see it. The display name is null for a player whom the partner may not see; the others are
 * null then too, unless the partner submitted the match itself. All three are null for an erased player, in every match.
 */
export interface ParticipantName {
  readonly id: string | null;
  readonly username: string | null;
  readonly display_name: string | null;
  readonly is_erased: boolean;
}

/** Whether a name is that of a player whom the partner may not see, or who was erased. */
export const isHidden = (name: ParticipantName): boolean => name.display_name === null;

/**
 * The part of a match's ledger row that an answer shows. Players stand winners first.
 */
export interface RatingChangeColumns {
  readonly rated_player_ids: readonly string[] | null;
  readonly shown_before: readonly (number | null)[] | null;
  readonly shown_after: readonly number[] | null;
  /** Whether these scores can still change by a settlement that is under way; says nothing of an unrated match. */
  readonly is_settling: boolean;
}

/** A match with the names of its players, in the order of `player_ids`, and its rating changes. */
export interface MatchRowWithNames extends MatchRow, RatingChangeColumns {
  readonly names: readonly ParticipantName[];
}
