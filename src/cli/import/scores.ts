import type { Reading } from './reading.ts';

/** Games of one set, team A first. */
export interface SetGames {
  readonly a: number;
  readonly b: number;
}

// `6-4`, `6:4`, `6/4`, with any dash; then, dropped, the points of its tie-break: `7-6(5)`, `7-6 (7-5)`.
const SET = String.raw`(\d{1,2})\s?[-\u2010-\u2015:/]\s?(\d{1,2})(?:\s?\(\d{1,2}(?:[-\u2010-\u2015:]\d{1,2})?\))?`;
const MATCH_TIE_BREAK = String.raw`\[\s?(\d{1,2})\s?[-\u2010-\u2015:]\s?(\d{1,2})\s?\]`;
const TOKEN = new RegExp(String.raw`\s*(?:${SET}|${MATCH_TIE_BREAK})\s*([,;]|(?=\s|$))`, 'y');

const MATCH_TIE_BREAK_POINTS = 10;
const NORMAL_SET_MAX = 7;

/**
 * Reads a scoreline such as `6-4 3-6 7-5`: sets apart by blanks, commas or semicolons, tie-break points in brackets
 * dropped, a match tie-break as `[10-8]` or `10-8`.
 * @returns the sets; none for empty text.
 */
export function readScore(text: string): Reading<readonly SetGames[]> {
  const sets: SetGames[] = [];
  let at = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) return { fault: `“${text.trim()}” is no scoreline such as “6-4 3-6 7-5”` };
    const [, a, b, tieBreakA, tieBreakB] = match;
    const set = { a: Number(a ?? tieBreakA), b: Number(b ?? tieBreakB) };
    sets.push(set);
    if (tieBreakA !== undefined && !isMatchTieBreak(sets, sets.length - 1)) {
      // In brackets elsewhere it would be stored, and rated, as a set of that many games.
      return { fault: `[${set.a}-${set.b}]: a match tie-break is the third set and goes to 10 or more` };
    }
    at = TOKEN.lastIndex;
  }
  return { value: sets };
}

/**
 * Says who won by the score: more sets, else more games.
 * @returns null when both are level, or there is no score.
 */
export function winnerByScore(sets: readonly SetGames[]): 'A' | 'B' | null {
  const bySets = sets.reduce((lead, { a, b }) => lead + Math.sign(a - b), 0);
  const lead =
    bySets !== 0 ? bySets : sets.reduce((sum, set, index) => sum + gamesLead(set, isMatchTieBreak(sets, index)), 0);
  return lead === 0 ? null : lead > 0 ? 'A' : 'B';
}

/** Writes a scoreline, team A first: the form that {@link readScore} reads. */
export function formatScore(sets: readonly SetGames[]): string {
  return sets.map(({ a, b }) => `${a}-${b}`).join(' ');
}

function isMatchTieBreak(sets: readonly SetGames[], index: number): boolean {
  const set = sets[index];
  const [first, second] = sets;
  if (index !== 2 || !set || !first || !second) return false;
  return (
    Math.max(set.a, set.b) >= MATCH_TIE_BREAK_POINTS && Math.max(first.a, first.b, second.a, second.b) <= NORMAL_SET_MAX
  );
}

function gamesLead({ a, b }: SetGames, isTieBreak: boolean): number {
  return isTieBreak ? Math.sign(a - b) : a - b;
}
