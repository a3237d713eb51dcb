"""The responses. Made from openapi.json by scripts/python-types.ts; do not change it by hand."""

from __future__ import annotations

from typing import Literal, TypedDict, Union


class RatingChange(TypedDict):
    """How the match changed the player’s score. Null unless the match is completed and rated; null for hidden and erased players. Provisional while `rating_status` is `settling`: a late match that is not settled within its request shows its effect on the current scores. The exact change is computed in the background."""

    service_score_before: int
    service_score_after: int
    delta: int


class MatchParticipant(TypedDict):
    """One of the four players, in the order sent."""

    profile_id: str | None
    username: str | None
    display_name: str
    identity: Literal["shown", "hidden", "erased"]
    team: Literal["A", "B"]
    court_position: Literal["left", "right", None]
    won: bool | None
    rating_change: RatingChange | None


class SetScore(TypedDict):
    """The score of one set."""

    set_number: int
    team_a_games: int
    team_b_games: int
    game_winners: list[Literal["A", "B"]] | None
    first_server_team: Literal["A", "B", None]


class PlayerAnswer(TypedDict):
    """The answer of one player."""

    profile_id: str | None
    team: Literal["A", "B"]
    answer: Literal["right", "wrong"]
    reason: str | None
    at: str


class Confirmation(TypedDict):
    """How the players confirm the match. Null for other tiers than `player_confirmed`, and in another partner’s match."""

    reported_by: Literal["A", "B", None]
    deadline: str | None
    then: Literal["complete", "void", "stay"]
    state: Literal["awaiting", "disputed", "expired", "closed"]
    decided_by: Literal["players", "deadline", "partner", None]
    answers: list[PlayerAnswer]


class Match(TypedDict):
    """A match that the partner submitted."""

    id: str
    external_ref: str
    status: Literal["pending", "completed", "voided"]
    revision: int
    played_at: str
    winning_team: Literal["A", "B", None]
    trust_tier: Literal["partner_attested", "tournament_official", "imported", "player_confirmed"]
    outcome: Literal["played", "retired", "walkover"]
    competition_type: Literal["social", "training", "league", "tournament", None]
    scoring: Literal["games", "points", None]
    duration_minutes: float | None
    venue_label: str | None
    session_external_ref: str | None
    participants: list[MatchParticipant]
    set_scores: list[SetScore]
    rating_status: Literal["settled", "settling", "unrated"]
    confirmation: Confirmation | None
    created_at: str
    completed_at: str | None
    voided_at: str | None
    void_reason: str | None


class MatchEventData(TypedDict):
    """The match at the time of the event, but with current names and ratings."""

    match: Match


class MatchEvent(TypedDict):
    """A match of the partner was submitted or changed."""

    id: str
    type: Literal["match.pending", "match.disputed", "match.confirmation_changed", "match.completed", "match.amended", "match.voided"]
    created_at: str
    data: MatchEventData


class RatingEventData(TypedDict):
    """The change."""

    profile_id: str | None
    username: str | None
    sequence: int
    match_id: str | None
    service_score_before: int | None
    service_score_after: int | None


class RatingEvent(TypedDict):
    """The rating of a player that the partner created or has on a roster has changed."""

    id: str
    type: Literal["rating.updated"]
    created_at: str
    data: RatingEventData


class PlayerEventData(TypedDict):
    """The player, with the current names."""

    profile_id: str | None
    username: str | None
    display_name: str | None


class PlayerEvent(TypedDict):
    """The partner registered a player, or a player that the partner created or had on a roster was erased."""

    id: str
    type: Literal["player.registered", "player.erased"]
    created_at: str
    data: PlayerEventData


class EndpointEventData(TypedDict):
    """The endpoint, and why it was disabled."""

    webhook_endpoint_id: str
    reason: Literal["gone", "failing"]


class EndpointEvent(TypedDict):
    """The service has disabled a webhook endpoint of the partner."""

    id: str
    type: Literal["webhook_endpoint.disabled"]
    created_at: str
    data: EndpointEventData


Event = Union[MatchEvent, RatingEvent, PlayerEvent, EndpointEvent]


class MatchWarning(TypedDict):
    """Something that may be true but is rarely meant. The match is stored all the same."""

    code: Literal["unfinished_set", "unusual_score", "same_players_nearby"]
    pointer: str | None
    detail: str
    match_id: str | None


class MatchWithWarnings(TypedDict):
    """A match that was just submitted or amended, with warnings."""

    id: str
    external_ref: str
    status: Literal["pending", "completed", "voided"]
    revision: int
    played_at: str
    winning_team: Literal["A", "B", None]
    trust_tier: Literal["partner_attested", "tournament_official", "imported", "player_confirmed"]
    outcome: Literal["played", "retired", "walkover"]
    competition_type: Literal["social", "training", "league", "tournament", None]
    scoring: Literal["games", "points", None]
    duration_minutes: float | None
    venue_label: str | None
    session_external_ref: str | None
    participants: list[MatchParticipant]
    set_scores: list[SetScore]
    rating_status: Literal["settled", "settling", "unrated"]
    confirmation: Confirmation | None
    created_at: str
    completed_at: str | None
    voided_at: str | None
    void_reason: str | None
    warnings: list[MatchWarning]


class EntryFault(TypedDict):
    """One broken rule of an entry."""

    pointer: str
    code: str
    detail: str


class _EntryError(TypedDict):
    code: str
    detail: str
    errors: list[EntryFault]


class EntryError(_EntryError, total=False):
    """The reason why an entry was rejected."""

    existing_profile_id: str
    existing_username: str


class BatchResult(TypedDict):
    """The result of one entry."""

    index: int
    external_ref: str | None
    status: Literal["created", "duplicate", "rejected"]
    match: MatchWithWarnings | None
    existing_match_id: str | None
    existing_match_status: Literal["pending", "completed", "voided", None]
    same_content: bool | None
    error: EntryError | None


class MatchExplanationWinProbability(TypedDict):
    """Each team’s predicted win probability; null if you may no longer see one of the players."""

    A: float
    B: float


class MatchExplanationExpectedGamesShare(TypedDict):
    """The share of the units that the ratings predicted before the result; null if the scoreline did not count, or you may no longer see one of the players."""

    A: float
    B: float


class MatchExplanationGamesShare(TypedDict):
    """The share of the units that each team won."""

    A: float
    B: float


class ExplainedPart(TypedDict):
    """One reason for a change of the score."""

    code: Literal["placement", "teammate", "result", "margin", "guard"]
    points: int
    text: str
    values: dict[str, str | float | None]


class ExplainedParticipant(TypedDict):
    """How the match changed one player’s score, and why. The numbers are null for a player that you may no longer see. The parts, the shares and the uncertainty before the match are then null for all four, because they would reveal that player’s rating."""

    profile_id: str | None
    username: str | None
    team: Literal["A", "B"]
    service_score_before: int | None
    service_score_after: int | None
    delta: int | None
    parts: list[ExplainedPart] | None
    uncertainty_before: int | None
    uncertainty_after: int | None
    share_of_uncertainty: float | None


class MatchExplanation(TypedDict):
    """Why a match changed its players’ scores as it did. All fields are null for an unrated match. For a late match that is not settled yet, it explains the provisional change."""

    match_id: str
    model_version: str | None
    steepness: float | None
    penalty: float | None
    win_probability: MatchExplanationWinProbability | None
    expected_games_share: MatchExplanationExpectedGamesShare | None
    games_share: MatchExplanationGamesShare | None
    weight: float | None
    participants: list[ExplainedParticipant]


class MatchPreviewWinProbability(TypedDict):
    """Each team’s predicted win probability, for the format of the scoreline."""

    A: float
    B: float


class PreviewedPlayer(TypedDict):
    """How the match would change one player’s score."""

    profile_id: str
    username: str | None
    team: Literal["A", "B"]
    service_score_before: int
    service_score_after: int
    delta: int


class MatchPreviewOutcomes(TypedDict):
    """The changes for each possible winner."""

    A: list[PreviewedPlayer]
    B: list[PreviewedPlayer]


class MatchPreview(TypedDict):
    """How a match would change the ratings. Nothing is stored."""

    steepness: float
    penalty: float
    win_probability: MatchPreviewWinProbability
    outcomes: MatchPreviewOutcomes


class EnteredResult(TypedDict):
    """A result that was entered."""

    match: MatchWithWarnings
    revision: int
    changed: bool


class CourtResultSetScores(TypedDict):
    """"""

    set_number: int
    team_a_games: int
    team_b_games: int


class CourtResult(TypedDict):
    """The result of a court."""

    match_id: str
    match_status: Literal["pending", "completed", "voided"]
    revision: int
    set_scores: list[CourtResultSetScores]
    winning_team: Literal["A", "B", None]
    outcome: Literal["played", "retired", "walkover"]
    by: Literal["key", "link", "person"]
    person_id: str | None


class PlanCourt(TypedDict):
    """The lineup of a court."""

    court: int
    name: str | None
    team_a: list[int]
    team_b: list[int]
    win_probability_a: float | None
    result: CourtResult | None


class LiveRound(TypedDict):
    """A round; null if there is none."""

    round: int
    opened_at: str | None
    ends_at: str | None
    courts: list[PlanCourt]
    resting: list[int]


class _PlanStanding(TypedDict):
    rank: int
    display_name: str
    played: int
    wins: int
    draws: int
    losses: int
    points: int
    average: float | None
    rested: int


class PlanStanding(_PlanStanding, total=False):
    """A player in the ranking, or a pair in a night of fixed pairs. The points of a pair are those of one of the two."""

    number: int
    numbers: list[int]
    sets_won: int
    sets_lost: int
    games_won: int
    games_lost: int


class LiveNightPlayers(TypedDict):
    """"""

    number: int
    display_name: str
    identity: Literal["shown", "hidden", "erased"]


class LiveNight(TypedDict):
    """All that a phone at the court shows."""

    name: str | None
    venue_label: str | None
    club_name: str
    revision: int
    state: Literal["planned", "open", "closed"]
    format: Literal["americano", "mexicano", "balanced", "teams"]
    scoring: Literal["games", "points"]
    points_per_match: int | None
    sets: int
    round: LiveRound | None
    next: LiveRound | None
    standings: list[PlanStanding]
    players: list[LiveNightPlayers]
    open_courts: int
    rank_by: Literal["wins", "points", "average"]
    rank_by_setting: Literal["auto", "wins", "points", "average"]


class PlannedPlayer(TypedDict):
    """A player of a night."""

    number: int
    profile_id: str | None
    username: str | None
    display_name: str
    identity: Literal["shown", "hidden", "erased"]
    from_round: int
    until_round: int | None


class PlanRound(TypedDict):
    """A round of a night."""

    round: int
    state: Literal["planned", "open", "played"]
    opened_at: str | None
    by_hand: bool
    courts: list[PlanCourt]
    resting: list[int]


class PlanQualityOpponentMeetings(TypedDict):
    """How often two players meet as opponents."""

    min: int
    max: int


class PlanQuality(TypedDict):
    """How good a plan is, and how good it can be."""

    teammate_repeats: int
    teammate_lower_bound: int
    opponent_meetings: PlanQualityOpponentMeetings
    sit_out_difference: int
    mean_imbalance: float | None
    worst_imbalance: float | None
    teammate_histogram: list[list[int]]
    opponent_histogram: list[list[int]]
    rest_difference_bound: int
    opponent_max_bound: int
    proof: Literal["whist", "search", "by_hand"]
    never_met: int
    gave_way: list[Literal["avoid_pairs", "rests", "fixed_pairs"]]
    text: str
    values: dict[str, str | float | None]


class Plan(TypedDict):
    """The lineups of a night, by round and court."""

    id: str
    session_external_ref: str
    name: str | None
    revision: int
    state: Literal["planned", "open", "closed"]
    format: Literal["americano", "mexicano", "balanced", "teams"]
    players: list[PlannedPlayer]
    courts: int
    rounds: list[PlanRound]
    scoring: Literal["games", "points"]
    points_per_match: int | None
    sets: int
    minutes_per_round: int | None
    ends_at: str | None
    fixed_pairs: list[list[int]]
    avoid_pairs: list[list[int]]
    mexicano_pairing: Literal["1_4", "1_3"]
    rank_by: Literal["auto", "wins", "points", "average"]
    courts_named: list[str]
    venue_label: str | None
    competition_type: Literal["social", "training", "league", "tournament", None]
    link_results: Literal["complete", "await_confirmation"]
    quality: PlanQuality
    seed: int


class PlanSummary(TypedDict):
    """A plan in a list."""

    session_external_ref: str
    name: str | None
    state: Literal["planned", "open", "closed"]
    format: Literal["americano", "mexicano", "balanced", "teams"]
    players: int
    courts: int
    rounds: int
    open_round: int | None
    venue_label: str | None
    started_at: str | None
    created_at: str
    changed_at: str


class PutPlan(TypedDict):
    """A plan that was put."""

    id: str
    session_external_ref: str
    name: str | None
    revision: int
    state: Literal["planned", "open", "closed"]
    format: Literal["americano", "mexicano", "balanced", "teams"]
    players: list[PlannedPlayer]
    courts: int
    rounds: list[PlanRound]
    scoring: Literal["games", "points"]
    points_per_match: int | None
    sets: int
    minutes_per_round: int | None
    ends_at: str | None
    fixed_pairs: list[list[int]]
    avoid_pairs: list[list[int]]
    mexicano_pairing: Literal["1_4", "1_3"]
    rank_by: Literal["auto", "wins", "points", "average"]
    courts_named: list[str]
    venue_label: str | None
    competition_type: Literal["social", "training", "league", "tournament", None]
    link_results: Literal["complete", "await_confirmation"]
    quality: PlanQuality
    seed: int
    rounds_that_fit: int | None


class SessionRecapMatches(TypedDict):
    """The session’s matches by status."""

    completed: int
    pending: int
    voided: int


class PlayerName(TypedDict):
    """A player, by name."""

    profile_id: str | None
    username: str | None
    display_name: str
    identity: Literal["shown", "hidden", "erased"]


class SessionRecapUniquePlayers(TypedDict):
    """All players of the session."""

    count: int
    players: list[PlayerName]


class ScorelinePlayers(TypedDict):
    """The players of both teams."""

    A: list[PlayerName]
    B: list[PlayerName]


class Scoreline(TypedDict):
    """The scoreline of a match."""

    match_id: str
    played_at: str
    winning_team: Literal["A", "B", None]
    set_scores: str
    games_share_loser: float
    players: ScorelinePlayers


class SessionRecapScorelines(TypedDict):
    """The closest and the most lopsided match that was played to the end; if several are equal, the latest. A draw is never the most lopsided. `closest` is null if it would be the same match."""

    closest: Scoreline | None
    most_lopsided: Scoreline | None
    close_matches: int
    lopsided_matches: int


class FirstSessionNoteValues(TypedDict):
    """The numbers of the sentence, if you write your own text."""

    service_score: int
    matches: int


class FirstSessionNote(TypedDict):
    """Explains the large score change of a player’s first night."""

    code: Literal["first_session"]
    text: str
    values: FirstSessionNoteValues


class SessionLeaderboardRow(TypedDict):
    """A player’s results of the session."""

    rank: int
    profile_id: str | None
    username: str | None
    display_name: str
    identity: Literal["shown", "hidden", "erased"]
    first_session: bool
    note: FirstSessionNote | None
    played: int
    wins: int
    draws: int
    losses: int
    win_rate: float | None
    expected_wins: float | None
    sets_won: int
    sets_lost: int
    games_won: int
    games_lost: int
    games_difference: int
    average: float | None
    service_score_change: int | None
    confidence_level: Literal["provisional", "low", "medium", "high", "very_high", None]


class OverExpected(TypedDict):
    """The player with the most wins above expectation, in rated matches. A draw counts as half a win. Expected wins come from the ratings before each match. Null if no player won more than expected. If players are equal, the first by username."""

    profile_id: str | None
    username: str | None
    display_name: str
    identity: Literal["shown", "hidden", "erased"]
    matches: int
    actual_wins: float
    expected_wins: float


class SessionPair(TypedDict):
    """The results of two players together."""

    rank: int | None
    players: list[PlayerName]
    played: int
    wins: int
    draws: int
    losses: int
    win_rate: float | None
    sets_won: int
    sets_lost: int
    games_won: int
    games_lost: int
    average: float | None


class UpsetPlayers(TypedDict):
    """The players of both teams."""

    A: list[PlayerName]
    B: list[PlayerName]


class Upset(TypedDict):
    """The least likely win with a probability below 0.5, of rated matches that were played to the end; null if there is none. `set_scores` and `games_share_loser` are null without a scoreline."""

    match_id: str
    played_at: str
    winning_team: Literal["A", "B", None]
    set_scores: str | None
    games_share_loser: float | None
    players: UpsetPlayers
    winner_probability: float


class SessionRecap(TypedDict):
    """The summary of a session."""

    session_external_ref: str
    name: str | None
    day: str | None
    venue_label: str | None
    competition_type: str | None
    started_at: str | None
    ended_at: str | None
    matches: SessionRecapMatches
    unique_players: SessionRecapUniquePlayers
    average_duration_minutes: float | None
    duration_sample: int
    scorelines: SessionRecapScorelines
    ranked_by: Literal["wins", "points", "average"]
    rank_by: Literal["wins", "points", "average"]
    rank_by_setting: Literal["auto", "wins", "points", "average", None]
    leaderboard: list[SessionLeaderboardRow]
    most_over_expected: OverExpected | None
    pairs: list[SessionPair]
    biggest_upset: Upset | None


class SessionSummary(TypedDict):
    """A session in a list."""

    session_external_ref: str
    name: str | None
    started_at: str
    ended_at: str
    matches: int
    players: int
    venue_label: str | None


class NamedPlayer(TypedDict):
    """The player that the report is about."""

    id: str
    username: str
    display_name: str


AnalysisSample = TypedDict(
    "AnalysisSample",
    {
        "matches": "int",
        "matches_with_scores": "int",
        "sets": "int",
        "sets_with_game_order": "int",
        "sets_with_server": "int",
        "games_with_server": "int",
        "from": "str | None",
        "to": "str | None",
    },
)


class Rate(TypedDict):
    """The share that was won, with its confidence interval."""

    value: float | None
    won: int
    played: int
    interval: list[float] | None


class AnalysisSets(TypedDict):
    """Sets won, without points rounds and drawn sets. `first`: the first set of each match; `deciding`: the last of at least three sets, if the match was level before it; `tie_break`: decided by a tie-break, including match tie-breaks; `close`: decided by at most 2 games; `lopsided`: decided by at least 4 games."""

    all: Rate
    first: Rate
    deciding: Rate
    tie_break: Rate
    close: Rate
    lopsided: Rate


class AnalysisGames(TypedDict):
    """Games won. `all`: every game; each point of a points round, and each match tie-break, counts as one game. `serving`: own service games held. `receiving`: opponents’ service games broken. Tie-breaks count only in `all`."""

    all: Rate
    serving: Rate
    receiving: Rate


class AnalysisMomentum(TypedDict):
    """Results that followed other results. `after_*_first_set`: matches of at least two sets. `game_after_*`: the next game of the same set; it does not show momentum (see docs/analysis.md). `break_back`: the game after being broken. `consolidation`: the own service game after a break."""

    after_winning_first_set: Rate
    after_losing_first_set: Rate
    game_after_winning_game: Rate
    game_after_losing_game: Rate
    break_back: Rate
    consolidation: Rate
    longest_run_for: int | None
    longest_run_against: int | None
    largest_lead_lost: int | None
    largest_deficit_recovered: int | None


class AnalysisPhases(TypedDict):
    """Games won by phase of the set. `opening`: games 1 to 3. `closing`: later games that start when a team is at most one game short of the set. `middle`: all others. `serving_for_set`: own service games that can win the set. `receiving_to_stay_in_set`: opponents’ service games that can win them the set."""

    opening: Rate
    middle: Rate
    closing: Rate
    serving_for_set: Rate
    receiving_to_stay_in_set: Rate


class AnalysisCourtPositions(TypedDict):
    """Matches won by side of the court, if it was sent."""

    left: Rate
    right: Rate


class AnalysisTeammate(TypedDict):
    """Matches and games won beside a teammate."""

    profile_id: str | None
    username: str | None
    display_name: str
    identity: Literal["shown", "hidden", "erased"]
    matches: Rate
    games: Rate


class AnalysisCompetitions(TypedDict):
    """Matches won by kind of competition, if it was sent."""

    social: Rate
    training: Rate
    league: Rate
    tournament: Rate


class AnalysisExpectation(TypedDict):
    """Actual and expected wins. Matches with a player who is hidden from you are in neither: they would reveal the rating."""

    expected_wins: float
    actual_wins: int


class Insight(TypedDict):
    """A statistically significant difference from the expected result, as a sentence."""

    code: str
    text: str
    values: dict[str, str | float | None]
    direction: Literal["strength", "weakness"]
    sample: int
    weight: float


class Analysis(TypedDict):
    """A player’s patterns of play. `matches` are matches won, including retired ones."""

    player: NamedPlayer
    sample: AnalysisSample
    matches: Rate
    sets: AnalysisSets
    games: AnalysisGames
    momentum: AnalysisMomentum
    phases: AnalysisPhases
    court_position: AnalysisCourtPositions
    teammates: list[AnalysisTeammate]
    competition: AnalysisCompetitions
    expectation: AnalysisExpectation
    insights: list[Insight]


class HistoryMatch(TypedDict):
    """A match of a player’s history. In another partner’s match, the labels are null and private players are hidden."""

    id: str | None
    external_ref: str | None
    status: Literal["pending", "completed", "voided"]
    revision: int
    played_at: str
    winning_team: Literal["A", "B", None]
    trust_tier: Literal["partner_attested", "tournament_official", "imported", "player_confirmed"]
    outcome: Literal["played", "retired", "walkover"]
    competition_type: Literal["social", "training", "league", "tournament", None]
    scoring: Literal["games", "points", None]
    duration_minutes: float | None
    venue_label: str | None
    session_external_ref: str | None
    participants: list[MatchParticipant]
    set_scores: list[SetScore]
    rating_status: Literal["settled", "settling", "unrated"]
    confirmation: Confirmation | None
    created_at: str
    completed_at: str | None
    voided_at: str | None
    void_reason: str | None


class ExternalId(TypedDict):
    """A player’s id in another system of yours."""

    kind: str
    value: str


class StartingLevel(TypedDict):
    """The statement about the player before the first match."""

    value: float
    scale: Literal["level", "service_score"]
    source: Literal["self", "coach", "other_app", None]
    service_score: int
    stated_at: str | None


class Rating(TypedDict):
    """A player’s computed rating."""

    service_score: int
    level: float
    confidence_level: Literal["provisional", "low", "medium", "high", "very_high"]
    confidence_label: str
    matches_played: int
    uncertainty: int
    percentile: int | None
    last_played_at: str | None
    rating_status: Literal["settled", "settling"]


class Player(TypedDict):
    """A player with the computed rating."""

    id: str
    username: str
    display_name: str
    country_code: str | None
    profile_is_public: bool
    external_ids: list[ExternalId]
    starting_level: StartingLevel | None
    rating: Rating


class RegisteredPlayer(TypedDict):
    """A player as registered."""

    id: str
    username: str
    display_name: str
    country_code: str | None
    profile_is_public: bool
    external_ids: list[ExternalId]
    starting_level: StartingLevel | None
    rating: Rating
    rosters: list[str]
    registered_by_you: bool


class PlayerBatchResult(TypedDict):
    """The result of one entry. In a dry run, a `created` one has no `player`."""

    index: int
    username: str | None
    status: Literal["created", "existing", "taken", "rejected"]
    player: RegisteredPlayer | None
    registered_by_you: bool | None
    error: EntryError | None


class PlayerCardPlayer(TypedDict):
    """The player."""

    id: str
    username: str
    display_name: str
    country_code: str | None
    profile_is_public: bool
    external_ids: list[ExternalId]
    starting_level: StartingLevel | None


class CardWindow(TypedDict):
    """The matches of the window by `played_at`. The start of the window is inclusive."""

    matches: int
    wins: int
    draws: int
    losses: int
    win_rate: float | None
    service_score_change: int


PlayerCardWindows = TypedDict(
    "PlayerCardWindows",
    {
        "7d": "CardWindow",
        "30d": "CardWindow",
        "90d": "CardWindow",
    },
)


class CardFormStreak(TypedDict):
    """The current run of equal results, up to the newest match; null without matches."""

    result: Literal["W", "D", "L"]
    length: int


class CardForm(TypedDict):
    """The results of the newest matches."""

    results: list[Literal["W", "D", "L"]]
    streak: CardFormStreak | None
    label: Literal["hot", "mixed", "cold", "new"]


class CardConsistency(TypedDict):
    """How evenly the player plays."""

    value: int | None
    label: Literal["very_steady", "steady", "changeable", "streaky", "new"]
    sample: int


class HeadlineInsight(TypedDict):
    """The most important insight."""

    code: str
    text: str
    values: dict[str, str | float | None]
    sample: int


class PlayerCard(TypedDict):
    """A player on one page."""

    player: PlayerCardPlayer
    rating: Rating
    windows: PlayerCardWindows
    form: CardForm
    consistency: CardConsistency
    headline_insight: HeadlineInsight
    last_matches: list[HistoryMatch]


class ProgressPoint(TypedDict):
    """A point of a score history."""

    at: str
    match_id: str | None
    cause: Literal["match", "older_result", "starting_level"]
    service_score: int
    delta: int
    uncertainty: int
    confidence_level: Literal["provisional", "low", "medium", "high", "very_high"]


class PlayerProgressSummary(TypedDict):
    """A summary of the points. Without points, all scores are the current score and the change is 0."""

    first: int
    current: int
    peak: int
    lowest: int
    change: int


class PlayerProgress(TypedDict):
    """A player’s score history."""

    player: NamedPlayer
    points: list[ProgressPoint]
    summary: PlayerProgressSummary


class RankedPlayer(TypedDict):
    """A ranked member of a roster."""

    rank: int
    previous_rank: int | None
    profile_id: str
    username: str
    display_name: str
    starting_level: StartingLevel | None
    rating: Rating
    service_score_change: int


class Roster(TypedDict):
    """A partner’s named group of players."""

    slug: str
    name: str | None
    members: int
    created_at: str


class RosterMember(TypedDict):
    """A player on a roster."""

    profile_id: str
    username: str
    display_name: str
    profile_is_public: bool
    added_at: str


class UnrankedPlayer(TypedDict):
    """A member who is not ranked yet, because the confidence is provisional."""

    profile_id: str
    username: str
    display_name: str
    starting_level: StartingLevel | None
    rating: Rating
    service_score_change: int
    matches_to_rank: int


class Sandbox(TypedDict):
    """A partner’s sandbox: its clock, and the number of objects in it."""

    now: str
    clock_ahead_seconds: float
    players: int
    matches: int
    rosters: int
    created_at: str
    cleared_at: str | None


class WebhookDelivery(TypedDict):
    """An attempt to deliver an event. It stores neither the event nor the receiver’s response."""

    id: str
    event_id: str
    event_type: Literal["match.pending", "match.disputed", "match.confirmation_changed", "match.completed", "match.amended", "match.voided", "rating.updated", "player.registered", "player.erased", "webhook_endpoint.disabled"]
    attempt: int
    at: str
    duration_ms: int
    status_code: int | None
    error: Literal["timeout", "refused", "reset", "unreachable", "dns", "private_address", "tls", "protocol", "redirect", "gone", "status", "failed", None]
    delivered: bool


class WebhookEndpoint(TypedDict):
    """A receiver of the partner’s events, without its secret."""

    id: str
    url: str
    event_types: list[Literal["match.pending", "match.disputed", "match.confirmation_changed", "match.completed", "match.amended", "match.voided", "rating.updated", "player.registered", "player.erased", "webhook_endpoint.disabled"]] | None
    enabled: bool
    disabled_reason: Literal["requested", "gone", "failing", None]
    disabled_at: str | None
    failing_since: str | None
    last_delivered_at: str | None
    previous_secret_expires_at: str | None
    created_at: str


class WebhookEndpointWithSecret(TypedDict):
    """A receiver of the partner’s events, with its new secret."""

    id: str
    url: str
    event_types: list[Literal["match.pending", "match.disputed", "match.confirmation_changed", "match.completed", "match.amended", "match.voided", "rating.updated", "player.registered", "player.erased", "webhook_endpoint.disabled"]] | None
    enabled: bool
    disabled_reason: Literal["requested", "gone", "failing", None]
    disabled_at: str | None
    failing_since: str | None
    last_delivered_at: str | None
    previous_secret_expires_at: str | None
    created_at: str
    secret: str


class WebhookReplayAccepted(TypedDict):
    """The replay has begun. Events keep their ids."""

    events: int | None


class WebhookTest(TypedDict):
    """The result of a test message. No list contains it."""

    event_id: str
    duration_ms: int
    status_code: int | None
    error: Literal["timeout", "refused", "reset", "unreachable", "dns", "private_address", "tls", "protocol", "redirect", "gone", "status", "failed", None]
    delivered: bool
