/**
 * Reads a stored scoreline as a score sheet: the sets in the order of play, their targets, and who served each game if that is
 * known. A partner sends the serving team of a set's first game at most. The rest follows, because teams alternate.
 */

import type { Scoring, Team } from '@bandeja/contract/match-enums';
import { isMatchTieBreak, scoringOf, targetOf } from '@bandeja/rating';
import type { LetteredSet, SetScore } from './match-columns.ts';
import type { MatchFacts } from './match-row.ts';

/** A match with its scoreline. */
interface Scored {
  readonly set_scores: readonly Pick<SetScore, 'team_a_games' | 'team_b_games'>[];
}

/** Sets as input of the model: pairs of numbers, the winning team's first, in the order of play; in a draw, team B's first. */
export function setsSeenByWinners(match: Pick<MatchFacts, 'winning_team'> & Scored): [number, number][] {
  return match.set_scores.map((set) =>
    match.winning_team === 'A' ? [set.team_a_games, set.team_b_games] : [set.team_b_games, set.team_a_games],
  );
}

/** The units of the scoreline: as sent, or else inferred from the first set; null without a scoreline. */
export function scoringOfMatch({ scoring, set_scores: [first] }: Pick<MatchFacts, 'scoring'> & Scored): Scoring | null {
  return first === undefined ? null : (scoring ?? scoringOf([[first.team_a_games, first.team_b_games]]));
}

/** The fields of a match that a score sheet needs. */
export type ScoredMatch = Pick<MatchFacts, 'winning_team' | 'outcome' | 'scoring'> & {
  readonly set_scores: readonly LetteredSet[];
};

/** The units of a set: games, points instead of games, or the points of a match tie-break. */
export type SetFormat = 'games' | 'points' | 'match_tie_break';

/** The number of games to which a set is played. */
export type SetTarget = 4 | 6 | 8;

/** A set of a match that was played to its end. */
export interface SheetSet {
  readonly format: SetFormat;
  /** Null if the set is not made of games. */
  readonly target: SetTarget | null;
  /** Games of both teams, or points in a points format; a match tie-break is one game, 1–0. */
  readonly score: Readonly<Record<Team, number>>;
  /** The winners of the set's games in order; null if they were not sent, and for a match tie-break, which is one game. */
  readonly winners: ArrayLike<Team> | null;
  /** Who served the first game: as sent, or else by alternation; null if unknown, and in sets without service games. */
  readonly firstServer: Team | null;
  /** Whether the last game is the tie-break of a 7–6, a 4–3 or a 9–8. */
  readonly endsInTieBreak: boolean;
}

/**
 * The sets of a match; empty if it was not played to its end, because then its games prove little.
 *
 * @param match as stored: sets by number; the winners of a set's games are complete or null
 */
export function sheetOf(match: ScoredMatch): SheetSet[] {
  if (match.outcome !== 'played') return [];
  const scoring = scoringOfMatch(match);
  const hasMatchTieBreak = match.set_scores.length === 3 && isMatchTieBreak(setsSeenByWinners(match), scoring);
  let nextServer: Team | null = null;
  return match.set_scores.map((set, index): SheetSet => {
    if (scoring === 'points') return pointsOf(set);
    if (hasMatchTieBreak && index === 2) return matchTieBreakOf(set);
    const firstServer: Team | null = set.first_server_team ?? nextServer;
    // If all games of a set are known, service alternates on into the next set. A tie-break counts as one turn.
    nextServer = firstServer && set.game_winners && serverAfter(firstServer, set.game_winners.length);
    return {
      format: 'games',
      target: targetOf([set.team_a_games, set.team_b_games]),
      score: { A: set.team_a_games, B: set.team_b_games },
      winners: set.game_winners,
      firstServer,
      endsInTieBreak: endsInTieBreak(set),
    };
  });
}

/**
 * Who served a game of a set; null if that is unknown, and in a tie-break, where both teams serve.
 *
 * @param index of the game in the set, from 0
 */
export function serverOf(
  set: Pick<SheetSet, 'firstServer' | 'winners' | 'endsInTieBreak'>,
  index: number,
): Team | null {
  const isTieBreak = set.endsInTieBreak && index + 1 === set.winners?.length;
  return set.firstServer === null || isTieBreak ? null : serverAfter(set.firstServer, index);
}

function pointsOf(set: LetteredSet): SheetSet {
  const score = { A: set.team_a_games, B: set.team_b_games };
  return {
    format: 'points',
    target: null,
    score,
    winners: set.game_winners,
    firstServer: null,
    endsInTieBreak: false,
  };
}

function matchTieBreakOf({ team_a_games: a, team_b_games: b }: LetteredSet): SheetSet {
  const score = { A: Number(a > b), B: Number(b > a) };
  return { format: 'match_tie_break', target: null, score, winners: null, firstServer: null, endsInTieBreak: false };
}

/** The team that serves the next game, after `gamesBefore` games of a set. */
function serverAfter(firstServer: Team, gamesBefore: number): Team {
  if (gamesBefore % 2 === 0) return firstServer;
  return firstServer === 'A' ? 'B' : 'A';
}

function endsInTieBreak({ team_a_games: a, team_b_games: b }: LetteredSet): boolean {
  const games = Math.max(a, b);
  return Math.abs(a - b) === 1 && (games === 4 || games === 7 || games === 9);
}
