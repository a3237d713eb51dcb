/**
 * The orders in which the games of a set may have come, when only its final score is known. If each game is won with the same
 * chance, all orders that end with that score are equally likely, whatever the chance is.
 */
import type { PlayedSet, SetCourse } from '@bandeja/service/reading/analysis/played-set';

/** A way that a set may have gone, as far as rules look at it. */
export interface GameOrder {
  /** Of the orders that lead to the final score, 0 to 1. */
  readonly share: number;
  readonly course: SetCourse;
}

const TARGET = 6;
/** What `runs_conceded` looks for, and the lead that `leads` looks for. */
const RUN = 5;
const LEAD = 3;

const known = new Map<string, readonly GameOrder[]>();

/** None of a set that is not to six or was not played out. */
export function gameOrders({ own, opponents, target }: PlayedSet): readonly GameOrder[] {
  if (target !== TARGET) return [];
  if (known.size === 0) walk({ own: 0, opponents: 0, run: 0, longestRun: 0, ownAtLead: null }, new Map()).forEach(keep);
  return known.get(`${own}-${opponents}`) ?? [];
}

interface Score {
  readonly own: number;
  readonly opponents: number;
  /** Games lost in a row up to now, and the most so far. */
  readonly run: number;
  readonly longestRun: number;
  readonly ownAtLead: number | null;
}

type Counts = Map<string, Map<string, { count: number; course: SetCourse }>>;

/** Counts the orders by final score and by what the rules see of them. */
function walk(score: Score, counts: Counts): Counts {
  const { own, opponents, run, longestRun } = score;
  const most = Math.max(own, opponents);
  if (most > TARGET || (most === TARGET && Math.abs(own - opponents) >= 2)) {
    const ended = counts.get(`${own}-${opponents}`) ?? new Map();
    counts.set(`${own}-${opponents}`, ended);
    const course = courseOf(score);
    const key = `${course.longestRunAgainst} ${course.ownAtThreeAhead}`;
    ended.set(key, { count: (ended.get(key)?.count ?? 0) + 1, course });
    return counts;
  }
  const ownAtLead = score.ownAtLead ?? (own - opponents === LEAD ? own : null);
  walk({ own: own + 1, opponents, run: 0, longestRun, ownAtLead }, counts);
  const longest = Math.max(longestRun, run + 1);
  walk({ own, opponents: opponents + 1, run: run + 1, longestRun: longest, ownAtLead }, counts);
  return counts;
}

/** What the rules do not look at is 0. */
function courseOf({ longestRun, ownAtLead }: Score): SetCourse {
  const longestRunAgainst = longestRun >= RUN ? RUN : 0;
  return { longestRun: 0, longestRunAgainst, largestLead: 0, largestDeficit: 0, ownAtThreeAhead: ownAtLead };
}

function keep(ended: Map<string, { count: number; course: SetCourse }>, score: string): void {
  const ways = [...ended.values()];
  const total = ways.reduce((sum, { count }) => sum + count, 0);
  known.set(
    score,
    ways.map(({ count, course }) => ({ share: count / total, course })),
  );
}
