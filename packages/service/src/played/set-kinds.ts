/** The kinds of sets. The rates and the rules of insights share them. */
import type { PlayedMatch } from './played-match.ts';
import type { PlayedSet } from './played-set.ts';

/** A set that one team won. */
export type DecidedSet = PlayedSet & { readonly won: boolean };

/** A close set is decided by at most this many games. */
export const CLOSE_GAMES_MAX = 2;
/** A lopsided set is decided by at least this many games. */
export const LOPSIDED_GAMES_MIN = 4;

/** Whether this is a set that is won or lost as one: neither drawn nor the round of a points format. */
export function isDecided(set: PlayedSet | undefined): set is DecidedSet {
  return set !== undefined && set.format !== 'points' && set.won !== null;
}

/** The sets of a match that were won or lost. */
export function decidedSets(match: PlayedMatch): DecidedSet[] {
  return match.sets.filter(isDecided);
}

/** The first set of a match, if it was won or lost. */
export function firstSet(match: PlayedMatch): DecidedSet | null {
  const [first] = match.sets;
  return isDecided(first) ? first : null;
}

/** Whether the first set was won, of a match of at least two; null of any other, and where the first was drawn. */
export function wonFirstOfSeveral(match: PlayedMatch): boolean | null {
  return match.sets.length < 2 ? null : (firstSet(match)?.won ?? null);
}

/** The last of at least three sets, if they were level before it and it was won or lost. */
export function decidingSet(match: PlayedMatch): DecidedSet | null {
  const last = match.sets.at(-1);
  if (match.sets.length < 3 || !isDecided(last)) return null;
  const before = match.sets.slice(0, -1);
  const count = (won: boolean): number => before.filter((set) => set.won === won).length;
  return count(true) === count(false) ? last : null;
}

/** Whether a set was decided by a tie-break; a match tie-break is one. */
export function isTieBreakSet(set: PlayedSet): boolean {
  return set.endsInTieBreak || set.format === 'match_tie_break';
}

/** A match tie-break is neither close nor lopsided: of its points only the winner is counted. */
export function isCloseSet(set: PlayedSet): boolean {
  return set.format === 'games' && Math.abs(set.own - set.opponents) <= CLOSE_GAMES_MAX;
}

export function isLopsidedSet(set: PlayedSet): boolean {
  return set.format === 'games' && Math.abs(set.own - set.opponents) >= LOPSIDED_GAMES_MIN;
}
