import { expectMatch, scoreOfShown } from '../../rating/index.ts';
import type { PlayerMatchRow } from '../../store/analysis/player-matches.ts';
import type { CompetitionType, CourtPosition, Team } from '../../store/matches/match-rows.ts';
import { statesBefore } from '../ledger/index.ts';
import { type SetFormat, type SetTarget, type SheetSet, serverOf, sheetOf } from '../score-sheet/index.ts';
/** A match as one player saw it: own pair against the opponents. Everything that is counted is counted over these. */

export type Side = 'own' | 'opponents';

/** One game of a set whose games were sent in order; one point in a points format. */
export interface SeenGame {
  readonly won: boolean;
  /** Who served; null where that is not known, and in a tie-break. */
  readonly server: Side | null;
  /** Games that each side had when it began. */
  readonly own: number;
  readonly opponents: number;
  /** The games that the set is played to; null in points. */
  readonly target: SetTarget | null;
  /** The game before it in the set; null for the first. */
  readonly previous: SeenGame | null;
}

export interface SeenSet {
  readonly format: SetFormat;
  readonly target: SetTarget | null;
  /** Games won and lost, or points; a match tie-break is one game. */
  readonly own: number;
  readonly opponents: number;
  /** Null for a drawn set. */
  readonly won: boolean | null;
  readonly endsInTieBreak: boolean;
  /** Who served first; null where that is not known. */
  readonly firstServer: Side | null;
  /** In the order of play; null where the order was not sent. */
  readonly games: readonly SeenGame[] | null;
}

/** What the states before a match said of it, seen by the own pair (the rating model, steps 1 to 3). */
export interface Forecast {
  /** d: the gap that the match is learnt against, logits. */
  readonly learningGap: number;
  /** x of a match of full length: the gap that predicts, logits. */
  readonly predictionGap: number;
  /** S: the sum of the four prior variances, logits². */
  readonly totalVariance: number;
  /** ℓ of this match, above 0, at most 1. */
  readonly length: number;
}

/** By whose side the player stood; all null for one whom the caller may not see. */
export interface Teammate {
  readonly id: string | null;
  readonly username: string | null;
  readonly display_name: string | null;
}

export interface SeenMatch {
  readonly playedAt: number;
  readonly won: boolean;
  /** False for a retired match, which counts as a result and in nothing else. */
  readonly wasPlayedToTheEnd: boolean;
  readonly competitionType: CompetitionType | null;
  readonly courtPosition: CourtPosition | null;
  readonly teammate: Teammate;
  /** In the order of play; none of a retired match. */
  readonly sets: readonly SeenSet[];
  /** Null as long as the match is not in the ledger. */
  readonly forecast: Forecast | null;
  /** How the match moved the player's score, whole points; null for a match that has not. */
  readonly scoreChange: number | null;
}

const NOBODY_SEEN: Teammate = { id: null, username: null, display_name: null };

/** A stored match as its player saw it. */
export function seenMatch(row: PlayerMatchRow): SeenMatch {
  return {
    playedAt: row.played_at,
    won: row.winning_team === row.team,
    wasPlayedToTheEnd: row.outcome === 'played',
    competitionType: row.competition_type,
    courtPosition: row.court_position,
    teammate: row.teammate ?? NOBODY_SEEN,
    sets: sheetOf(row).map((set) => seenSet(set, row.team)),
    forecast: forecastOf(row),
    scoreChange:
      row.own_shown_after === null ? null : scoreOfShown(row.own_shown_after) - scoreOfShown(row.own_shown_before),
  };
}

/** How far these matches have moved the score, whole points: the sum of the changes that the matches show. */
export function scoreChangeOf(matches: readonly SeenMatch[]): number {
  return matches.reduce((sum, { scoreChange }) => sum + (scoreChange ?? 0), 0);
}

function seenSet(set: SheetSet, team: Team): SeenSet {
  const sideOf = (one: Team): Side => (one === team ? 'own' : 'opponents');
  const [own, opponents] = team === 'A' ? [set.score.A, set.score.B] : [set.score.B, set.score.A];
  return {
    format: set.format,
    target: set.target,
    own,
    opponents,
    won: own === opponents ? null : own > opponents,
    endsInTieBreak: set.endsInTieBreak,
    firstServer: set.firstServer && sideOf(set.firstServer),
    games: set.winners && seenGames(set, set.winners, sideOf),
  };
}

function seenGames(set: SheetSet, winners: readonly Team[], sideOf: (team: Team) => Side): SeenGame[] {
  const games: SeenGame[] = [];
  let own = 0;
  let opponents = 0;
  for (const [index, winner] of winners.entries()) {
    const won = sideOf(winner) === 'own';
    const server = serverOf(set, index);
    const previous = games.at(-1) ?? null;
    games.push({ won, server: server && sideOf(server), own, opponents, target: set.target, previous });
    own += Number(won);
    opponents += Number(!won);
  }
  return games;
}

function forecastOf(row: PlayerMatchRow): Forecast | null {
  const before = statesBefore(row);
  if (row.length === null || before === null) return null;
  const winners = [before[0], before[1]] as const;
  const losers = [before[2], before[3]] as const;
  const [own, opponents] = row.winning_team === row.team ? [winners, losers] : [losers, winners];
  const { learningGap, predictionGap, totalVariance } = expectMatch({
    first: own,
    second: opponents,
    at: row.played_at,
  });
  return { learningGap, predictionGap, totalVariance, length: row.length };
}
