/** Made from openapi.json by scripts/client-types.ts. Do not change it by hand. */

/** The version of the service whose description these types are made from, and of the client. */
export const version = '0.2.0';

/** What can be wrong with a request as a whole. */
export type ErrorCode = Problem['code'];

/** A player’s patterns of play. `matches` are matches won, including retired ones. */
export interface Analysis {
  readonly player: NamedPlayer;
  readonly sample: AnalysisSample;
  readonly matches: Rate;
  readonly sets: AnalysisSets;
  readonly games: AnalysisGames;
  readonly momentum: AnalysisMomentum;
  readonly phases: AnalysisPhases;
  readonly court_position: AnalysisCourtPositions;
  /** Teammates by matches together, then matches won, then username. Hidden teammates are one entry; erased teammates are one entry, listed last. */
  readonly teammates: readonly AnalysisTeammate[];
  readonly competition: AnalysisCompetitions;
  readonly expectation: AnalysisExpectation;
  /** The significant insights, largest `weight` first. Empty if nothing is significant. */
  readonly insights: readonly Insight[];
}

/** Matches won by kind of competition, if it was sent. */
export interface AnalysisCompetitions {
  readonly social: Rate;
  readonly training: Rate;
  readonly league: Rate;
  readonly tournament: Rate;
}

/** Matches won by side of the court, if it was sent. */
export interface AnalysisCourtPositions {
  readonly left: Rate;
  readonly right: Rate;
}

/** Actual and expected wins. Matches with a player who is hidden from you are in neither: they would reveal the rating. */
export interface AnalysisExpectation {
  /** Wins expected from the ratings before the matches. */
  readonly expected_wins: number;
  /** Actual wins in the same matches. */
  readonly actual_wins: number;
}

/** Games won. `all`: every game; each point of a points round, and each match tie-break, counts as one game. `serving`: own service games held. `receiving`: opponents’ service games broken. Tie-breaks count only in `all`. */
export interface AnalysisGames {
  readonly all: Rate;
  readonly serving: Rate;
  readonly receiving: Rate;
}

/** Results that followed other results. `after_*_first_set`: matches of at least two sets. `game_after_*`: the next game of the same set; it does not show momentum (see docs/analysis.md). `break_back`: the game after being broken. `consolidation`: the own service game after a break. */
export interface AnalysisMomentum {
  readonly after_winning_first_set: Rate;
  readonly after_losing_first_set: Rate;
  readonly game_after_winning_game: Rate;
  readonly game_after_losing_game: Rate;
  readonly break_back: Rate;
  readonly consolidation: Rate;
  /** Most games won in a row within a set; null if no game order was sent. */
  readonly longest_run_for: number | null;
  /** Most games lost in a row within a set; null if no game order was sent. */
  readonly longest_run_against: number | null;
  /** The largest lead, in games, in a set that was lost; null if no game order was sent. */
  readonly largest_lead_lost: number | null;
  /** The largest deficit, in games, in a set that was won; null if no game order was sent. */
  readonly largest_deficit_recovered: number | null;
}

/** Games won by phase of the set. `opening`: games 1 to 3. `closing`: later games that start when a team is at most one game short of the set. `middle`: all others. `serving_for_set`: own service games that can win the set. `receiving_to_stay_in_set`: opponents’ service games that can win them the set. */
export interface AnalysisPhases {
  readonly opening: Rate;
  readonly middle: Rate;
  readonly closing: Rate;
  readonly serving_for_set: Rate;
  readonly receiving_to_stay_in_set: Rate;
}

/** The data behind the numbers. */
export interface AnalysisSample {
  /** Completed matches, without walkovers. */
  readonly matches: number;
  /** Matches with a scoreline that were played to the end. */
  readonly matches_with_scores: number;
  /** Sets of `matches_with_scores`, including points rounds and match tie-breaks. */
  readonly sets: number;
  /** Sets whose `game_winners` were sent. */
  readonly sets_with_game_order: number;
  /** Sets whose `game_winners` and first server were sent. */
  readonly sets_with_server: number;
  /** Games of `sets_with_server`, without tie-breaks. */
  readonly games_with_server: number;
  /** When the oldest match was played. */
  readonly from: string | null;
  /** When the newest match was played. */
  readonly to: string | null;
}

/** Sets won, without points rounds and drawn sets. `first`: the first set of each match; `deciding`: the last of at least three sets, if the match was level before it; `tie_break`: decided by a tie-break, including match tie-breaks; `close`: decided by at most 2 games; `lopsided`: decided by at least 4 games. */
export interface AnalysisSets {
  readonly all: Rate;
  readonly first: Rate;
  readonly deciding: Rate;
  readonly tie_break: Rate;
  readonly close: Rate;
  readonly lopsided: Rate;
}

/** Matches and games won beside a teammate. */
export interface AnalysisTeammate {
  /** The teammate’s id; null for hidden and erased teammates. */
  readonly profile_id: string | null;
  /** The teammate’s username; null for hidden and erased teammates. */
  readonly username: string | null;
  /** The name to show. All hidden teammates are one entry, “Private player”; all erased ones are “Erased player”. */
  readonly display_name: string;
  /** Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a placeholder or, in your own matches, the username. `erased`: the player was erased. */
  readonly identity: 'shown' | 'hidden' | 'erased';
  readonly matches: Rate;
  readonly games: Rate;
}

/** One changed part of a match. It identifies players by id only. */
export interface AuditChange {
  /** JSON pointer (RFC 6901) to the changed part of the match or player; empty for the whole match. */
  readonly pointer: string;
  /** The value before; null if there was none. */
  readonly before: unknown;
  /** The value after. */
  readonly after: unknown;
}

/** An entry of the audit trail. */
export interface AuditEntry {
  /** Position in the partner’s audit trail, from 1 without gaps. */
  readonly seq: number;
  /** The match; null for a starting level. */
  readonly match_id: string | null;
  /** The player of a starting level; other entries do not have this field. */
  readonly player_id?: string | undefined;
  /** When it happened. */
  readonly at: string;
  /** What happened. */
  readonly action: 'submitted' | 'answered' | 'confirmed' | 'amended' | 'voided' | 'starting_level';
  /** Who did it: `key:` and the id of a key, `link:` and the id of a link, `person:` and the id of a person, `operator`, or `service`. */
  readonly actor: string;
  /** The match’s revision after the change. An answer of a player (`answered`) does not raise it. Null for a starting level. */
  readonly revision: number | null;
  /** The changes. Empty for the starting levels of an erased player: then the hash cannot be computed from the entry. */
  readonly changes: readonly AuditChange[];
  /** The hash of the previous entry; 64 zeros for the first entry. */
  readonly previous_hash: string;
  /** SHA-256 of `previous_hash` followed by this entry without `hash`, as canonical JSON (RFC 8785). */
  readonly hash: string;
}

/** An inconsistency of the audit trail. */
export interface AuditFault {
  /** The partner; null for an erased player without a record of the erasure. */
  readonly partner_id: string | null;
  /** The match; null for a fault at the end of an audit trail, or in an erasure. */
  readonly match_id: string | null;
  /** The entry with the fault; null if the fault is in the match itself, or in an erasure. */
  readonly seq: number | null;
  /** The fault. */
  readonly detail: string;
}

export interface AuditPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly AuditEntry[];
  readonly pagination: Pagination;
}

/** The result of a verification of the audit trail. */
export interface AuditVerification {
  /** Partners whose audit trails were verified. */
  readonly partners: number;
  /** Entries in these audit trails. */
  readonly entries: number;
  /** Erasure records of these partners. */
  readonly erasures: number;
  /** The first 1,000 inconsistencies. */
  readonly faults: readonly AuditFault[];
}

/** The result of one entry. */
export interface BatchResult {
  /** Index of the entry in the list sent, from 0. */
  readonly index: number;
  /** The entry’s reference; null if it is missing or not a text. */
  readonly external_ref: string | null;
  /** The result of the entry. Only a `rejected` one has an `error`. */
  readonly status: 'created' | 'duplicate' | 'rejected';
  readonly match: MatchWithWarnings | null;
  /** For a duplicate, the id of the match with the same reference. */
  readonly existing_match_id: string | null;
  /** For a duplicate, the status of that match. A `voided` one does not count. */
  readonly existing_match_status: 'pending' | 'completed' | 'voided' | null;
  /** For a duplicate: true if the entry equals the stored match, or its original submission. The order of participants, and whether ids or usernames name them, makes no difference. False: the reference belongs to another match, and this one was not stored. */
  readonly same_content: boolean | null;
  readonly error: EntryError | null;
}

/** The results of a batch. */
export interface BatchResults {
  /** One result per entry, in the order sent. */
  readonly results: readonly BatchResult[];
  /** The number of entries by result. */
  readonly summary: {
    /** Matches stored, or that a dry run would store. */
    readonly created: number;
    /** Entries that were stored before, or that are earlier in the batch. */
    readonly duplicates: number;
    /** Entries whose reference belongs to a match with other content. They were not stored. */
    readonly conflicts: number;
    /** Entries rejected. */
    readonly rejected: number;
  };
}

/** Up to 25 matches, and the fields that they share. */
export interface BatchSubmission {
  /** The kind of competition. The weight of the match in the rating depends on it. */
  readonly competition_type?: 'social' | 'training' | 'league' | 'tournament' | null | undefined;
  /** Where it was played, in the partner’s words. */
  readonly venue_label?: string | null | undefined;
  /** The partner’s reference of the session. It groups matches for the recap. Not `.` or `..`. A session has at most 1,000 matches that are not voided. */
  readonly session_external_ref?: string | null | undefined;
  /** The matches. Each is processed independently. A field of a match overrides that of the batch. */
  readonly matches: readonly MatchSubmission[];
}

/** Measurements of the whole pool from the rated history. No rating depends on them. */
export interface Calibration {
  /** When the pool was calibrated. */
  readonly calibrated_at: string;
  /** The model that the history was replayed with. */
  readonly model_version: string;
  /** How decisive a gap in skill is in this pool. Only predictions use it. Rounded to 4 decimals. */
  readonly steepness: number;
  /** How much uncertainty lowers a player’s predicted strength in this pool. Only predictions use it. Rounded to 4 decimals. */
  readonly penalty: number;
  /** The share of service games that are held in this pool. Rounded to 4 decimals. */
  readonly hold_rate: number;
  /** The number of rated matches behind it. */
  readonly matches: number;
  /** The number of their games with a known server. */
  readonly service_games: number;
}

/** How evenly the player plays. */
export interface CardConsistency {
  /** How closely the games of each match followed the expected share. About 50 is typical; differences below 20 are not significant. Null if `sample` is below 5. */
  readonly value: number | null;
  /** `very_steady` from 65, `steady` from 40, `changeable` from 20, else `streaky`; `new` without a value. */
  readonly label: 'very_steady' | 'steady' | 'changeable' | 'streaky' | 'new';
  /** The number of matches behind it: the newest 30 that are rated, played to the end and scored in games, among the newest 550 matches. Matches scored in points (americano) do not count. */
  readonly sample: number;
}

/** The results of the newest matches. */
export interface CardForm {
  /** The newest ten matches, newest first, without walkovers. */
  readonly results: readonly ('W' | 'D' | 'L')[];
  /** The current run of equal results, up to the newest match; null without matches. */
  readonly streak: {
    /** The result of each match. */
    readonly result: 'W' | 'D' | 'L';
    /** The length, over the whole history. */
    readonly length: number;
  } | null;
  /** `new`: fewer than three results. `hot`: at least 70% of the decided `results` won. `cold`: at most 30% won. `mixed`: all others, even if fewer than three are decided, or if the newest two are draws or contradict the rest. */
  readonly label: 'hot' | 'mixed' | 'cold' | 'new';
}

/** The matches of the window by `played_at`. The start of the window is inclusive. */
export interface CardWindow {
  /** Completed matches, without walkovers. */
  readonly matches: number;
  /** Matches won. */
  readonly wins: number;
  /** Matches drawn. */
  readonly draws: number;
  /** Matches lost. */
  readonly losses: number;
  /** Wins divided by wins and losses; null if there are none. */
  readonly win_rate: number | null;
  /** The score after the last of these matches minus the score before the first one. */
  readonly service_score_change: number;
}

/** How the players confirm the match. Null for other tiers than `player_confirmed`, and in another partner’s match. */
export interface Confirmation {
  /** The pair that reported the result. Then one player of the other pair is enough. Null: the result needs one player of each pair. */
  readonly reported_by: 'A' | 'B' | null;
  /** Until when the players may answer; null: no limit. */
  readonly deadline: string | null;
  /** What happens after the deadline, unless the match is disputed. `complete` completes the match, `void` voids it. `stay` leaves it pending, and you decide. */
  readonly then: 'complete' | 'void' | 'stay';
  /** `awaiting`: the players may answer. `disputed`: a player says that the result is wrong, and you decide. `expired`: the deadline has passed, and you decide. `closed`: the match is not pending. */
  readonly state: 'awaiting' | 'disputed' | 'expired' | 'closed';
  /** What ended the wait: the players’ answers, the deadline, or you. Null while the match is pending. */
  readonly decided_by: 'players' | 'deadline' | 'partner' | null;
  /** The answers, in the order of the participants. */
  readonly answers: readonly PlayerAnswer[];
}

/** How the players confirm a match of tier `player_confirmed`. Default: one player of each pair, no deadline. */
export interface ConfirmationTerms {
  /** The pair that reported the result. Then one player of the other pair is enough. Null: the result needs one player of each pair. */
  readonly reported_by?: 'A' | 'B' | null | undefined;
  /** Until when the players may answer; null: no limit. After now, at most 30 days ahead. */
  readonly deadline?: string | null | undefined;
  /** What happens after the deadline, unless the match is disputed. `complete` completes the match, `void` voids it. `stay` leaves it pending, and you decide. Default: `stay`. The others need a `deadline`. */
  readonly then?: 'complete' | 'void' | 'stay' | null | undefined;
}

/** The result of a court. */
export interface CourtResult {
  /** The match. */
  readonly match_id: string;
  /** The status of the match. */
  readonly match_status: 'pending' | 'completed' | 'voided';
  /** The revision of the court’s result: it rises with every entry, correction and removal. Send it as `seen` to correct or remove the result. */
  readonly revision: number;
  /** The sets by number; empty for a walkover. */
  readonly set_scores: readonly {
    /** The number of the set. */
    readonly set_number: number;
    /** Games (or points) of team A. */
    readonly team_a_games: number;
    /** Games (or points) of team B. */
    readonly team_b_games: number;
  }[];
  /** The winner; null for a draw. */
  readonly winning_team: 'A' | 'B' | null;
  /** Whether it was played to the end. */
  readonly outcome: 'played' | 'retired' | 'walkover';
  /** Who entered it last: one of your keys, a link, or a person. */
  readonly by: 'key' | 'link' | 'person';
  /** If a person entered it: who. `GET /v1/people/names` has the name. */
  readonly person_id: string | null;
}

/** A new operator, with its token. */
export interface CreatedOperator {
  /** The operator’s id. */
  readonly id: string;
  /** The operator token. It is shown only once: the service stores only its SHA-256. */
  readonly token: string;
  /** The operator’s name. */
  readonly name: string;
  /** When the operator was created. */
  readonly created_at: string;
  /** When the token was last used, accurate to about five seconds; null before the first use. */
  readonly last_used_at: string | null;
}

/** The results of all checks of a service. */
export interface Diagnosis {
  /** The time of the report, by the clock of the service. */
  readonly at: string;
  /** The version of the service. */
  readonly service_version: string;
  /** The results of all checks, in a fixed order. */
  readonly findings: readonly Finding[];
}

/** The service has disabled a webhook endpoint of the partner. */
export interface EndpointEvent {
  /** The event’s id. It is the same whenever the event is read or sent. To continue, send the last id as `after`. */
  readonly id: string;
  /** What happened. */
  readonly type: 'webhook_endpoint.disabled';
  /** When it happened. */
  readonly created_at: string;
  /** The endpoint, and why it was disabled. */
  readonly data: {
    /** The endpoint’s id. */
    readonly webhook_endpoint_id: string;
    /** `gone`: the receiver replied 410. `failing`: every attempt failed for three days. */
    readonly reason: 'gone' | 'failing';
  };
}

/** A result that was entered. */
export interface EnteredResult {
  readonly match: MatchWithWarnings;
  /** The revision of the court’s result: it rises with every entry, correction and removal. Send it as `seen` to correct or remove the result. */
  readonly revision: number;
  /** False if the court had this result already. */
  readonly changed: boolean;
}

/** The reason why an entry was rejected. */
export interface EntryError {
  /** A code of the error registry. */
  readonly code: string;
  /** What happened. */
  readonly detail: string;
  /** Every broken rule; empty if `code` is sufficient. */
  readonly errors: readonly EntryFault[];
  /** Only with `external_id_taken`, and not in a dry run: the player that has the id. */
  readonly existing_profile_id?: string | undefined;
  /** Only with `external_id_taken`: the username of that player. */
  readonly existing_username?: string | undefined;
}

/** One broken rule of an entry. */
export interface EntryFault {
  /** JSON pointer, relative to the entry. */
  readonly pointer: string;
  /** The broken rule. */
  readonly code: string;
  /** The fault, or the allowed value. */
  readonly detail: string;
}

/** The record of an erasure. It does not name the player. */
export interface Erasure {
  /** The player’s former id. Matches and audit entries still contain it, but it identifies no player. */
  readonly player_id: string;
  /** The partner that registered the player. */
  readonly partner_id: string;
  /** Who did it: `key:` or `person:` and the id of a key or person of that partner, or `operator:` and the name of an operator. */
  readonly actor: string;
  /** When it happened. */
  readonly at: string;
}

export interface ErasurePage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Erasure[];
  readonly pagination: Pagination;
}

/** An event. `type` determines the content of `data`. */
export type Event = MatchEvent | RatingEvent | PlayerEvent | EndpointEvent;

export interface EventPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Event[];
  readonly pagination: Pagination;
}

/** One reason for a change of the score. */
export interface ExplainedPart {
  /** The reason for the change. */
  readonly code: 'placement' | 'teammate' | 'result' | 'margin' | 'guard';
  /** The change in points. Parts of 0 points are omitted. */
  readonly points: number;
  /** The reason in words, for the player. */
  readonly text: string;
  /** The numbers and names in the text, and the options that select its wording; docs/messages.csv lists them. Null for values that only other sentences of the same code contain. */
  readonly values: Readonly<Record<string, string | number | null>>;
}

/** How the match changed one player’s score, and why. The numbers are null for a player that you may no longer see. The parts, the shares and the uncertainty before the match are then null for all four, because they would reveal that player’s rating. */
export interface ExplainedParticipant {
  /** The player’s id; null for an erased player. */
  readonly profile_id: string | null;
  /** The player’s username; null for an erased player. */
  readonly username: string | null;
  /** The player’s team. */
  readonly team: 'A' | 'B';
  /** The shown score before the match. */
  readonly service_score_before: number | null;
  /** The shown score after the match. */
  readonly service_score_after: number | null;
  /** Score after minus score before. */
  readonly delta: number | null;
  /** Whole points that add up to `delta`. */
  readonly parts: readonly ExplainedPart[] | null;
  /** Uncertainty just before the match, in score points. Inactivity, placement and pair evidence are applied. */
  readonly uncertainty_before: number | null;
  /** Uncertainty after the match, in score points. */
  readonly uncertainty_after: number | null;
  /** The player’s share of the variance of all four: the share of the surprise that moves this player. */
  readonly share_of_uncertainty: number | null;
}

/** A match as you may see it, with the state of the player’s rating before and after. `state_before` is null for the first rated match; both are null for an unrated match. */
export interface ExportedMatch {
  readonly match: HistoryMatch;
  readonly state_before: ModelState | null;
  readonly state_after: ModelState | null;
  /** The entries of the audit trail, oldest first. The actors are in the audit trail of the match’s partner. */
  readonly history: readonly {
    /** When it happened. */
    readonly at: string;
    /** What happened. */
    readonly action: 'submitted' | 'answered' | 'confirmed' | 'amended' | 'voided' | 'starting_level';
    /** The match’s revision after the change. */
    readonly revision: number;
  }[];
}

/** The current profile, with the state of the rating model. */
export interface ExportedPlayer {
  /** The player’s id. */
  readonly id: string;
  /** The player’s name in paths, in lower case. */
  readonly username: string;
  /** The name to show. */
  readonly display_name: string;
  /** The country: an ISO 3166-1 alpha-2 code in upper case. */
  readonly country_code: string | null;
  /** Whether every partner may see the player. */
  readonly profile_is_public: boolean;
  /** The ids that you stored for the player, by kind. No other partner sees them. */
  readonly external_ids: readonly ExternalId[];
  readonly starting_level: StartingLevel | null;
  readonly rating: Rating;
  /** When you registered the player. */
  readonly registered_at: string;
  /** Your id as a partner. */
  readonly registered_by: string;
  readonly state: ModelState | null;
  /** The rating model of the state. */
  readonly model_version: string | null;
}

/** A player’s id in another system of yours. */
export interface ExternalId {
  /** The system that the id is from, in your words. */
  readonly kind: string;
  /** The player’s id in that system. Compared exactly. */
  readonly value: string;
}

/** The id. */
export interface ExternalIdPut {
  /** The player’s id in that system. Compared exactly. */
  readonly value: string;
}

/** A broken rule, with its location in the body (`pointer`) or its query parameter (`parameter`). */
export interface Fault {
  /** The location in the body, as a JSON pointer (RFC 6901). */
  readonly pointer?: string | undefined;
  /** The query parameter. */
  readonly parameter?: string | undefined;
  /** The rule that is broken. */
  readonly code:
    | 'required'
    | 'unknown_field'
    | 'wrong_type'
    | 'out_of_range'
    | 'bad_format'
    | 'not_one_of'
    | 'repeated'
    | 'conflicting'
    | 'team_size'
    | 'duplicate_participant'
    | 'court_position_conflict'
    | 'set_numbers'
    | 'empty_set'
    | 'game_winners_mismatch'
    | 'score_contradicts_winner'
    | 'implausible_score'
    | 'played_at_in_future'
    | 'pair_conflict'
    | 'not_enough_players'
    | 'batch_too_large'
    | 'batch_empty'
    | 'duplicate_line'
    | 'duplicate_key'
    | 'unknown_player_key'
    | 'player_refused'
    | 'participant_not_eligible'
    | 'more';
  /** A sentence for people. */
  readonly detail: string;
}

/** The result of a check. */
export interface Finding {
  /** The check. Codes are stable. */
  readonly code: string;
  /** `problem`: something does not work, or data is at risk. `warning`: something soon will not. */
  readonly state: 'ok' | 'warning' | 'problem';
  /** The result, in a sentence. */
  readonly text: string;
  /** What to do. Null if the state is `ok`. */
  readonly advice: string | null;
  /** The figures and names behind the text. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Explains the large score change of a player’s first night. */
export interface FirstSessionNote {
  /** The kind of note. */
  readonly code: 'first_session';
  /** The sentence. */
  readonly text: string;
  /** The numbers of the sentence, if you write your own text. */
  readonly values: {
    /** The score after the last of them. */
    readonly service_score: number;
    /** Rated matches of the session. */
    readonly matches: number;
  };
}

/** The most important insight. */
export interface HeadlineInsight {
  /** The topic; docs/analysis.md lists all codes. */
  readonly code: string;
  /** The sentence, for the player and the coach. */
  readonly text: string;
  /** The numbers and names in the text, and the options that select its wording; docs/messages.csv lists them. Null for values that only other sentences of the same code contain. */
  readonly values: Readonly<Record<string, string | number | null>>;
  /** The number of games, sets or matches behind it. */
  readonly sample: number;
}

/** A match of a player’s history. In another partner’s match, the labels are null and private players are hidden. */
export interface HistoryMatch {
  /** The match’s id; null for another partner’s match. */
  readonly id: string | null;
  /** The partner’s own identifier; null for another partner’s match. */
  readonly external_ref: string | null;
  /** The status of the match: see the match states. */
  readonly status: 'pending' | 'completed' | 'voided';
  /** Increases by one with every change. */
  readonly revision: number;
  /** When it was played. */
  readonly played_at: string;
  /** The team that won; null for a draw. */
  readonly winning_team: 'A' | 'B' | null;
  /** How trustworthy the result is. */
  readonly trust_tier: 'partner_attested' | 'tournament_official' | 'imported' | 'player_confirmed';
  /** How the match ended. */
  readonly outcome: 'played' | 'retired' | 'walkover';
  /** Kind of competition, if sent. */
  readonly competition_type: 'social' | 'training' | 'league' | 'tournament' | null;
  /** Whether the scoreline counts games or points, as sent or inferred; null without a scoreline. */
  readonly scoring: 'games' | 'points' | null;
  /** Duration in minutes, if sent. */
  readonly duration_minutes: number | null;
  /** Where it was played, if sent. */
  readonly venue_label: string | null;
  /** The session of the match, if sent. */
  readonly session_external_ref: string | null;
  /** The four players, in the order sent. */
  readonly participants: readonly MatchParticipant[];
  /** The sets by number; empty if none were sent. */
  readonly set_scores: readonly SetScore[];
  /** `settled`: the rating changes are final for the current history. `settling`: an unsettled change of past matches reaches the match. `unrated`: pending, voided or a walkover. */
  readonly rating_status: 'settled' | 'settling' | 'unrated';
  readonly confirmation: Confirmation | null;
  /** When it was stored. */
  readonly created_at: string;
  /** When it completed; null before. */
  readonly completed_at: string | null;
  /** When it was voided, if it was. */
  readonly voided_at: string | null;
  /** Why it was voided, if it was. */
  readonly void_reason: string | null;
}

export interface HistoryPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly HistoryMatch[];
  readonly pagination: Pagination;
}

/** A file whose rows are or were brought in, and what became of them. */
export interface Import {
  /** The import’s id. */
  readonly id: string;
  /** A name for people, such as that of the file. */
  readonly label: string;
  /** The SHA-256 of the file, if it was sent. */
  readonly content_hash: string | null;
  /** A `closed` import takes no rows. An open one without a row for 7 days is closed. */
  readonly state: 'open' | 'closed';
  readonly options: ImportOptions;
  /** As sent. Null if it was not sent, and once the import is closed or names an erased player. */
  readonly reading: Readonly<Record<string, unknown>> | null;
  readonly rows: RowCounts;
  /** The players that its rows registered. */
  readonly players_registered: number;
  readonly undo: Task | null;
  /** When it was opened. */
  readonly created_at: string;
  /** When the last rows came; null before the first. */
  readonly last_row_at: string | null;
  /** When it was closed; null while it is open. */
  readonly closed_at: string | null;
}

/** Up to 25 rows, and up to 100 players that they name. */
export interface ImportBatch {
  /** The players that the rows name by key. Each is processed independently. */
  readonly players?: readonly ImportPlayer[] | null | undefined;
  /** The rows. Each is decided independently, in this order. */
  readonly rows: readonly ImportRowBody[];
}

/** Rows and players to try. `rows` may be empty if `players` is not. */
export interface ImportCheck {
  readonly options?: NewImportOptions | null | undefined;
  /** The players that the rows name by key. Each is processed independently. */
  readonly players?: readonly ImportPlayer[] | null | undefined;
  /** The rows. Each is decided independently, in this order. */
  readonly rows: readonly ImportRowBody[];
}

/** A field in which a row differs from the stored match as it is now. Teams are turned to the match’s sides. */
export type ImportDifference =
  | {
      /** The field. */
      readonly code: 'time';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: string | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: string | null;
    }
  | {
      /** The field. */
      readonly code: 'players';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: {
        /** The usernames, as sent for an unknown player and null for an erased one, of team A. */
        readonly A: readonly (string | null)[];
        /** The usernames, as sent for an unknown player and null for an erased one, of team B. */
        readonly B: readonly (string | null)[];
      } | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: {
        /** The usernames, as sent for an unknown player and null for an erased one, of team A. */
        readonly A: readonly (string | null)[];
        /** The usernames, as sent for an unknown player and null for an erased one, of team B. */
        readonly B: readonly (string | null)[];
      } | null;
    }
  | {
      /** The field. */
      readonly code: 'winner';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: 'A' | 'B' | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: 'A' | 'B' | null;
    }
  | {
      /** The field. */
      readonly code: 'score';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: readonly (readonly number[])[] | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: readonly (readonly number[])[] | null;
    }
  | {
      /** The field. */
      readonly code: 'outcome';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: 'played' | 'retired' | 'walkover' | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: 'played' | 'retired' | 'walkover' | null;
    }
  | {
      /** The field. */
      readonly code: 'session';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: string | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: string | null;
    }
  | {
      /** The field. */
      readonly code: 'venue';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: string | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: string | null;
    }
  | {
      /** The field. */
      readonly code: 'competition';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: string | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: string | null;
    }
  | {
      /** The field. */
      readonly code: 'minutes';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: number | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: number | null;
    }
  | {
      /** The field. */
      readonly code: 'scoring';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: 'games' | 'points' | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: 'games' | 'points' | null;
    }
  | {
      /** The field. */
      readonly code: 'tier';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: 'partner_attested' | 'tournament_official' | 'imported' | 'player_confirmed' | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: 'partner_attested' | 'tournament_official' | 'imported' | 'player_confirmed' | null;
    }
  | {
      /** The field. */
      readonly code: 'positions';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: {
        /** The sides of the court of team A. */
        readonly A: readonly ('left' | 'right' | null)[];
        /** The sides of the court of team B. */
        readonly B: readonly ('left' | 'right' | null)[];
      } | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: {
        /** The sides of the court of team A. */
        readonly A: readonly ('left' | 'right' | null)[];
        /** The sides of the court of team B. */
        readonly B: readonly ('left' | 'right' | null)[];
      } | null;
    }
  | {
      /** The field. */
      readonly code: 'servers';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: readonly ('A' | 'B' | null)[] | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: readonly ('A' | 'B' | null)[] | null;
    }
  | {
      /** The field. */
      readonly code: 'games';
      /** The stored value, in the form of the field. Null once the texts of the import were emptied. */
      readonly stored: readonly (readonly ('A' | 'B')[] | null)[] | null;
      /** The value of the row, in the form of the field. Null once the texts of the import were emptied. */
      readonly sent: readonly (readonly ('A' | 'B')[] | null)[] | null;
    };

/** A body of `POST /v1/matches`. Default of `trust_tier`: `imported`; of the session fields: those of the options. */
export interface ImportMatch {
  /** The partner’s own identifier of the match. It must be unique, and not begin with the id of one of your plans and `-r`: their results have such references. */
  readonly external_ref: string;
  /** When the match was played: RFC 3339 with a zone, from 1970 to five minutes ahead of now. */
  readonly played_at: string;
  /** Required. The team that won; null for a draw. A draw requires a level scoreline in points. */
  readonly winning_team: 'A' | 'B' | null;
  /** The scoreline. The team that won more sets (if equal, more games) must be the winner. */
  readonly set_scores?: readonly SetScoreSubmission[] | null | undefined;
  /** Default: `played`. `retired`: the scoreline may contradict the winner. `walkover`: never rated; send no scoreline. */
  readonly outcome?: 'played' | 'retired' | 'walkover' | null | undefined;
  /** Whether the scoreline counts games or points (americano). Default: inferred from the first set. */
  readonly scoring?: 'games' | 'points' | null | undefined;
  /** How long the match took, in minutes. */
  readonly duration_minutes?: number | null | undefined;
  /** The kind of competition. The weight of the match in the rating depends on it. */
  readonly competition_type?: 'social' | 'training' | 'league' | 'tournament' | null | undefined;
  /** Where it was played, in the partner’s words. */
  readonly venue_label?: string | null | undefined;
  /** The partner’s reference of the session. It groups matches for the recap. Not `.` or `..`. A session has at most 1,000 matches that are not voided. */
  readonly session_external_ref?: string | null | undefined;
  readonly confirmation?: ConfirmationTerms | null | undefined;
  /** How trustworthy the result is. A `player_confirmed` match is pending until its players or you confirm it; all others complete at once. */
  readonly trust_tier?: 'partner_attested' | 'tournament_official' | 'imported' | 'player_confirmed' | null | undefined;
  /** The four players, two in each team. */
  readonly participants: readonly ImportParticipant[];
}

/** Every option of an import, with the defaults of those that were not sent. */
export interface ImportOptions {
  /** `given`: the references are the file’s own. `derived`: the client made them from the content, so a row may be a match that was stored under another reference. Default: `given`. */
  readonly references: 'given' | 'derived';
  /** What becomes of a row whose reference is that of a voided match. `leave`: it is `voided`. `replace`: it gets the first of `<ref>~2`, `<ref>~3`, … that no voided match has. Default: `leave`. */
  readonly on_voided: 'leave' | 'replace';
  /** What becomes of a row with warnings. `store`: it is stored. `hold`: it is `held` until it is sent with `confirmed`. Default: `store`. */
  readonly on_warning: 'store' | 'hold';
  /** The roster of the players of created and duplicate rows; null: none. */
  readonly roster_slug: string | null;
  /** Whether registered players are public. Default: false. */
  readonly profile_is_public: boolean;
  /** The session of rows without one; null: none. */
  readonly session_external_ref: string | null;
  /** The venue of rows without one; null: none. */
  readonly venue_label: string | null;
  /** The kind of competition of rows without one; null: none. */
  readonly competition_type: 'social' | 'training' | 'league' | 'tournament' | null;
}

export interface ImportPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Import[];
  readonly pagination: Pagination;
}

/** One of the four players: exactly one of `profile_id`, `username` and `player` is given. */
export interface ImportParticipant {
  /** The player’s id. Exactly one of `profile_id` and `username` is given. */
  readonly profile_id?: string | null | undefined;
  /** The player’s username, compared without case. Exactly one of `profile_id` and `username` is given. */
  readonly username?: string | null | undefined;
  /** The player’s team in this match. */
  readonly team: 'A' | 'B';
  /** The player’s side of the court. The two players of a team must have different sides. */
  readonly court_position?: 'left' | 'right' | null | undefined;
  /** Names the player in the rows of the import. */
  readonly player?: string | null | undefined;
}

/** A player that rows name by its key. It is registered with the first stored row that needs it. */
export interface ImportPlayer {
  /** Names the player in the rows of the import. */
  readonly key: string;
  /** The unique name: 2–40 characters, compared without case and returned in lower case. */
  readonly username: string;
  /** The name to show. Default: the username. */
  readonly display_name?: string | null | undefined;
  /** The country: an ISO 3166-1 alpha-2 code in upper case. */
  readonly country_code?: string | null | undefined;
  /** The player’s ids in your other systems, at most one of a kind. An existing player gets those of kinds that it has not. */
  readonly external_ids?:
    | readonly {
        /** The system that the id is from, in your words. */
        readonly kind: string;
        /** The player’s id in that system. Compared exactly. */
        readonly value: string;
      }[]
    | null
    | undefined;
  readonly starting_level?: NewStartingLevel | null | undefined;
  /** `either`: as `POST /v1/players`. `existing`: a player that you may see. `new`: never an existing one; if the username is taken, the first free one of `<username>.2`, `.3`, …. Default: `either`. */
  readonly mode?: 'either' | 'existing' | 'new' | null | undefined;
}

/** Why a row or a player was not accepted. */
export interface ImportProblem {
  /** JSON pointer into the match or the player as sent; null for a fault of the client. */
  readonly pointer: string | null;
  /** A code of `errors[]`, or that of a fault as sent. Also `unknown_player_key` and `player_refused`, and of players `player_not_found`, `username_taken` and `external_id_taken`. */
  readonly code: string;
  /** The problem in a sentence, for developers. Null once the texts of the import were emptied. */
  readonly detail: string | null;
  /** What a sentence needs. `{"sent"}`: a player. `{"set_number", "team_a_games", "team_b_games"}`: a set. `{"winner_by_score"}`: `score_contradicts_winner`. `{"played_at"}`: an instant. `{"most"}`: the matches of a full session. Empty for others; as sent for a fault of the client. Null once the texts of the import were emptied. */
  readonly values: Readonly<Record<string, unknown>> | null;
}

/** What became of the rows and players of a batch. */
export interface ImportResults {
  /** One result per player, in the order sent. */
  readonly players: readonly ImportedPlayerResult[];
  /** One result per row, in the order sent. */
  readonly results: readonly ImportRow[];
  readonly summary: RowCounts;
}

/** What became of a row. */
export interface ImportRow {
  /** The number of the row in the file. */
  readonly line: number;
  /** `created`: it created the match. `duplicate`: it agrees with the match with its reference. `conflict`: it contradicts that match. `voided`: that match is voided. `held`: it has warnings, and waits for `confirmed`. `rejected`: it has problems. */
  readonly state: 'created' | 'duplicate' | 'conflict' | 'voided' | 'held' | 'rejected';
  /** The reference of the match, or the one sent; null if it is missing or invalid. */
  readonly external_ref: string | null;
  /** The match of a `created`, `duplicate`, `conflict` or `voided` row. */
  readonly match_id: string | null;
  /** For a `created` row: `stored` while the match is as the row created it, `changed` once it has another revision, `voided`. */
  readonly now: 'stored' | 'changed' | 'voided' | null;
  /** Every problem of a `rejected` row. */
  readonly problems: readonly ImportProblem[];
  /** Where a `conflict` row contradicts its match, and a `voided` one, if it does. */
  readonly differences: readonly ImportDifference[];
  /** The warnings of a `created` or `held` row. */
  readonly warnings: readonly ImportWarning[];
}

/** A row of the file: exactly one of `match` and `faults` is given. */
export interface ImportRowBody {
  /** The number of the row in the file: the key of the row in its import. */
  readonly line: number;
  readonly match?: ImportMatch | null | undefined;
  /** True stores a row with warnings even if the option is `hold`. */
  readonly confirmed?: boolean | null | undefined;
  /** Instead of `match`, for a row that the client could not read. The row is `rejected`. */
  readonly faults?: readonly RowFault[] | null | undefined;
}

export interface ImportRowPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly ImportRow[];
  readonly pagination: Pagination;
}

/** How to undo an import. */
export interface ImportUndo {
  /** The reason of the voids. Default: “Import undone: ” and the label. */
  readonly reason?: string | null | undefined;
  /** Whether to void matches that were changed since, too. Default: false. */
  readonly include_changed?: boolean | null | undefined;
}

/** What undoing an import would do. */
export interface ImportUndoPreview {
  /** Matches that would be voided. */
  readonly to_void: number;
  /** Matches that would be left, because they have been changed since the import. */
  readonly changed: number;
  /** Matches that are voided already. */
  readonly voided: number;
}

/** The result of undoing an import. */
export interface ImportUndoResult {
  /** The matches that this task voided. */
  readonly voided: number;
  /** The matches that were left, because they have been changed since the import. */
  readonly changed: number;
  /** The matches that were voided before. */
  readonly already_voided: number;
}

/** Something that may be true but is rarely meant. */
export interface ImportWarning {
  /** A warning of a match. Also, with `references: derived`, about matches that no row of this import has: `stored_that_day`, the same teams and score within 24 hours at another time; `stored_with_another_player`, three of the four players at the same instant. */
  readonly code:
    | 'unfinished_set'
    | 'unusual_score'
    | 'same_players_nearby'
    | 'stored_that_day'
    | 'stored_with_another_player';
  /** The set, as a JSON pointer into the match; null for other matches. */
  readonly pointer: string | null;
  /** The unusual fact, for developers. Null once the texts of the import were emptied. */
  readonly detail: string | null;
  /** The other match; null for a warning about the score. */
  readonly match_id: string | null;
  /** `{"set_number", "team_a_games", "team_b_games"}` of a set; `{"external_ref", "minutes"}` of a match at another time, negative: earlier; `{"external_ref", "stored", "sent"}` of `stored_with_another_player`, with the usernames that differ. Null once the texts of the import were emptied. */
  readonly values: Readonly<Record<string, unknown>> | null;
}

/** A player that stored rows name by key. */
export interface ImportedPlayer {
  /** The key of the player in the import. */
  readonly key: string;
  /** The player’s id. */
  readonly profile_id: string;
  /** The player’s username. */
  readonly username: string;
  /** The name to show. */
  readonly display_name: string;
  /** Whether this import registered the player. */
  readonly registered: boolean;
}

export interface ImportedPlayerPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly ImportedPlayer[];
  readonly pagination: Pagination;
}

/** What became of a player that was sent. */
export interface ImportedPlayerResult {
  /** The key as sent. */
  readonly key: string;
  /** `existing`: the player exists. `new`: it would be registered under `username`. `registered`: this import registered it. `refused`: it cannot be used. */
  readonly state: 'existing' | 'new' | 'registered' | 'refused';
  /** The username, in lower case; null if the one sent is invalid. */
  readonly username: string | null;
  readonly player: Player | null;
  /** Whether you registered the player or have it on a roster; null without a player. */
  readonly is_yours: boolean | null;
  /** Why a `refused` player cannot be used. */
  readonly problems: readonly ImportProblem[];
}

/** A member who is in no ranking because the last match is more than 365 days ago. */
export interface InactivePlayer {
  /** The player’s id. */
  readonly profile_id: string;
  /** The player’s username. */
  readonly username: string;
  /** The name to show. */
  readonly display_name: string;
  readonly starting_level: StartingLevel | null;
  readonly rating: Rating;
  /** The change of the score over the window. */
  readonly service_score_change: number;
  /** When the last rated match was played. */
  readonly last_played_at: string;
}

/** A statistically significant difference from the expected result, as a sentence. */
export interface Insight {
  /** The topic; docs/analysis.md lists all codes. */
  readonly code: string;
  /** The sentence, for the coach. */
  readonly text: string;
  /** The numbers and names in the text, and the options that select its wording; docs/messages.csv lists them. Null for values that only other sentences of the same code contain. */
  readonly values: Readonly<Record<string, string | number | null>>;
  /** Whether it is a strength or a weakness. */
  readonly direction: 'strength' | 'weakness';
  /** The number of games, sets or matches behind it. */
  readonly sample: number;
  /** Larger for more certain and larger effects. Facts that need no significance test are below 1.96. */
  readonly weight: number;
}

/** What an invitation is for. */
export interface Invitation {
  /** The partner. */
  readonly partner: {
    /** The partner’s name. */
    readonly name: string;
  };
  /** The invited person. */
  readonly person: {
    /** The person’s name; “Erased person” once erased. */
    readonly display_name: string;
    /** What the person may do. `manager`: everything, also with people and webhooks. `organizer`: matches, nights, players and rosters. `coach`: read, also analyses. `viewer`: read. */
    readonly role: 'manager' | 'organizer' | 'coach' | 'viewer';
  };
  /** When it ends. */
  readonly expires_at: string;
}

/** A new person, with the invitation. */
export interface InvitedPerson {
  /** The person’s id. */
  readonly id: string;
  /** The person’s name; “Erased person” once erased. */
  readonly display_name: string;
  /** What the person may do. `manager`: everything, also with people and webhooks. `organizer`: matches, nights, players and rosters. `coach`: read, also analyses. `viewer`: read. */
  readonly role: 'manager' | 'organizer' | 'coach' | 'viewer';
  /** When the person was added. */
  readonly created_at: string;
  /** Who added the person: `operator:` and the name of an operator, `person:` and the id of a person, or `service`. */
  readonly created_by: string;
  /** When the person last used the service, accurate to a minute; null before the first sign-in. */
  readonly last_used_at: string | null;
  /** When the person was removed, if so. */
  readonly removed_at: string | null;
  /** The invitation, with its token. */
  readonly invitation: {
    /** The token. It is shown only once: the service stores only its SHA-256. */
    readonly token: string;
    /** The address to open. A browser does not send the part after `#`, so it is in no log. */
    readonly url: string;
    /** When it ends. */
    readonly expires_at: string;
  };
  /** The valid sign-ins, newest first. */
  readonly sign_ins: readonly SignIn[];
  /** The passkeys, newest first. */
  readonly passkeys: readonly Passkey[];
}

/** A new invitation, with its token. It signs the person in once, on one device. */
export interface IssuedInvitation {
  /** The token. It is shown only once: the service stores only its SHA-256. */
  readonly token: string;
  /** The address to open. A browser does not send the part after `#`, so it is in no log. */
  readonly url: string;
  /** When it ends. */
  readonly expires_at: string;
}

/** A new key, with its text. */
export interface IssuedKey {
  /** The key’s id. */
  readonly id: string;
  /** The text of the key. It is shown only once: the service stores only its SHA-256. */
  readonly key: string;
  /** The key’s name, if it has one. */
  readonly name: string | null;
  /** The permissions of the key. */
  readonly scopes: readonly (
    | 'write:matches'
    | 'read:players'
    | 'read:intelligence'
    | 'write:players'
    | 'manage:webhooks'
  )[];
  /** `test`: the key sees only the partner’s sandbox. `live`: it sees only live data. */
  readonly mode: 'live' | 'test';
  /** When the key expires, by its own expiry or by a rotation. Null: never. */
  readonly expires_at: string | null;
  /** When the key was issued. */
  readonly created_at: string;
  /** When the key was last used, accurate to about five seconds; null before the first use. */
  readonly last_used_at: string | null;
}

/** A new link, with its token. */
export interface IssuedMatchLink {
  /** The link’s id. */
  readonly id: string;
  /** The player that answers with the link. */
  readonly profile_id: string;
  /** The player’s team; null if the player is no longer in the match. */
  readonly team: 'A' | 'B' | null;
  /** Whether the player’s `right` counts: false for the pair that reported the result. */
  readonly counts: boolean;
  /** The token. It is shown only once: the service stores only its SHA-256. */
  readonly token: string;
  /** The address to send to this player, at the host of your request. A browser does not send the part after `#`, so it is in no log. */
  readonly url: string;
  /** When the link ends. */
  readonly expires_at: string;
  /** How private players are shown: as `Player 7`, by first name, or by display name. Public players are always shown by display name. */
  readonly private_players: 'hidden' | 'first_name' | 'display_name';
  /** When the link was last used, accurate to a minute; null before the first use. */
  readonly last_used_at: string | null;
  /** When you withdrew the link, if you did. */
  readonly withdrawn_at: string | null;
  /** When it was made. */
  readonly created_at: string;
}

/** The new links. */
export interface IssuedMatchLinks {
  /** A link for each player, in the order named. */
  readonly data: readonly IssuedMatchLink[];
}

/** A new link, with its token. */
export interface IssuedNightLink {
  /** The link’s id. */
  readonly id: string;
  /** `view` shows the night. `score` also enters results. */
  readonly role: 'view' | 'score';
  /** The only court whose results a `score` link enters; null: all courts. */
  readonly court: number | null;
  /** The token. It is shown only once: the service stores only its SHA-256. */
  readonly token: string;
  /** The address to share, at the host of your request. A browser does not send the part after `#`, so it is in no log. */
  readonly url: string;
  /** Null if you did not ask for a short code. */
  readonly short_code: {
    /** Six characters, without those that look alike. */
    readonly code: string;
    /** The address to type into a television. */
    readonly url: string;
    /** When the code ends, and not the link. */
    readonly expires_at: string;
  } | null;
  /** When the link ends. */
  readonly expires_at: string;
  /** How private players are shown: as `Player 7`, by first name, or by display name. Public players are always shown by display name. */
  readonly private_players: 'hidden' | 'first_name' | 'display_name';
  /** Your name for the link. */
  readonly label: string | null;
  /** When the link was last used, accurate to a minute; null before the first use. */
  readonly last_used_at: string | null;
  /** When you withdrew the link, if you did. */
  readonly withdrawn_at: string | null;
  /** When it was made. */
  readonly created_at: string;
}

/** A key, without its text. */
export interface Key {
  /** The key’s id. */
  readonly id: string;
  /** The key’s name, if it has one. */
  readonly name: string | null;
  /** The permissions of the key. */
  readonly scopes: readonly (
    | 'write:matches'
    | 'read:players'
    | 'read:intelligence'
    | 'write:players'
    | 'manage:webhooks'
  )[];
  /** `test`: the key sees only the partner’s sandbox. `live`: it sees only live data. */
  readonly mode: 'live' | 'test';
  /** When the key expires, by its own expiry or by a rotation. Null: never. */
  readonly expires_at: string | null;
  /** When the key was issued. */
  readonly created_at: string;
  /** When the key was last used, accurate to about five seconds; null before the first use. */
  readonly last_used_at: string | null;
  /** When the key was revoked, if it was. */
  readonly revoked_at: string | null;
}

export interface KeyPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Key[];
  readonly pagination: Pagination;
}

/** How to rotate a key. */
export interface KeyRotation {
  /** How long the old key still works; 0 revokes it now. Default: a day. */
  readonly overlap_seconds?: number | null | undefined;
}

/** The ranking of a roster, or of a partner’s people. */
export interface Leaderboard {
  /** By score, then by uncertainty, then by username. With `ranked=false`, the members that are not ranked yet, then those who are inactive. */
  readonly data: readonly (RankedPlayer | UnrankedPlayer | InactivePlayer)[];
  /** Those not ranked yet, in the same order: the first `limit` of them, with the first page; none with later pages and with `ranked=false`. */
  readonly unranked: readonly UnrankedPlayer[];
  /** Those whose last match is more than 365 days ago, in the same way. */
  readonly inactive: readonly InactivePlayer[];
  readonly pagination: Pagination;
}

/** A match, and what its players say about the result. */
export interface LinkedMatch {
  /** The match. */
  readonly match: {
    /** When it was played. */
    readonly played_at: string;
    /** Where it was played, if sent. */
    readonly venue_label: string | null;
    /** How the match ended. */
    readonly outcome: 'played' | 'retired' | 'walkover';
    /** Whether the scoreline counts games or points, as sent or inferred; null without a scoreline. */
    readonly scoring: 'games' | 'points' | null;
    /** The team that won; null for a draw. */
    readonly winning_team: 'A' | 'B' | null;
    /** The status of the match: see the match states. */
    readonly status: 'pending' | 'completed' | 'voided';
    /** Increases by one with every change. */
    readonly revision: number;
    /** The sets by number; empty if none were sent. */
    readonly set_scores: readonly {
      /** Number of the set in the match, from 1. */
      readonly set_number: number;
      /** Games (or points) of team A. */
      readonly team_a_games: number;
      /** Games (or points) of team B. */
      readonly team_b_games: number;
    }[];
    /** The players of both teams. */
    readonly teams: {
      /** The players of team A. */
      readonly A: readonly LinkedMatchPlayer[];
      /** The players of team B. */
      readonly B: readonly LinkedMatchPlayer[];
    };
  };
  /** `awaiting`: the players may answer. `disputed`: a player says that the result is wrong, and you decide. `expired`: the deadline has passed, and you decide. `closed`: the match is not pending. */
  readonly state: 'awaiting' | 'disputed' | 'expired' | 'closed';
  /** Until when the players may answer; null: no limit. */
  readonly deadline: string | null;
  /** What happens after the deadline, unless the match is disputed. `complete` completes the match, `void` voids it. `stay` leaves it pending, and you decide. */
  readonly then: 'complete' | 'void' | 'stay';
  /** Your team. */
  readonly team: 'A' | 'B';
  /** Whether your `right` counts: false if your pair reported the result. */
  readonly counts: boolean;
  /** What you say about the result. */
  readonly answer: 'right' | 'wrong' | null;
  /** Your reason, if you gave one. */
  readonly reason: string | null;
  /** The pairs that agree. */
  readonly confirmed: {
    /** Whether a player of team A confirmed the result. */
    readonly A: boolean;
    /** Whether a player of team B confirmed the result. */
    readonly B: boolean;
  };
  /** The link of the request. */
  readonly link: {
    /** When the link ends. */
    readonly expires_at: string;
  };
}

/** A player of the match. */
export interface LinkedMatchPlayer {
  /** The name to show. */
  readonly display_name: string;
  /** Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a placeholder or, in your own matches, the username. `erased`: the player was erased. */
  readonly identity: 'shown' | 'hidden' | 'erased';
  /** Whether the link belongs to this player. */
  readonly you: boolean;
}

/** A player of the match. */
export interface LinkedPlayer {
  /** The player’s id. Exactly one of `profile_id` and `username` is given. */
  readonly profile_id?: string | null | undefined;
  /** The player’s username, compared without case. Exactly one of `profile_id` and `username` is given. */
  readonly username?: string | null | undefined;
}

/** All that a phone at the court shows. */
export interface LiveNight {
  /** What people call the night. */
  readonly name: string | null;
  /** The `venue_label` of its matches. */
  readonly venue_label: string | null;
  /** The name of the club: the partner’s. */
  readonly club_name: string;
  /** Rises with each change of the plan. Results do not change it. */
  readonly revision: number;
  /** `planned`: no round was opened yet. `open`: the night is on. `closed`: it is over. */
  readonly state: 'planned' | 'open' | 'closed';
  /** The format of the night. */
  readonly format: 'americano' | 'mexicano' | 'balanced' | 'teams';
  /** What is counted. */
  readonly scoring: 'games' | 'points';
  /** The points of a match, both pairs together; null without a fixed number. */
  readonly points_per_match: number | null;
  /** Sets of a match. */
  readonly sets: number;
  readonly round: LiveRound | null;
  readonly next: LiveRound | null;
  /** Every result counts, pending ones too. Order and ties as in the recap. */
  readonly standings: readonly PlanStanding[];
  /** The players by number. */
  readonly players: readonly {
    /** The player’s number in the plan. */
    readonly number: number;
    /** The name to show; “Erased player” for an erased player. */
    readonly display_name: string;
    /** Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a placeholder or, in your own matches, the username. `erased`: the player was erased. */
    readonly identity: 'shown' | 'hidden' | 'erased';
  }[];
  /** Courts of the open round without a result. */
  readonly open_courts: number;
  /** How the standings are ranked now. */
  readonly rank_by: 'wins' | 'points' | 'average';
  /** How the night is ranked, as you chose. */
  readonly rank_by_setting: 'auto' | 'wins' | 'points' | 'average';
}

/** A round; null if there is none. */
export interface LiveRound {
  /** The number of the round. */
  readonly round: number;
  /** When the round was opened: the `played_at` of its matches. Null before. */
  readonly opened_at: string | null;
  /** When an opened round ends: `minutes_per_round` after it was opened. Null without them, and before. */
  readonly ends_at: string | null;
  /** The courts in use; empty for a mexicano round that is not drawn yet. */
  readonly courts: readonly PlanCourt[];
  /** The numbers of the players who rest. */
  readonly resting: readonly number[];
}

/** A match that the partner submitted. */
export interface Match {
  /** The match’s id: a UUIDv8, always the same for the same submission of the same partner. */
  readonly id: string;
  /** The partner’s own identifier. */
  readonly external_ref: string;
  /** The status of the match: see the match states. */
  readonly status: 'pending' | 'completed' | 'voided';
  /** Increases by one with every change. */
  readonly revision: number;
  /** When it was played. */
  readonly played_at: string;
  /** The team that won; null for a draw. */
  readonly winning_team: 'A' | 'B' | null;
  /** How trustworthy the result is. */
  readonly trust_tier: 'partner_attested' | 'tournament_official' | 'imported' | 'player_confirmed';
  /** How the match ended. */
  readonly outcome: 'played' | 'retired' | 'walkover';
  /** Kind of competition, if sent. */
  readonly competition_type: 'social' | 'training' | 'league' | 'tournament' | null;
  /** Whether the scoreline counts games or points, as sent or inferred; null without a scoreline. */
  readonly scoring: 'games' | 'points' | null;
  /** Duration in minutes, if sent. */
  readonly duration_minutes: number | null;
  /** Where it was played, if sent. */
  readonly venue_label: string | null;
  /** The session of the match, if sent. */
  readonly session_external_ref: string | null;
  /** The four players, in the order sent. */
  readonly participants: readonly MatchParticipant[];
  /** The sets by number; empty if none were sent. */
  readonly set_scores: readonly SetScore[];
  /** `settled`: the rating changes are final for the current history. `settling`: an unsettled change of past matches reaches the match. `unrated`: pending, voided or a walkover. */
  readonly rating_status: 'settled' | 'settling' | 'unrated';
  readonly confirmation: Confirmation | null;
  /** When it was stored. */
  readonly created_at: string;
  /** When it completed; null before. */
  readonly completed_at: string | null;
  /** When it was voided, if it was. */
  readonly voided_at: string | null;
  /** Why it was voided, if it was. */
  readonly void_reason: string | null;
}

/** The fields to change. Omitted fields are not changed; null removes an optional field. `played_at`, `winning_team` and `participants` cannot be removed. The amended match must keep the rules of a submission. */
export interface MatchAmendment {
  /** The revision that you amend. The amendment is rejected if the match has another revision by now. */
  readonly revision?: number | null | undefined;
  /** When the match was played: RFC 3339 with a zone, from 1970 to five minutes ahead of now. */
  readonly played_at?: string | undefined;
  /** Required. The team that won; null for a draw. A draw requires a level scoreline in points. */
  readonly winning_team?: 'A' | 'B' | null | undefined;
  /** The four players, two in each team. */
  readonly participants?: readonly ParticipantSubmission[] | undefined;
  /** The scoreline. The team that won more sets (if equal, more games) must be the winner. */
  readonly set_scores?: readonly SetScoreSubmission[] | null | undefined;
  /** Default: `played`. `retired`: the scoreline may contradict the winner. `walkover`: never rated; send no scoreline. */
  readonly outcome?: 'played' | 'retired' | 'walkover' | null | undefined;
  /** Whether the scoreline counts games or points (americano). Default: inferred from the first set. */
  readonly scoring?: 'games' | 'points' | null | undefined;
  /** How long the match took, in minutes. */
  readonly duration_minutes?: number | null | undefined;
  /** The kind of competition. The weight of the match in the rating depends on it. */
  readonly competition_type?: 'social' | 'training' | 'league' | 'tournament' | null | undefined;
  /** Where it was played, in the partner’s words. */
  readonly venue_label?: string | null | undefined;
  /** The partner’s reference of the session. It groups matches for the recap. Not `.` or `..`. A session has at most 1,000 matches that are not voided. */
  readonly session_external_ref?: string | null | undefined;
  readonly confirmation?: ConfirmationTerms | null | undefined;
}

/** An answer. The last one of a player replaces those before. */
export interface MatchAnswerSubmission {
  /** The revision that you saw. The answer is rejected if the match has another one by now. */
  readonly revision: number;
  /** What you say about the result. */
  readonly answer: 'right' | 'wrong';
  /** Why the result is wrong. Required with `wrong`, and only sent with it. */
  readonly reason?: string | null | undefined;
}

/** A match of the partner was submitted or changed. */
export interface MatchEvent {
  /** The event’s id. It is the same whenever the event is read or sent. To continue, send the last id as `after`. */
  readonly id: string;
  /** What happened. */
  readonly type:
    | 'match.pending'
    | 'match.disputed'
    | 'match.confirmation_changed'
    | 'match.completed'
    | 'match.amended'
    | 'match.voided';
  /** When it happened. */
  readonly created_at: string;
  /** The match at the time of the event, but with current names and ratings. */
  readonly data: {
    readonly match: Match;
  };
}

/** Why a match changed its players’ scores as it did. All fields are null for an unrated match. For a late match that is not settled yet, it explains the provisional change. */
export interface MatchExplanation {
  /** The match. */
  readonly match_id: string;
  /** The model that rated the match. */
  readonly model_version: string | null;
  /** The steepness used for the probabilities, not rounded. The calibration shows 4 decimals. */
  readonly steepness: number | null;
  /** The penalty on uncertainty used for the probabilities, not rounded. The calibration shows 4 decimals. */
  readonly penalty: number | null;
  /** Each team’s predicted win probability; null if you may no longer see one of the players. */
  readonly win_probability: {
    /** The value of team A. */
    readonly A: number;
    /** The value of team B. */
    readonly B: number;
  } | null;
  /** The share of the units that the ratings predicted before the result; null if the scoreline did not count, or you may no longer see one of the players. */
  readonly expected_games_share: {
    /** The value of team A. */
    readonly A: number;
    /** The value of team B. */
    readonly B: number;
  } | null;
  /** The share of the units that each team won. */
  readonly games_share: {
    /** The value of team A. */
    readonly A: number;
    /** The value of team B. */
    readonly B: number;
  } | null;
  /** How much the match counts as evidence. */
  readonly weight: number | null;
  /** The four players; empty for an unrated match. */
  readonly participants: readonly ExplainedParticipant[];
}

/** A link of one player to a match, without its token. */
export interface MatchLink {
  /** The link’s id. */
  readonly id: string;
  /** The player that answers with the link. */
  readonly profile_id: string;
  /** The player’s team; null if the player is no longer in the match. */
  readonly team: 'A' | 'B' | null;
  /** Whether the player’s `right` counts: false for the pair that reported the result. */
  readonly counts: boolean;
  /** When the link ends. */
  readonly expires_at: string;
  /** How private players are shown: as `Player 7`, by first name, or by display name. Public players are always shown by display name. */
  readonly private_players: 'hidden' | 'first_name' | 'display_name';
  /** When the link was last used, accurate to a minute; null before the first use. */
  readonly last_used_at: string | null;
  /** When you withdrew the link, if you did. */
  readonly withdrawn_at: string | null;
  /** When it was made. */
  readonly created_at: string;
}

export interface MatchLinkPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly MatchLink[];
  readonly pagination: Pagination;
}

/** The links to make. */
export interface MatchLinksSubmission {
  /** The players to make links for. Default: those whose `right` counts. */
  readonly players?: readonly LinkedPlayer[] | null | undefined;
  /** How long the links are valid. Default: 168 hours. */
  readonly expires_in_hours?: number | null | undefined;
  /** How private players are shown: as `Player 7`, by first name, or by display name. Public players are always shown by display name. Default: `first_name`. */
  readonly private_players?: 'hidden' | 'first_name' | 'display_name' | null | undefined;
}

export interface MatchPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Match[];
  readonly pagination: Pagination;
}

/** One of the four players, in the order sent. */
export interface MatchParticipant {
  /** The player’s id; null for hidden and erased players. */
  readonly profile_id: string | null;
  /** The player’s username; null for hidden and erased players. */
  readonly username: string | null;
  /** The name to show. For a player that you may no longer see: the username in your own matches, “Private player” in others. For an erased player: “Erased player”. */
  readonly display_name: string;
  /** Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a placeholder or, in your own matches, the username. `erased`: the player was erased. */
  readonly identity: 'shown' | 'hidden' | 'erased';
  /** The player’s team. */
  readonly team: 'A' | 'B';
  /** Side of the court, if it was sent. */
  readonly court_position: 'left' | 'right' | null;
  /** Whether the player’s team won; null for a draw. */
  readonly won: boolean | null;
  readonly rating_change: RatingChange | null;
}

/** How a match would change the ratings. Nothing is stored. */
export interface MatchPreview {
  /** The steepness used for the probability, not rounded. The calibration shows 4 decimals. */
  readonly steepness: number;
  /** The penalty on uncertainty used for the probability, not rounded. The calibration shows 4 decimals. */
  readonly penalty: number;
  /** Each team’s predicted win probability, for the format of the scoreline. */
  readonly win_probability: {
    /** The value of team A. */
    readonly A: number;
    /** The value of team B. */
    readonly B: number;
  };
  /** The changes for each possible winner. */
  readonly outcomes: {
    /** If team A wins, in the order sent. */
    readonly A: readonly PreviewedPlayer[];
    /** If team B wins, in the order sent. */
    readonly B: readonly PreviewedPlayer[];
  };
}

/** A submission without reference and winner. Default of `played_at`: now; of `trust_tier`: `partner_attested`. */
export interface MatchPreviewRequest {
  /** When the match was played: RFC 3339 with a zone, from 1970 to five minutes ahead of now. */
  readonly played_at?: string | null | undefined;
  /** How trustworthy the result is. A `player_confirmed` match is pending until its players or you confirm it; all others complete at once. */
  readonly trust_tier?: 'partner_attested' | 'tournament_official' | 'imported' | 'player_confirmed' | null | undefined;
  /** The four players, two in each team. */
  readonly participants: readonly ParticipantSubmission[];
  /** The scoreline. The team that won more sets (if equal, more games) must be the winner. */
  readonly set_scores?: readonly SetScoreSubmission[] | null | undefined;
  /** Default: `played`. `retired`: the scoreline may contradict the winner. `walkover`: never rated; send no scoreline. */
  readonly outcome?: 'played' | 'retired' | 'walkover' | null | undefined;
  /** Whether the scoreline counts games or points (americano). Default: inferred from the first set. */
  readonly scoring?: 'games' | 'points' | null | undefined;
  /** How long the match took, in minutes. */
  readonly duration_minutes?: number | null | undefined;
  /** The kind of competition. The weight of the match in the rating depends on it. */
  readonly competition_type?: 'social' | 'training' | 'league' | 'tournament' | null | undefined;
  /** Where it was played, in the partner’s words. */
  readonly venue_label?: string | null | undefined;
  /** The partner’s reference of the session. It groups matches for the recap. Not `.` or `..`. A session has at most 1,000 matches that are not voided. */
  readonly session_external_ref?: string | null | undefined;
}

/** A verified 2v2 result. */
export interface MatchSubmission {
  /** The partner’s own identifier of the match. It must be unique, and not begin with the id of one of your plans and `-r`: their results have such references. */
  readonly external_ref: string;
  /** When the match was played: RFC 3339 with a zone, from 1970 to five minutes ahead of now. */
  readonly played_at: string;
  /** Required. The team that won; null for a draw. A draw requires a level scoreline in points. */
  readonly winning_team: 'A' | 'B' | null;
  /** How trustworthy the result is. A `player_confirmed` match is pending until its players or you confirm it; all others complete at once. */
  readonly trust_tier: 'partner_attested' | 'tournament_official' | 'imported' | 'player_confirmed';
  /** The four players, two in each team. */
  readonly participants: readonly ParticipantSubmission[];
  /** The scoreline. The team that won more sets (if equal, more games) must be the winner. */
  readonly set_scores?: readonly SetScoreSubmission[] | null | undefined;
  /** Default: `played`. `retired`: the scoreline may contradict the winner. `walkover`: never rated; send no scoreline. */
  readonly outcome?: 'played' | 'retired' | 'walkover' | null | undefined;
  /** Whether the scoreline counts games or points (americano). Default: inferred from the first set. */
  readonly scoring?: 'games' | 'points' | null | undefined;
  /** How long the match took, in minutes. */
  readonly duration_minutes?: number | null | undefined;
  /** The kind of competition. The weight of the match in the rating depends on it. */
  readonly competition_type?: 'social' | 'training' | 'league' | 'tournament' | null | undefined;
  /** Where it was played, in the partner’s words. */
  readonly venue_label?: string | null | undefined;
  /** The partner’s reference of the session. It groups matches for the recap. Not `.` or `..`. A session has at most 1,000 matches that are not voided. */
  readonly session_external_ref?: string | null | undefined;
  readonly confirmation?: ConfirmationTerms | null | undefined;
}

/** Something that may be true but is rarely meant. The match is stored all the same. */
export interface MatchWarning {
  /** `unfinished_set`: a set of a played match ends before anyone has won it. `unusual_score`: points that add up to no usual total, or a match tie-break above 20. `same_players_nearby`: the same four players have another match within 20 minutes. */
  readonly code: 'unfinished_set' | 'unusual_score' | 'same_players_nearby';
  /** The set, as a JSON pointer into this match; null for `same_players_nearby`. */
  readonly pointer: string | null;
  /** The unusual fact, for people. */
  readonly detail: string;
  /** The other match of `same_players_nearby`; null for other codes. */
  readonly match_id: string | null;
}

/** A match that was just submitted or amended, with warnings. */
export interface MatchWithWarnings {
  /** The match’s id: a UUIDv8, always the same for the same submission of the same partner. */
  readonly id: string;
  /** The partner’s own identifier. */
  readonly external_ref: string;
  /** The status of the match: see the match states. */
  readonly status: 'pending' | 'completed' | 'voided';
  /** Increases by one with every change. */
  readonly revision: number;
  /** When it was played. */
  readonly played_at: string;
  /** The team that won; null for a draw. */
  readonly winning_team: 'A' | 'B' | null;
  /** How trustworthy the result is. */
  readonly trust_tier: 'partner_attested' | 'tournament_official' | 'imported' | 'player_confirmed';
  /** How the match ended. */
  readonly outcome: 'played' | 'retired' | 'walkover';
  /** Kind of competition, if sent. */
  readonly competition_type: 'social' | 'training' | 'league' | 'tournament' | null;
  /** Whether the scoreline counts games or points, as sent or inferred; null without a scoreline. */
  readonly scoring: 'games' | 'points' | null;
  /** Duration in minutes, if sent. */
  readonly duration_minutes: number | null;
  /** Where it was played, if sent. */
  readonly venue_label: string | null;
  /** The session of the match, if sent. */
  readonly session_external_ref: string | null;
  /** The four players, in the order sent. */
  readonly participants: readonly MatchParticipant[];
  /** The sets by number; empty if none were sent. */
  readonly set_scores: readonly SetScore[];
  /** `settled`: the rating changes are final for the current history. `settling`: an unsettled change of past matches reaches the match. `unrated`: pending, voided or a walkover. */
  readonly rating_status: 'settled' | 'settling' | 'unrated';
  readonly confirmation: Confirmation | null;
  /** When it was stored. */
  readonly created_at: string;
  /** When it completed; null before. */
  readonly completed_at: string | null;
  /** When it was voided, if it was. */
  readonly voided_at: string | null;
  /** Why it was voided, if it was. */
  readonly void_reason: string | null;
  /** What may be true but is rarely meant; usually empty. Ask the person who entered it. */
  readonly warnings: readonly MatchWarning[];
}

/** A merge of two players. Its matches, and its undo, are about your matches only. */
export interface Merge {
  /** The merge’s id. */
  readonly id: string;
  readonly from: PlayerName;
  readonly into: PlayerName;
  /** The matches in which `into` took the place of `from`. */
  readonly amended: number;
  /** The matches that were left, because both players are in them. */
  readonly left: number;
  readonly task: Task;
  readonly undo: Task | null;
  /** When it was requested. */
  readonly created_at: string;
}

/** The matches of the player to replace. */
export interface MergeMatches {
  /** Your pending and completed matches of `from`. */
  readonly to_amend: number;
  /** Those of them that are pending. */
  readonly pending: number;
  /** Those of them that are completed. */
  readonly completed: number;
  /** Your voided matches of `from`, which are not changed. */
  readonly voided: number;
  /** The completed matches of other partners, which are not changed; null if you may not see `from`. */
  readonly of_other_partners: number | null;
  /** When the first match to amend was played. */
  readonly first_played_at: string | null;
  /** When the last match to amend was played. */
  readonly last_played_at: string | null;
}

export interface MergePage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Merge[];
  readonly pagination: Pagination;
}

/** What a merge would do, and what would refuse it. */
export interface MergePreview {
  readonly from: PlayerName;
  readonly into: PlayerName;
  /** Whether you registered `from`. */
  readonly from_is_yours: boolean;
  /** Whether you registered `into`. */
  readonly into_is_yours: boolean;
  readonly matches: MergeMatches;
  /** Your matches that both players are in. If there are any, they are two people. */
  readonly met: {
    /** How many there are. */
    readonly count: number;
    /** The first 20, newest first. */
    readonly match_ids: readonly string[];
  };
  /** Your rosters that `from` is on, by slug. `into` takes its place. */
  readonly rosters: readonly string[];
  /** The sessions whose plans have `from` and are not closed. Close them first. */
  readonly open_plans: readonly string[];
  /** Matches that were probably entered twice, once with each player. */
  readonly nearby: {
    /** How many there are. */
    readonly count: number;
    /** The first 100, newest first. */
    readonly pairs: readonly {
      /** A match to amend. */
      readonly match_id: string;
      /** A match of `into` with the same four players, at most 20 minutes before or after. */
      readonly other_match_id: string;
    }[];
  };
  /** Identifies what the preview showed. Opaque. */
  readonly preview: string;
}

/** The result of a merge. */
export interface MergeResult {
  /** The matches in which the player was replaced. */
  readonly amended: number;
  /** The matches that were left, because both players are in them now. */
  readonly left: number;
}

/** The result of undoing a merge. */
export interface MergeUndoResult {
  /** The matches that have the player again. */
  readonly amended: number;
  /** The matches that were left, because their players were changed since the merge. */
  readonly changed: number;
  /** The matches that were left, because they were voided since the merge. */
  readonly voided: number;
}

/** A match that a merge amended or left, as it is now. */
export interface MergedMatch {
  /** The match. */
  readonly match_id: string;
  /** Its reference. */
  readonly external_ref: string;
  /** When it was played. */
  readonly played_at: string;
  /** `merged`: it has the four players as the merge left them. `before`: as the merge found them. `changed`: it has other players. `voided`: it was voided. */
  readonly now: 'merged' | 'before' | 'changed' | 'voided';
}

export interface MergedMatchPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly MergedMatch[];
  readonly pagination: Pagination;
}

/** A state of the rating model, not rounded. */
export interface ModelState {
  /** The mean of the skill, in logits. */
  readonly mean: number;
  /** The variance of the skill, in logits². */
  readonly variance: number;
  /** The strength behind the score, in logits. */
  readonly shown: number;
}

/** The player that the report is about. */
export interface NamedPlayer {
  /** The player’s id. */
  readonly id: string;
  /** The player’s name in paths. */
  readonly username: string;
  /** The name to show. */
  readonly display_name: string;
}

/** An import to open. */
export interface NewImport {
  /** A name for people, such as that of the file. */
  readonly label: string;
  /** The SHA-256 of the file. If you have an open import of this file, it is returned instead. */
  readonly content_hash?: string | null | undefined;
  readonly options?: NewImportOptions | null | undefined;
  /** What the client needs to read the file in the same way again: at most 16 KiB of JSON. It is returned while the import is open. */
  readonly reading?: Readonly<Record<string, unknown>> | null | undefined;
}

/** How the rows of an import are stored. */
export interface NewImportOptions {
  /** `given`: the references are the file’s own. `derived`: the client made them from the content, so a row may be a match that was stored under another reference. Default: `given`. */
  readonly references?: 'given' | 'derived' | null | undefined;
  /** What becomes of a row whose reference is that of a voided match. `leave`: it is `voided`. `replace`: it gets the first of `<ref>~2`, `<ref>~3`, … that no voided match has. Default: `leave`. */
  readonly on_voided?: 'leave' | 'replace' | null | undefined;
  /** What becomes of a row with warnings. `store`: it is stored. `hold`: it is `held` until it is sent with `confirmed`. Default: `store`. */
  readonly on_warning?: 'store' | 'hold' | null | undefined;
  /** Your roster to add the player to. It is created if it does not exist. */
  readonly roster_slug?: string | null | undefined;
  /** Whether registered players are public. Default: false. */
  readonly profile_is_public?: boolean | null | undefined;
  /** The partner’s reference of the session. It groups matches for the recap. Not `.` or `..`. A session has at most 1,000 matches that are not voided. */
  readonly session_external_ref?: string | null | undefined;
  /** Where it was played, in the partner’s words. */
  readonly venue_label?: string | null | undefined;
  /** The kind of competition. The weight of the match in the rating depends on it. */
  readonly competition_type?: 'social' | 'training' | 'league' | 'tournament' | null | undefined;
}

/** A key to issue. */
export interface NewKey {
  /** The permissions of the key; each scope once. */
  readonly scopes: readonly (
    | 'write:matches'
    | 'read:players'
    | 'read:intelligence'
    | 'write:players'
    | 'manage:webhooks'
  )[];
  /** The key’s name, if it has one. */
  readonly name?: string | null | undefined;
  /** When the key expires; must be in the future. Default: never. */
  readonly expires_at?: string | null | undefined;
  /** `test`: the key sees only the partner’s sandbox. Default: `live`. */
  readonly mode?: 'live' | 'test' | null | undefined;
}

/** Two players to merge. */
export interface NewMerge {
  /** The player to replace: its username, or its `profile_id`. */
  readonly from: string;
  /** The player that takes its place: its username, or its `profile_id`. */
  readonly into: string;
  /** The `preview` of a dry run. If a match or a player has changed since, the merge is refused with `preview_outdated`. */
  readonly preview?: string | null | undefined;
}

/** An operator to create. */
export interface NewOperator {
  /** The operator’s name. */
  readonly name: string;
}

/** A partner to create. */
export interface NewPartner {
  /** The partner’s name. */
  readonly name: string;
  /** The plan. It determines the operations that the partner may use. */
  readonly plan: 'starter' | 'pro' | 'enterprise';
  /** The partner’s time zone, by its IANA name. Days in pictures, texts, histories and recaps are days of it. Default: `UTC`. */
  readonly time_zone?: string | null | undefined;
}

/** A passkey to add. */
export interface NewPasskey {
  /** The passkey’s name. */
  readonly name?: string | null | undefined;
  /** What `credential.toJSON()` returns in the browser (RegistrationResponseJSON). */
  readonly credential: Readonly<Record<string, unknown>>;
}

/** The browser to sign in, and the use of a passkey. */
export interface NewPasskeySignIn {
  /** The device, as its user or the page calls it. */
  readonly device?: string | null | undefined;
  /** What `credential.toJSON()` returns in the browser (AuthenticationResponseJSON). */
  readonly credential: Readonly<Record<string, unknown>>;
}

/** A person to add. */
export interface NewPerson {
  /** The person’s name. */
  readonly display_name: string;
  /** What the person may do. `manager`: everything, also with people and webhooks. `organizer`: matches, nights, players and rosters. `coach`: read, also analyses. `viewer`: read. */
  readonly role: 'manager' | 'organizer' | 'coach' | 'viewer';
}

/** A person to add. */
export interface NewPersonByOperator {
  /** The person’s name. */
  readonly display_name: string;
  /** Default: `manager`. */
  readonly role?: 'manager' | 'organizer' | 'coach' | 'viewer' | null | undefined;
}

/** A scale to use. */
export interface NewScale {
  /** The name of the scale. */
  readonly name: string;
  /** The knots, with straight lines between them. Scores are whole and rise from 0 to 3000. Levels rise, too: from 0 to 7, with at most two decimals, by at most 0.01 a point. */
  readonly points: readonly (readonly number[])[];
}

/** The browser to sign in. */
export interface NewSignIn {
  /** The device, as its user or the page calls it. */
  readonly device?: string | null | undefined;
}

/** A statement about the player before the first match. It moves the start by at most 115 points, and fades with every match. */
export interface NewStartingLevel {
  /** A level on the scale of `GET /v1/scale`, with at most two decimals, or a whole `service_score`. */
  readonly value: number;
  /** What `value` is. Default: `level`. */
  readonly scale?: 'level' | 'service_score' | null | undefined;
  /** Who stated it: the player, a coach, or another app. All count the same. */
  readonly source: 'self' | 'coach' | 'other_app';
}

/** A task to start. */
export interface NewTask {
  /** An operator’s kind of task. */
  readonly kind: 'verify' | 'replay' | 'calibrate' | 'audit';
}

/** A receiver of events. It gets events that happen from now on. */
export interface NewWebhookEndpoint {
  /** The https URL of a receiver on the internet. Addresses of private networks are rejected: here if the URL contains one, else when a delivery connects. */
  readonly url: string;
  /** The types of events to send. Null: all types, including types that are added later. */
  readonly event_types?:
    | readonly (
        | 'match.pending'
        | 'match.disputed'
        | 'match.confirmation_changed'
        | 'match.completed'
        | 'match.amended'
        | 'match.voided'
        | 'rating.updated'
        | 'player.registered'
        | 'player.erased'
        | 'webhook_endpoint.disabled'
      )[]
    | null
    | undefined;
}

/** The present state of a night. */
export interface Night {
  /** What people call the night. */
  readonly name: string | null;
  /** The `venue_label` of its matches. */
  readonly venue_label: string | null;
  /** The name of the club: the partner’s. */
  readonly club_name: string;
  /** Rises with each change of the plan. Results do not change it. */
  readonly revision: number;
  /** `planned`: no round was opened yet. `open`: the night is on. `closed`: it is over. */
  readonly state: 'planned' | 'open' | 'closed';
  /** The format of the night. */
  readonly format: 'americano' | 'mexicano' | 'balanced' | 'teams';
  /** What is counted. */
  readonly scoring: 'games' | 'points';
  /** The points of a match, both pairs together; null without a fixed number. */
  readonly points_per_match: number | null;
  /** Sets of a match. */
  readonly sets: number;
  readonly round: NightRound | null;
  readonly next: NightRound | null;
  /** Every result counts, pending ones too. Order and ties as in the recap. */
  readonly standings: readonly PlanStanding[];
  /** The players by number. */
  readonly players: readonly {
    /** The player’s number in the plan. */
    readonly number: number;
    /** The name to show; “Erased player” for an erased player. */
    readonly display_name: string;
    /** Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a placeholder or, in your own matches, the username. `erased`: the player was erased. */
    readonly identity: 'shown' | 'hidden' | 'erased';
  }[];
  /** Courts of the open round without a result. */
  readonly open_courts: number;
  /** How the standings are ranked now. */
  readonly rank_by: 'wins' | 'points' | 'average';
  /** How the night is ranked, as you chose. */
  readonly rank_by_setting: 'auto' | 'wins' | 'points' | 'average';
  /** The link of the request. */
  readonly link: {
    /** `view` shows the night. `score` also enters results. */
    readonly role: 'view' | 'score';
    /** The only court whose results a `score` link enters; null: all courts. */
    readonly court: number | null;
    /** When the link ends. */
    readonly expires_at: string;
  };
}

/** The lineup of a court. */
export interface NightCourt {
  /** The court. */
  readonly court: number;
  /** Its name, if it has one. */
  readonly name: string | null;
  /** The numbers of team A. */
  readonly team_a: readonly number[];
  /** The numbers of team B. */
  readonly team_b: readonly number[];
  readonly result: NightResult | null;
}

/** A result that was entered. */
export interface NightEntry {
  /** The result of the court. */
  readonly result: {
    /** The status of the match. */
    readonly match_status: 'pending' | 'completed' | 'voided';
    /** The revision of the court’s result: it rises with every entry, correction and removal. Send it as `seen` to correct or remove the result. */
    readonly revision: number;
    /** The sets by number; empty for a walkover. */
    readonly set_scores: readonly {
      /** The number of the set. */
      readonly set_number: number;
      /** Games (or points) of team A. */
      readonly team_a_games: number;
      /** Games (or points) of team B. */
      readonly team_b_games: number;
    }[];
    /** The winner; null for a draw. */
    readonly winning_team: 'A' | 'B' | null;
    /** Whether it was played to the end. */
    readonly outcome: 'played' | 'retired' | 'walkover';
  };
  /** False if the court had this result already. */
  readonly changed: boolean;
  /** Details that may be true but are usually mistakes. */
  readonly warnings: readonly {
    /** `unfinished_set`: a set of a played match ends before anyone has won it. `unusual_score`: points that add up to no usual total, or a match tie-break above 20. `same_players_nearby`: the same four players have another match within 20 minutes. */
    readonly code: 'unfinished_set' | 'unusual_score' | 'same_players_nearby';
    /** The set, as a JSON pointer into this match; null for `same_players_nearby`. */
    readonly pointer: string | null;
    /** The unusual fact, for people. */
    readonly detail: string;
  }[];
}

/** A link to a night, without its token. */
export interface NightLink {
  /** The link’s id. */
  readonly id: string;
  /** `view` shows the night. `score` also enters results. */
  readonly role: 'view' | 'score';
  /** The only court whose results a `score` link enters; null: all courts. */
  readonly court: number | null;
  /** When the link ends. */
  readonly expires_at: string;
  /** How private players are shown: as `Player 7`, by first name, or by display name. Public players are always shown by display name. */
  readonly private_players: 'hidden' | 'first_name' | 'display_name';
  /** Your name for the link. */
  readonly label: string | null;
  /** When the link was last used, accurate to a minute; null before the first use. */
  readonly last_used_at: string | null;
  /** When you withdrew the link, if you did. */
  readonly withdrawn_at: string | null;
  /** When it was made. */
  readonly created_at: string;
}

export interface NightLinkPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly NightLink[];
  readonly pagination: Pagination;
}

/** A link to make. */
export interface NightLinkSubmission {
  /** `view` shows the night. `score` also enters results. */
  readonly role: 'view' | 'score';
  /** The only court whose results a `score` link enters; null: all courts. */
  readonly court?: number | null | undefined;
  /** How long the link is valid. Default: 12 hours. */
  readonly expires_in_hours?: number | null | undefined;
  /** How private players are shown: as `Player 7`, by first name, or by display name. Public players are always shown by display name. Default: `first_name`. */
  readonly private_players?: 'hidden' | 'first_name' | 'display_name' | null | undefined;
  /** Your name for the link. */
  readonly label?: string | null | undefined;
  /** With `true`, the answer has a short code too, for 15 minutes. Only for `view` links. */
  readonly short_code?: boolean | null | undefined;
}

/** A player of the night. */
export interface NightPlayer {
  /** The player’s number in the plan; null for a player who is not in it, and for an erased one. */
  readonly number: number | null;
  /** The name to show; “Erased player” for an erased player. */
  readonly display_name: string;
  /** Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a placeholder or, in your own matches, the username. `erased`: the player was erased. */
  readonly identity: 'shown' | 'hidden' | 'erased';
}

/** The summary of a night. */
export interface NightRecap {
  /** What people call the night: the name of its plan; null without one. */
  readonly name: string | null;
  /** The name of the club: the partner’s. */
  readonly club_name: string;
  /** The day of `started_at` in the time zone of the request, else of the partner. */
  readonly day: string | null;
  /** The most common venue, without walkovers; if several are equally common, that of the latest match. */
  readonly venue_label: string | null;
  /** `played_at` of the first completed match. */
  readonly started_at: string | null;
  /** `played_at` of the last completed match. */
  readonly ended_at: string | null;
  /** Completed matches. The recap is based on them. */
  readonly matches: number;
  /** The same as `rank_by`. */
  readonly ranked_by: 'wins' | 'points' | 'average';
  /** How the leaderboard is ranked: as requested, else as planned. Without both: by `points` if all scorelines are in points, else by `wins`. */
  readonly rank_by: 'wins' | 'points' | 'average';
  /** The setting of the plan; null without a plan. */
  readonly rank_by_setting: 'auto' | 'wins' | 'points' | 'average' | null;
  /** The players by rank, as the plan ranks them. */
  readonly leaderboard: readonly {
    /** From 1. Players that are equal in all three ranking numbers share a rank. */
    readonly rank: number;
    /** The player’s number in the plan; null for a player who is not in it, and for an erased one. */
    readonly number: number | null;
    /** The name to show; “Erased player” for an erased player. */
    readonly display_name: string;
    /** Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a placeholder or, in your own matches, the username. `erased`: the player was erased. */
    readonly identity: 'shown' | 'hidden' | 'erased';
    /** Completed matches. */
    readonly played: number;
    /** Matches won. */
    readonly wins: number;
    /** Matches drawn. */
    readonly draws: number;
    /** Matches lost. */
    readonly losses: number;
    /** Games (or points) won. */
    readonly games_won: number;
    /** Games (or points) lost. */
    readonly games_lost: number;
    /** Games won minus games lost. */
    readonly games_difference: number;
    /** Games (or points) won a match with a score; null without one. */
    readonly average: number | null;
  }[];
  /** The pairs, as in the recap of the session. */
  readonly pairs: readonly {
    /** The rank in a night of fixed pairs; else null. */
    readonly rank: number | null;
    /** Completed matches together. At least 3, except in a night of fixed pairs. */
    readonly played: number;
    /** Matches won together. */
    readonly wins: number;
    /** Matches drawn together. */
    readonly draws: number;
    /** Matches lost together. */
    readonly losses: number;
    /** Sets won. */
    readonly sets_won: number;
    /** Sets lost. */
    readonly sets_lost: number;
    /** Games (or points) won: those of one of the two. */
    readonly games_won: number;
    /** Games (or points) lost. */
    readonly games_lost: number;
    /** Games (or points) won a match with a score; null without one. */
    readonly average: number | null;
    /** The two players. */
    readonly players: readonly NightPlayer[];
  }[];
  readonly closest: NightScoreline | null;
  readonly biggest_upset: NightScoreline | null;
}

/** The result of a court. */
export interface NightResult {
  /** The status of the match. */
  readonly match_status: 'pending' | 'completed' | 'voided';
  /** The revision of the court’s result: it rises with every entry, correction and removal. Send it as `seen` to correct or remove the result. */
  readonly revision: number;
  /** The sets by number; empty for a walkover. */
  readonly set_scores: readonly {
    /** The number of the set. */
    readonly set_number: number;
    /** Games (or points) of team A. */
    readonly team_a_games: number;
    /** Games (or points) of team B. */
    readonly team_b_games: number;
  }[];
  /** The winner; null for a draw. */
  readonly winning_team: 'A' | 'B' | null;
  /** Whether it was played to the end. */
  readonly outcome: 'played' | 'retired' | 'walkover';
  /** Who entered it last: one of your keys, a link, or a person. */
  readonly by: 'key' | 'link' | 'person';
}

/** A round; null if there is none. */
export interface NightRound {
  /** The number of the round. */
  readonly round: number;
  /** When the round was opened: the `played_at` of its matches. Null before. */
  readonly opened_at: string | null;
  /** When an opened round ends: `minutes_per_round` after it was opened. Null without them, and before. */
  readonly ends_at: string | null;
  /** The numbers of the players who rest. */
  readonly resting: readonly number[];
  /** The courts in use. */
  readonly courts: readonly NightCourt[];
}

/** A match of the night; null if there is none. */
export interface NightScoreline {
  /** When it was played. */
  readonly played_at: string;
  /** The team that won; null for a draw. */
  readonly winning_team: 'A' | 'B' | null;
  /** The sets, the winner’s games first; for a draw, team A’s games first. */
  readonly set_scores: string | null;
  /** The players of both teams. */
  readonly players: {
    /** The players of team A. */
    readonly A: readonly NightPlayer[];
    /** The players of team B. */
    readonly B: readonly NightPlayer[];
  };
}

/** A named operator, without its token. */
export interface Operator {
  /** The operator’s id. */
  readonly id: string;
  /** The operator’s name. */
  readonly name: string;
  /** When the operator was created. */
  readonly created_at: string;
  /** When the token was last used, accurate to about five seconds; null before the first use. */
  readonly last_used_at: string | null;
  /** When the operator was revoked, if it was. */
  readonly revoked_at: string | null;
}

/** A successful write of an operator. */
export interface OperatorAction {
  /** The entry’s id. */
  readonly id: string;
  /** When the operator acted. */
  readonly at: string;
  /** The operator’s name; `environment` for the token of the environment. */
  readonly operator: string;
  /** What the operator did. */
  readonly action: string;
  /** The id of the record that the operator created or changed; null if the action has none. */
  readonly target: string | null;
  /** The present name of the target, if it is a partner, a person, a key or an operator that has one. */
  readonly target_name: string | null;
  /** The `X-Request-Id` of the request. */
  readonly request_id: string;
}

export interface OperatorActionPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly OperatorAction[];
  readonly pagination: Pagination;
}

export interface OperatorPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Operator[];
  readonly pagination: Pagination;
}

/** A browser in which an operator is signed in. */
export interface OperatorSignIn {
  /** The operator’s name. */
  readonly operator: string;
  /** When it began. */
  readonly created_at: string;
  /** When it ends: 12 hours after its last use, at the latest 7 days after it began. */
  readonly expires_at: string;
}

/** The player with the most wins above expectation, in rated matches. A draw counts as half a win. Expected wins come from the ratings before each match. Null if no player won more than expected. If players are equal, the first by username. */
export interface OverExpected {
  /** The player’s id; null for an erased player. */
  readonly profile_id: string | null;
  /** The player’s username; null for an erased player. */
  readonly username: string | null;
  /** The name to show; “Erased player” for an erased player. */
  readonly display_name: string;
  /** Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a placeholder or, in your own matches, the username. `erased`: the player was erased. */
  readonly identity: 'shown' | 'hidden' | 'erased';
  /** Rated matches. */
  readonly matches: number;
  /** Wins in these matches; a draw counts as half a win. */
  readonly actual_wins: number;
  /** Expected wins in these matches. */
  readonly expected_wins: number;
}

/** The key of the request, and what it allows. */
export interface OwnKey {
  /** The key’s id. */
  readonly id: string;
  /** `test`: the key sees only the partner’s sandbox. `live`: it sees only live data. */
  readonly mode: 'live' | 'test';
  /** The permissions of the key. */
  readonly scopes: readonly (
    | 'write:matches'
    | 'read:players'
    | 'read:intelligence'
    | 'write:players'
    | 'manage:webhooks'
  )[];
  /** The partner’s plan. It determines the operations that the key may use. */
  readonly plan: 'starter' | 'pro' | 'enterprise';
  /** The partner’s id. */
  readonly partner_id: string;
  /** The partner’s name. */
  readonly partner_name: string;
}

/** Your own partner. */
export interface OwnPartner {
  /** The partner’s id. */
  readonly id: string;
  /** The partner’s name. */
  readonly name: string;
  /** The plan. It determines the operations that the partner may use. */
  readonly plan: 'starter' | 'pro' | 'enterprise';
  /** The partner’s time zone, by its IANA name. Days in pictures, texts, histories and recaps are days of it. */
  readonly time_zone: string;
}

/** The changes. Omitted and null fields are not changed. */
export interface OwnPartnerPatch {
  /** The partner’s name. */
  readonly name?: string | null | undefined;
  /** The partner’s time zone, by its IANA name. Days in pictures, texts, histories and recaps are days of it. */
  readonly time_zone?: string | null | undefined;
}

/** The sign-in of the request, and what it allows. */
export interface OwnSignIn {
  /** The sign-in’s id. */
  readonly id: string;
  readonly person: Person;
  /** The partner. */
  readonly partner: {
    /** The partner’s id. */
    readonly id: string;
    /** The partner’s name. */
    readonly name: string;
    /** The partner’s plan. */
    readonly plan: 'starter' | 'pro' | 'enterprise';
  };
  /** The permissions of the person’s role. */
  readonly scopes: readonly (
    | 'write:matches'
    | 'read:players'
    | 'read:intelligence'
    | 'write:players'
    | 'manage:webhooks'
    | 'manage:people'
  )[];
  /** When it began. */
  readonly created_at: string;
  /** When it ends: 30 days after its last use, at the latest 365 days after it began. */
  readonly expires_at: string;
}

/** The position of this page in its list. */
export interface Pagination {
  /** The requested maximum of entries. A page also ends before it exceeds 1 MiB. */
  readonly limit: number;
  /** The number of skipped entries; null if the page was requested by cursor. */
  readonly offset: number | null;
  /** Whether the list continues after this page. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

/** One of the four players of a match. */
export interface ParticipantSubmission {
  /** The player’s id. Exactly one of `profile_id` and `username` is given. */
  readonly profile_id?: string | null | undefined;
  /** The player’s username, compared without case. Exactly one of `profile_id` and `username` is given. */
  readonly username?: string | null | undefined;
  /** The player’s team in this match. */
  readonly team: 'A' | 'B';
  /** The player’s side of the court. The two players of a team must have different sides. */
  readonly court_position?: 'left' | 'right' | null | undefined;
}

/** A client of the API. */
export interface Partner {
  /** The partner’s id. */
  readonly id: string;
  /** The partner’s name. */
  readonly name: string;
  /** The plan. It determines the operations that the partner may use. */
  readonly plan: 'starter' | 'pro' | 'enterprise';
  /** If true, all keys of the partner are rejected. */
  readonly suspended: boolean;
  /** The partner’s time zone, by its IANA name. Days in pictures, texts, histories and recaps are days of it. */
  readonly time_zone: string;
  /** When it was created. */
  readonly created_at: string;
}

export interface PartnerPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Partner[];
  readonly pagination: Pagination;
}

/** The changes. Omitted and null fields are not changed. */
export interface PartnerPatch {
  /** The partner’s name. */
  readonly name?: string | null | undefined;
  /** The plan. It determines the operations that the partner may use. */
  readonly plan?: 'starter' | 'pro' | 'enterprise' | null | undefined;
  /** The partner’s time zone, by its IANA name. Days in pictures, texts, histories and recaps are days of it. */
  readonly time_zone?: string | null | undefined;
  /** True to reject all keys of the partner, false to accept them again. */
  readonly suspended?: boolean | null | undefined;
}

/** A passkey of a person. */
export interface Passkey {
  /** The passkey’s id. */
  readonly id: string;
  /** The passkey’s name. */
  readonly name: string | null;
  /** The host name of the page that it works on. */
  readonly host: string;
  /** When it was made. */
  readonly created_at: string;
  /** When it was last used, accurate to a minute. */
  readonly last_used_at: string | null;
}

/** The options of a new passkey (PublicKeyCredentialCreationOptionsJSON). */
export interface PasskeyCreationOptions {
  /** The relying party. */
  readonly rp: {
    /** The host name of the page. */
    readonly id: string;
    /** The service. */
    readonly name: string;
  };
  /** The person. */
  readonly user: {
    /** The person’s id, base64url. */
    readonly id: string;
    /** The person and the partner. */
    readonly name: string;
    /** The person’s name. */
    readonly displayName: string;
  };
  /** The challenge, base64url. It works once, within 5 minutes. */
  readonly challenge: string;
  /** The algorithms that the service verifies, the preferred one first. */
  readonly pubKeyCredParams: readonly {
    /** Always `public-key`. */
    readonly type: 'public-key';
    /** A COSE algorithm. */
    readonly alg: number;
  }[];
  /** Milliseconds that the browser may take. */
  readonly timeout: number;
  /** The passkeys that the person has for this host. */
  readonly excludeCredentials: readonly {
    /** Always `public-key`. */
    readonly type: 'public-key';
    /** The id of the credential, base64url. */
    readonly id: string;
  }[];
  /** The person signs in without typing a name, and confirms with a PIN, face or fingerprint. */
  readonly authenticatorSelection: {
    /** Always `required`. */
    readonly residentKey: 'required';
    /** Always true; for older browsers. */
    readonly requireResidentKey: boolean;
    /** Always `required`. */
    readonly userVerification: 'required';
  };
  /** Always `none`. */
  readonly attestation: 'none';
}

/** The options of signing in (PublicKeyCredentialRequestOptionsJSON). Any passkey of the host will do. */
export interface PasskeyRequestOptions {
  /** The challenge, base64url. It works once, within 5 minutes. */
  readonly challenge: string;
  /** Milliseconds that the browser may take. */
  readonly timeout: number;
  /** The host name of the page. */
  readonly rpId: string;
  /** Always `required`. */
  readonly userVerification: 'required';
}

/** A person of a partner. */
export interface Person {
  /** The person’s id. */
  readonly id: string;
  /** The person’s name; “Erased person” once erased. */
  readonly display_name: string;
  /** What the person may do. `manager`: everything, also with people and webhooks. `organizer`: matches, nights, players and rosters. `coach`: read, also analyses. `viewer`: read. */
  readonly role: 'manager' | 'organizer' | 'coach' | 'viewer';
  /** When the person was added. */
  readonly created_at: string;
  /** Who added the person: `operator:` and the name of an operator, `person:` and the id of a person, or `service`. */
  readonly created_by: string;
  /** When the person last used the service, accurate to a minute; null before the first sign-in. */
  readonly last_used_at: string | null;
  /** When the person was removed, if so. */
  readonly removed_at: string | null;
  /** The valid invitation, if there is one. */
  readonly invitation: {
    /** When it ends. */
    readonly expires_at: string;
  } | null;
  /** The valid sign-ins, newest first. */
  readonly sign_ins: readonly SignIn[];
  /** The passkeys, newest first. */
  readonly passkeys: readonly Passkey[];
}

/** The name of the actor `person:<id>`. */
export interface PersonName {
  /** The person’s id. */
  readonly id: string;
  /** The person’s name; “Erased person” once erased. */
  readonly display_name: string;
  /** When the person was removed, if so. */
  readonly removed_at: string | null;
}

export interface PersonNamePage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly PersonName[];
  readonly pagination: Pagination;
}

export interface PersonPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Person[];
  readonly pagination: Pagination;
}

/** The changes. Omitted and null fields are not changed. */
export interface PersonPatch {
  /** The person’s name. */
  readonly display_name?: string | null | undefined;
  /** The new role. */
  readonly role?: 'manager' | 'organizer' | 'coach' | 'viewer' | null | undefined;
}

/** The lineups of a night, by round and court. */
export interface Plan {
  /** The plan’s id. */
  readonly id: string;
  /** The session. */
  readonly session_external_ref: string;
  /** What people call the night. */
  readonly name: string | null;
  /** Rises with each change of the plan. Results do not change it. */
  readonly revision: number;
  /** `planned`: no round was opened yet. `open`: the night is on. `closed`: it is over. */
  readonly state: 'planned' | 'open' | 'closed';
  /** The format of the night. */
  readonly format: 'americano' | 'mexicano' | 'balanced' | 'teams';
  /** The players by number. */
  readonly players: readonly PlannedPlayer[];
  /** How many courts there are. */
  readonly courts: number;
  /** All rounds of the night. */
  readonly rounds: readonly PlanRound[];
  /** What is counted. */
  readonly scoring: 'games' | 'points';
  /** The points of a match, both pairs together; null without a fixed number. */
  readonly points_per_match: number | null;
  /** Sets of a match. */
  readonly sets: number;
  /** How long a round takes. */
  readonly minutes_per_round: number | null;
  /** Until when you have the courts. */
  readonly ends_at: string | null;
  /** Pairs that always play together. */
  readonly fixed_pairs: readonly (readonly number[])[];
  /** Pairs that never play together, if possible. */
  readonly avoid_pairs: readonly (readonly number[])[];
  /** How each four by rank is paired. */
  readonly mexicano_pairing: '1_4' | '1_3';
  /** How the night is ranked, as you chose. */
  readonly rank_by: 'auto' | 'wins' | 'points' | 'average';
  /** The names of the courts. */
  readonly courts_named: readonly string[];
  /** The `venue_label` of its matches. */
  readonly venue_label: string | null;
  /** The `competition_type` of its matches. */
  readonly competition_type: 'social' | 'training' | 'league' | 'tournament' | null;
  /** Whether results by links count at once, or wait for you. */
  readonly link_results: 'complete' | 'await_confirmation';
  readonly quality: PlanQuality;
  /** The seed of the draw. */
  readonly seed: number;
}

/** Changes of a plan. Omitted fields are not changed. */
export interface PlanAmendment {
  /** The revision of the plan that you change. */
  readonly revision: number;
  /** Players who come late get the next numbers; one who comes back keeps the old number. */
  readonly join?: readonly PlannedPlayerSubmission[] | null | undefined;
  /** Players who leave. */
  readonly leave?:
    | readonly {
        /** The player’s number. */
        readonly number: number;
        /** The last round that the player plays. Default: the open round. */
        readonly after_round?: number | null | undefined;
      }[]
    | null
    | undefined;
  /** Other profiles of the same people, after a merge: each takes over the number with its rounds and pairs. */
  readonly replace?:
    | readonly {
        /** The player’s number. */
        readonly number: number;
        /** The player’s id. Exactly one of `profile_id` and `username` is given. */
        readonly profile_id?: string | null | undefined;
        /** The player’s username, compared without case. Exactly one of `profile_id` and `username` is given. */
        readonly username?: string | null | undefined;
      }[]
    | null
    | undefined;
  /** How many courts you have. */
  readonly courts?: number | null | undefined;
  /** How many rounds to play. */
  readonly rounds?: number | null | undefined;
  /** Replaces the fixed pairs. */
  readonly fixed_pairs?: readonly (readonly number[])[] | null | undefined;
  /** Replaces the avoided pairs. */
  readonly avoid_pairs?: readonly (readonly number[])[] | null | undefined;
  /** How the night is ranked: by `points` (or games), by `wins`, or by the `average` of points a match. `auto` ranks by points while all players have played the same number of matches, else by the average. Default: `auto`. */
  readonly rank_by?: 'auto' | 'wins' | 'points' | 'average' | null | undefined;
  /** What people call the night. Null takes the name away. */
  readonly name?: string | null | undefined;
  /** Also draws the open round again if it has no result yet. Default: false. */
  readonly redraw_open?: boolean | null | undefined;
}

/** The lineup of a court. */
export interface PlanCourt {
  /** The court. */
  readonly court: number;
  /** Its name, if it has one. */
  readonly name: string | null;
  /** The numbers of team A. */
  readonly team_a: readonly number[];
  /** The numbers of team B. */
  readonly team_b: readonly number[];
  /** The chance of team A by the present ratings. Null once there is a result, and if you may no longer see one of the players. */
  readonly win_probability_a: number | null;
  readonly result: CourtResult | null;
}

export interface PlanPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly PlanSummary[];
  readonly pagination: Pagination;
}

/** How good a plan is, and how good it can be. */
export interface PlanQuality {
  /** How often players partner someone again. */
  readonly teammate_repeats: number;
  /** No plan of this night has fewer repeats. */
  readonly teammate_lower_bound: number;
  /** How often two players meet as opponents. */
  readonly opponent_meetings: {
    /** The rarest. */
    readonly min: number;
    /** The most frequent. */
    readonly max: number;
  };
  /** The largest difference of rests between two players. */
  readonly sit_out_difference: number;
  /** The mean distance of the chances from one half. */
  readonly mean_imbalance: number | null;
  /** The largest distance of the chances from one half. */
  readonly worst_imbalance: number | null;
  /** How often two players are teammates, as pairs `[times, pairs of players]`. */
  readonly teammate_histogram: readonly (readonly number[])[];
  /** How often two players are opponents, as pairs `[times, pairs of players]`. */
  readonly opponent_histogram: readonly (readonly number[])[];
  /** No plan of this night has a smaller difference of rests. */
  readonly rest_difference_bound: number;
  /** In every plan of this night, two of the players meet at least this often. */
  readonly opponent_max_bound: number;
  /** `whist`: a proven schedule. `search`: the best that was found. `by_hand`: changed by hand. */
  readonly proof: 'whist' | 'search' | 'by_hand';
  /** Pairs of players who are never on one court. */
  readonly never_met: number;
  /** The rules that could not hold, in the order in which they give way. */
  readonly gave_way: readonly ('avoid_pairs' | 'rests' | 'fixed_pairs')[];
  /** The same in words. */
  readonly text: string;
  /** The numbers and names in the text, and the options that select its wording; docs/messages.csv lists them. Null for values that only other sentences of the same code contain. */
  readonly values: Readonly<Record<string, string | number | null>>;
}

/** The revision of the closed plan. */
export interface PlanReopening {
  /** The revision of the plan that you change. */
  readonly revision: number;
}

/** A round of a night. */
export interface PlanRound {
  /** The number of the round. */
  readonly round: number;
  /** `open`: the round that is being played. `played`: a later round was opened, or the night is closed. */
  readonly state: 'planned' | 'open' | 'played';
  /** When the round was opened: the `played_at` of its matches. Null before. */
  readonly opened_at: string | null;
  /** Whether you changed the round by hand. */
  readonly by_hand: boolean;
  /** The courts in use; empty for a mexicano round that is not drawn yet. */
  readonly courts: readonly PlanCourt[];
  /** The numbers of the players who rest. */
  readonly resting: readonly number[];
}

/** A player in the ranking, or a pair in a night of fixed pairs. The points of a pair are those of one of the two. */
export interface PlanStanding {
  /** From 1. Equal players share a rank. */
  readonly rank: number;
  /** The player’s number in the plan. */
  readonly number?: number | undefined;
  /** In a night of fixed pairs, instead of `number`: the numbers of the pair. */
  readonly numbers?: readonly number[] | undefined;
  /** The name to show; of a pair, “Ana / Bea”. */
  readonly display_name: string;
  /** Matches, pending ones included. */
  readonly played: number;
  /** Matches won. */
  readonly wins: number;
  /** Matches drawn. */
  readonly draws: number;
  /** Matches lost. */
  readonly losses: number;
  /** Points (or games) won. */
  readonly points: number;
  /** Points (or games) a match with a score; null without one. */
  readonly average: number | null;
  /** Opened rounds in which the player rested. */
  readonly rested: number;
  /** Sets won. Only in a night of fixed pairs; 0 where points are played. */
  readonly sets_won?: number | undefined;
  /** Sets lost. Only in a night of fixed pairs; 0 where points are played. */
  readonly sets_lost?: number | undefined;
  /** Games won. Only in a night of fixed pairs; 0 where points are played. */
  readonly games_won?: number | undefined;
  /** Games lost. Only in a night of fixed pairs; 0 where points are played. */
  readonly games_lost?: number | undefined;
}

/** A night to plan. */
export interface PlanSubmission {
  /** The revision that you replace; null to create a plan. */
  readonly revision?: number | null | undefined;
  /** `americano`: everyone partners everyone once where the numbers allow. `mexicano`: each round by the standings. `balanced`: every match as even as the ratings allow. `teams`: fixed pairs, each against every other. */
  readonly format: 'americano' | 'mexicano' | 'balanced' | 'teams';
  /** The players. The first one gets the number 1. */
  readonly players: readonly PlannedPlayerSubmission[];
  /** How many courts you have. */
  readonly courts: number;
  /** How many rounds to play. */
  readonly rounds: number;
  /** What is counted. Timed games that may end level are points too: each game is a point. */
  readonly scoring: 'games' | 'points';
  /** The points of a match, both pairs together. Null: a match ends by time. */
  readonly points_per_match?: number | null | undefined;
  /** Sets of a match in games: 1, or the best of 3. Default: 1. */
  readonly sets?: 1 | 3 | null | undefined;
  /** How long a round takes. The open round then has `ends_at`. */
  readonly minutes_per_round?: number | null | undefined;
  /** Until when you have the courts: information for people, which changes no draw. */
  readonly ends_at?: string | null | undefined;
  /** Pairs that always play together. For `teams`, every player is in one. */
  readonly fixed_pairs?: readonly (readonly number[])[] | null | undefined;
  /** Pairs that never play together, if that is possible. */
  readonly avoid_pairs?: readonly (readonly number[])[] | null | undefined;
  /** Who of each four by rank plays together: `1_4` against 2 and 3 (the default), or `1_3` against 2 and 4. */
  readonly mexicano_pairing?: '1_4' | '1_3' | null | undefined;
  /** How the night is ranked: by `points` (or games), by `wins`, or by the `average` of points a match. `auto` ranks by points while all players have played the same number of matches, else by the average. Default: `auto`. */
  readonly rank_by?: 'auto' | 'wins' | 'points' | 'average' | null | undefined;
  /** What people call the night. */
  readonly name?: string | null | undefined;
  /** The names of the courts, from court 1. */
  readonly courts_named?: readonly string[] | null | undefined;
  /** The `venue_label` of the matches. */
  readonly venue_label?: string | null | undefined;
  /** The `competition_type` of the matches. */
  readonly competition_type?: 'social' | 'training' | 'league' | 'tournament' | null | undefined;
  /** Whether results that are entered with a link count at once (the default), or wait for you. */
  readonly link_results?: 'complete' | 'await_confirmation' | null | undefined;
  /** Draws another plan of the same body. Default: a number that follows from the session’s reference. */
  readonly seed?: number | null | undefined;
}

/** A plan in a list. */
export interface PlanSummary {
  /** The session. */
  readonly session_external_ref: string;
  /** What people call the night. */
  readonly name: string | null;
  /** `planned`: no round was opened yet. `open`: the night is on. `closed`: it is over. */
  readonly state: 'planned' | 'open' | 'closed';
  /** The format of the night. */
  readonly format: 'americano' | 'mexicano' | 'balanced' | 'teams';
  /** How many players there are. */
  readonly players: number;
  /** How many courts there are. */
  readonly courts: number;
  /** How many rounds there are. */
  readonly rounds: number;
  /** The open round; null if none is. */
  readonly open_round: number | null;
  /** The `venue_label` of its matches. */
  readonly venue_label: string | null;
  /** When its first round was opened; null before. */
  readonly started_at: string | null;
  /** When it was created. */
  readonly created_at: string;
  /** When it last changed. */
  readonly changed_at: string;
}

/** The revision to undo. */
export interface PlanUndo {
  /** The revision of the plan that you change. */
  readonly revision: number;
}

/** A player of a night. */
export interface PlannedPlayer {
  /** The player’s number in the plan. */
  readonly number: number;
  /** The player’s id; null for an erased player. */
  readonly profile_id: string | null;
  /** The username; null for an erased player. */
  readonly username: string | null;
  /** The name to show; “Erased player” for an erased player. */
  readonly display_name: string;
  /** Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a placeholder or, in your own matches, the username. `erased`: the player was erased. */
  readonly identity: 'shown' | 'hidden' | 'erased';
  /** The first round that the player can play. */
  readonly from_round: number;
  /** The last round that the player can play; null: to the end. */
  readonly until_round: number | null;
}

/** A player of a night. */
export interface PlannedPlayerSubmission {
  /** The player’s id. Exactly one of `profile_id` and `username` is given. */
  readonly profile_id?: string | null | undefined;
  /** The player’s username, compared without case. Exactly one of `profile_id` and `username` is given. */
  readonly username?: string | null | undefined;
  /** The first round that the player can play. Default: 1, or the next round for one who joins. */
  readonly from_round?: number | null | undefined;
  /** The last round that the player can play. Default: the last round of the night. */
  readonly until_round?: number | null | undefined;
}

/** A player with the computed rating. */
export interface Player {
  /** The player’s id. */
  readonly id: string;
  /** The player’s name in paths, in lower case. */
  readonly username: string;
  /** The name to show. */
  readonly display_name: string;
  /** The country: an ISO 3166-1 alpha-2 code in upper case. */
  readonly country_code: string | null;
  /** Whether every partner may see the player. */
  readonly profile_is_public: boolean;
  /** The ids that you stored for the player, by kind. No other partner sees them. */
  readonly external_ids: readonly ExternalId[];
  readonly starting_level: StartingLevel | null;
  readonly rating: Rating;
}

/** The answer of one player. */
export interface PlayerAnswer {
  /** The player’s id; null for an erased player. */
  readonly profile_id: string | null;
  /** The player’s team. */
  readonly team: 'A' | 'B';
  /** What the player says about the result. */
  readonly answer: 'right' | 'wrong';
  /** Why it is wrong, in the player’s words. Null for `right`, and once the player is erased. */
  readonly reason: string | null;
  /** When the player answered last. */
  readonly at: string;
}

/** Up to 100 players, and the fields that they share. */
export interface PlayerBatch {
  /** Your roster to add the player to. It is created if it does not exist. */
  readonly roster_slug?: string | null | undefined;
  /** Clubs should send false for amateurs. Default: true without a roster, false with one. */
  readonly profile_is_public?: boolean | null | undefined;
  /** The country: an ISO 3166-1 alpha-2 code in upper case. */
  readonly country_code?: string | null | undefined;
  /** The players. Each is processed independently. A field of a player overrides that of the batch. */
  readonly players: readonly Registration[];
}

/** The result of one entry. In a dry run, a `created` one has no `player`. */
export interface PlayerBatchResult {
  /** Index of the entry in the list sent, from 0. */
  readonly index: number;
  /** The entry’s username in lower case; null if it is missing or not a text. */
  readonly username: string | null;
  /** `existing`: the player already existed. It is not changed, but joins the roster. `taken`: the username was that of another partner’s public player, who is erased. */
  readonly status: 'created' | 'existing' | 'taken' | 'rejected';
  readonly player: RegisteredPlayer | null;
  /** False for a public player that another partner registered: another person may have this name. Ask before you attach results to such a player. */
  readonly registered_by_you: boolean | null;
  readonly error: EntryError | null;
}

/** The results of a batch of players. */
export interface PlayerBatchResults {
  /** One result per entry, in the order sent. */
  readonly results: readonly PlayerBatchResult[];
  /** The number of entries by result. */
  readonly summary: {
    /** Players registered. */
    readonly created: number;
    /** Players that already existed, or were earlier in the batch. */
    readonly existing: number;
    /** Those of them that another partner registered. */
    readonly existing_of_others: number;
    /** Usernames of erased public players. */
    readonly taken: number;
    /** Entries rejected. */
    readonly rejected: number;
  };
}

/** A player on one page. */
export interface PlayerCard {
  /** The player. */
  readonly player: {
    /** The player’s id. */
    readonly id: string;
    /** The player’s name in paths, in lower case. */
    readonly username: string;
    /** The name to show. */
    readonly display_name: string;
    /** The country: an ISO 3166-1 alpha-2 code in upper case. */
    readonly country_code: string | null;
    /** Whether every partner may see the player. */
    readonly profile_is_public: boolean;
    /** The ids that you stored for the player, by kind. No other partner sees them. */
    readonly external_ids: readonly ExternalId[];
    readonly starting_level: StartingLevel | null;
  };
  readonly rating: Rating;
  /** The last 7, 30 and 90 days. */
  readonly windows: {
    readonly '7d': CardWindow;
    readonly '30d': CardWindow;
    readonly '90d': CardWindow;
  };
  readonly form: CardForm;
  readonly consistency: CardConsistency;
  readonly headline_insight: HeadlineInsight;
  /** The newest five matches of the player’s history, including walkovers. */
  readonly last_matches: readonly HistoryMatch[];
}

/** The partner registered a player, or a player that the partner created or had on a roster was erased. */
export interface PlayerEvent {
  /** The event’s id. It is the same whenever the event is read or sent. To continue, send the last id as `after`. */
  readonly id: string;
  /** What happened. */
  readonly type: 'player.registered' | 'player.erased';
  /** When it happened. */
  readonly created_at: string;
  /** The player, with the current names. */
  readonly data: {
    /** The player’s id; null if the player is erased. Only `player.erased` still contains it, so that you can delete the player. */
    readonly profile_id: string | null;
    /** The username; null if the player is erased or hidden from the partner. */
    readonly username: string | null;
    /** The name to show; null if the player is erased. */
    readonly display_name: string | null;
  };
}

export interface PlayerExport {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly ExportedMatch[];
  /** When this page was created. */
  readonly exported_at: string;
  readonly player: ExportedPlayer;
  /** The changes of the starting level, oldest first. */
  readonly starting_level_history: readonly {
    /** When it was changed. */
    readonly at: string;
    readonly before: StatedLevel | null;
    readonly after: StatedLevel | null;
  }[];
  /** Your rosters that the player is on. */
  readonly rosters: readonly {
    /** The roster. */
    readonly slug: string;
    /** Its name. */
    readonly name: string | null;
    /** When the player was added. */
    readonly added_at: string;
  }[];
  /** The number of other partners that stored external ids of the player. */
  readonly partners_with_external_ids: number;
  /** The number of other partners with the player on a roster. The operator knows which partners. */
  readonly partners_with_roster: number;
  /** Your shares of the player, without their codes: only hashes are stored. */
  readonly shares: readonly {
    /** When you created it. */
    readonly created_at: string;
    /** When its code expires. */
    readonly expires_at: string;
    /** When a partner redeemed it; null if not redeemed. */
    readonly redeemed_at: string | null;
  }[];
  /** Pending and voided matches, newest first, at most 100. Only on the first page. */
  readonly not_completed: readonly ExportedMatch[];
  readonly pagination: Pagination;
}

/** A player, by name. */
export interface PlayerName {
  /** The player’s id; null for an erased player. */
  readonly profile_id: string | null;
  /** The player’s username; null for an erased player. */
  readonly username: string | null;
  /** The name to show; “Erased player” for an erased player. */
  readonly display_name: string;
  /** Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a placeholder or, in your own matches, the username. `erased`: the player was erased. */
  readonly identity: 'shown' | 'hidden' | 'erased';
}

export interface PlayerPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Player[];
  readonly pagination: Pagination;
}

/** The changes. Omitted fields are not changed. A null `country_code` or `starting_level` removes it. */
export interface PlayerPatch {
  /** The name to show; null does not change it. */
  readonly display_name?: string | null | undefined;
  /** The country: an ISO 3166-1 alpha-2 code in upper case. */
  readonly country_code?: string | null | undefined;
  /** Null does not change it. False removes the player from the rosters of other partners that have not redeemed a share. */
  readonly profile_is_public?: boolean | null | undefined;
  readonly starting_level?: NewStartingLevel | null | undefined;
}

/** A player’s score history. */
export interface PlayerProgress {
  readonly player: NamedPlayer;
  /** The newest `limit` points, oldest first. */
  readonly points: readonly ProgressPoint[];
  /** A summary of the points. Without points, all scores are the current score and the change is 0. */
  readonly summary: {
    /** The score before the first point. */
    readonly first: number;
    /** The score after the last point. */
    readonly current: number;
    /** The highest score of the points. */
    readonly peak: number;
    /** The lowest score of the points. */
    readonly lowest: number;
    /** `current` minus `first`. */
    readonly change: number;
  };
}

/** The current calibration. All fields are null before the first; the model’s default values are then used. */
export interface PresentCalibration {
  /** When the pool was calibrated. */
  readonly calibrated_at: string | null;
  /** The model that the history was replayed with. */
  readonly model_version: string | null;
  /** How decisive a gap in skill is in this pool. Only predictions use it. Rounded to 4 decimals. */
  readonly steepness: number | null;
  /** How much uncertainty lowers a player’s predicted strength in this pool. Only predictions use it. Rounded to 4 decimals. */
  readonly penalty: number | null;
  /** The share of service games that are held in this pool. Rounded to 4 decimals. */
  readonly hold_rate: number | null;
  /** The number of rated matches behind it. */
  readonly matches: number | null;
  /** The number of their games with a known server. */
  readonly service_games: number | null;
}

/** How the match would change one player’s score. */
export interface PreviewedPlayer {
  /** The player’s id. */
  readonly profile_id: string;
  /** The player’s username; null for an erased player. */
  readonly username: string | null;
  /** The player’s team. */
  readonly team: 'A' | 'B';
  /** The shown score before the match. */
  readonly service_score_before: number;
  /** The shown score after the match. */
  readonly service_score_after: number;
  /** Score after minus score before. */
  readonly delta: number;
}

/** An error (RFC 9457). */
export interface Problem {
  /** The page that explains the code, relative to the address of the service. */
  readonly type: string;
  /** A summary of the code, the same for every occurrence. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** The kind of error, for programs. */
  readonly code:
    | 'malformed_json'
    | 'invalid_query'
    | 'malformed_request'
    | 'missing_credentials'
    | 'invalid_credentials'
    | 'plan_forbidden'
    | 'insufficient_scope'
    | 'test_key_required'
    | 'partner_suspended'
    | 'route_not_found'
    | 'match_not_found'
    | 'player_not_found'
    | 'session_not_found'
    | 'roster_not_found'
    | 'webhook_endpoint_not_found'
    | 'partner_not_found'
    | 'key_not_found'
    | 'operator_not_found'
    | 'cross_site_request'
    | 'person_not_found'
    | 'sign_in_not_found'
    | 'passkey_not_found'
    | 'last_manager'
    | 'too_many_people'
    | 'too_many_passkeys'
    | 'passkeys_unavailable'
    | 'import_not_found'
    | 'import_open'
    | 'import_closed'
    | 'too_many_imports'
    | 'link_may_not_score'
    | 'plan_not_found'
    | 'link_not_found'
    | 'short_code_not_found'
    | 'too_many_links'
    | 'result_conflict'
    | 'lineup_changed'
    | 'task_not_found'
    | 'too_many_tasks'
    | 'merge_not_found'
    | 'players_met'
    | 'player_in_open_plan'
    | 'merge_under_way'
    | 'preview_outdated'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'duplicate_external_ref'
    | 'invalid_transition'
    | 'revision_conflict'
    | 'sandbox_cleared'
    | 'too_many_webhook_endpoints'
    | 'share_not_found'
    | 'username_taken'
    | 'external_id_taken'
    | 'starting_level_settled'
    | 'operator_name_taken'
    | 'backup_under_way'
    | 'backup_elsewhere'
    | 'body_too_large'
    | 'not_acceptable'
    | 'unsupported_media_type'
    | 'invalid_body'
    | 'participant_not_eligible'
    | 'rate_limited'
    | 'headers_too_large'
    | 'internal_error'
    | 'not_ready'
    | 'overloaded';
  /** What went wrong, in a sentence for people. */
  readonly detail: string;
  /** The `X-Request-Id`; absent if the request could not be read. */
  readonly request_id?: string | undefined;
  /** The broken rules; always present for `invalid_body` and `invalid_query`. */
  readonly errors?: readonly Fault[] | undefined;
  /** Only with `duplicate_external_ref`: the match that has the reference. */
  readonly existing_match_id?: string | undefined;
  /** Only with `duplicate_external_ref`: whether that match has the same content, now or when it was submitted. True: you sent the same match again. False: you used the reference for two matches. */
  readonly same_content?: boolean | undefined;
  /** Only with `import_open`: the open import of the file. */
  readonly import_id?: string | undefined;
  /** Only with `external_id_taken`: the player that has the id. */
  readonly existing_profile_id?: string | undefined;
  /** Only with `external_id_taken`: the username of that player. */
  readonly existing_username?: string | undefined;
  /** Only with `invalid_transition` of a match and `duplicate_external_ref`: the status of the match. */
  readonly match_status?: string | undefined;
  /** Only with `revision_conflict`: the current revision. */
  readonly revision?: number | undefined;
  /** Only with `invalid_transition` of a mexicano: the courts without a result. */
  readonly missing?:
    | readonly {
        /** The round. */
        readonly round: number;
        /** The court. */
        readonly court: number;
      }[]
    | undefined;
  /** Only with `players_met`: how many matches have both players. */
  readonly count?: number | undefined;
  /** Only with `players_met`: the first 20 of these matches, newest first. */
  readonly match_ids?: readonly string[] | undefined;
  /** Only with `player_in_open_plan`: the sessions whose plans have the player and are not closed. */
  readonly session_external_refs?: readonly string[] | undefined;
  /** Only with `merge_under_way`: the unfinished merge. */
  readonly merge_id?: string | undefined;
  readonly current?: NightResult | null | undefined;
  readonly round?: NightRound | undefined;
  /** Only with `plan_forbidden`: the plans that include the operation. */
  readonly required_plans?: readonly string[] | undefined;
  /** Only with `insufficient_scope`: the scopes that the operation accepts. A key needs one of them. */
  readonly required_scopes?: readonly string[] | undefined;
}

/** A point of a score history. */
export interface ProgressPoint {
  /** When the match was played, or when the score changed for another cause; for a day or a week, the last of these instants. */
  readonly at: string;
  /** The match; null for days and weeks, for other partners’ matches, and for other causes. */
  readonly match_id: string | null;
  /** Why the score changed. `older_result`: an earlier match came late, was amended or voided. `starting_level`: the starting level of a player changed. A day or a week with a match has `match`. */
  readonly cause: 'match' | 'older_result' | 'starting_level';
  /** The score after the match when it was first rated: a later `older_result` has its own point. */
  readonly service_score: number;
  /** The change of the score; for a day or a week, from before its first change to after its last one. */
  readonly delta: number;
  /** One standard deviation of the score right after it, in points. */
  readonly uncertainty: number;
  /** How reliable the score was then. */
  readonly confidence_level: 'provisional' | 'low' | 'medium' | 'high' | 'very_high';
}

/** A plan that was put. */
export interface PutPlan {
  /** The plan’s id. */
  readonly id: string;
  /** The session. */
  readonly session_external_ref: string;
  /** What people call the night. */
  readonly name: string | null;
  /** Rises with each change of the plan. Results do not change it. */
  readonly revision: number;
  /** `planned`: no round was opened yet. `open`: the night is on. `closed`: it is over. */
  readonly state: 'planned' | 'open' | 'closed';
  /** The format of the night. */
  readonly format: 'americano' | 'mexicano' | 'balanced' | 'teams';
  /** The players by number. */
  readonly players: readonly PlannedPlayer[];
  /** How many courts there are. */
  readonly courts: number;
  /** All rounds of the night. */
  readonly rounds: readonly PlanRound[];
  /** What is counted. */
  readonly scoring: 'games' | 'points';
  /** The points of a match, both pairs together; null without a fixed number. */
  readonly points_per_match: number | null;
  /** Sets of a match. */
  readonly sets: number;
  /** How long a round takes. */
  readonly minutes_per_round: number | null;
  /** Until when you have the courts. */
  readonly ends_at: string | null;
  /** Pairs that always play together. */
  readonly fixed_pairs: readonly (readonly number[])[];
  /** Pairs that never play together, if possible. */
  readonly avoid_pairs: readonly (readonly number[])[];
  /** How each four by rank is paired. */
  readonly mexicano_pairing: '1_4' | '1_3';
  /** How the night is ranked, as you chose. */
  readonly rank_by: 'auto' | 'wins' | 'points' | 'average';
  /** The names of the courts. */
  readonly courts_named: readonly string[];
  /** The `venue_label` of its matches. */
  readonly venue_label: string | null;
  /** The `competition_type` of its matches. */
  readonly competition_type: 'social' | 'training' | 'league' | 'tournament' | null;
  /** Whether results by links count at once, or wait for you. */
  readonly link_results: 'complete' | 'await_confirmation';
  readonly quality: PlanQuality;
  /** The seed of the draw. */
  readonly seed: number;
  /** Whole rounds until `ends_at`, from now, or from the end of the open round. Null without `ends_at` or `minutes_per_round`. */
  readonly rounds_that_fit: number | null;
}

/** A ranked member of a roster. */
export interface RankedPlayer {
  /** 1, 2, 3 in the order of the list. Equal scores do not share a rank: they are ordered by uncertainty, then username. */
  readonly rank: number;
  /** The rank before the window, among the players ranked now who had played by then; else null. */
  readonly previous_rank: number | null;
  /** The player’s id. */
  readonly profile_id: string;
  /** The player’s username. */
  readonly username: string;
  /** The name to show. */
  readonly display_name: string;
  readonly starting_level: StartingLevel | null;
  readonly rating: Rating;
  /** The change of the score over the window. */
  readonly service_score_change: number;
}

/** The share that was won, with its confidence interval. */
export interface Rate {
  /** `won` divided by `played`; null if `played` is below 5. */
  readonly value: number | null;
  /** The number won. */
  readonly won: number;
  /** The number played. */
  readonly played: number;
  /** The 95% confidence interval (Wilson): low and high end. Null if `value` is null. */
  readonly interval: readonly number[] | null;
}

/** A player’s computed rating. */
export interface Rating {
  /** The score, 0 to 3000; a new player has 1500, or 1385 to 1615 with a starting level. */
  readonly service_score: number;
  /** The score on the scale of `GET /v1/scale`, from 0 to 7 with two decimals. Order and differences are in points. */
  readonly level: number;
  /** How reliable the score is at the time of the request. */
  readonly confidence_level: 'provisional' | 'low' | 'medium' | 'high' | 'very_high';
  /** The level in words. */
  readonly confidence_label: string;
  /** Rated matches so far. */
  readonly matches_played: number;
  /** One standard deviation of the score, in points, at the time of the request. It grows with inactivity. */
  readonly uncertainty: number;
  /** The share of all non-provisional players of the service with a lower score, in percent, rounded down. At most an hour old. Null for a player who is provisional or inactive. */
  readonly percentile: number | null;
  /** When the last rated match was played; null before the first. */
  readonly last_played_at: string | null;
  /** `settled`: final for the current history. `settling`: an unsettled change of past matches reaches a match of the player. */
  readonly rating_status: 'settled' | 'settling';
}

/** How the match changed the player’s score. Null unless the match is completed and rated; null for hidden and erased players. Provisional while `rating_status` is `settling`: a late match that is not settled within its request shows its effect on the current scores. The exact change is computed in the background. */
export interface RatingChange {
  /** The shown score before the match. */
  readonly service_score_before: number;
  /** The shown score after the match. */
  readonly service_score_after: number;
  /** Score after minus score before. */
  readonly delta: number;
}

/** A stored value that differs from the replay. */
export interface RatingDifference {
  /** The match of the ledger; null for a player’s current rating. */
  readonly match_id: string | null;
  /** The player; null if the value is not of a single player. */
  readonly player_id: string | null;
  /** The column. `ledger_row`, `rating_row`, `history_row` or `mark`: a whole row is missing (`absent`), or should not exist (`present`). `history_row`: a match in the history of its player, with its result: 1 won, 0 drawn, -1 lost, `none` for a walkover. `mark`: the player’s ratings should be settling from this match on. */
  readonly field: string;
  /** The stored value. */
  readonly stored: number | string | null;
  /** The value after a replay of the history. While a match is settling: the value after the player’s previous match. */
  readonly replayed: number | string | null;
  /** The bits of the stored value as 16 hex digits, if it is a double; decimal digits may hide a difference. */
  readonly stored_bits: string | null;
  /** The bits of the replayed value as 16 hex digits, if it is a double; decimal digits may hide a difference. */
  readonly replayed_bits: string | null;
}

/** The rating of a player that the partner created or has on a roster has changed. */
export interface RatingEvent {
  /** The event’s id. It is the same whenever the event is read or sent. To continue, send the last id as `after`. */
  readonly id: string;
  /** What happened. */
  readonly type: 'rating.updated';
  /** When it happened. */
  readonly created_at: string;
  /** The change. */
  readonly data: {
    /** The player’s id; null if the player is erased. Only `player.erased` still contains it, so that you can delete the player. */
    readonly profile_id: string | null;
    /** The username; null if the player is erased or hidden from the partner. */
    readonly username: string | null;
    /** Increases with each change of the player’s rating, with gaps. The highest is the latest. */
    readonly sequence: number;
    /** The match that changed the rating, if you submitted it and the player took part. Null for other partners’ matches, and if a settlement or matches of other players changed the rating. */
    readonly match_id: string | null;
    /** The shown score before the change, 0 to 3000; null if the player is erased. */
    readonly service_score_before: number | null;
    /** The shown score after the change, 0 to 3000; null if the player is erased. */
    readonly service_score_after: number | null;
  };
}

/** A player as registered. */
export interface RegisteredPlayer {
  /** The player’s id. */
  readonly id: string;
  /** The player’s name in paths, in lower case. */
  readonly username: string;
  /** The name to show. */
  readonly display_name: string;
  /** The country: an ISO 3166-1 alpha-2 code in upper case. */
  readonly country_code: string | null;
  /** Whether every partner may see the player. */
  readonly profile_is_public: boolean;
  /** The ids that you stored for the player, by kind. No other partner sees them. */
  readonly external_ids: readonly ExternalId[];
  readonly starting_level: StartingLevel | null;
  readonly rating: Rating;
  /** The slugs of your rosters with the player; the first 100. */
  readonly rosters: readonly string[];
  /** False for a public player that another partner registered: another person may have this name. Ask before you attach results to such a player. */
  readonly registered_by_you: boolean;
}

/** A player to register. */
export interface Registration {
  /** The unique name: 2–40 characters, compared without case and returned in lower case. */
  readonly username: string;
  /** The name to show. Default: the username. */
  readonly display_name?: string | null | undefined;
  /** The country: an ISO 3166-1 alpha-2 code in upper case. */
  readonly country_code?: string | null | undefined;
  /** Clubs should send false for amateurs. Default: true without a roster, false with one. */
  readonly profile_is_public?: boolean | null | undefined;
  /** Your roster to add the player to. It is created if it does not exist. */
  readonly roster_slug?: string | null | undefined;
  /** The player’s ids in your other systems, at most one of a kind. An existing player gets those of kinds that it has not. */
  readonly external_ids?:
    | readonly {
        /** The system that the id is from, in your words. */
        readonly kind: string;
        /** The player’s id in that system. Compared exactly. */
        readonly value: string;
      }[]
    | null
    | undefined;
  readonly starting_level?: NewStartingLevel | null | undefined;
}

/** The result of a rebuild of all ratings. */
export interface ReplayResult {
  /** The model of all ratings now. */
  readonly model_version: string;
  /** Matches that were rated again. */
  readonly matches: number;
  readonly calibration: Calibration;
}

export interface ResultRemoval {
  /** The `revision` of the result that you saw. If the court has another one, nothing is removed. Null if you saw none. Without it, any result is removed. */
  readonly seen?: number | null | undefined;
  /** Why. It is stored with the match and in its audit trail. */
  readonly reason?: string | null | undefined;
}

/** The result of a court. */
export interface ResultSubmission {
  /** The `revision` of the result that you saw at this court; null if you saw none. Required. */
  readonly seen: number | null;
  /** Who played, as you saw it. */
  readonly players: {
    /** The numbers of team A. */
    readonly A: readonly number[];
    /** The numbers of team B. */
    readonly B: readonly number[];
  };
  /** The scoreline. The team that won more sets (if equal, more games) must be the winner. */
  readonly set_scores?: readonly SetScoreSubmission[] | null | undefined;
  /** The winner. Only needed where the score does not decide. */
  readonly winning_team?: 'A' | 'B' | null | undefined;
  /** Default: `played`. As in a submission of a match. */
  readonly outcome?: 'played' | 'retired' | 'walkover' | null | undefined;
}

/** A partner’s named group of players. */
export interface Roster {
  /** The roster’s name in paths. */
  readonly slug: string;
  /** A name to show, if it has one. */
  readonly name: string | null;
  /** The number of players on it. */
  readonly members: number;
  /** When it was created. */
  readonly created_at: string;
}

/** A player on a roster. */
export interface RosterMember {
  /** The player’s id. */
  readonly profile_id: string;
  /** The player’s username. */
  readonly username: string;
  /** The name to show. */
  readonly display_name: string;
  /** Whether every partner may see the player. */
  readonly profile_is_public: boolean;
  /** When the player was added. */
  readonly added_at: string;
}

export interface RosterMemberPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly RosterMember[];
  readonly pagination: Pagination;
}

export interface RosterPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Roster[];
  readonly pagination: Pagination;
}

/** A roster to create or rename. */
export interface RosterPut {
  /** A name to show. If left out, an existing roster keeps its name; null removes the name. */
  readonly name?: string | null | undefined;
}

/** How to open a round. */
export interface RoundOpening {
  /** Draws a mexicano round although results are missing. Default: false. */
  readonly without_missing?: boolean | null | undefined;
}

/** A round made by hand. */
export interface RoundSubmission {
  /** The revision of the plan that you change. */
  readonly revision: number;
  /** The lineups. Everyone else rests. */
  readonly courts: readonly {
    /** The court. */
    readonly court: number;
    /** The numbers of team A. */
    readonly team_a: readonly number[];
    /** The numbers of team B. */
    readonly team_b: readonly number[];
  }[];
}

/** The number of rows by state. */
export interface RowCounts {
  /** Rows that created a match. */
  readonly created: number;
  /** Rows that agree with a stored match. */
  readonly duplicate: number;
  /** Rows that contradict the stored match with their reference. */
  readonly conflict: number;
  /** Rows whose match is voided. */
  readonly voided: number;
  /** Rows with warnings that wait for `confirmed`. */
  readonly held: number;
  /** Rows with problems. */
  readonly rejected: number;
}

/** Why the client could not read a row. It is stored and returned, never interpreted. */
export interface RowFault {
  /** A code of the client. */
  readonly code: string;
  /** What the client’s sentence contains: at most 2 KiB of JSON. */
  readonly values?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A partner’s sandbox: its clock, and the number of objects in it. */
export interface Sandbox {
  /** The current time in the sandbox. */
  readonly now: string;
  /** How far its clock is ahead of the service’s, in seconds; negative if behind, 0 if never moved. */
  readonly clock_ahead_seconds: number;
  /** The number of players. */
  readonly players: number;
  /** The number of matches of any status. */
  readonly matches: number;
  /** The number of rosters. */
  readonly rosters: number;
  /** When it was first used, by the service’s clock. */
  readonly created_at: string;
  /** When it was last cleared, by the service’s clock; null if never. */
  readonly cleared_at: string | null;
}

/** The new time of the clock. Send exactly one of the two fields. */
export interface SandboxClock {
  /** The new time, from 1970 to 2999. The clock continues from there. */
  readonly now?: string | null | undefined;
  /** How far to move the clock ahead, in seconds. */
  readonly advance_seconds?: number | null | undefined;
}

/** How scores are shown as levels. */
export interface Scale {
  /** The name of the scale. */
  readonly name: string;
  /** The knots, with straight lines between them. Scores are whole and rise from 0 to 3000. Levels rise, too: from 0 to 7, with at most two decimals, by at most 0.01 a point. */
  readonly points: readonly (readonly number[])[];
  /** Rises with every change of the scale. */
  readonly version: number;
  /** What a level is, for people. */
  readonly text: string;
}

/** The scoreline of a match. */
export interface Scoreline {
  /** The match. */
  readonly match_id: string;
  /** When it was played. */
  readonly played_at: string;
  /** The team that won; null for a draw. */
  readonly winning_team: 'A' | 'B' | null;
  /** The sets, the winner’s games first; for a draw, team A’s games first. */
  readonly set_scores: string;
  /** The losers’ share of all games; 0.5 for a draw. */
  readonly games_share_loser: number;
  /** The players of both teams. */
  readonly players: {
    /** The players of team A. */
    readonly A: readonly PlayerName[];
    /** The players of team B. */
    readonly B: readonly PlayerName[];
  };
}

/** How to rotate a secret. */
export interface SecretRotation {
  /** How long deliveries are also signed with the old secret; 0 ends that now. Default: a day. */
  readonly overlap_seconds?: number | null | undefined;
}

/** A player’s results of the session. */
export interface SessionLeaderboardRow {
  /** From 1. Players that are equal in all three ranking numbers share a rank. */
  readonly rank: number;
  /** The player’s id; null for an erased player. */
  readonly profile_id: string | null;
  /** The player’s username; null for an erased player. */
  readonly username: string | null;
  /** The name to show; “Erased player” for an erased player. */
  readonly display_name: string;
  /** Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a placeholder or, in your own matches, the username. `erased`: the player was erased. */
  readonly identity: 'shown' | 'hidden' | 'erased';
  /** Whether the player had no rated match before this session. */
  readonly first_session: boolean;
  readonly note: FirstSessionNote | null;
  /** Completed matches. */
  readonly played: number;
  /** Matches won. */
  readonly wins: number;
  /** Matches drawn. */
  readonly draws: number;
  /** Matches lost. */
  readonly losses: number;
  /** Wins divided by wins and losses; null if there are none. */
  readonly win_rate: number | null;
  /** Expected wins in the player’s rated matches, from the ratings before each match. Null if you may no longer see one of their players. */
  readonly expected_wins: number | null;
  /** Sets won. */
  readonly sets_won: number;
  /** Sets lost. */
  readonly sets_lost: number;
  /** Games (or points) won. */
  readonly games_won: number;
  /** Games (or points) lost. */
  readonly games_lost: number;
  /** Games won minus games lost. */
  readonly games_difference: number;
  /** Games (or points) won a match with a score; null without one. */
  readonly average: number | null;
  /** The change of the score over the session’s matches; null for a player that you may no longer see. */
  readonly service_score_change: number | null;
  /** How reliable the score was after the player’s last rated match of the session: while it is `provisional`, the change only places the player. Null without a rated match, and for a player that you may no longer see. */
  readonly confidence_level: 'provisional' | 'low' | 'medium' | 'high' | 'very_high' | null;
}

export interface SessionPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly SessionSummary[];
  readonly pagination: Pagination;
}

/** The results of two players together. */
export interface SessionPair {
  /** The rank in a night of fixed pairs; else null. */
  readonly rank: number | null;
  /** The two players, by username. */
  readonly players: readonly PlayerName[];
  /** Completed matches together. At least 3, except in a night of fixed pairs. */
  readonly played: number;
  /** Matches won together. */
  readonly wins: number;
  /** Matches drawn together. */
  readonly draws: number;
  /** Matches lost together. */
  readonly losses: number;
  /** Wins divided by wins and losses; null if there are none. */
  readonly win_rate: number | null;
  /** Sets won. */
  readonly sets_won: number;
  /** Sets lost. */
  readonly sets_lost: number;
  /** Games (or points) won: those of one of the two. */
  readonly games_won: number;
  /** Games (or points) lost. */
  readonly games_lost: number;
  /** Games (or points) won a match with a score; null without one. */
  readonly average: number | null;
}

/** The summary of a session. */
export interface SessionRecap {
  /** The session. */
  readonly session_external_ref: string;
  /** What people call the night: the name of its plan; null without one. */
  readonly name: string | null;
  /** The day of `started_at` in the time zone of the request, else of the partner. */
  readonly day: string | null;
  /** The most common venue, without walkovers; if several are equally common, that of the latest match. */
  readonly venue_label: string | null;
  /** The most common kind of competition, chosen in the same way. */
  readonly competition_type: string | null;
  /** `played_at` of the first completed match. */
  readonly started_at: string | null;
  /** `played_at` of the last completed match. */
  readonly ended_at: string | null;
  /** The session’s matches by status. */
  readonly matches: {
    /** Completed matches. The recap is based on them. */
    readonly completed: number;
    /** Matches that are not confirmed yet. */
    readonly pending: number;
    /** Voided matches. */
    readonly voided: number;
  };
  /** All players of the session. */
  readonly unique_players: {
    /** The number of players. */
    readonly count: number;
    /** The players by username: `limit` of them, starting at `offset`. */
    readonly players: readonly PlayerName[];
  };
  /** The mean duration of the matches that have one, without walkovers, to one decimal. */
  readonly average_duration_minutes: number | null;
  /** The number of matches with a duration, without walkovers. */
  readonly duration_sample: number;
  /** The closest and the most lopsided match that was played to the end; if several are equal, the latest. A draw is never the most lopsided. `closest` is null if it would be the same match. */
  readonly scorelines: {
    readonly closest: Scoreline | null;
    readonly most_lopsided: Scoreline | null;
    /** Matches in which the losers won at least 43% of the games. */
    readonly close_matches: number;
    /** Matches in which the losers won at most 25% of the games. */
    readonly lopsided_matches: number;
  };
  /** The same as `rank_by`. */
  readonly ranked_by: 'wins' | 'points' | 'average';
  /** How the leaderboard is ranked: as requested, else as planned. Without both: by `points` if all scorelines are in points, else by `wins`. */
  readonly rank_by: 'wins' | 'points' | 'average';
  /** The setting of the plan; null without a plan. */
  readonly rank_by_setting: 'auto' | 'wins' | 'points' | 'average' | null;
  /** Ranked by wins (a draw counts as half a win), then win rate, then games difference. Or ranked by games (or points) won, then their difference, then wins; `average` ranks by the same numbers a match. Ties are listed by username. `limit` rows, starting at `offset`. */
  readonly leaderboard: readonly SessionLeaderboardRow[];
  readonly most_over_expected: OverExpected | null;
  /** Pairs with at least three matches together, by wins (a draw counts as half a win), then win rate, then usernames. In a night of fixed pairs: those pairs, by rank. `limit` pairs, starting at `offset`. */
  readonly pairs: readonly SessionPair[];
  readonly biggest_upset: Upset | null;
}

/** A session in a list. */
export interface SessionSummary {
  /** The partner’s reference of the session. */
  readonly session_external_ref: string;
  /** What people call the night: the name of its plan; null without one. */
  readonly name: string | null;
  /** `played_at` of the first match. */
  readonly started_at: string;
  /** `played_at` of the last match. */
  readonly ended_at: string;
  /** Completed and pending matches. */
  readonly matches: number;
  /** Different players in them. */
  readonly players: number;
  /** The most common venue of its completed matches, as in the recap. */
  readonly venue_label: string | null;
}

/** The score of one set. */
export interface SetScore {
  /** Number of the set in the match, from 1. */
  readonly set_number: number;
  /** Games (or points) of team A. */
  readonly team_a_games: number;
  /** Games (or points) of team B. */
  readonly team_b_games: number;
  /** Winners of the games in the order of play; null if they were not sent. */
  readonly game_winners: readonly ('A' | 'B')[] | null;
  /** The team that served first in the set, if it was sent. */
  readonly first_server_team: 'A' | 'B' | null;
}

/** The score of one set. */
export interface SetScoreSubmission {
  /** Number of the set in the match, from 1 without gaps. You may send sets in any order. */
  readonly set_number: number;
  /** Games (or points) won by team A in the set. */
  readonly team_a_games: number;
  /** Games (or points) won by team B in the set. */
  readonly team_b_games: number;
  /** Winners of the games in the order of play. They must add up to the score of the set. */
  readonly game_winners?: readonly ('A' | 'B')[] | null | undefined;
  /** The team that served the first game of the set. Teams then alternate. */
  readonly first_server_team?: 'A' | 'B' | null | undefined;
}

/** The progress of the settlement. */
export interface SettlementState {
  /** `settled`: all ratings are final for the current history. `settling`: some will still change. */
  readonly rating_status: 'settled' | 'settling';
  /** The model of all ratings. */
  readonly model_version: string;
  /** Players whose ratings will still be settled. */
  readonly players: number;
  /** When the earliest change was made that is not settled; null if all are. */
  readonly since: string | null;
  /** True while a rebuild marks the players and compares the ledger with the matches. Everything is `settling` until then. */
  readonly is_rebuilding: boolean;
}

/** A permission for one other partner. */
export interface Share {
  /** Lets one other partner add the player to a roster, once. It is shown only once. */
  readonly share_code: string;
  /** When the code expires. */
  readonly expires_at: string;
}

/** A share to redeem. */
export interface ShareRedemption {
  /** The code from the partner that created the player. */
  readonly share_code: string;
}

/** How long a share lasts. */
export interface ShareRequest {
  /** How long the code can be redeemed, in hours. */
  readonly expires_in_hours?: number | null | undefined;
}

/** The link that a short code leads to. */
export interface ShortCodeAnswer {
  /** The token. It is shown only once: the service stores only its SHA-256. */
  readonly token: string;
}

/** A short code. */
export interface ShortCodeSubmission {
  /** The code, in upper or lower case. */
  readonly code: string;
}

/** A browser in which a person is signed in. */
export interface SignIn {
  /** The sign-in’s id. */
  readonly id: string;
  /** The device, as its user or the page calls it. */
  readonly device: string | null;
  /** When it began. */
  readonly created_at: string;
  /** When it was last used, accurate to a minute. */
  readonly last_used_at: string;
  /** When it ends: 30 days after its last use, at the latest 365 days after it began. */
  readonly expires_at: string;
}

/** The statement about the player before the first match. */
export interface StartingLevel {
  /** A level on the scale of `GET /v1/scale`, with at most two decimals, or a whole `service_score`. */
  readonly value: number;
  /** What `value` is. */
  readonly scale: 'level' | 'service_score';
  /** Who stated it; null if you did not register the player. */
  readonly source: 'self' | 'coach' | 'other_app' | null;
  /** The points that it was converted to when it was stated. Ratings read nothing else. */
  readonly service_score: number;
  /** When it was stated; null if you did not register the player. */
  readonly stated_at: string | null;
}

/** A starting level as sent. */
export interface StatedLevel {
  /** A level on the scale of `GET /v1/scale`, with at most two decimals, or a whole `service_score`. */
  readonly value: number;
  /** What `value` is. */
  readonly scale: 'level' | 'service_score';
  /** Who stated it. */
  readonly source: 'self' | 'coach' | 'other_app';
  /** The points that it was converted to. */
  readonly service_score: number;
}

/** A task that takes seconds to minutes. It does not depend on the connection that started it. */
export interface Task {
  /** The task’s id. */
  readonly id: string;
  /** Of operators: `verify` recomputes all ratings and compares them with the stored ones. `replay` rebuilds all ratings, then calibrates. `calibrate` measures the pool’s steepness, penalty and hold rate. `audit` verifies every audit trail, and compares each match with the sum of its entries. Of partners: `import_undo` voids the matches of an import, `merge` gives the matches of one player to another, and `merge_undo` gives them back. */
  readonly kind: 'verify' | 'replay' | 'calibrate' | 'audit' | 'import_undo' | 'merge' | 'merge_undo';
  /** One task of the operators runs at a time, and one of each partner; the others are `queued`, oldest first. If the process stops, its task is `queued` again, and `failed` after five crashes in a row without progress. A verification is `done` even if it finds differences: read `result`. */
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly subject: TaskSubject | null;
  readonly progress: TaskProgress | null;
  /** The result of a `done` task, by its kind; else null. */
  readonly result:
    | VerificationResult
    | ReplayResult
    | Calibration
    | AuditVerification
    | ImportUndoResult
    | MergeResult
    | MergeUndoResult
    | null;
  readonly error: TaskError | null;
  /** When it was requested. */
  readonly created_at: string;
  /** When it was last started. */
  readonly started_at: string | null;
  /** When it ended or was cancelled. */
  readonly ended_at: string | null;
}

/** The reason why a task failed. */
export interface TaskError {
  /** A code of the error registry. */
  readonly code:
    | 'malformed_json'
    | 'invalid_query'
    | 'malformed_request'
    | 'missing_credentials'
    | 'invalid_credentials'
    | 'plan_forbidden'
    | 'insufficient_scope'
    | 'test_key_required'
    | 'partner_suspended'
    | 'route_not_found'
    | 'match_not_found'
    | 'player_not_found'
    | 'session_not_found'
    | 'roster_not_found'
    | 'webhook_endpoint_not_found'
    | 'partner_not_found'
    | 'key_not_found'
    | 'operator_not_found'
    | 'cross_site_request'
    | 'person_not_found'
    | 'sign_in_not_found'
    | 'passkey_not_found'
    | 'last_manager'
    | 'too_many_people'
    | 'too_many_passkeys'
    | 'passkeys_unavailable'
    | 'import_not_found'
    | 'import_open'
    | 'import_closed'
    | 'too_many_imports'
    | 'link_may_not_score'
    | 'plan_not_found'
    | 'link_not_found'
    | 'short_code_not_found'
    | 'too_many_links'
    | 'result_conflict'
    | 'lineup_changed'
    | 'task_not_found'
    | 'too_many_tasks'
    | 'merge_not_found'
    | 'players_met'
    | 'player_in_open_plan'
    | 'merge_under_way'
    | 'preview_outdated'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'duplicate_external_ref'
    | 'invalid_transition'
    | 'revision_conflict'
    | 'sandbox_cleared'
    | 'too_many_webhook_endpoints'
    | 'share_not_found'
    | 'username_taken'
    | 'external_id_taken'
    | 'starting_level_settled'
    | 'operator_name_taken'
    | 'backup_under_way'
    | 'backup_elsewhere'
    | 'body_too_large'
    | 'not_acceptable'
    | 'unsupported_media_type'
    | 'invalid_body'
    | 'participant_not_eligible'
    | 'rate_limited'
    | 'headers_too_large'
    | 'internal_error'
    | 'not_ready'
    | 'overloaded';
  /** The error, in a sentence. */
  readonly detail: string;
}

export interface TaskPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Task[];
  readonly pagination: Pagination;
}

/** The progress of a task, updated about once a second. */
export interface TaskProgress {
  /** The number of entries done. It never falls in a partner’s task; an operator’s may restart at 0. */
  readonly done: number;
  /** The approximate number of entries; null if unknown. */
  readonly total: number | null;
}

/** What a partner’s task works on. */
export interface TaskSubject {
  /** An import or a merge. */
  readonly type: 'import' | 'merge';
  /** Its id. */
  readonly id: string;
}

/** A plan before its last change. */
export interface UndonePlan {
  /** The plan’s id. */
  readonly id: string;
  /** The session. */
  readonly session_external_ref: string;
  /** What people call the night. */
  readonly name: string | null;
  /** Rises with each change of the plan. Results do not change it. */
  readonly revision: number;
  /** `planned`: no round was opened yet. `open`: the night is on. `closed`: it is over. */
  readonly state: 'planned' | 'open' | 'closed';
  /** The format of the night. */
  readonly format: 'americano' | 'mexicano' | 'balanced' | 'teams';
  /** The players by number. */
  readonly players: readonly PlannedPlayer[];
  /** How many courts there are. */
  readonly courts: number;
  /** All rounds of the night. */
  readonly rounds: readonly PlanRound[];
  /** What is counted. */
  readonly scoring: 'games' | 'points';
  /** The points of a match, both pairs together; null without a fixed number. */
  readonly points_per_match: number | null;
  /** Sets of a match. */
  readonly sets: number;
  /** How long a round takes. */
  readonly minutes_per_round: number | null;
  /** Until when you have the courts. */
  readonly ends_at: string | null;
  /** Pairs that always play together. */
  readonly fixed_pairs: readonly (readonly number[])[];
  /** Pairs that never play together, if possible. */
  readonly avoid_pairs: readonly (readonly number[])[];
  /** How each four by rank is paired. */
  readonly mexicano_pairing: '1_4' | '1_3';
  /** How the night is ranked, as you chose. */
  readonly rank_by: 'auto' | 'wins' | 'points' | 'average';
  /** The names of the courts. */
  readonly courts_named: readonly string[];
  /** The `venue_label` of its matches. */
  readonly venue_label: string | null;
  /** The `competition_type` of its matches. */
  readonly competition_type: 'social' | 'training' | 'league' | 'tournament' | null;
  /** Whether results by links count at once, or wait for you. */
  readonly link_results: 'complete' | 'await_confirmation';
  readonly quality: PlanQuality;
  /** The seed of the draw. */
  readonly seed: number;
  /** The change that is undone. */
  readonly undone: {
    /** What is undone. `opened`: a round was opened. `players`: players joined, left or were replaced. `courts`, `rounds`, `rank_by`: that setting. `by_hand`: a round was changed by hand. `closed`: the night was closed, or reopened. `settings`: other settings, or several. */
    readonly change: 'opened' | 'players' | 'courts' | 'rounds' | 'rank_by' | 'by_hand' | 'closed' | 'settings';
    /** The round that was opened, changed by hand or drawn again; else null. */
    readonly round: number | null;
  };
}

/** A member who is not ranked yet, because the confidence is provisional. */
export interface UnrankedPlayer {
  /** The player’s id. */
  readonly profile_id: string;
  /** The player’s username. */
  readonly username: string;
  /** The name to show. */
  readonly display_name: string;
  readonly starting_level: StartingLevel | null;
  readonly rating: Rating;
  /** The change of the score over the window. */
  readonly service_score_change: number;
  /** The minimum number of rated matches still needed: three minus those played, but at least 1. More may be needed, because the score must also be certain enough. */
  readonly matches_to_rank: number;
}

/** The least likely win with a probability below 0.5, of rated matches that were played to the end; null if there is none. `set_scores` and `games_share_loser` are null without a scoreline. */
export interface Upset {
  /** The match. */
  readonly match_id: string;
  /** When it was played. */
  readonly played_at: string;
  /** The team that won; null for a draw. */
  readonly winning_team: 'A' | 'B' | null;
  /** The sets, the winner’s games first; for a draw, team A’s games first. */
  readonly set_scores: string | null;
  /** The losers’ share of all games; 0.5 for a draw. */
  readonly games_share_loser: number | null;
  /** The players of both teams. */
  readonly players: {
    /** The players of team A. */
    readonly A: readonly PlayerName[];
    /** The players of team B. */
    readonly B: readonly PlayerName[];
  };
  /** The winners’ predicted win probability before the match. */
  readonly winner_probability: number;
}

/** The usage of a key, or of the people of a partner, on a day. */
export interface Usage {
  /** The day, in UTC. */
  readonly day: string;
  /** The partner. */
  readonly partner_id: string;
  /** The key; null for all people of the partner. */
  readonly key_id: string | null;
  /** Requests, including rejected ones. */
  readonly requests: number;
  /** Requests rejected because of the rate limit. */
  readonly rate_limited: number;
  /** Units of the rate limit used. */
  readonly units: number;
  /** Submitted matches that were stored. */
  readonly matches_stored: number;
  /** Submitted matches that were not stored, because their reference was already used. */
  readonly matches_duplicate: number;
  /** Submitted matches that were rejected. */
  readonly matches_rejected: number;
}

export interface UsagePage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly Usage[];
  readonly pagination: Pagination;
}

/** The result of a verification. */
export interface VerificationResult {
  /** Rated matches that were replayed. */
  readonly matches: number;
  /** Players whose current rating was checked. */
  readonly players: number;
  /** Replayed matches whose ratings a settlement will still change. They are not compared with the replay, except their model inputs. */
  readonly unsettled: number;
  /** Checked players whose current rating a settlement will still change. It is not compared with the replay. */
  readonly unsettled_players: number;
  /** Stored values that differ from the replay. */
  readonly differences: number;
  /** The first 20 differences, in the order of the history, then of current ratings. */
  readonly examples: readonly RatingDifference[];
  /** The model of the replay. */
  readonly model_version: string;
}

/** The reason for voiding a match. */
export interface VoidRequest {
  /** Why the match is voided. It is stored with the match and in its audit trail. */
  readonly reason: string;
}

/** An attempt to deliver an event. It stores neither the event nor the receiver’s response. */
export interface WebhookDelivery {
  /** The delivery’s id. */
  readonly id: string;
  /** The id of the event. */
  readonly event_id: string;
  /** The type of the event. */
  readonly event_type:
    | 'match.pending'
    | 'match.disputed'
    | 'match.confirmation_changed'
    | 'match.completed'
    | 'match.amended'
    | 'match.voided'
    | 'rating.updated'
    | 'player.registered'
    | 'player.erased'
    | 'webhook_endpoint.disabled';
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** When the attempt began. */
  readonly at: string;
  /** How long it took, in ms. */
  readonly duration_ms: number;
  /** The receiver’s status code; null without a response. */
  readonly status_code: number | null;
  /** Null: delivered. Else `timeout` (no connection in 5 s, or no status in 15 s), `refused`, `reset`, `unreachable`, `dns`, `private_address` (the name resolves to a private network), `tls`, `protocol` (not HTTP), `redirect` (3xx; not followed), `gone` (410), `status` (any other), `failed`. */
  readonly error:
    | 'timeout'
    | 'refused'
    | 'reset'
    | 'unreachable'
    | 'dns'
    | 'private_address'
    | 'tls'
    | 'protocol'
    | 'redirect'
    | 'gone'
    | 'status'
    | 'failed'
    | null;
  /** Whether the receiver replied with 2xx. */
  readonly delivered: boolean;
}

export interface WebhookDeliveryPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly WebhookDelivery[];
  readonly pagination: Pagination;
}

/** A receiver of the partner’s events, without its secret. */
export interface WebhookEndpoint {
  /** The endpoint’s id. */
  readonly id: string;
  /** The https URL of a receiver on the internet. Addresses of private networks are rejected: here if the URL contains one, else when a delivery connects. */
  readonly url: string;
  /** The types of events to send. Null: all types, including types that are added later. */
  readonly event_types:
    | readonly (
        | 'match.pending'
        | 'match.disputed'
        | 'match.confirmation_changed'
        | 'match.completed'
        | 'match.amended'
        | 'match.voided'
        | 'rating.updated'
        | 'player.registered'
        | 'player.erased'
        | 'webhook_endpoint.disabled'
      )[]
    | null;
  /** Whether events are sent. */
  readonly enabled: boolean;
  /** Why nothing is sent. `requested`: you disabled it. `gone`: the receiver replied 410. `failing`: every attempt failed for three days. Null if the endpoint is enabled. */
  readonly disabled_reason: 'requested' | 'gone' | 'failing' | null;
  /** When the endpoint was disabled; null if it is enabled. */
  readonly disabled_at: string | null;
  /** Since when every attempt has failed; null if the last one succeeded (2xx), or there was none. */
  readonly failing_since: string | null;
  /** When an event was last delivered; null before the first. */
  readonly last_delivered_at: string | null;
  /** Until when deliveries are also signed with the previous secret; null if there is none. */
  readonly previous_secret_expires_at: string | null;
  /** When it was created. */
  readonly created_at: string;
}

export interface WebhookEndpointPage {
  /** The entries of this page, in the list’s order. */
  readonly data: readonly WebhookEndpoint[];
  readonly pagination: Pagination;
}

/** The changes. Omitted fields are not changed. If `event_types` is null, all types are sent. */
export interface WebhookEndpointPatch {
  /** The https URL of a receiver on the internet. Addresses of private networks are rejected: here if the URL contains one, else when a delivery connects. */
  readonly url?: string | undefined;
  /** The types of events to send. Null: all types, including types that are added later. */
  readonly event_types?:
    | readonly (
        | 'match.pending'
        | 'match.disputed'
        | 'match.confirmation_changed'
        | 'match.completed'
        | 'match.amended'
        | 'match.voided'
        | 'rating.updated'
        | 'player.registered'
        | 'player.erased'
        | 'webhook_endpoint.disabled'
      )[]
    | null
    | undefined;
  /** False stops the deliveries. True resumes with the first undelivered event that is still stored. If the endpoint is already enabled, true retries waiting events at once. */
  readonly enabled?: boolean | undefined;
}

/** A receiver of the partner’s events, with its new secret. */
export interface WebhookEndpointWithSecret {
  /** The endpoint’s id. */
  readonly id: string;
  /** The https URL of a receiver on the internet. Addresses of private networks are rejected: here if the URL contains one, else when a delivery connects. */
  readonly url: string;
  /** The types of events to send. Null: all types, including types that are added later. */
  readonly event_types:
    | readonly (
        | 'match.pending'
        | 'match.disputed'
        | 'match.confirmation_changed'
        | 'match.completed'
        | 'match.amended'
        | 'match.voided'
        | 'rating.updated'
        | 'player.registered'
        | 'player.erased'
        | 'webhook_endpoint.disabled'
      )[]
    | null;
  /** Whether events are sent. */
  readonly enabled: boolean;
  /** Why nothing is sent. `requested`: you disabled it. `gone`: the receiver replied 410. `failing`: every attempt failed for three days. Null if the endpoint is enabled. */
  readonly disabled_reason: 'requested' | 'gone' | 'failing' | null;
  /** When the endpoint was disabled; null if it is enabled. */
  readonly disabled_at: string | null;
  /** Since when every attempt has failed; null if the last one succeeded (2xx), or there was none. */
  readonly failing_since: string | null;
  /** When an event was last delivered; null before the first. */
  readonly last_delivered_at: string | null;
  /** Until when deliveries are also signed with the previous secret; null if there is none. */
  readonly previous_secret_expires_at: string | null;
  /** When it was created. */
  readonly created_at: string;
  /** The secret that signs the deliveries, in the format of the Standard Webhooks libraries. It is shown only here and after a rotation. */
  readonly secret: string;
}

/** The events to send again. Send exactly one of the two fields. */
export interface WebhookReplay {
  /** All events from this time on are sent again, in order. */
  readonly since?: string | null | undefined;
  /** The ids of the events to send again. No others are sent. */
  readonly event_ids?: readonly string[] | null | undefined;
}

/** The replay has begun. Events keep their ids. */
export interface WebhookReplayAccepted {
  /** The number of named events that are sent again; the others are no longer stored. Null with `since`. */
  readonly events: number | null;
}

/** The result of a test message. No list contains it. */
export interface WebhookTest {
  /** The `webhook-id` of the message. */
  readonly event_id: string;
  /** How long it took, in ms. */
  readonly duration_ms: number;
  /** The receiver’s status code; null without a response. */
  readonly status_code: number | null;
  /** Null: delivered. Else `timeout` (no connection in 5 s, or no status in 15 s), `refused`, `reset`, `unreachable`, `dns`, `private_address` (the name resolves to a private network), `tls`, `protocol` (not HTTP), `redirect` (3xx; not followed), `gone` (410), `status` (any other), `failed`. */
  readonly error:
    | 'timeout'
    | 'refused'
    | 'reset'
    | 'unreachable'
    | 'dns'
    | 'private_address'
    | 'tls'
    | 'protocol'
    | 'redirect'
    | 'gone'
    | 'status'
    | 'failed'
    | null;
  /** Whether the receiver replied with 2xx. */
  readonly delivered: boolean;
}

/** Every operation: what it takes, and what it answers. */
export interface Operations {
  /**
   * List what operators did.
   *
   * Every successful write under `/admin/v1`, newest first. An entry is stored in the transaction of its write and never changes.
   */
  readonly 'GET /admin/v1/audit': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: OperatorActionPage;
  };
  /**
   * Make a backup of the embedded database.
   *
   * Returns a backup while the service runs: a compressed archive (`.tar.gz`) of the database files, their checksums, and `backup.json` as the last file. The backup contains everything that was acknowledged before the `moment` in that file. It does not contain the operator token. If the response is cut off, the file is not a backup: discard it. `bandeja backup FILE` does so for you. On PostgreSQL, the response is `backup_elsewhere`.
   */
  readonly 'POST /admin/v1/backups': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: string;
  };
  /**
   * Read the latest calibration.
   *
   * The pool’s steepness, penalty and hold rate, and the number of matches they are based on.
   *
   * Guide: [Ratings](/docs/operations/ratings).
   */
  readonly 'GET /admin/v1/calibration': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: PresentCalibration;
  };
  /**
   * Check the service.
   *
   * Checks the database and its settings, migrations, clock, disk, settlement and webhook deliveries. Each finding has a state and, unless the state is `ok`, advice. Read-only; takes less than a second.
   */
  readonly 'GET /admin/v1/diagnosis': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: Diagnosis;
  };
  /**
   * List erasures.
   *
   * The erased players, each with the time and the partner or operator that erased it, oldest first. The ids reveal no name.
   *
   * Guide: [What is stored about a player, and how to erase it](/docs/guides/privacy).
   */
  readonly 'GET /admin/v1/erasures': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: ErasurePage;
  };
  /**
   * Get a key.
   *
   * Also a key that is revoked or expired. Its text is not shown.
   */
  readonly 'GET /admin/v1/keys/{id}': {
    readonly input: {
      readonly path: {
        /** The key’s id. */
        readonly id: string;
      };
    };
    readonly answer: Key;
  };
  /**
   * Revoke a key.
   *
   * This node refuses the key at once, the other nodes within five seconds.
   *
   * Guide: [Partners and keys](/docs/operations/partners).
   */
  readonly 'DELETE /admin/v1/keys/{id}': {
    readonly input: {
      readonly path: {
        /** The key’s id. */
        readonly id: string;
      };
    };
    readonly answer: null;
  };
  /**
   * Rotate a key.
   *
   * Issues a key with the same rights, name and expiry. The old key ends after the overlap, or at its own expiry if that is earlier.
   *
   * Guide: [Partners and keys](/docs/operations/partners).
   */
  readonly 'POST /admin/v1/keys/{id}/rotate': {
    readonly input: {
      readonly path: {
        /** The key’s id. */
        readonly id: string;
      };
      readonly body?: KeyRotation | undefined;
    };
    readonly answer: IssuedKey;
  };
  /**
   * List operators.
   *
   * The named operators in order of creation, without revoked ones. The token of the environment belongs to the operator `environment`, which is not in the list.
   */
  readonly 'GET /admin/v1/operators': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** With `true`, also operators that are revoked. */
            readonly all?: boolean | undefined;
          }
        | undefined;
    };
    readonly answer: OperatorPage;
  };
  /**
   * Create an operator.
   *
   * The response contains the operator’s token, which is never shown again.
   */
  readonly 'POST /admin/v1/operators': {
    readonly input: {
      readonly body: NewOperator;
    };
    readonly answer: CreatedOperator;
  };
  /**
   * Revoke an operator.
   *
   * Every node refuses the token at once. The log keeps the operator’s name.
   */
  readonly 'DELETE /admin/v1/operators/{id}': {
    readonly input: {
      readonly path: {
        /** The operator’s id. */
        readonly id: string;
      };
    };
    readonly answer: null;
  };
  /**
   * List partners.
   *
   * All partners, in order of creation.
   */
  readonly 'GET /admin/v1/partners': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: PartnerPage;
  };
  /**
   * Create a partner.
   *
   * Creates a partner without keys. Issue a key next.
   *
   * Guide: [Partners and keys](/docs/operations/partners).
   */
  readonly 'POST /admin/v1/partners': {
    readonly input: {
      readonly body: NewPartner;
    };
    readonly answer: Partner;
  };
  /**
   * Read a partner.
   *
   * One partner.
   */
  readonly 'GET /admin/v1/partners/{id}': {
    readonly input: {
      readonly path: {
        /** The partner’s id. */
        readonly id: string;
      };
    };
    readonly answer: Partner;
  };
  /**
   * Change a partner.
   *
   * A new plan or a suspension takes effect at once on this node, and within five seconds on the other nodes.
   *
   * Guide: [Partners and keys](/docs/operations/partners).
   */
  readonly 'PATCH /admin/v1/partners/{id}': {
    readonly input: {
      readonly path: {
        /** The partner’s id. */
        readonly id: string;
      };
      readonly body: PartnerPatch;
    };
    readonly answer: Partner;
  };
  /**
   * List a partner’s keys.
   *
   * Keys in order of creation, without those that are revoked or expired. Their text is not shown.
   */
  readonly 'GET /admin/v1/partners/{id}/keys': {
    readonly input: {
      readonly path: {
        /** The partner’s id. */
        readonly id: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** With `true`, also keys that are revoked or expired. */
            readonly all?: boolean | undefined;
          }
        | undefined;
    };
    readonly answer: KeyPage;
  };
  /**
   * Issue a key.
   *
   * The response contains the text of the key, which is never shown again.
   *
   * Guide: [Partners and keys](/docs/operations/partners).
   */
  readonly 'POST /admin/v1/partners/{id}/keys': {
    readonly input: {
      readonly path: {
        /** The partner’s id. */
        readonly id: string;
      };
      readonly body: NewKey;
    };
    readonly answer: IssuedKey;
  };
  /**
   * List a partner’s people.
   *
   * People in order of creation, each with the sign-ins and passkeys that are valid.
   */
  readonly 'GET /admin/v1/partners/{id}/people': {
    readonly input: {
      readonly path: {
        /** The partner’s id. */
        readonly id: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** With `true`, also removed people. */
            readonly all?: boolean | undefined;
          }
        | undefined;
    };
    readonly answer: PersonPage;
  };
  /**
   * Add a person to a partner.
   *
   * The response contains an invitation, whose token is never shown again.
   */
  readonly 'POST /admin/v1/partners/{id}/people': {
    readonly input: {
      readonly path: {
        /** The partner’s id. */
        readonly id: string;
      };
      readonly body: NewPersonByOperator;
    };
    readonly answer: InvitedPerson;
  };
  /**
   * Remove a person.
   *
   * Ends the invitation, the sign-ins and the passkeys. Name and role stay readable, so that the audit trail can be read, unless you erase the name. Repeatable: the name can be erased later. Unlike managers, you can remove the last manager.
   */
  readonly 'DELETE /admin/v1/people/{id}': {
    readonly input: {
      readonly path: {
        /** The person’s id. */
        readonly id: string;
      };
      readonly query?:
        | {
            /** With `true`, the name is removed for good, too. */
            readonly erase?: boolean | undefined;
          }
        | undefined;
    };
    readonly answer: null;
  };
  /**
   * Make another invitation.
   *
   * It ends an earlier invitation of the person.
   */
  readonly 'POST /admin/v1/people/{id}/invitation': {
    readonly input: {
      readonly path: {
        /** The person’s id. */
        readonly id: string;
      };
    };
    readonly answer: IssuedInvitation;
  };
  /**
   * Erase a player by id.
   *
   * Erases a player as its partner could. Use it if the partner no longer exists. Use it also to repeat erasures after you restore a backup, which still contains the names.
   */
  readonly 'DELETE /admin/v1/players/{id}': {
    readonly input: {
      readonly path: {
        /** The player’s id. */
        readonly id: string;
      };
    };
    readonly answer: null;
  };
  /**
   * Read the scale of levels as an operator.
   *
   * The same as `GET /v1/scale`.
   */
  readonly 'GET /admin/v1/scale': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: Scale;
  };
  /**
   * Replace the scale of levels.
   *
   * In force on every node within five seconds, in sandboxes, too. It is presentation: no rating, starting level or event changes.
   */
  readonly 'PUT /admin/v1/scale': {
    readonly input: {
      readonly body: NewScale;
    };
    readonly answer: Scale;
  };
  /**
   * Return to the default scale of levels.
   *
   * Repeatable. Each time, the version rises.
   */
  readonly 'DELETE /admin/v1/scale': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: null;
  };
  /**
   * Read the state of the settlement.
   *
   * Which ratings are final, and which part of the history is still to be settled.
   *
   * Guide: [Ratings](/docs/operations/ratings).
   */
  readonly 'GET /admin/v1/settlement': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: SettlementState;
  };
  /**
   * Read your sign-in as an operator.
   *
   * The operator that you are, and when the sign-in ends.
   */
  readonly 'GET /admin/v1/sign-in': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: OperatorSignIn;
  };
  /**
   * Sign in as an operator.
   *
   * Sets a cookie that opens `/admin/v1` in this browser. The sign-in ends 12 hours after its last use, at the latest after 7 days. It also ends when the operator is revoked, or when `OPERATOR_TOKEN` changes.
   */
  readonly 'POST /admin/v1/sign-in': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: OperatorSignIn;
  };
  /**
   * Sign out as an operator.
   *
   * Ends the sign-in and removes the cookie. Also answers 204 if the sign-in has ended.
   */
  readonly 'DELETE /admin/v1/sign-in': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: null;
  };
  /**
   * List tasks.
   *
   * The tasks of the operators, or those of one partner, the newest first.
   */
  readonly 'GET /admin/v1/tasks': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** The tasks of this partner. */
            readonly partner_id?: string | undefined;
          }
        | undefined;
    };
    readonly answer: TaskPage;
  };
  /**
   * Start a task.
   *
   * Queues a task. Only one task of the operators runs at a time in the whole database. It does not depend on this connection. If the process that runs it stops, it restarts on another one. Poll the address in `Location` until `state` is `done`, `failed` or `cancelled`.
   *
   * Guide: [Ratings](/docs/operations/ratings).
   */
  readonly 'POST /admin/v1/tasks': {
    readonly input: {
      readonly body: NewTask;
    };
    readonly answer: Task;
  };
  /**
   * Read a task.
   *
   * The progress of a task, and its result or error once it has ended.
   */
  readonly 'GET /admin/v1/tasks/{id}': {
    readonly input: {
      readonly path: {
        /** The task’s id. */
        readonly id: string;
      };
    };
    readonly answer: Task;
  };
  /**
   * Cancel a task.
   *
   * A queued task is not started. A running task stops about a second later.
   */
  readonly 'DELETE /admin/v1/tasks/{id}': {
    readonly input: {
      readonly path: {
        /** The task’s id. */
        readonly id: string;
      };
    };
    readonly answer: null;
  };
  /**
   * List the usage of keys.
   *
   * The requests, units and submitted matches of each key on each day, in order of day, partner and key. All people of a partner have one entry without a key, after the keys. Days without requests have no entry. If several processes run, the last five seconds of the others may be missing.
   *
   * Guide: [Partners and keys](/docs/operations/partners).
   */
  readonly 'GET /admin/v1/usage': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** The first day, in UTC. */
            readonly from?: string | undefined;
            /** The last day, in UTC. */
            readonly to?: string | undefined;
            /** Only this partner. */
            readonly partner_id?: string | undefined;
          }
        | undefined;
    };
    readonly answer: UsagePage;
  };
  /**
   * Check that the process runs.
   *
   * Returns 200 while the process can respond. If this fails, a supervisor should restart the process.
   */
  readonly 'GET /health/live': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: {
      /** Always `live`. */
      readonly status: 'live';
    };
  };
  /**
   * Check that the service accepts requests.
   *
   * Returns 503 while the service starts or stops, cannot reach its database, or has a full disk, and after another node has migrated the database for a newer version; `detail` contains the reason. For load balancers.
   *
   * Guide: [Monitoring](/docs/operations/monitoring).
   */
  readonly 'GET /health/ready': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: {
      /** Always `ready`. If the service is not ready, the response is a 503. */
      readonly status: 'ready';
      /** Maintenance tasks of the embedded database whose last attempt failed. They are retried every 20 seconds. The log contains the reason. */
      readonly failing_upkeep: readonly {
        /** What fails: `checkpoint` (the log of the database grows), `vacuum` (tables grow) or `analyze` (queries become slow). */
        readonly chore: 'checkpoint' | 'vacuum' | 'analyze';
        /** How long it has been failing, in seconds. */
        readonly failing_seconds: number;
      }[];
    };
  };
  /**
   * Read the metrics.
   *
   * Metrics of requests, matches, queues, the database, the settlement and the process, in the Prometheus text format. A proxy should allow only your monitoring to read them.
   *
   * Guide: [Monitoring](/docs/operations/monitoring).
   */
  readonly 'GET /metrics': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: string;
  };
  /**
   * Read this API description.
   *
   * The OpenAPI 3.1 description of every operation.
   */
  readonly 'GET /openapi.json': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: Readonly<Record<string, unknown>>;
  };
  /**
   * Read your audit trail.
   *
   * Every change of your matches, in order. Each entry contains the hash of the previous one.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 8 units.
   *
   * Guide: [How to verify the audit trail](/docs/cli#audit).
   */
  readonly 'GET /v1/audit': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** Only entries after this `seq`. Default: all entries. */
            readonly after?: number | undefined;
          }
        | undefined;
    };
    readonly answer: AuditPage;
  };
  /**
   * Read the match of a link.
   *
   * The match, the state of its confirmation, and your answer. It contains no ids, and no reasons of others.
   *
   * Link of a player to a match.
   */
  readonly 'GET /v1/confirmation': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: LinkedMatch;
  };
  /**
   * Answer about the match of a link.
   *
   * Says that the result is right or wrong. If the players agree, the match completes at once. A `wrong` leaves it to the organizer, until the player takes it back by another answer. The same answer again changes nothing. The links to a match give at most 20 answers a minute together.
   *
   * Link of a player to a match.
   */
  readonly 'PUT /v1/confirmation': {
    readonly input: {
      readonly body: MatchAnswerSubmission;
    };
    readonly answer: LinkedMatch;
  };
  /**
   * List events.
   *
   * Your events in order, each exactly once: changes of your matches, of players that you created or have on a roster, and of their ratings. Every read returns the same events, but names and ratings of players are current. Events are kept for at least 30 days. To follow the feed, store the id of the last event, and send it as `after` in the next request.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 8 units.
   */
  readonly 'GET /v1/events': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of events. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The id of an event. The list starts after it. Default: the oldest event. */
            readonly after?: string | undefined;
            /** The `next_cursor` of the previous page, which is the id of its last event. It has the same effect as `after`. */
            readonly cursor?: string | undefined;
            /** If `true`: only the latest event. Send its id as `after` to read only later events. If the list is empty, leave out `after`. */
            readonly latest?: boolean | undefined;
          }
        | undefined;
    };
    readonly answer: EventPage;
  };
  /**
   * List imports.
   *
   * Your imports, the newest first.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 4 units.
   */
  readonly 'GET /v1/imports': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** Only imports in this state. Default: every state. */
            readonly state?: 'open' | 'closed' | undefined;
          }
        | undefined;
    };
    readonly answer: ImportPage;
  };
  /**
   * Open an import.
   *
   * Opens an import of the rows of a file. The file itself is not uploaded. If you have an open import with the same `content_hash`, it is returned with 200, whichever client opened it. At most 20 imports are open at once.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 1 unit.
   */
  readonly 'POST /v1/imports': {
    readonly input: {
      readonly body: NewImport;
    };
    readonly answer: Import;
  };
  /**
   * Read an import.
   *
   * An import with the number of its rows by state.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/imports/{id}': {
    readonly input: {
      readonly path: {
        /** The import’s id. */
        readonly id: string;
      };
    };
    readonly answer: Import;
  };
  /**
   * Close an import.
   *
   * A closed import takes no rows. Idempotent.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 1 unit.
   */
  readonly 'POST /v1/imports/{id}/close': {
    readonly input: {
      readonly path: {
        /** The import’s id. */
        readonly id: string;
      };
    };
    readonly answer: Import;
  };
  /**
   * List the players of an import.
   *
   * The players that stored rows name by key, by key.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 4 units.
   */
  readonly 'GET /v1/imports/{id}/players': {
    readonly input: {
      readonly path: {
        /** The import’s id. */
        readonly id: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: ImportedPlayerPage;
  };
  /**
   * List the rows of an import.
   *
   * What became of each row, by line.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 4 units.
   */
  readonly 'GET /v1/imports/{id}/rows': {
    readonly input: {
      readonly path: {
        /** The import’s id. */
        readonly id: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** Only rows in this state. Default: every state. */
            readonly state?: 'created' | 'duplicate' | 'conflict' | 'voided' | 'held' | 'rejected' | undefined;
            /** Only `created` rows whose match is in this state now. Default: every row. */
            readonly now?: 'stored' | 'changed' | 'voided' | undefined;
            /** With `true`: only rows with warnings. */
            readonly warned?: boolean | undefined;
          }
        | undefined;
    };
    readonly answer: ImportRowPage;
  };
  /**
   * Send rows of a file.
   *
   * Decides about up to 25 rows, in their order, and stores their matches and players. Returns 200 with one result per row and player. All of it is stored in one transaction, or nothing, so you can repeat a batch whose response was lost. A row that is not `created` can be sent again with other content. `players` need `write:players`, too. Each row costs 1 unit, and late matches cost as much as elsewhere.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`.
   */
  readonly 'POST /v1/imports/{id}/rows': {
    readonly input: {
      readonly path: {
        /** The import’s id. */
        readonly id: string;
      };
      readonly body: ImportBatch;
    };
    readonly answer: ImportResults;
  };
  /**
   * Undo an import.
   *
   * Closes the import. A task then voids the matches that its rows created, the last played first. Matches that were changed since are left, unless you send `include_changed`. Players stay registered. While the undo is unfinished, the same request returns its task. Later, it starts another one, which does what is left. Once it is done, ratings are as if the voided matches had never been sent.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 16 units.
   *
   * Guide: [Corrections](/docs/guides/corrections).
   */
  readonly 'POST /v1/imports/{id}/undo': {
    readonly input: {
      readonly path: {
        /** The import’s id. */
        readonly id: string;
      };
      readonly query?:
        | {
            /** With `true`: 200 with what the undo would do, and nothing is stored. */
            readonly dry_run?: boolean | undefined;
          }
        | undefined;
      readonly body?: ImportUndo | undefined;
    };
    readonly answer: ImportUndoPreview | Task;
  };
  /**
   * Try rows of a file.
   *
   * The response that a new import with these options would give, but nothing is stored. The `match_id` of a row that would be created is the id that its match would get. Each row costs 4 units.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`.
   */
  readonly 'POST /v1/imports/check': {
    readonly input: {
      readonly body: ImportCheck;
    };
    readonly answer: ImportResults;
  };
  /**
   * Read your invitation.
   *
   * The person and the partner of the invitation. Reading does not spend it.
   */
  readonly 'GET /v1/invitation': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: Invitation;
  };
  /**
   * Read your key.
   *
   * The partner, plan, mode and scopes of the key that you send. Every key may read this.
   *
   * Plan: every. Scope: none. For keys only. Cost: 1 unit.
   */
  readonly 'GET /v1/key': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: OwnKey;
  };
  /**
   * Read the ranking of your people.
   *
   * The players that you registered, and all visible ones who played in your completed matches. By score; if scores are equal, the smaller uncertainty is first. Those whose confidence is provisional are not ranked yet. Those whose last match is more than 365 days ago are inactive. The first page returns the first `limit` of each in `unranked` and `inactive`; `?ranked=false` lists all of them in pages.
   *
   * Plan: every. Scope: `read:players`. Cost: 16 units.
   */
  readonly 'GET /v1/leaderboard': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** The period of the change and of the previous rank. It ends now. */
            readonly window?: '7d' | '30d' | '90d' | undefined;
            /** With `false`, the page lists the members that are not ranked yet, then those who are inactive. */
            readonly ranked?: boolean | undefined;
          }
        | undefined;
    };
    readonly answer: Leaderboard;
  };
  /**
   * Read the ranking of your people as a picture.
   *
   * The first 64 ranked players as an SVG to share, 480 wide, each with the change of the score and the move in the ranking. It holds no scripts, fonts or links. Fetch it with the key from a server and pass it on; a browser has no key.
   *
   * Plan: every. Scope: `read:players`. Cost: 16 units.
   *
   * Guide: [Pictures](/docs/pictures).
   */
  readonly 'GET /v1/leaderboard.svg': {
    readonly input: {
      readonly query?:
        | {
            /** The period of the change and of the previous rank. It ends now. */
            readonly window?: '7d' | '30d' | '90d' | undefined;
            /** Its colors; `auto` follows the reader’s system. */
            readonly theme?: 'auto' | 'light' | 'dark' | undefined;
            /** The time zone of days. Default: that of the partner. */
            readonly time_zone?: string | undefined;
          }
        | undefined;
    };
    readonly answer: string;
  };
  /**
   * Withdraw a link.
   *
   * Ends a link at once. A link that has ended is not changed.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 1 unit.
   */
  readonly 'DELETE /v1/links/{id}': {
    readonly input: {
      readonly path: {
        /** The link’s id. */
        readonly id: string;
      };
    };
    readonly answer: null;
  };
  /**
   * List the partner’s matches.
   *
   * The matches that the calling partner submitted, newest `played_at` first, then by id.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 4 units.
   */
  readonly 'GET /v1/matches': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** Only matches of this session. */
            readonly session_external_ref?: string | undefined;
            /** Only the match with this reference of yours. */
            readonly external_ref?: string | undefined;
            /** Only matches in which this player takes part: a username or an id. Players who have turned private since are found too. */
            readonly player?: string | undefined;
            /** Only matches in this status. Default: every status. */
            readonly status?: 'pending' | 'completed' | 'voided' | undefined;
            /** Only `player_confirmed` matches in this state, such as the disputed ones. Default: every match. */
            readonly confirmation_state?: 'awaiting' | 'disputed' | 'expired' | 'closed' | undefined;
            /** Only matches played at this instant or later. `GET /v1/events` has what changed since then. */
            readonly since?: string | undefined;
            /** Only matches played before this instant. */
            readonly until?: string | undefined;
          }
        | undefined;
    };
    readonly answer: MatchPage;
  };
  /**
   * Submit a match.
   *
   * Stores a verified 2v2 result and, unless its trust tier is `player_confirmed`, rates it at once. Once you get a 201, the match is on the disk. If you get no response, send it again: the `external_ref` prevents a second match. Each match costs 1 unit, in a dry run 4 units. Every 25 later matches that are rated again cost one unit more. If they are too many for the request, the change costs 64 units.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`.
   *
   * Guide: [Live in an afternoon](/docs/guides/live-in-an-afternoon).
   */
  readonly 'POST /v1/matches': {
    readonly input: {
      readonly query?:
        | {
            /** With `true`: the same checks and the same answer with status 200, but nothing is stored. */
            readonly dry_run?: boolean | undefined;
          }
        | undefined;
      readonly body: MatchSubmission;
    };
    readonly answer: MatchWithWarnings;
  };
  /**
   * Read a match.
   *
   * A match that the calling partner submitted, in any status, with its rating changes.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/matches/{id}': {
    readonly input: {
      readonly path: {
        /** The match’s id. */
        readonly id: string;
      };
    };
    readonly answer: Match;
  };
  /**
   * Amend a match.
   *
   * Changes any field of a submission except `external_ref` and `trust_tier`. Ratings are recomputed as if the match had been submitted in its new form at first. If you send `revision` and the match is at another revision, the amendment is rejected. Every 25 later matches that are rated again cost one unit more. If they are too many for the request, the change costs 64 units.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 1 unit.
   *
   * Guide: [Corrections](/docs/guides/corrections).
   */
  readonly 'PATCH /v1/matches/{id}': {
    readonly input: {
      readonly path: {
        /** The match’s id. */
        readonly id: string;
      };
      readonly body: MatchAmendment;
    };
    readonly answer: MatchWithWarnings;
  };
  /**
   * Read the audit trail of a match.
   *
   * Every change of the match, oldest first.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 8 units.
   *
   * Guide: [How to verify the audit trail](/docs/cli#audit).
   */
  readonly 'GET /v1/matches/{id}/audit': {
    readonly input: {
      readonly path: {
        /** The match’s id. */
        readonly id: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: AuditPage;
  };
  /**
   * Confirm a pending match.
   *
   * Completes the match and rates it at its place in the history. If it is completed already, nothing changes. Every 25 later matches that are rated again cost one unit more. If they are too many for the request, the change costs 64 units.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 1 unit.
   *
   * Guide: [Corrections](/docs/guides/corrections).
   */
  readonly 'POST /v1/matches/{id}/confirm': {
    readonly input: {
      readonly path: {
        /** The match’s id. */
        readonly id: string;
      };
    };
    readonly answer: Match;
  };
  /**
   * Explain a match’s rating changes.
   *
   * Every point of the four changes: parts in whole points that add up to `delta`, in words for the player.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 1 unit.
   *
   * Guide: [Why did my score (not) move?](/docs/guides/why-my-score-moved).
   */
  readonly 'GET /v1/matches/{id}/explanation': {
    readonly input: {
      readonly path: {
        /** The match’s id. */
        readonly id: string;
      };
    };
    readonly answer: MatchExplanation;
  };
  /**
   * List the links to a match.
   *
   * Links in order of creation, including those that have ended. Their tokens are not shown.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/matches/{id}/links': {
    readonly input: {
      readonly path: {
        /** The match’s id. */
        readonly id: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: MatchLinkPage;
  };
  /**
   * Make links for the players of a match.
   *
   * An address for each player, where the player confirms or disputes the result without a key. The response contains the tokens, which are never shown again. The next link of a player ends the one before.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 1 unit.
   */
  readonly 'POST /v1/matches/{id}/links': {
    readonly input: {
      readonly path: {
        /** The match’s id. */
        readonly id: string;
      };
      readonly body?: MatchLinksSubmission | undefined;
    };
    readonly answer: IssuedMatchLinks;
  };
  /**
   * Void a match.
   *
   * Removes the match from the rated history: ratings are recomputed as if it had never been played. You can still read it, with its reason. If it is voided already, nothing changes. Every 25 later matches that are rated again cost one unit more. If they are too many for the request, the change costs 64 units.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 1 unit.
   *
   * Guide: [Corrections](/docs/guides/corrections).
   */
  readonly 'POST /v1/matches/{id}/void': {
    readonly input: {
      readonly path: {
        /** The match’s id. */
        readonly id: string;
      };
      readonly body: VoidRequest;
    };
    readonly answer: Match;
  };
  /**
   * Submit up to 25 matches.
   *
   * Stores the matches of a session. Each entry is handled alone: a rejected entry or a duplicate `external_ref` does not affect the others. Returns 200 with one result per entry, in the order sent. Each match costs 1 unit, in a dry run 4 units. Every 25 later matches that are rated again cost one unit more. If they are too many for the request, the change costs 64 units.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`.
   *
   * Guide: [A club night, from players to recap](/docs/guides/club-night).
   */
  readonly 'POST /v1/matches/batch': {
    readonly input: {
      readonly query?:
        | {
            /** With `true`: the same checks and the same answer with status 200, but nothing is stored. */
            readonly dry_run?: boolean | undefined;
          }
        | undefined;
      readonly body: BatchSubmission;
    };
    readonly answer: BatchResults;
  };
  /**
   * Preview a match.
   *
   * The rating changes of a match for either winner. A scoreline counts for the team that leads by it; the other outcome is computed without a scoreline. A level scoreline counts for both. A walkover changes no rating, so all changes are 0. Nothing is stored.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 4 units.
   *
   * Guide: [A club night, from players to recap](/docs/guides/club-night).
   */
  readonly 'POST /v1/matches/preview': {
    readonly input: {
      readonly body: MatchPreviewRequest;
    };
    readonly answer: MatchPreview;
  };
  /**
   * Read the recap of a session.
   *
   * Sums up the completed matches that the partner submitted with this `session_external_ref`: players, scorelines, leaderboard, pairs, the biggest upset and who won most beyond what was expected. A walkover counts among matches, players and times, and as played, won or lost. Players, leaderboard and pairs are lists of at most 300 entries each. `offset` gives the next ones; `unique_players.count` says how many players there are.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 8 units.
   *
   * Guide: [A club night, from players to recap](/docs/guides/club-night).
   */
  readonly 'GET /v1/matches/sessions/{ref}': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` sent with the matches. */
        readonly ref: string;
      };
      readonly query?:
        | {
            /** The largest number of players, of rows of the leaderboard and of pairs. */
            readonly limit?: number | undefined;
            /** How many of each to skip. */
            readonly offset?: number | undefined;
            /** Ranks the players by `wins`, by games (or `points`) won, or by their `average` a match. `auto`: by points where all players (of the plan, if there is one) have played the same number of matches, else by the average. If you leave it out, the plan decides. Without a plan: by points where there are scorelines and all are in points, else by wins. */
            readonly rank_by?: 'auto' | 'wins' | 'points' | 'average' | undefined;
            /** The time zone of days. Default: that of the partner. */
            readonly time_zone?: string | undefined;
          }
        | undefined;
    };
    readonly answer: SessionRecap;
  };
  /**
   * Read the recap of a session as a picture.
   *
   * The recap as a poster to share, an SVG in the format of a story: 1440 × 2560. Its title is the name of the night, or the reference if that reads as a name, such as “Liga de primavera”; else the day. It shows the club, the podium, the ranking of up to 64 players, or of the pairs in a night of fixed pairs, and as many highlights as have room: the biggest upset (a win with a chance below 40%), who won most beyond what was expected, the best pair and the closest match. Names are never cut. It holds no scripts, fonts or links. Fetch it with the key from a server and pass it on; a browser has no key.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 8 units.
   *
   * Guide: [Pictures](/docs/pictures).
   */
  readonly 'GET /v1/matches/sessions/{ref}/recap.svg': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` sent with the matches. */
        readonly ref: string;
      };
      readonly query?:
        | {
            /** Ranks the players by `wins`, by games (or `points`) won, or by their `average` a match. `auto`: by points where all players (of the plan, if there is one) have played the same number of matches, else by the average. If you leave it out, the plan decides. Without a plan: by points where there are scorelines and all are in points, else by wins. */
            readonly rank_by?: 'auto' | 'wins' | 'points' | 'average' | undefined;
            /** Its colors; `auto` follows the reader’s system. */
            readonly theme?: 'auto' | 'light' | 'dark' | undefined;
            /** The time zone of days. Default: that of the partner. */
            readonly time_zone?: string | undefined;
          }
        | undefined;
    };
    readonly answer: string;
  };
  /**
   * List your merges.
   *
   * Your merges, the newest first.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 4 units.
   */
  readonly 'GET /v1/merges': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: MergePage;
  };
  /**
   * Merge two players.
   *
   * One person was registered twice. A task amends your pending and completed matches of `from`: `into` takes its place, and nothing else changes. On your rosters `into` takes the place of `from`, too; if only a roster lets you see `from`, it stays there. Voided matches, and matches and rosters of other partners, are not changed. While the merge is unfinished, the same request returns it. Later, it starts another merge, which does what is left.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 16 units.
   *
   * Guide: [Corrections](/docs/guides/corrections).
   */
  readonly 'POST /v1/merges': {
    readonly input: {
      readonly query?:
        | {
            /** With `true`: 200 with what the merge would do, and nothing is stored. */
            readonly dry_run?: boolean | undefined;
          }
        | undefined;
      readonly body: NewMerge;
    };
    readonly answer: MergePreview | Merge;
  };
  /**
   * Read a merge.
   *
   * A merge with its task, and the task of its undo.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/merges/{id}': {
    readonly input: {
      readonly path: {
        /** The merge’s id. */
        readonly id: string;
      };
    };
    readonly answer: Merge;
  };
  /**
   * List the matches of a merge.
   *
   * The matches that the merge amended or left, in the order of play, and what they are now.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 4 units.
   */
  readonly 'GET /v1/merges/{id}/matches': {
    readonly input: {
      readonly path: {
        /** The merge’s id. */
        readonly id: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** `merged`: it has the four players as the merge left them. `before`: as the merge found them. `changed`: it has other players. `voided`: it was voided. */
            readonly now?: 'merged' | 'before' | 'changed' | 'voided' | undefined;
          }
        | undefined;
    };
    readonly answer: MergedMatchPage;
  };
  /**
   * Undo a merge.
   *
   * A task gives `from` back its place in every match that is `merged`. Later amendments of anything but the players stay. `changed` and `voided` matches are left. Rosters that the merge changed are changed back where they are still so. While the undo is unfinished, the same request returns its task.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 16 units.
   *
   * Guide: [Corrections](/docs/guides/corrections).
   */
  readonly 'POST /v1/merges/{id}/undo': {
    readonly input: {
      readonly path: {
        /** The merge’s id. */
        readonly id: string;
      };
    };
    readonly answer: Task;
  };
  /**
   * Read the night.
   *
   * The open round, the next one and the standings. Poll it, with the `ETag` of the last response.
   *
   * Link: every.
   */
  readonly 'GET /v1/night': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: Night;
  };
  /**
   * Read the recap of the night.
   *
   * The ranking and the matches to talk about. With `Accept: image/svg+xml`, a poster to share.
   *
   * Link: every.
   */
  readonly 'GET /v1/night/recap': {
    readonly input: {
      readonly query?:
        | {
            /** Its colors; `auto` follows the reader’s system. */
            readonly theme?: 'auto' | 'light' | 'dark' | undefined;
            /** The time zone of days. Default: that of the partner. */
            readonly time_zone?: string | undefined;
          }
        | undefined;
    };
    readonly answer: NightRecap;
  };
  /**
   * Enter a result.
   *
   * As a partner enters it. A link enters missing results of opened rounds, and corrects those of the open round until the next one opens. The links of a night enter at most 60 results a minute together.
   *
   * Link: `score`.
   */
  readonly 'PUT /v1/night/rounds/{round}/courts/{court}/result': {
    readonly input: {
      readonly path: {
        /** The round. */
        readonly round: string;
        /** The court. */
        readonly court: string;
      };
      readonly body: ResultSubmission;
    };
    readonly answer: NightEntry;
  };
  /**
   * Read a short code.
   *
   * The token of the link that a short code leads to, in upper or lower case, until the code ends. It needs no credential. All callers together may try 60 unknown codes a minute.
   */
  readonly 'POST /v1/night/short-code': {
    readonly input: {
      readonly body: ShortCodeSubmission;
    };
    readonly answer: ShortCodeAnswer;
  };
  /**
   * Read your partner.
   *
   * Your own partner. The answer is the same in the sandbox.
   *
   * Plan: every. Scope: none. Cost: 1 unit.
   */
  readonly 'GET /v1/partner': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: OwnPartner;
  };
  /**
   * Change your partner.
   *
   * Changes the name of your club, which people see on nights and pictures, and the time zone of its days.
   *
   * Plan: every. Scope: `manage:people`. Cost: 1 unit.
   */
  readonly 'PATCH /v1/partner': {
    readonly input: {
      readonly body: OwnPartnerPatch;
    };
    readonly answer: OwnPartner;
  };
  /**
   * Add a passkey.
   *
   * It signs you in on the host of this page, without an invitation. You can have 10. If the credential or its challenge is not valid, the fault is at `/credential`.
   *
   * Plan: every. Scope: none. For people only. Cost: 1 unit.
   */
  readonly 'POST /v1/passkeys': {
    readonly input: {
      readonly body: NewPasskey;
    };
    readonly answer: Passkey;
  };
  /**
   * Remove a passkey.
   *
   * One of yours; with `manage:people`, that of any person of the partner. Sign-ins made with it go on.
   *
   * Plan: every. Scope: none. For people only. Cost: 1 unit.
   */
  readonly 'DELETE /v1/passkeys/{id}': {
    readonly input: {
      readonly path: {
        /** The passkey’s id. */
        readonly id: string;
      };
    };
    readonly answer: null;
  };
  /**
   * Get the options of a new passkey.
   *
   * Pass them to `navigator.credentials.create` within 5 minutes. Passkeys work on `localhost`, and on a host name over HTTPS.
   *
   * Plan: every. Scope: none. For people only. Cost: 1 unit.
   */
  readonly 'POST /v1/passkeys/options': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: PasskeyCreationOptions;
  };
  /**
   * List your people.
   *
   * People in order of creation, each with the sign-ins and passkeys that are valid.
   *
   * Plan: every. Scope: `manage:people`. Cost: 4 units.
   */
  readonly 'GET /v1/people': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** With `true`, also removed people. */
            readonly all?: boolean | undefined;
          }
        | undefined;
    };
    readonly answer: PersonPage;
  };
  /**
   * Add a person.
   *
   * The response contains an invitation, whose token is never shown again. A partner has at most 200 people that are not removed.
   *
   * Plan: every. Scope: `manage:people`. Cost: 1 unit.
   */
  readonly 'POST /v1/people': {
    readonly input: {
      readonly body: NewPerson;
    };
    readonly answer: InvitedPerson;
  };
  /**
   * Read a person.
   *
   * Also a person that was removed.
   *
   * Plan: every. Scope: `manage:people`. Cost: 1 unit.
   */
  readonly 'GET /v1/people/{id}': {
    readonly input: {
      readonly path: {
        /** The person’s id. */
        readonly id: string;
      };
    };
    readonly answer: Person;
  };
  /**
   * Change a person.
   *
   * A new role takes effect with the next request, on every node. The last manager keeps the role.
   *
   * Plan: every. Scope: `manage:people`. Cost: 1 unit.
   */
  readonly 'PATCH /v1/people/{id}': {
    readonly input: {
      readonly path: {
        /** The person’s id. */
        readonly id: string;
      };
      readonly body: PersonPatch;
    };
    readonly answer: Person;
  };
  /**
   * Remove a person.
   *
   * Ends the invitation, the sign-ins and the passkeys. Name and role stay readable, so that the audit trail can be read, unless you erase the name. Repeatable: the name can be erased later. The last manager cannot be removed.
   *
   * Plan: every. Scope: `manage:people`. Cost: 1 unit.
   */
  readonly 'DELETE /v1/people/{id}': {
    readonly input: {
      readonly path: {
        /** The person’s id. */
        readonly id: string;
      };
      readonly query?:
        | {
            /** With `true`, the name is removed for good, too. */
            readonly erase?: boolean | undefined;
          }
        | undefined;
    };
    readonly answer: null;
  };
  /**
   * Make another invitation.
   *
   * For another device, or if the first one was not used in time. It ends an earlier invitation of the person.
   *
   * Plan: every. Scope: `manage:people`. Cost: 1 unit.
   */
  readonly 'POST /v1/people/{id}/invitation': {
    readonly input: {
      readonly path: {
        /** The person’s id. */
        readonly id: string;
      };
    };
    readonly answer: IssuedInvitation;
  };
  /**
   * Withdraw an invitation.
   *
   * Ends the invitation of the person, if there is one. Repeatable.
   *
   * Plan: every. Scope: `manage:people`. Cost: 1 unit.
   */
  readonly 'DELETE /v1/people/{id}/invitation': {
    readonly input: {
      readonly path: {
        /** The person’s id. */
        readonly id: string;
      };
    };
    readonly answer: null;
  };
  /**
   * List the names of your people.
   *
   * The names behind `person:<id>` in the audit trail, in order of creation. Removed people are included.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 4 units.
   */
  readonly 'GET /v1/people/names': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: PersonNamePage;
  };
  /**
   * List night plans.
   *
   * The partner’s plans, by their last change, newest first.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 4 units.
   */
  readonly 'GET /v1/plans': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** Only plans in this state. */
            readonly state?: 'planned' | 'open' | 'closed' | undefined;
          }
        | undefined;
    };
    readonly answer: PlanPage;
  };
  /**
   * List your players, or find a player by name.
   *
   * Without `q`: the players that you registered and those on your rosters, by display name. With `q`: every visible player whose name or username has words starting with each word of `q`, ignoring case, accents and apostrophes. Your own players come first, then the order is by display name, then by username. A word ends at any character that is not a letter or digit: `norte` finds `club-norte`. A name that consists of emoji is found by its username. A single character, such as 王, is too short unless `q` has another word. Costs 8 units. With `external_id`: the player with this id of yours, or an empty list; costs one unit.
   *
   * Plan: every. Scope: `read:players`.
   */
  readonly 'GET /v1/players': {
    readonly input: {
      readonly query?:
        | {
            /** The beginnings of one or more words. */
            readonly q?: string | undefined;
            /** Only members of this roster of yours. */
            readonly roster?: string | undefined;
            /** Only the player with this id of yours: kind, colon, value. Excludes `q` and `roster`. */
            readonly external_id?: string | undefined;
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: PlayerPage;
  };
  /**
   * Register a player.
   *
   * Idempotent by username: 201 for a new player, 200 for an existing one, even if two requests arrive at once. An existing player is not changed, but joins the roster. A username is unique among public players, and among your own. So a private player is registered beside another partner’s public one, unless that is on one of your rosters. Only the username of an erased public player is taken.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. Cost: 1 unit.
   *
   * Guide: [Private players and rosters](/docs/guides/private-players).
   */
  readonly 'POST /v1/players': {
    readonly input: {
      readonly body: Registration;
    };
    readonly answer: RegisteredPlayer;
  };
  /**
   * Read a player.
   *
   * Reads a player that is public, was registered by you, or is on one of your rosters. Any other player gets exactly the response for a username that does not exist.
   *
   * Plan: every. Scope: `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/players/{username}': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
    };
    readonly answer: Player;
  };
  /**
   * Change a player.
   *
   * Only the partner that registered the player can change it; all others get `player_not_found`. A public player that becomes private is removed from the rosters of partners without a redeemed share. Another `starting_level` changes all ratings that follow from it, like a late match. No player is called `search`: that path gets 405.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. Cost: 1 unit.
   *
   * Guide: [Private players and rosters](/docs/guides/private-players).
   */
  readonly 'PATCH /v1/players/{username}': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
      readonly body: PlayerPatch;
    };
    readonly answer: Player;
  };
  /**
   * Erase a player.
   *
   * Only the partner that registered a player can erase it. Names, country, roster memberships and shares are deleted permanently. Matches then show “Erased player”, without an id, a name or rating numbers. The other players’ ratings do not change. Only you can register the username again, and it then belongs to a new player. If you need to keep the data, export the player first. You cannot undo an erasure. No player is called `search`: that path gets 405.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. For people also `manage:people`. Cost: 4 units.
   *
   * Guide: [What is stored about a player, and how to erase it](/docs/guides/privacy).
   */
  readonly 'DELETE /v1/players/{username}': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
    };
    readonly answer: null;
  };
  /**
   * Analyse a player’s matches.
   *
   * Patterns of play over the newest completed matches from every partner: rates with their intervals, and at most five sentences about differences from the expectation that are larger than chance explains. Retired matches count as results only; walkovers do not count. Teammates that you may not see are counted but not named. Costs 8 units, and one more for every 30 matches of `limit` above 50.
   *
   * Plan: Pro or Enterprise. Scope: `read:intelligence`.
   *
   * Guide: [Analysis: what the numbers mean](/docs/analysis).
   */
  readonly 'GET /v1/players/{username}/analysis': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
      readonly query?:
        | {
            /** The maximum number of matches. The newest ones are analyzed; walkovers do not count. */
            readonly limit?: number | undefined;
          }
        | undefined;
    };
    readonly answer: Analysis;
  };
  /**
   * Read the audit trail of a player.
   *
   * Every change of the starting level of a player that you registered, oldest first.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 8 units.
   */
  readonly 'GET /v1/players/{username}/audit': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: AuditPage;
  };
  /**
   * Read a player’s card.
   *
   * Rating, the last 7, 30 and 90 days, form, consistency, a headline and the last five matches, from all partners’ matches, as of one moment.
   *
   * Plan: every. Scope: `read:players`. Cost: 8 units.
   *
   * Guide: [Analysis: what the numbers mean](/docs/analysis).
   */
  readonly 'GET /v1/players/{username}/card': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
      readonly query?:
        | {
            /** What the headline may be about. `strengths` is for public pages: it never shows a weakness. */
            readonly headline?: 'any' | 'strengths' | undefined;
          }
        | undefined;
    };
    readonly answer: PlayerCard;
  };
  /**
   * Read a player’s card as a picture.
   *
   * The card as an SVG for the partner’s own pages, 320 wide; its height depends on its texts. It holds no scripts, fonts or links. Fetch it with the key from a server and pass it on; a browser has no key.
   *
   * Plan: every. Scope: `read:players`. Cost: 8 units.
   *
   * Guide: [Pictures](/docs/pictures).
   */
  readonly 'GET /v1/players/{username}/card.svg': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
      readonly query?:
        | {
            /** Its colors; `auto` follows the reader’s system. */
            readonly theme?: 'auto' | 'light' | 'dark' | undefined;
            /** The time zone of days. Default: that of the partner. */
            readonly time_zone?: string | undefined;
            /** What the headline may be about. `strengths` is for public pages: it never shows a weakness. */
            readonly headline?: 'any' | 'strengths' | undefined;
          }
        | undefined;
    };
    readonly answer: string;
  };
  /**
   * Export all data about a player.
   *
   * Only the partner that registered a player can export it. The export has the profile, the rating with its state, your rosters and the shares. It lists the completed matches from every partner in pages, newest first. Each match has the rating state before and after it, and its history. Other players appear with the data that you can see elsewhere. The labels of another partner’s matches are null.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. For people also `manage:people`. Cost: 16 units.
   *
   * Guide: [What is stored about a player, and how to erase it](/docs/guides/privacy).
   */
  readonly 'GET /v1/players/{username}/export': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: PlayerExport;
  };
  /**
   * Store your own id of a player.
   *
   * The player must be visible to you. Returns 201 for a new kind, 200 for an existing one. No other partner sees the id. It is deleted when you no longer see the player. A player has at most 20 of your ids.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. Cost: 1 unit.
   */
  readonly 'PUT /v1/players/{username}/external-ids/{kind}': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
        /** The system that the id is from, in your words. */
        readonly kind: string;
      };
      readonly body: ExternalIdPut;
    };
    readonly answer: ExternalId;
  };
  /**
   * Delete your own id of a player.
   *
   * Idempotent.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. Cost: 1 unit.
   */
  readonly 'DELETE /v1/players/{username}/external-ids/{kind}': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
        /** The system that the id is from, in your words. */
        readonly kind: string;
      };
    };
    readonly answer: null;
  };
  /**
   * List a player’s completed matches.
   *
   * The player’s completed matches from every partner, newest first, with set scores and game order. In another partner’s match, labels are null, and players that you may not see are hidden. If matches of one instant change between two pages, they may be repeated or missed; all others appear exactly once.
   *
   * Plan: every. Scope: `read:players`. Cost: 4 units.
   */
  readonly 'GET /v1/players/{username}/matches': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** Only matches played at this instant or later. */
            readonly since?: string | undefined;
            /** Only matches played before this instant. */
            readonly until?: string | undefined;
          }
        | undefined;
    };
    readonly answer: HistoryPage;
  };
  /**
   * Read a player’s score history.
   *
   * The score after each rated match, or after the last one of each day or week in `time_zone` (weeks from Monday), from all partners’ matches; oldest first, the newest `limit` of them. A match keeps the score that it first showed. If the player’s score changes because an earlier match came late, was amended or voided, or because a starting level changed, there is a point at that instant, and `cause` says so. Costs 4 units, and one more for every 75 points of `limit` above 100.
   *
   * Plan: every. Scope: `read:players`.
   *
   * Guide: [Analysis: what the numbers mean](/docs/analysis).
   */
  readonly 'GET /v1/players/{username}/progress': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
      readonly query?:
        | {
            /** The interval that one point covers. */
            readonly interval?: 'match' | 'day' | 'week' | undefined;
            /** The maximum number of points. */
            readonly limit?: number | undefined;
            /** Only points at this instant or later. */
            readonly since?: string | undefined;
            /** Only points before this instant. */
            readonly until?: string | undefined;
            /** The time zone of days. Default: that of the partner. */
            readonly time_zone?: string | undefined;
          }
        | undefined;
    };
    readonly answer: PlayerProgress;
  };
  /**
   * Read a player’s score history as a picture.
   *
   * The score history as an SVG for the partner’s own pages: a line in its band, which is the score plus and minus its uncertainty. Costs 4 units, and one more for every 75 points of `limit` above 100. It holds no scripts, fonts or links. Fetch it with the key from a server and pass it on; a browser has no key.
   *
   * Plan: every. Scope: `read:players`.
   *
   * Guide: [Pictures](/docs/pictures).
   */
  readonly 'GET /v1/players/{username}/progress.svg': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
      readonly query?:
        | {
            /** In pixels. */
            readonly width?: 320 | 640 | undefined;
            /** Its colors; `auto` follows the reader’s system. */
            readonly theme?: 'auto' | 'light' | 'dark' | undefined;
            /** The interval that one point covers. */
            readonly interval?: 'match' | 'day' | 'week' | undefined;
            /** The maximum number of points. */
            readonly limit?: number | undefined;
            /** Only points at this instant or later. */
            readonly since?: string | undefined;
            /** Only points before this instant. */
            readonly until?: string | undefined;
            /** The time zone of days. Default: that of the partner. */
            readonly time_zone?: string | undefined;
          }
        | undefined;
    };
    readonly answer: string;
  };
  /**
   * Share a player with another partner.
   *
   * Creates a code that works once: with it, one other partner can put the player on one of its rosters. Only the partner that registered the player can share it.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. Cost: 1 unit.
   *
   * Guide: [Private players and rosters](/docs/guides/private-players).
   */
  readonly 'POST /v1/players/{username}/shares': {
    readonly input: {
      readonly path: {
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
      readonly body?: ShareRequest | undefined;
    };
    readonly answer: Share;
  };
  /**
   * Register up to 100 players.
   *
   * Registers each player as the single route does. If one is rejected, or its username is taken, the others are still registered. Returns 200 with one result per entry, in the order sent. Each player costs 1 unit.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`.
   *
   * Guide: [Private players and rosters](/docs/guides/private-players).
   */
  readonly 'POST /v1/players/batch': {
    readonly input: {
      readonly query?:
        | {
            /** With `true`: the same checks and the same answer with status 200, but nothing is stored. */
            readonly dry_run?: boolean | undefined;
          }
        | undefined;
      readonly body: PlayerBatch;
    };
    readonly answer: PlayerBatchResults;
  };
  /**
   * Search public players.
   *
   * Public players whose username begins with `q`, compared without case: an exact match first, then by username. No character of `q` is a wildcard. To find players by display name, use `q` of `GET /v1/players`.
   *
   * Plan: every. Scope: `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/players/search': {
    readonly input: {
      readonly query: {
        /** The beginning of a username. */
        readonly q: string;
        /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
        readonly limit?: number | undefined;
        /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
        readonly offset?: number | undefined;
        /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
        readonly cursor?: string | undefined;
      };
    };
    readonly answer: PlayerPage;
  };
  /**
   * List the partner’s rosters.
   *
   * The rosters of the calling partner, by slug.
   *
   * Plan: every. Scope: `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/rosters': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: RosterPage;
  };
  /**
   * Read a roster.
   *
   * One roster of the calling partner.
   *
   * Plan: every. Scope: `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/rosters/{slug}': {
    readonly input: {
      readonly path: {
        /** The roster’s slug. */
        readonly slug: string;
      };
    };
    readonly answer: Roster;
  };
  /**
   * Create or rename a roster.
   *
   * Returns 201 for a new roster, 200 for an existing one.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. Cost: 1 unit.
   *
   * Guide: [Private players and rosters](/docs/guides/private-players).
   */
  readonly 'PUT /v1/rosters/{slug}': {
    readonly input: {
      readonly path: {
        /** The roster’s slug. */
        readonly slug: string;
      };
      readonly body?: RosterPut | undefined;
    };
    readonly answer: Roster;
  };
  /**
   * Delete a roster.
   *
   * Its players stay; private ones of other partners are no longer visible through it.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. Cost: 1 unit.
   */
  readonly 'DELETE /v1/rosters/{slug}': {
    readonly input: {
      readonly path: {
        /** The roster’s slug. */
        readonly slug: string;
      };
    };
    readonly answer: null;
  };
  /**
   * Read the ranking of a roster.
   *
   * The members of one of your rosters. By score; if scores are equal, the smaller uncertainty is first. Those whose confidence is provisional are not ranked yet. Those whose last match is more than 365 days ago are inactive. The first page returns the first `limit` of each in `unranked` and `inactive`; `?ranked=false` lists all of them in pages.
   *
   * Plan: every. Scope: `read:players`. Cost: 16 units.
   *
   * Guide: [A club night, from players to recap](/docs/guides/club-night).
   */
  readonly 'GET /v1/rosters/{slug}/leaderboard': {
    readonly input: {
      readonly path: {
        /** The roster’s slug. */
        readonly slug: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** The period of the change and of the previous rank. It ends now. */
            readonly window?: '7d' | '30d' | '90d' | undefined;
            /** With `false`, the page lists the members that are not ranked yet, then those who are inactive. */
            readonly ranked?: boolean | undefined;
          }
        | undefined;
    };
    readonly answer: Leaderboard;
  };
  /**
   * List who is on a roster.
   *
   * The players on a roster of the calling partner, by username.
   *
   * Plan: every. Scope: `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/rosters/{slug}/members': {
    readonly input: {
      readonly path: {
        /** The roster’s slug. */
        readonly slug: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: RosterMemberPage;
  };
  /**
   * Redeem a share.
   *
   * Puts a player that another partner has shared on the roster. A code works once; unknown, expired and used codes get the same response. If you send your code again, you get the same member again.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. Cost: 1 unit.
   *
   * Guide: [Private players and rosters](/docs/guides/private-players).
   */
  readonly 'POST /v1/rosters/{slug}/members': {
    readonly input: {
      readonly path: {
        /** The roster’s slug. */
        readonly slug: string;
      };
      readonly body: ShareRedemption;
    };
    readonly answer: RosterMember;
  };
  /**
   * Put a player on a roster.
   *
   * The player must be visible to you. Idempotent.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. Cost: 1 unit.
   *
   * Guide: [Private players and rosters](/docs/guides/private-players).
   */
  readonly 'PUT /v1/rosters/{slug}/members/{username}': {
    readonly input: {
      readonly path: {
        /** The roster’s slug. */
        readonly slug: string;
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
    };
    readonly answer: null;
  };
  /**
   * Take a player off a roster.
   *
   * A private player of another partner is then no longer visible, unless on another roster.
   *
   * Plan: Pro or Enterprise. Scope: `write:players`. Cost: 1 unit.
   */
  readonly 'DELETE /v1/rosters/{slug}/members/{username}': {
    readonly input: {
      readonly path: {
        /** The roster’s slug. */
        readonly slug: string;
        /** The player’s username, compared without case, or its `profile_id`. */
        readonly username: string;
      };
    };
    readonly answer: null;
  };
  /**
   * Read the sandbox.
   *
   * The time in your sandbox, and the number of players, matches and rosters in it. Only for test keys.
   *
   * Plan: every. Scope: none. Cost: 1 unit.
   */
  readonly 'GET /v1/sandbox': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: Sandbox;
  };
  /**
   * Move the clock of the sandbox.
   *
   * Sets the clock of your sandbox to an instant, past or future, or advances it. The clock continues from there. Everything that depends on the current time follows at once: windows, form, inactivity, and whether `played_at` is in the future. Stored matches and ratings do not change. Only for test keys.
   *
   * Plan: every. Scope: none. Cost: 1 unit.
   */
  readonly 'PATCH /v1/sandbox': {
    readonly input: {
      readonly body: SandboxClock;
    };
    readonly answer: Sandbox;
  };
  /**
   * Clear the sandbox.
   *
   * Removes all data from your sandbox and resets its clock to the real time. Your test keys stay valid. Requests in flight may get `sandbox_cleared`. Costs 64 units. Only for test keys.
   *
   * Plan: every. Scope: none. Cost: 64 units.
   */
  readonly 'DELETE /v1/sandbox': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: null;
  };
  /**
   * Read the scale of levels.
   *
   * The knots by which `rating.level` follows from `service_score`, with straight lines between them.
   *
   * Plan: every. Scope: none. Cost: 1 unit.
   */
  readonly 'GET /v1/scale': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: Scale;
  };
  /**
   * List sessions.
   *
   * The partner’s sessions, newest first by their last match, then by reference. Completed and pending matches make a session; one of voided matches only is not listed. The venue is that of the recap.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 8 units.
   *
   * Guide: [A club night, from players to recap](/docs/guides/club-night).
   */
  readonly 'GET /v1/sessions': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** Only sessions that ended at this instant or later. */
            readonly since?: string | undefined;
            /** Only sessions that ended before this instant. */
            readonly until?: string | undefined;
          }
        | undefined;
    };
    readonly answer: SessionPage;
  };
  /**
   * List the links of a night.
   *
   * Links in order of creation, including those that have ended. Their tokens are not shown.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/sessions/{ref}/links': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: NightLinkPage;
  };
  /**
   * Make a link to a night.
   *
   * An address for phones at the court or a screen on the wall, without a key. The response contains the token, which is never shown again. A night has at most 20 valid links. While it is closed, links that enter results only show it.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 1 unit.
   */
  readonly 'POST /v1/sessions/{ref}/links': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
      };
      readonly body: NightLinkSubmission;
    };
    readonly answer: IssuedNightLink;
  };
  /**
   * Read a night live.
   *
   * All that a phone at the court shows: the open round, the next one and the standings. Poll it.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/sessions/{ref}/live': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
      };
    };
    readonly answer: LiveNight;
  };
  /**
   * Read a night plan.
   *
   * All rounds of a night with their results, and how fair they are.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 8 units.
   */
  readonly 'GET /v1/sessions/{ref}/plan': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
      };
    };
    readonly answer: Plan;
  };
  /**
   * Plan a night.
   *
   * Draws a night: returns 201 for a new plan, and 200 if it replaces one. Opened rounds stay; all later ones are drawn again. Players keep their numbers; one who is no longer listed leaves after the opened rounds. The same body draws the same plan. If rules cannot all hold, avoided pairs give way first, then equal rests, then fixed pairs.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`.
   */
  readonly 'PUT /v1/sessions/{ref}/plan': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
      };
      readonly query?:
        | {
            /** With `true`: the same checks and the same answer with status 200, but nothing is stored. */
            readonly dry_run?: boolean | undefined;
          }
        | undefined;
      readonly body: PlanSubmission;
    };
    readonly answer: PutPlan;
  };
  /**
   * Change a night plan.
   *
   * For latecomers, leavers and lost courts: draws all rounds again that were not opened. A latecomer does not have to catch up. `replace` gives a number to another profile of the same person. It, `name` and `rank_by` draw nothing again; without other changes, they change closed nights, too.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 128 units.
   */
  readonly 'PATCH /v1/sessions/{ref}/plan': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
      };
      readonly body: PlanAmendment;
    };
    readonly answer: Plan;
  };
  /**
   * Delete a night plan.
   *
   * Its matches stay.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 16 units.
   */
  readonly 'DELETE /v1/sessions/{ref}/plan': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
      };
    };
    readonly answer: null;
  };
  /**
   * Close a night.
   *
   * Ends the night and confirms its pending results. A closed night takes no results, and its links only show it. Closing it again changes nothing.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 16 units.
   */
  readonly 'POST /v1/sessions/{ref}/plan/close': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
      };
    };
    readonly answer: Plan;
  };
  /**
   * Reopen a closed night.
   *
   * The round that was open last is open again, or the night is planned again if none was. Links that entered results do so again, unless they have expired or were withdrawn.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 16 units.
   */
  readonly 'POST /v1/sessions/{ref}/plan/reopen': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
      };
      readonly body: PlanReopening;
    };
    readonly answer: Plan;
  };
  /**
   * Change a round by hand.
   *
   * Swap two players, or bring in a substitute. Courts with a result must not change.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 128 units.
   */
  readonly 'PUT /v1/sessions/{ref}/plan/rounds/{round}': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
        /** The round. */
        readonly round: string;
      };
      readonly query?:
        | {
            /** With `true`, all later rounds are drawn again. */
            readonly redraw?: boolean | undefined;
          }
        | undefined;
      readonly body: RoundSubmission;
    };
    readonly answer: Plan;
  };
  /**
   * Enter the result of a court.
   *
   * Stores the match of the court, or corrects it. Send `seen` and `players` as you saw them: if they have changed, the response shows the current ones. The same result again changes nothing, so a phone may send it until it gets a response.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 16 units.
   */
  readonly 'PUT /v1/sessions/{ref}/plan/rounds/{round}/courts/{court}/result': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
        /** The round. */
        readonly round: string;
        /** The court. */
        readonly court: string;
      };
      readonly body: ResultSubmission;
    };
    readonly answer: EnteredResult;
  };
  /**
   * Remove the result of a court.
   *
   * Voids the match, such as one that was entered for the wrong court. Without a result, nothing changes. A closed night keeps its results: reopen it first.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 16 units.
   */
  readonly 'DELETE /v1/sessions/{ref}/plan/rounds/{round}/courts/{court}/result': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
        /** The round. */
        readonly round: string;
        /** The court. */
        readonly court: string;
      };
      readonly query?:
        | {
            /** Why. It is stored with the match and in its audit trail. */
            readonly reason?: string | undefined;
          }
        | undefined;
      readonly body?: ResultRemoval | undefined;
    };
    readonly answer: null;
  };
  /**
   * Open a round.
   *
   * Rounds open in order. Opening a round again changes nothing. In a mexicano this draws the round by the standings; if results are missing, `missing` lists them. A player who was erased, or is no longer shared with you, has left: rounds with the player are drawn again.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 16 units.
   */
  readonly 'POST /v1/sessions/{ref}/plan/rounds/{round}/open': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
        /** The round. */
        readonly round: string;
      };
      readonly body?: RoundOpening | undefined;
    };
    readonly answer: Plan;
  };
  /**
   * Undo the last change of a night plan.
   *
   * Goes back to the revision before the last change, up to 50 changes back. `undone` shows what was undone. Results are not undone: remove or correct them.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 16 units.
   */
  readonly 'POST /v1/sessions/{ref}/plan/undo': {
    readonly input: {
      readonly path: {
        /** The `session_external_ref` of the night. */
        readonly ref: string;
      };
      readonly body: PlanUndo;
    };
    readonly answer: UndonePlan;
  };
  /**
   * Read your sign-in.
   *
   * The person that you are, the partner, and what your role allows.
   *
   * Plan: every. Scope: none. For people only. Cost: 1 unit.
   */
  readonly 'GET /v1/sign-in': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: OwnSignIn;
  };
  /**
   * Sign in with an invitation.
   *
   * Spends the invitation and sets the cookie. If the browser was signed in before, that sign-in ends. A person has at most 20 sign-ins: another one ends the one unused for longest.
   */
  readonly 'POST /v1/sign-in': {
    readonly input: {
      readonly body?: NewSignIn | undefined;
    };
    readonly answer: OwnSignIn;
  };
  /**
   * Sign out.
   *
   * Ends the sign-in and removes the cookie. Also answers 204 if the sign-in has ended.
   *
   * People only.
   */
  readonly 'DELETE /v1/sign-in': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: null;
  };
  /**
   * Make an invitation for another device of yours.
   *
   * It is valid for 10 minutes, and ends an earlier invitation of yours. Show its address as a QR code.
   *
   * Plan: every. Scope: none. For people only. Cost: 1 unit.
   */
  readonly 'POST /v1/sign-in/invitation': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: IssuedInvitation;
  };
  /**
   * Sign in with a passkey.
   *
   * Sets the cookie, as an invitation does. Every credential that signs nobody in gets the same response.
   */
  readonly 'POST /v1/sign-in/passkey': {
    readonly input: {
      readonly body: NewPasskeySignIn;
    };
    readonly answer: OwnSignIn;
  };
  /**
   * Get the options of signing in with a passkey.
   *
   * Pass them to `navigator.credentials.get` within 5 minutes. No credential is needed.
   */
  readonly 'POST /v1/sign-in/passkey/options': {
    readonly input: Readonly<Record<string, never>>;
    readonly answer: PasskeyRequestOptions;
  };
  /**
   * End a sign-in.
   *
   * One of yours; with `manage:people`, that of any person of the partner.
   *
   * Plan: every. Scope: none. For people only. Cost: 1 unit.
   */
  readonly 'DELETE /v1/sign-ins/{id}': {
    readonly input: {
      readonly path: {
        /** The sign-in’s id. */
        readonly id: string;
      };
    };
    readonly answer: null;
  };
  /**
   * List your tasks.
   *
   * Your tasks, the newest first. Undoing an import, a merge, and undoing a merge each start one.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 4 units.
   */
  readonly 'GET /v1/tasks': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
            /** Only tasks in this state. */
            readonly state?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | undefined;
          }
        | undefined;
    };
    readonly answer: TaskPage;
  };
  /**
   * Read a task.
   *
   * The progress of a task, and its result or error once it has ended. A task depends neither on its client nor on the key or sign-in that started it. After a crash of the service it continues where it was. It rests while you are suspended.
   *
   * Plan: every. Scope: `write:matches` or `read:players`. Cost: 1 unit.
   */
  readonly 'GET /v1/tasks/{id}': {
    readonly input: {
      readonly path: {
        /** The task’s id. */
        readonly id: string;
      };
    };
    readonly answer: Task;
  };
  /**
   * Cancel a task.
   *
   * The task changes no further match. Its changes are kept. To do the rest, start the undo or the merge again.
   *
   * Plan: Pro or Enterprise. Scope: `write:matches`. Cost: 1 unit.
   */
  readonly 'DELETE /v1/tasks/{id}': {
    readonly input: {
      readonly path: {
        /** The task’s id. */
        readonly id: string;
      };
    };
    readonly answer: null;
  };
  /**
   * List webhook endpoints.
   *
   * Your endpoints in order of creation, without their secrets.
   *
   * Plan: Pro or Enterprise. Scope: `manage:webhooks`. Cost: 1 unit.
   */
  readonly 'GET /v1/webhook-endpoints': {
    readonly input: {
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: WebhookEndpointPage;
  };
  /**
   * Create a webhook endpoint.
   *
   * Sends your events to an address, from now on. The response contains the secret that signs the deliveries. It is never shown again.
   *
   * Plan: Pro or Enterprise. Scope: `manage:webhooks`. Cost: 1 unit.
   */
  readonly 'POST /v1/webhook-endpoints': {
    readonly input: {
      readonly body: NewWebhookEndpoint;
    };
    readonly answer: WebhookEndpointWithSecret;
  };
  /**
   * Read a webhook endpoint.
   *
   * One endpoint: its address, and whether its receiver accepts deliveries.
   *
   * Plan: Pro or Enterprise. Scope: `manage:webhooks`. Cost: 1 unit.
   */
  readonly 'GET /v1/webhook-endpoints/{id}': {
    readonly input: {
      readonly path: {
        /** The endpoint’s id. */
        readonly id: string;
      };
    };
    readonly answer: WebhookEndpoint;
  };
  /**
   * Change, disable or enable a webhook endpoint.
   *
   * If you enable an endpoint again, it continues with the first undelivered event. Events are kept for at least 30 days. If you change the address, the new one gets the events that the old one did not accept.
   *
   * Plan: Pro or Enterprise. Scope: `manage:webhooks`. Cost: 1 unit.
   */
  readonly 'PATCH /v1/webhook-endpoints/{id}': {
    readonly input: {
      readonly path: {
        /** The endpoint’s id. */
        readonly id: string;
      };
      readonly body: WebhookEndpointPatch;
    };
    readonly answer: WebhookEndpoint;
  };
  /**
   * Delete a webhook endpoint.
   *
   * Stops all deliveries to the endpoint and deletes its delivery log.
   *
   * Plan: Pro or Enterprise. Scope: `manage:webhooks`. Cost: 1 unit.
   */
  readonly 'DELETE /v1/webhook-endpoints/{id}': {
    readonly input: {
      readonly path: {
        /** The endpoint’s id. */
        readonly id: string;
      };
    };
    readonly answer: null;
  };
  /**
   * List deliveries.
   *
   * Every attempt to deliver an event to this endpoint, newest first. Attempts are kept for 30 days, unless the operator chose another time.
   *
   * Plan: Pro or Enterprise. Scope: `manage:webhooks`. Cost: 4 units.
   */
  readonly 'GET /v1/webhook-endpoints/{id}/deliveries': {
    readonly input: {
      readonly path: {
        /** The endpoint’s id. */
        readonly id: string;
      };
      readonly query?:
        | {
            /** The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true. */
            readonly limit?: number | undefined;
            /** The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries are being added, use `cursor`. */
            readonly offset?: number | undefined;
            /** The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with `offset`. */
            readonly cursor?: string | undefined;
          }
        | undefined;
    };
    readonly answer: WebhookDeliveryPage;
  };
  /**
   * Send events again.
   *
   * Sends events again with the same ids: either all events since an instant, or the events in `event_ids`. If one of those was not sent yet, it is sent only once, in its order.
   *
   * Plan: Pro or Enterprise. Scope: `manage:webhooks`. Cost: 4 units.
   */
  readonly 'POST /v1/webhook-endpoints/{id}/replay': {
    readonly input: {
      readonly path: {
        /** The endpoint’s id. */
        readonly id: string;
      };
      readonly body?: WebhookReplay | undefined;
    };
    readonly answer: WebhookReplayAccepted;
  };
  /**
   * Rotate the secret.
   *
   * The response contains the new secret. Deliveries are signed with both secrets until the overlap ends.
   *
   * Plan: Pro or Enterprise. Scope: `manage:webhooks`. Cost: 1 unit.
   */
  readonly 'POST /v1/webhook-endpoints/{id}/rotate-secret': {
    readonly input: {
      readonly path: {
        /** The endpoint’s id. */
        readonly id: string;
      };
      readonly body?: SecretRotation | undefined;
    };
    readonly answer: WebhookEndpointWithSecret;
  };
  /**
   * Send a test message.
   *
   * Sends one signed message of the type `webhook_endpoint.test` at once, even to a disabled endpoint, and returns the result. It is not retried.
   *
   * Plan: Pro or Enterprise. Scope: `manage:webhooks`. Cost: 16 units.
   */
  readonly 'POST /v1/webhook-endpoints/{id}/test': {
    readonly input: {
      readonly path: {
        /** The endpoint’s id. */
        readonly id: string;
      };
    };
    readonly answer: WebhookTest;
  };
}
