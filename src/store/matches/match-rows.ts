/** Rows of matches as the store hands them out: columns by their SQL names, instants in milliseconds since 1970. */

export const teams = ['A', 'B'] as const;
export const courtPositions = ['left', 'right'] as const;
export const matchStatuses = ['pending', 'completed', 'voided'] as const;
export const trustTiers = ['partner_attested', 'tournament_official', 'imported', 'player_confirmed'] as const;
export const outcomes = ['played', 'retired', 'walkover'] as const;
export const competitionTypes = ['social', 'training', 'league', 'tournament'] as const;
export const scorings = ['games', 'points'] as const;

export type Team = (typeof teams)[number];
export type CourtPosition = (typeof courtPositions)[number];
export type MatchStatus = (typeof matchStatuses)[number];
export type TrustTier = (typeof trustTiers)[number];
export type Outcome = (typeof outcomes)[number];
export type CompetitionType = (typeof competitionTypes)[number];
export type Scoring = (typeof scorings)[number];

/** One set as stored; `game_winners` and `first_server_team` are null when they were not sent. */
export interface SetScore {
  readonly set_number: number;
  readonly team_a_games: number;
  readonly team_b_games: number;
  readonly game_winners: readonly Team[] | null;
  readonly first_server_team: Team | null;
}

/** What a submission says of a match. The four participants stand in the order sent. */
export interface MatchFacts {
  readonly played_at: number;
  /** Null for a draw. */
  readonly winning_team: Team | null;
  readonly outcome: Outcome;
  readonly competition_type: CompetitionType | null;
  /** As sent; null where the scoreline has to say it. */
  readonly scoring: Scoring | null;
  readonly duration_minutes: number | null;
  readonly venue_label: string | null;
  readonly session_external_ref: string | null;
  readonly player_ids: readonly string[];
  readonly teams: readonly Team[];
  readonly court_positions: readonly (CourtPosition | null)[];
  /** By set number. */
  readonly set_scores: readonly SetScore[];
}

/** A row of `matches`. */
export interface MatchRow extends MatchFacts {
  readonly id: string;
  readonly partner_id: string;
  readonly external_ref: string;
  readonly trust_tier: TrustTier;
  readonly status: MatchStatus;
  readonly revision: number;
  readonly created_at: number;
  readonly completed_at: number | null;
  readonly voided_at: number | null;
  readonly void_reason: string | null;
}

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
