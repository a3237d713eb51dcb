import { confidenceOf, scoreOf } from '../../rating/index.ts';
import type { ShownState } from '../ledger/index.ts';

/** A member of a roster with the states that a ranking compares. */
export interface RankedMember {
  readonly username: string;
  /** The present state; null before the first rated match. */
  readonly now: ShownState | null;
  /** The state before the window; null for who had not played by then. */
  readonly before: Pick<ShownState, 'shown'> | null;
}

/** A place in a ranking. */
export interface RankedPlace<M extends RankedMember> {
  readonly member: M;
  /** From 1; equal scores share a rank, and the next one is as many places further. */
  readonly rank: number;
  /** The rank before the window, among those who are ranked now and had played by then; null for who had not. */
  readonly previousRank: number | null;
}

export interface Ranking<M extends RankedMember> {
  /** By score, the highest first; of equal ones, by username. */
  readonly ranked: readonly RankedPlace<M>[];
  /** Whose score cannot be trusted far enough to be ranked, by username. */
  readonly unranked: readonly M[];
}

/** Ranks the members of a roster. @param at ms of the reading; confidence is as of then. */
export function rankingOf<M extends RankedMember>(members: readonly M[], at: number): Ranking<M> {
  const byUsername = [...members].sort((a, b) => (a.username < b.username ? -1 : 1));
  const isRanked = (member: M): boolean => confidenceOf(member.now, at).level !== 'provisional';
  const ranked = byUsername.filter(isRanked);
  const ranks = ranksOf(ranked, (member) => scoreOf(member.now));
  const previous = ranksOf(
    ranked.filter((member) => member.before !== null),
    (member) => scoreOf(member.before),
  );
  return {
    ranked: ranked
      .map((member) => ({
        member,
        rank: ranks.get(member) ?? 0,
        previousRank: previous.get(member) ?? null,
      }))
      .sort((a, b) => a.rank - b.rank),
    unranked: byUsername.filter((member) => !isRanked(member)),
  };
}

/** How a member's score has moved over the window. */
export function changeOf({ now, before }: RankedMember): number {
  return scoreOf(now) - scoreOf(before);
}

function ranksOf<M>(members: readonly M[], scoreOfMember: (member: M) => number): Map<M, number> {
  const sorted = members.toSorted((a, b) => scoreOfMember(b) - scoreOfMember(a));
  const ranks = new Map<M, number>();
  let [rank, last] = [0, Number.NaN];
  for (const [index, member] of sorted.entries()) {
    const score = scoreOfMember(member);
    if (score !== last) [rank, last] = [index + 1, score];
    ranks.set(member, rank);
  }
  return ranks;
}
