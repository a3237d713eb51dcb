import { lengthOf, pairEvidenceOf, scoringOf, unitsOf, weightOf } from '../../rating/index.ts';
import type { LedgerRow } from '../../store/ledger/ledger-row.ts';
import type { RatedFacts } from '../../store/ledger/rated-matches.ts';
import type { SetScore } from '../../store/matches/compact.ts';
import type { MatchFacts } from '../../store/matches/match-rows.ts';
import type { MatchStatus, Outcome, Scoring, Team } from '../matches/enums.ts';

/** A match as the rating model takes it: the columns of the ledger that do not depend on anybody's state. */
export type RatedMatch = Pick<
  LedgerRow,
  | 'match_id'
  | 'played_at'
  | 'player_ids'
  | 'units_won'
  | 'units_lost'
  | 'units_standard'
  | 'weight'
  | 'length'
  | 'pair_evidence'
  | 'result'
>;

/** A match with its scoreline. */
interface Scored {
  readonly set_scores: readonly Pick<SetScore, 'team_a_games' | 'team_b_games'>[];
}

/** A match is rated if and only if it is completed and was played, at least in part. */
export function isRated(match: { readonly status: MatchStatus; readonly outcome: Outcome }): boolean {
  return match.status === 'completed' && match.outcome !== 'walkover';
}

/** Sets as the model reads them: pairs of numbers, the winning team's first, in the order of play. A draw is level either way. */
export function setsSeenByWinners(match: Pick<MatchFacts, 'winning_team'> & Scored): [number, number][] {
  return match.set_scores.map((set) =>
    match.winning_team === 'A' ? [set.team_a_games, set.team_b_games] : [set.team_b_games, set.team_a_games],
  );
}

/** What the scoreline counts in: as sent, else as the first set shows; null without a scoreline. */
export function scoringOfMatch({ scoring, set_scores: [first] }: Pick<MatchFacts, 'scoring'> & Scored): Scoring | null {
  return first === undefined ? null : (scoring ?? scoringOf([[first.team_a_games, first.team_b_games]]));
}

/** y of the model, seen by the first pair. */
const WIN = 1;
const DRAW = 0.5;

/** The team that the model sees first: the winners; of a draw the one that has the player with the lowest id. */
export function firstTeam(match: Pick<MatchFacts, 'player_ids' | 'teams' | 'winning_team'>): Team {
  if (match.winning_team !== null) return match.winning_team;
  const lowest = match.player_ids.reduce((low, id) => (id < low ? id : low));
  return match.teams[match.player_ids.indexOf(lowest)] ?? 'A';
}

/** The players of the match, those of the first team first, each pair in the order sent. */
export function winnersFirst(match: Pick<MatchFacts, 'player_ids' | 'teams' | 'winning_team'>): string[] {
  const first = firstTeam(match);
  const of = (winners: boolean): string[] =>
    match.player_ids.filter((_, slot) => (match.teams[slot] === first) === winners);
  return [...of(true), ...of(false)];
}

/**
 * What the model is given for a match. A retirement counts as a win without scoreline: it says who won, and its games
 * stop where the injury came.
 */
export function ratedMatch(match: RatedFacts): RatedMatch {
  const sets = match.outcome === 'played' ? setsSeenByWinners(match) : [];
  const scoring = scoringOfMatch(match);
  const units = unitsOf(sets, scoring);
  return {
    match_id: match.id,
    played_at: match.played_at,
    player_ids: winnersFirst(match),
    units_won: units?.won ?? null,
    units_lost: units?.lost ?? null,
    units_standard: units?.std ?? null,
    weight: weightOf({ competitionType: match.competition_type, trustTier: match.trust_tier }),
    length: lengthOf(sets, scoring),
    pair_evidence: pairEvidenceOf(match.competition_type),
    result: match.winning_team === null ? DRAW : WIN,
  };
}
