import type { Team } from '@bandeja/contract/match-enums';
import type { ScoredMatch } from '../../src/calibration/pool.ts';
import type { SetScore } from '../../src/history/match-columns.ts';
/** Score sheets: matches as a scorer beside the court would write them down, with the servers. */

/** A set of a sheet, and what of it was sent along with the score. */
export interface SheetSet {
  /**
   * Game by game: `A+` team A served and held, `A-` it served and was broken, `tA` team A won the tie-break; `.A` a game
   * of which the sheet says only that team A won it.
   */
  readonly sheet: string;
  /** The server that was sent. */
  readonly first?: Team;
  /** The games were sent as a score only. */
  readonly isOrderUnknown?: true;
}

/** A scored match with the games of its sets as lists. */
export interface SheetMatch extends ScoredMatch {
  readonly set_scores: readonly SetScore[];
}

/** The match of a sheet. By default it was played, in the inferred unit, and won by team A. */
export function matchOf(sets: readonly SheetSet[], changes: Partial<SheetMatch> = {}): SheetMatch {
  return { winning_team: 'A', outcome: 'played', scoring: null, set_scores: sets.map(setOf), ...changes };
}

function setOf({ sheet, first, isOrderUnknown }: SheetSet, index: number): SetScore {
  const winners = sheet.split(' ').map(winnerOf);
  return {
    set_number: index + 1,
    team_a_games: winners.filter((team) => team === 'A').length,
    team_b_games: winners.filter((team) => team === 'B').length,
    game_winners: isOrderUnknown ? null : winners,
    first_server_team: first ?? null,
  };
}

function winnerOf(game: string): Team {
  const [team] = /[AB]/.exec(game) ?? [];
  if (!/^([AB][+-]|[t.][AB])$/.test(game)) throw new RangeError(`The sheet says ${game}.`);
  return (team === 'A') === !game.endsWith('-') ? 'A' : 'B';
}
