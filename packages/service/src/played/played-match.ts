/** A match as one player played it: own pair against the opponents. Everything that is counted is counted over these. */

import type { CompetitionType, CourtPosition } from '@bandeja/contract/match-enums';
import { expectMatch, pairEvidenceOf, scoreOfShown } from '@bandeja/rating';
import { NO_NAME } from '../history/match-row.ts';
import { sheetOf } from '../history/score-sheet.ts';
import { type Difference, differenceOf, type Forecast } from './forecast.ts';
import { GameTally } from './game-tally.ts';
import type { PlayedMatchRow, WindowRow } from './played-matches-store.ts';
import { type PlayedSet, playedSet } from './played-set.ts';

/** The player's teammate; the id and the names are null for one who is hidden from the caller, or was erased. */
export interface Teammate {
  readonly id: string | null;
  readonly username: string | null;
  readonly display_name: string | null;
  readonly is_erased: boolean;
}

export interface PlayedMatch {
  readonly playedAt: number;
  /** Null for a draw. */
  readonly won: boolean | null;
  /** False for a retired match, which counts as a result and in nothing else. */
  readonly wasPlayedToTheEnd: boolean;
  readonly competitionType: CompetitionType | null;
  readonly courtPosition: CourtPosition | null;
  readonly teammate: Teammate;
  /** In the order of play; none of a retired match. */
  readonly sets: readonly PlayedSet[];
  /** Whether it is in the ledger. */
  readonly isRated: boolean;
  /** The games of the sets whose order is known, points of a points format among them; null if there are none. */
  readonly games: GameTally | null;
  /**
   * Null as long as the match is not in the ledger, and where the caller may not see all four players: from any value that is
   * computed from it, or from the difference of two of them, a hidden rating could be computed.
   */
  readonly forecast: Forecast | null;
  /** How the games compare with the forecast; null if either is missing, and in points. */
  readonly difference: Difference | null;
}

/** A stored match as its player played it. */
export function playedMatch(row: PlayedMatchRow): PlayedMatch {
  const sheet = sheetOf(row);
  const games = sheet.some((set) => set.winners !== null) ? new GameTally() : null;
  const sets = sheet.map((set) => playedSet(set, row.team, games));
  const forecast = forecastOf(row);
  return {
    playedAt: row.played_at,
    won: row.winning_team === null ? null : row.winning_team === row.team,
    wasPlayedToTheEnd: row.outcome === 'played',
    competitionType: row.competition_type,
    courtPosition: row.court_position,
    teammate: teammateOf(row),
    sets,
    isRated: row.slot !== null,
    games,
    forecast,
    difference: differenceOf({ sets, forecast }),
  };
}

/** The {@link PlayedMatch.difference} of a stored match, without counting its games. */
export function playedDifference(row: PlayedMatchRow): Difference | null {
  const forecast = forecastOf(row);
  return forecast && differenceOf({ sets: sheetOf(row).map((set) => playedSet(set, row.team, null)), forecast });
}

function teammateOf({ teammate_id: id, teammate_username: username, teammate_display_name }: PlayedMatchRow): Teammate {
  if (id === null || username === null) return { ...NO_NAME, is_erased: id !== null };
  return { id, username, display_name: teammate_display_name, is_erased: false };
}

function forecastOf(row: PlayedMatchRow): Forecast | null {
  const { before, slot, length, played_at, competition_type } = row;
  if (!row.all_visible || length === null || before === null || slot === null) return null;
  const [w0, w1, l0, l1] = before;
  const isOfWinners = slot <= 2;
  const { learningGap, predictionGap, penaltySlope, totalVariance } = expectMatch({
    first: isOfWinners ? [w0, w1] : [l0, l1],
    second: isOfWinners ? [l0, l1] : [w0, w1],
    at: played_at,
    pairEvidence: pairEvidenceOf(competition_type),
  });
  return { learningGap, predictionGap, penaltySlope, totalVariance, length };
}

/** The matches of a player between two instants, without walkovers. */
export interface ScoreWindow extends Pick<WindowRow, 'matches' | 'wins' | 'draws'> {
  /** The score after the last rated match minus the score before the first one, whole points. */
  readonly change: number;
}

export function scoreWindow({ matches, wins, draws, shown_before, shown_after }: WindowRow): ScoreWindow {
  return {
    matches,
    wins,
    draws,
    change: shown_after === null ? 0 : scoreOfShown(shown_after) - scoreOfShown(shown_before),
  };
}
