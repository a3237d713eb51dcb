/** A set as one player played it, with its games counted if their order was sent. */
import type { Team } from '@bandeja/contract/match-enums';
import { type SetFormat, type SetTarget, type SheetSet, serverOf } from '../history/score-sheet.ts';
import { GAMES, type GameKind, type GameTally, SERVED, type Served } from './game-tally.ts';

export type Side = 'own' | 'opponents';

export interface PlayedSet {
  readonly format: SetFormat;
  /** Games that it is played to; null in points. */
  readonly target: SetTarget | null;
  /** Games won and lost, or points; a match tie-break is one game. */
  readonly own: number;
  readonly opponents: number;
  /** Null for a drawn set. */
  readonly won: boolean | null;
  readonly endsInTieBreak: boolean;
  /** Who served first; null if that is not known. */
  readonly firstServer: Side | null;
  /** Null if the order of the games was not sent. */
  readonly course: SetCourse | null;
}

/** How a set went, game by game. Leads are those with which a game began: after the last one the winner leads. */
export interface SetCourse {
  /** The most games in a row that were won, and that were lost. */
  readonly longestRun: number;
  readonly longestRunAgainst: number;
  readonly largestLead: number;
  readonly largestDeficit: number;
  /** The own games when the own pair was three ahead for the first time; null if it never was. */
  readonly ownAtThreeAhead: number | null;
}

/** @param tally counts the games of the set */
export function playedSet(set: SheetSet, team: Team, tally: GameTally | null): PlayedSet {
  const own = team === 'A' ? set.score.A : set.score.B;
  const opponents = team === 'A' ? set.score.B : set.score.A;
  return {
    format: set.format,
    target: set.target,
    own,
    opponents,
    won: own === opponents ? null : own > opponents,
    endsInTieBreak: set.endsInTieBreak,
    firstServer: set.firstServer && (set.firstServer === team ? 'own' : 'opponents'),
    course: set.winners && tally && followGames(set, set.winners, team, tally),
  };
}

const LEAD = 3;
/** The first games of a set. */
export const OPENING_GAMES = 3;
/** A closing game begins with a team at most this many games from the set. */
export const CLOSING_GAMES = 1;

function followGames(set: SheetSet, winners: ArrayLike<Team>, team: Team, tally: GameTally): SetCourse {
  const { target } = set;
  let own = 0;
  let opponents = 0;
  let run = 0;
  let runAgainst = 0;
  let longestRun = 0;
  let longestRunAgainst = 0;
  let largestLead = 0;
  let largestDeficit = 0;
  let ownAtThreeAhead: number | null = null;
  let served: Served = SERVED.unknown;
  for (let game = 0; game < winners.length; game += 1) {
    const lead = own - opponents;
    largestLead = Math.max(largestLead, lead);
    largestDeficit = Math.max(largestDeficit, -lead);
    if (lead === LEAD) ownAtThreeAhead ??= own;

    const won = winners[game] === team;
    const before: Served = served;
    served = servedBy(serverOf(set, game), team);
    tally.count(GAMES.all, served, won);
    if (target !== null) {
      tally.count(phaseOf(own, opponents, target), served, won);
      if (isForSet(own, opponents, target, served)) tally.count(GAMES.forSet, served, won);
    }
    if (game > 0) countAfter(tally, run > 0, before, served, won);

    run = won ? run + 1 : 0;
    runAgainst = won ? 0 : runAgainst + 1;
    longestRun = Math.max(longestRun, run);
    longestRunAgainst = Math.max(longestRunAgainst, runAgainst);
    if (won) own += 1;
    else opponents += 1;
  }
  return { longestRun, longestRunAgainst, largestLead, largestDeficit, ownAtThreeAhead };
}

function servedBy(server: Team | null, team: Team): Served {
  if (server === null) return SERVED.unknown;
  return server === team ? SERVED.own : SERVED.opponents;
}

/** Counts a game by the one before it in the set. */
function countAfter(tally: GameTally, hasWonBefore: boolean, before: Served, served: Served, won: boolean): void {
  tally.count(hasWonBefore ? GAMES.afterWon : GAMES.afterLost, served, won);
  if (served === SERVED.opponents && before === SERVED.own && !hasWonBefore) tally.count(GAMES.breakBack, served, won);
  if (served === SERVED.own && before === SERVED.opponents && hasWonBefore) {
    tally.count(GAMES.consolidation, served, won);
  }
}

/** Whether the server can win the set with the game. */
function isForSet(own: number, opponents: number, target: SetTarget, served: Served): boolean {
  if (served === SERVED.own) return own >= target - 1 && own > opponents;
  return served === SERVED.opponents && opponents >= target - 1 && opponents > own;
}

function phaseOf(own: number, opponents: number, target: SetTarget): GameKind {
  if (own + opponents < OPENING_GAMES) return GAMES.opening;
  return Math.max(own, opponents) >= target - CLOSING_GAMES ? GAMES.closing : GAMES.middle;
}
