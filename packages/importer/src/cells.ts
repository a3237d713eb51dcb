/** A value read from text, or the fault of the text. The messages put the column's name before `fault`. */
export type Reading<T> = { readonly value: T } | { readonly fault: string };

/** Games of one set, team A first. */
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
const NORMAL_SET_MAX = 7;

/**
 * Reads a scoreline such as `6-4 3-6 7-5`. Blanks, commas, semicolons, bars or slashes separate the sets, points of a
 * tie-break in round brackets are ignored, and a match tie-break is `[10-8]`, `(10-8)` or `10-8`.
 * @returns the sets; none for empty text.
 */
export function readScore(text: string): Reading<readonly SetGames[]> {
  const sets: SetGames[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; ) {
    const token = tokenAt(text, at);
    if (token === null) return { fault: `“${text.trim()}” is not a scoreline such as “6-4 3-6 7-5”` };
    sets.push(...token.sets);
    const last = sets.at(-1);
    if (token.endsWithMatchTieBreak && last !== undefined && !isMatchTieBreak(sets, sets.length - 1)) {
      // The service would store and rate it as a set of that many games.
      return { fault: `[${last.a}-${last.b}]: a match tie-break is the third set and goes to 10 or more` };
    }
    at = token.end;
  }
  return { value: sets };
}

function tokenAt(
  text: string,
  at: number,
): { readonly sets: readonly SetGames[]; readonly endsWithMatchTieBreak: boolean; readonly end: number } | null {
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
      endsWithMatchTieBreak: hasMatchTieBreak || token === TOKENS[2],
      end: token.lastIndex,
    };
  }
  return null;
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
