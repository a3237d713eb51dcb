import type { CompetitionType, CourtPosition } from '@bandeja/contract/match-enums';
import { expectMatch, pairEvidenceOf, scoreOfShown } from '@bandeja/rating';
import { statesBefore } from '../../ledger/states.ts';
import { sheetOf } from '../../matches/score-sheet.ts';
import { GameTally } from './game-tally.ts';
import type { PlayerMatchRow } from './player-matches-store.ts';
import { type SeenSet, seenSet } from './seen-set.ts';
/** A match as one player saw it: own pair against the opponents. Everything that is counted is counted over these. */

/** What the states before a match said of it, seen by the own pair (the rating model, steps 1 to 4). */
export interface Forecast {
  /** d: the gap that the match is learnt against, logits. */
  readonly learningGap: number;
  /** x of a match of full length with the model's own penalty: the gap that predicts, logits. */
  readonly predictionGap: number;
  /** z of a match of full length: how much x falls per unit of the penalty. */
  readonly penaltySlope: number;
  /** S: the sum of the four prior variances, logits². */
  readonly totalVariance: number;
  /** ℓ of this match, above 0, at most 1. */
  readonly length: number;
}

/** The player's teammate; the id and the names are null for one who is hidden from the caller, or was erased. */
export interface Teammate {
  readonly id: string | null;
  readonly username: string | null;
  readonly display_name: string | null;
  readonly is_erased: boolean;
}

export interface SeenMatch {
  readonly playedAt: number;
  /** Null for a draw. */
  readonly won: boolean | null;
  /** False for a retired match, which counts as a result and in nothing else. */
  readonly wasPlayedToTheEnd: boolean;
  readonly competitionType: CompetitionType | null;
  readonly courtPosition: CourtPosition | null;
  readonly teammate: Teammate;
  /** In the order of play; none of a retired match. */
  readonly sets: readonly SeenSet[];
  /** The games of the sets whose order is known, points of a points format among them; null if there are none. */
  readonly games: GameTally | null;
  /** Null as long as the match is not in the ledger. */
  readonly forecast: Forecast | null;
  /** How the match moved the player's score, whole points; null for a match that has not. */
  readonly scoreChange: number | null;
}

const NOBODY_SEEN = { id: null, username: null, display_name: null };

const teammateOf = (teammate: PlayerMatchRow['teammate']): Teammate =>
  teammate === null || teammate === 'erased'
    ? { ...NOBODY_SEEN, is_erased: teammate === 'erased' }
    : { ...teammate, is_erased: false };

/** A stored match as its player saw it. */
export function seenMatch(row: PlayerMatchRow): SeenMatch {
  const sheet = sheetOf(row);
  const games = sheet.some((set) => set.winners !== null) ? new GameTally() : null;
  return {
    playedAt: row.played_at,
    won: row.winning_team === null ? null : row.winning_team === row.team,
    wasPlayedToTheEnd: row.outcome === 'played',
    competitionType: row.competition_type,
    courtPosition: row.court_position,
    teammate: teammateOf(row.teammate),
    sets: sheet.map((set) => seenSet(set, row.team, games)),
    games,
    forecast: forecastOf(row),
    scoreChange:
      row.own_shown_after === null ? null : scoreOfShown(row.own_shown_after) - scoreOfShown(row.own_shown_before),
  };
}

/** How far these matches have moved the score, whole points: the sum of the changes that the matches show. */
export function scoreChangeOf(matches: readonly SeenMatch[]): number {
  return matches.reduce((sum, { scoreChange }) => sum + (scoreChange ?? 0), 0);
}

function forecastOf(row: PlayerMatchRow): Forecast | null {
  const before = statesBefore(row);
  if (row.length === null || before === null) return null;
  const winners = [before[0], before[1]] as const;
  const losers = [before[2], before[3]] as const;
  const [own, opponents] = row.isOfFirstPair ? [winners, losers] : [losers, winners];
  const { learningGap, predictionGap, penaltySlope, totalVariance } = expectMatch({
    first: own,
    second: opponents,
    at: row.played_at,
    pairEvidence: pairEvidenceOf(row.competition_type),
  });
  return { learningGap, predictionGap, penaltySlope, totalVariance, length: row.length };
}
