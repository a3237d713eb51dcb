/** Rows of the table `matches`: fields have the names of the columns, instants are milliseconds since 1970. */

import {
  type AnswerValue,
  competitionTypes,
  confirmationDeciders,
  matchStatuses,
  outcomes,
  scorings,
  teams,
  trustTiers,
} from '@bandeja/contract/match-enums';
import { resultSources } from '@bandeja/contract/plan-enums';
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
import { scoreline, sideLetters, teamLetters } from './match-columns.ts';

/** The fields of a submission that an amendment may change. */
const facts = {
  played_at: timestamptz,
  /** Null for a draw. */
  winning_team: nullable(oneOf(teams)),
  outcome: oneOf(outcomes),
  competition_type: nullable(oneOf(competitionTypes)),
  /** As sent; null if it follows from the scoreline. */
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
  /** The terms on which the players confirm the match. All are null unless its tier is `player_confirmed`. */
  confirmation_reported_by: nullable(oneOf(teams)),
  confirmation_deadline: nullable(timestamptz),
  /** Null: the match stays pending. */
  confirmation_then: nullable(oneOf(['complete', 'void'])),
};

/** A new field also goes into the contract's shapes, the view and the generated client. */
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
  /** Null: the match awaits its players, or is not pending. */
  confirmation_state: nullable(oneOf(['disputed', 'expired'])),
  /** Null while the match is pending. */
  confirmation_decided_by: nullable(oneOf(confirmationDeciders)),
});

const {
  voided_at: _,
  void_reason: __,
  confirmation_state: _state,
  confirmation_decided_by: _by,
  ...inserted
} = matches.columns;

/** The columns of a new match. The last five are null unless it is the result of a night plan's court. */
export const newMatches = table('matches', {
  ...inserted,
  plan_id: nullable(uuid),
  plan_round: nullable(integer),
  plan_court: nullable(integer),
  entered_by: nullable(oneOf(resultSources)),
  entered_by_person_id: nullable(uuid),
});

export interface NewMatchRow extends MatchRow, RowOf<typeof newMatches> {}
/** What entered the result of a court. */
export type EnteredBy = Pick<NewMatchRow, 'entered_by' | 'entered_by_person_id'>;
/** The court of a plan that a match is the result of. */
export type PlannedCourt = Pick<NewMatchRow, 'plan_id' | 'plan_round' | 'plan_court'> & EnteredBy;
export const NOT_PLANNED: PlannedCourt = {
  plan_id: null,
  plan_round: null,
  plan_court: null,
  entered_by: null,
  entered_by_person_id: null,
};

/** The columns that an amendment writes. */
export const amendedMatches = table('matches', {
  id: uuid,
  revision: integer,
  ...facts,
  confirmation_state: matches.columns.confirmation_state,
});

export interface MatchRow extends RowOf<typeof matches> {}
export interface MatchFacts extends Pick<MatchRow, keyof typeof facts> {}

/** The part of a match that an amendment may change. */
export const factsOf = (row: MatchFacts): MatchFacts =>
  Object.fromEntries(Object.keys(facts).map((name) => [name, row[name as keyof MatchFacts]])) as unknown as MatchFacts;

/**
 * A participant as one partner may see it. If the partner may not see the player, the display name is null; id and username are
 * null too, unless the partner submitted the match. All three are null for an erased player, in every match.
 */
export interface ParticipantName {
  readonly id: string | null;
  readonly username: string | null;
  readonly display_name: string | null;
  readonly is_erased: boolean;
}

export const NO_NAME: ParticipantName = { id: null, username: null, display_name: null, is_erased: false };

/** Whether the partner may not see the player, or the player was erased. */
export const isHidden = (name: ParticipantName): boolean => name.display_name === null;

/** The part of a match's ledger row that the API shows, winners first. */
export interface RatingChangeColumns {
  readonly rated_player_ids: readonly string[] | null;
  readonly shown_before: readonly (number | null)[] | null;
  readonly shown_after: readonly number[] | null;
  /** Whether a settlement may still change these scores. Meaningless for an unrated match. */
  readonly is_settling: boolean;
}

/** What a player says about the result of a match. */
export interface StoredAnswer {
  readonly player_id: string;
  readonly answer: AnswerValue;
  /** Null for `right`, and once the player is erased. */
  readonly reason: string | null;
  /** ms since 1970 */
  readonly at: number;
}

/** A match with the names of its players, in the order of `player_ids`, and its rating changes. */
export interface MatchRowWithNames extends MatchRow, RatingChangeColumns {
  readonly names: readonly ParticipantName[];
}

/** All that a view of the match shows. */
export interface ShownMatchRow extends MatchRowWithNames {
  /** Unsorted. Null for other tiers than `player_confirmed`, and in another partner's match. */
  readonly answers: readonly StoredAnswer[] | null;
}

/** A match of a player's history as one partner may see it. The labels of another partner's match are null. */
export type HistoryRow = Omit<ShownMatchRow, 'id' | 'external_ref'> & {
  readonly id: string | null;
  readonly external_ref: string | null;
};
