import type { MatchStatus, Outcome, Team } from '@bandeja/contract/match-enums';
import { type HistoryMatch, lengthOf, pairEvidenceOf, unitsOf, weightOf } from '@bandeja/rating';
import type { RatedMatch } from './ledger-store.ts';
import type { MatchFacts } from './match-row.ts';
import type { RatedFacts } from './rated-matches-store.ts';
import { scoringOfMatch, setsSeenByWinners } from './score-sheet.ts';

/** A match is rated if and only if it is completed and at least part of it was played. */
export function isRated(match: { readonly status: MatchStatus; readonly outcome: Outcome }): boolean {
  return match.status === 'completed' && match.outcome !== 'walkover';
}

/** The model's y, for the first pair. */
const WIN = 1;
const DRAW = 0.5;

/** The model's first team: the winners or, in a draw, the team of the player with the lowest id. */
export function firstTeam(match: Pick<MatchFacts, 'player_ids' | 'teams' | 'winning_team'>): Team {
  if (match.winning_team !== null) return match.winning_team;
  const lowest = match.player_ids.reduce((low, id) => (id < low ? id : low));
  return match.teams[match.player_ids.indexOf(lowest)] ?? 'A';
}

/** The players of the match: the first team, then the other one, each pair in the order sent. */
export function winnersFirst(match: Pick<MatchFacts, 'player_ids' | 'teams' | 'winning_team'>): string[] {
  const first = firstTeam(match);
  const of = (winners: boolean): string[] =>
    match.player_ids.filter((_, slot) => (match.teams[slot] === first) === winners);
  return [...of(true), ...of(false)];
}

/**
 * A match as input of the model. A retirement counts as a win without a scoreline: its winner is known, but its games stop at
 * the injury.
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

/** The model's input for a match, without its players. */
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

/** The model's input for a match of a replay. */
export function historyMatch(match: RatedMatch): HistoryMatch {
  const [first = '', second = '', third = '', fourth = ''] = match.player_ids;
  return { ...modelInput(match), players: [first, second, third, fourth] };
}

/** @param slot an index into the players of the match, 0 to 3 */
export function playerAt(match: RatedMatch, slot: number): string {
  const player = match.player_ids[slot];
  if (player === undefined) throw new Error(`the match ${match.match_id} has no player ${slot}`);
  return player;
}
