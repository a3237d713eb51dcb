/**
 * A stored scoreline read as a score sheet: the sets in the order of play, what they were played to, and who served which
 * game as far as that is known. Which team served is sent for the first game of a set at most; the rest follows from the
 * teams taking turns.
 */

import type { Scoring, Team } from '@bandeja/contract/match-enums';
import { isMatchTieBreak, scoringOf, targetOf } from '@bandeja/rating';
import type { LetteredSet, SetScore } from './compact.ts';
import type { MatchFacts } from './match-rows.ts';

/** A match with its scoreline. */
interface Scored {
  readonly set_scores: readonly Pick<SetScore, 'team_a_games' | 'team_b_games'>[];
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

/** What is read of a match. */
export type ScoredMatch = Pick<MatchFacts, 'winning_team' | 'outcome' | 'scoring'> & {
  readonly set_scores: readonly LetteredSet[];
};

/** What the units of a set are: games, points that take the place of games, or the points of a match tie-break. */
export type SetFormat = 'games' | 'points' | 'match_tie_break';

/** The games that a set is played to. */
export type SetTarget = 4 | 6 | 8;

/** A set of a match that was played to its end. */
export interface SheetSet {
  readonly format: SetFormat;
  /** Null of a set that is not made of games. */
  readonly target: SetTarget | null;
  /** Games of both teams, or points in a points format; a match tie-break is one game, 1–0. */
  readonly score: Readonly<Record<Team, number>>;
  /** The winners of the set's games in order; null when they were not sent, and of a match tie-break, which is one game. */
  readonly winners: ArrayLike<Team> | null;
  /** Who served the first game: as sent, else by the turns; null where neither tells, and in sets without service games. */
  readonly firstServer: Team | null;
  /** Whether the last game is the tie-break of a 7–6, a 4–3 or a 9–8. */
  readonly endsInTieBreak: boolean;
}

/**
 * The sets of a match. None of a match that was not played to its end: it stops where a player was hurt, or did not come.
 *
 * @param match as stored: sets by number, and the winners of a set's games either all there or null
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
    // The turns go on over the end of a set whose games are known; its tie-break was a player's turn too.
    nextServer = firstServer && set.game_winners && turnOf(firstServer, set.game_winners.length);
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
 * Who served a game of a set; null where that is not known, and in a tie-break, where both teams serve.
 *
 * @param index the game's place in the set, from 0
 */
export function serverOf(
  set: Pick<SheetSet, 'firstServer' | 'winners' | 'endsInTieBreak'>,
  index: number,
): Team | null {
  const isTieBreak = set.endsInTieBreak && index + 1 === set.winners?.length;
  return set.firstServer === null || isTieBreak ? null : turnOf(set.firstServer, index);
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

/** The team whose turn it is to serve after so many games of a set. */
function turnOf(firstServer: Team, gamesBefore: number): Team {
  if (gamesBefore % 2 === 0) return firstServer;
  return firstServer === 'A' ? 'B' : 'A';
}

function endsInTieBreak({ team_a_games: a, team_b_games: b }: LetteredSet): boolean {
  const games = Math.max(a, b);
  return Math.abs(a - b) === 1 && (games === 4 || games === 7 || games === 9);
}
