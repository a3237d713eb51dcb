import type { MatchStatus, Outcome, Team } from '@bandeja/contract/match-enums';
import { type HistoryMatch, lengthOf, pairEvidenceOf, unitsOf, weightOf } from '@bandeja/rating';
import type { MatchFacts } from '../matches/match-rows.ts';
import { scoringOfMatch, setsSeenByWinners } from '../matches/score-sheet.ts';
import type { RatedFacts } from './rated-matches-store.ts';
import type { RatedMatch } from './store.ts';

/** A match is rated if and only if it is completed and was played, at least in part. */
export function isRated(match: { readonly status: MatchStatus; readonly outcome: Outcome }): boolean {
  return match.status === 'completed' && match.outcome !== 'walkover';
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

/** What the rating model takes of a rated match beside its players. */
export function modelInput(match: RatedMatch): Omit<HistoryMatch, 'players'> {
  const { units_won: won, units_lost: lost, units_standard: std } = match;
  return {
    at: match.played_at,
    units: won === null || lost === null || std === null ? null : { won, lost, std },
    weight: match.weight,
    length: match.length,
    pairEvidence: match.pair_evidence,
    result: match.result,
  };
}

/** A rated match as a replay takes it. */
export function historyMatch(match: RatedMatch): HistoryMatch {
  const [first = '', second = '', third = '', fourth = ''] = match.player_ids;
  return { ...modelInput(match), players: [first, second, third, fourth] };
}
