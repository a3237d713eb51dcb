import { scoringOf } from '@bandeja/rating';
import { sideNamed, zeroOrOne } from '../columns/header-words.ts';
import type { UnusedCell } from '../columns/names.ts';
import { misread, type Reading } from '../message.ts';
import outcomes from '../words/outcomes.json' with { type: 'json' };
import { folded, wordsOf } from '../words/words.ts';
import { collapsed, splitPair } from './pairs.ts';
import { type SetGames, winnerByScore } from './score.ts';

/** The winner; null for a draw. */
export type Winner = 'A' | 'B' | null;

const DRAWS = wordsOf(outcomes, 'draw');

interface WinnerEvidence {
  readonly sets: readonly SetGames[];
  /** How the match ended: `played` if that is not known. */
  readonly outcome: string;
  /** The unit of the score. Empty: by the games of the first set. */
  readonly scoring: string;
}

interface Named {
  readonly players: readonly string[];
  readonly teams?: readonly [a: string, b: string];
  /** The team that 0 means, so 1 is the other; null: 1 is team A. */
  readonly zero?: 'A' | 'B' | null;
  readonly unused?: readonly UnusedCell[];
}

/** Reads a side (A, 1, Pareja 1, Local), a draw, the name of a team, or names of its players. */
export function readWinner(text: string, { players, teams = ['', ''], zero, unused = [] }: Named): Reading<Winner> {
  const isText = (other: string): boolean => folded(collapsed(other)) === folded(text);
  const [isTeamA, isTeamB] = teams.map(isText);
  const side = sideOf(text, zero ?? null);
  if (isTeamA && isTeamB) return misread('fault.name_of_both_teams', { text });
  const team = isTeamA ? 'A' : isTeamB ? 'B' : side;
  if (side !== null && side !== team) return misread('fault.side_or_team', { text });
  if (team !== null) return { value: team };
  if (DRAWS.has(folded(text))) return { value: null };
  const isOf = (side: readonly string[]): boolean =>
    [splitPair(text) ?? [text], text.split(/[,-]/)].some((names) =>
      names.every((name) => side.some((player) => isPartOf(wordsIn(name), wordsIn(player)))),
    );
  const [isA, isB] = [isOf(players.slice(0, 2)), isOf(players.slice(2))];
  if (isA !== isB) return { value: isA ? 'A' : 'B' };
  if (isA) return misread('fault.players_of_both_teams', { text });
  const column = unused.find((cell) => isText(cell.text))?.name;
  return column === undefined
    ? misread('fault.unknown_winner', { text })
    : misread('fault.winner_in_unused', { text, column });
}

function sideOf(text: string, zero: 'A' | 'B' | null): 'A' | 'B' | null {
  const digit = zero === null ? null : zeroOrOne(text);
  return digit === null ? sideNamed(text) : (digit === 0) === (zero === 'A') ? 'A' : 'B';
}

export function winnerOf({ sets, outcome, scoring }: WinnerEvidence): Reading<Winner> {
  const team = winnerByScore(sets);
  // In a match that was broken off the score does not decide the winner. The score of a walkover is written for its winner.
  if (outcome !== 'played' && (outcome !== 'walkover' || team === null)) {
    return misread('fault.winner_needed');
  }
  const last = sets.at(-1);
  const unit = scoring || scoringOf(sets.map(({ a, b }) => [a, b]));
  if (unit !== 'points' && sets.length > 1 && last !== undefined && last.a === last.b && last.a > 0) {
    return misread('fault.last_set_level');
  }
  if (team !== null) return { value: team };
  if (sets.length === 0) return misread('fault.no_result');
  if (unit === 'points') return { value: null };
  return misread('fault.level_score');
}

const wordsIn = (name: string): readonly string[] => folded(name).match(/[\p{L}\p{N}]+/gu) ?? [];

const isPartOf = (words: readonly string[], all: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => all.includes(word));
