import { scoringOf } from '@bandeja/rating';
import { type Reading, type SetGames, winnerByScore } from './cells.ts';
import type { UnusedCell } from './column-names.ts';
import { folded, sideNamed, zeroOrOne } from './header-words.ts';
import { collapsed, splitPair } from './pairs.ts';

/** The winner; null for a draw. */
export type Winner = 'A' | 'B' | null;

const DRAWS = new Set(['draw', 'tie', 'empate', 'empatado', 'pareggio', 'egalite', 'nul', 'x']);

/** The score, and its context. */
interface WinnerEvidence {
  readonly sets: readonly SetGames[];
  /** How the match ended: `played` if that is not known. */
  readonly outcome: string;
  /** The unit of the score. Empty: by the games of the first set. */
  readonly scoring: string;
}

/** What the cell of the winner may name. */
interface Named {
  readonly players: readonly string[];
  /** The names of both teams; empty for none. */
  readonly teams?: readonly [a: string, b: string];
  /** The team that 0 means, so 1 is the other; null: 1 is team A. */
  readonly zero?: 'A' | 'B' | null;
  readonly unused?: readonly UnusedCell[];
}

/** Reads the cell of the winner: a side (A, 1, Pareja 1, Local), a draw, the name of a team, or names of its players. */
export function readWinner(text: string, { players, teams = ['', ''], zero, unused = [] }: Named): Reading<Winner> {
  const isText = (other: string): boolean => folded(collapsed(other)) === folded(text);
  const [isTeamA, isTeamB] = teams.map(isText);
  const side = sideOf(text, zero ?? null);
  if (isTeamA && isTeamB) return { fault: `“${text}” is the name of both teams` };
  if (isTeamA || isTeamB) {
    const team = isTeamA ? 'A' : 'B';
    if (side === null || side === team) return { value: team };
    return { fault: `“${text}” may be a side or the name of a team` };
  }
  if (side !== null) return { value: side };
  if (DRAWS.has(folded(text))) return { value: null };
  const isOf = (side: readonly string[]): boolean =>
    [splitPair(text) ?? [text], text.split(/[,-]/)].some((names) =>
      names.every((name) => side.some((player) => isPartOf(wordsOf(name), wordsOf(player)))),
    );
  const [isA, isB] = [isOf(players.slice(0, 2)), isOf(players.slice(2))];
  if (isA !== isB) return { value: isA ? 'A' : 'B' };
  if (isA) return { fault: `“${text}” names players of both teams` };
  const column = unused.find((cell) => isText(cell.text))?.name;
  if (column !== undefined)
    return { fault: `“${text}” is in the column “${column}”: use that column as team_a_name or team_b_name` };
  return { fault: `“${text}” is neither a team (A, 1, Pair 1, Home) nor a name of one` };
}

function sideOf(text: string, zero: 'A' | 'B' | null): 'A' | 'B' | null {
  const digit = zero === null ? null : zeroOrOne(text);
  return digit === null ? sideNamed(text) : (digit === 0) === (zero === 'A') ? 'A' : 'B';
}

/** Decides the winner by the score. */
export function winnerOf({ sets, outcome, scoring }: WinnerEvidence): Reading<Winner> {
  const team = winnerByScore(sets);
  // In a match that was broken off the score does not decide the winner. The score of a walkover is written for its winner.
  if (outcome !== 'played' && (outcome !== 'walkover' || team === null)) {
    return { fault: 'the row does not say who won: enter A or B in this column; add it if it is missing' };
  }
  const last = sets.at(-1);
  const unit = scoring || scoringOf(sets.map(({ a, b }) => [a, b]));
  if (unit !== 'points' && sets.length > 1 && last !== undefined && last.a === last.b && last.a > 0) {
    return {
      fault: 'the last set is level, so the match was broken off: add “ret.” and a winner, or correct the score',
    };
  }
  if (team !== null) return { value: team };
  if (sets.length === 0) return { fault: 'neither a winner nor a score' };
  if (unit === 'points') return { value: null };
  return { fault: 'the score is level, so the row needs its winner' };
}

function wordsOf(name: string): readonly string[] {
  return folded(name).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isPartOf(words: readonly string[], all: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => all.includes(word));
}
