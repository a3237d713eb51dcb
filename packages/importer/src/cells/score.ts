import { isMatchTieBreak as isThirdSet } from '@bandeja/rating';
import { misread, type Reading } from '../message.ts';

export interface SetGames {
  readonly a: number;
  readonly b: number;
}

export const DASH = String.raw`[-\u2010-\u2015\u2212]`;
// What may follow a set in round brackets: the points of its tie-break, `7-6(5)` or `7-6 (7-5)`, or a match tie-break.
const IN_BRACKETS = String.raw`(?:\s?\((\d{1,2})(?:\s?(?:${DASH}|[:/])\s?(\d{1,2}))?\))?`;
// `6-4` or `6:4`, after which a slash may separate the sets; `6/4`, after which it may not.
const SET = String.raw`(\d{1,2})\s?(?:${DASH}|:)\s?(\d{1,2})${IN_BRACKETS}(?:\s*([,;|/])|(?=\s|$))`;
const SLASH_SET = String.raw`(\d{1,2})\s?/\s?(\d{1,2})${IN_BRACKETS}(?:\s*([,;|])|(?=\s|$))`;
const MATCH_TIE_BREAK = String.raw`\[\s?(\d{1,2})\s?(?:${DASH}|[:/])\s?(\d{1,2})\s?\](?:\s*[,;|/]|(?=\s|$))`;
const TOKENS = [SET, SLASH_SET, MATCH_TIE_BREAK].map((pattern) => new RegExp(String.raw`\s*${pattern}\s*`, 'y'));

const MATCH_TIE_BREAK_POINTS = 10;
const SHORT_TIE_BREAK_POINTS = 7;

/**
 * Reads a scoreline such as `6-4 3-6 7-5`. Blanks, commas, semicolons, bars or slashes separate the sets, points of a
 * tie-break in round brackets are ignored, and a match tie-break is `[10-8]`, `(10-8)`, `10-8`, `1-0` or `1-0(8)`.
 * @returns the sets, a match tie-break to seven as 1-0; none for empty text.
 */
export function readScore(text: string): Reading<readonly SetGames[]> {
  const sets: SetGames[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; ) {
    const token = tokenAt(text, at);
    if (token === null) return misread('fault.not_a_score', { text: text.trim() });
    sets.push(...token.sets);
    const last = sets.at(-1);
    if (last !== undefined && isThirdSet([...pairsOf(sets.slice(0, -1)), [1, 0]], 'games'))
      sets.splice(-1, 1, matchTieBreakOf(last, token));
    if (token.endsWithMatchTieBreak && last !== undefined && !isMatchTieBreak(sets, sets.length - 1)) {
      // The service would store and rate it as a set of that many games.
      return misread('fault.not_a_match_tie_break', { set: `${last.a}-${last.b}` });
    }
    at = token.end;
  }
  return { value: sets };
}

type Token = NonNullable<ReturnType<typeof tokenAt>>;

function tokenAt(text: string, at: number) {
  for (const token of TOKENS) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) continue;
    const [a, b, c, d] = match.slice(1, 5).map((number) => (number === undefined ? null : Number(number)));
    const set = { a: a ?? 0, b: b ?? 0 };
    // A tie-break decides a set by one game. Behind any other set, “(10-8)” is the match tie-break.
    const hasMatchTieBreak = c != null && d != null && Math.abs(set.a - set.b) !== 1;
    return {
      sets: hasMatchTieBreak ? [set, { a: c, b: d }] : [set],
      // The loser's, both, or none.
      points: hasMatchTieBreak ? [] : [c, d].filter((number) => number != null),
      endsWithMatchTieBreak: hasMatchTieBreak || token === TOKENS[2],
      end: token.lastIndex,
    };
  }
  return null;
}

/** A third set that is a match tie-break by its brackets, or is written as 1–0. It is one game, with or without its points. */
function matchTieBreakOf(set: SetGames, { points, endsWithMatchTieBreak }: Token): SetGames {
  const [won, lost] = [Math.max(set.a, set.b), Math.min(set.a, set.b)];
  if (endsWithMatchTieBreak && isTieBreakTo(SHORT_TIE_BREAK_POINTS, won, lost) && won < MATCH_TIE_BREAK_POINTS)
    return wonBy(set, 1, 0);
  if (won !== 1 || lost !== 0 || points.length === 0) return set;
  const fewer = Math.min(...points);
  // Of one number from 10 on, it is unclear whose points these are.
  const more = points.length > 1 ? Math.max(...points) : fewer < MATCH_TIE_BREAK_POINTS ? Math.max(10, fewer + 2) : 0;
  return isTieBreakTo(MATCH_TIE_BREAK_POINTS, more, fewer) ? wonBy(set, more, fewer) : set;
}

const isTieBreakTo = (points: number, won: number, lost: number): boolean =>
  won === points ? won - lost >= 2 : won > points && won - lost === 2;

const wonBy = ({ a, b }: SetGames, won: number, lost: number): SetGames =>
  a > b ? { a: won, b: lost } : { a: lost, b: won };

/**
 * Finds points of a tie-break behind a set that had none, such as `6-2(5)`: most such sets were 7-6.
 * @param text a scoreline that {@link readScore} can read
 */
export function strayTieBreak(text: string): { readonly set: string; readonly points: string } | null {
  for (let at = 0; ; ) {
    const token = tokenAt(text, at);
    const [set] = token?.sets ?? [];
    if (token === null || set === undefined) return null;
    if (token.points.length > 0 && Math.abs(set.a - set.b) !== 1)
      return { set: formatScore(token.sets), points: `(${token.points.join('-')})` };
    at = token.end;
  }
}

/**
 * Says who won by the score: more sets, else more games.
 * @returns null if both are level, or without a score.
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

export function isMatchTieBreak(sets: readonly SetGames[], index: number): boolean {
  return index === 2 && isThirdSet(pairsOf(sets), 'games');
}

const pairsOf = (sets: readonly SetGames[]): [number, number][] => sets.map(({ a, b }) => [a, b]);

function gamesLead({ a, b }: SetGames, isTieBreak: boolean): number {
  return isTieBreak ? Math.sign(a - b) : a - b;
}
