import { formatInstant } from '@bandeja/contract/instant';
import type { Progress, ProgressInterval, ProgressPoint } from '@bandeja/contract/progress';
import { confidenceOf, inflateVariance, MODEL, scoreOfShown, uncertaintyOfVariance } from '@bandeja/rating';
import type { PointRow } from './store.ts';

/**
 * The points of matches and shifts, in order.
 * @param rows oldest first
 * @param current the `shown` of the player's rating; undefined if there are later points
 */
export function inOrder(
  rows: readonly PointRow[],
  interval: ProgressInterval,
  current: number | undefined,
): PointRow[] {
  const points = joined(rows, current);
  return interval === 'match' ? points : mergeIntervals(rows, points);
}

/**
 * A shift ends where what follows it begins: matches that were played before the shift and entered after it are in the score that it
 * leads to.
 */
function joined(rows: readonly PointRow[], current: number | undefined): PointRow[] {
  let next = current;
  return rows
    .toReversed()
    .map((row) => {
      const point = row.cause === 'match' || next === undefined ? row : endingAt(next, row);
      next = point.shown_before ?? 0;
      return point;
    })
    .reverse();
}

function endingAt(shown_after: number, row: PointRow): PointRow {
  const delta = scoreOfShown(row.shown_after) - scoreOfShown(row.shown_before);
  return { ...row, shown_before: shown_after - delta / MODEL.POINTS, shown_after };
}

/** The matches and the shifts of a day or a week are one point, from before what came first to after the last point. */
function mergeIntervals(rows: readonly PointRow[], points: readonly PointRow[]): PointRow[] {
  return [...Map.groupBy(rows.keys(), (index) => rows[index]?.start).values()].flatMap((indices) => {
    const [first] = indices
      .map((index) => rows[index] as PointRow)
      .sort((a, b) => (a.first_entered_at ?? 0) - (b.first_entered_at ?? 0));
    const last = points[indices.at(-1) ?? 0];
    if (first === undefined || last === undefined) return [];
    return indices.length === 1 ? last : { ...last, cause: 'match' as const, shown_before: first.shown_before };
  });
}

export function pointOf(row: PointRow): ProgressPoint {
  const { cause, at, match_id, shown_before, shown_after, variance_after: variance, matches_played: played } = row;
  const score = scoreOfShown(shown_after);
  const state = { variance, at: row.last_played_at ?? at, played };
  return {
    at: formatInstant(at),
    match_id,
    cause,
    service_score: score,
    delta: score - scoreOfShown(shown_before),
    uncertainty: uncertaintyOfVariance(inflateVariance(state, at)),
    confidence_level: confidenceOf(state, at),
  };
}

/**
 * @param points oldest first
 * @param first the score before the first point
 * @param current the score after the last point
 */
export function summaryOf(points: readonly ProgressPoint[], first: number, current: number): Progress['summary'] {
  if (points.length === 0) return { first: current, current, peak: current, lowest: current, change: 0 };
  const scores = points.map((point) => point.service_score);
  return { first, current, peak: Math.max(...scores), lowest: Math.min(...scores), change: current - first };
}
