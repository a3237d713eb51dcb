import { formatInstant } from '@bandeja/contract/instant';
import type { Progress, ProgressInterval, ProgressPoint } from '@bandeja/contract/progress';
import { confidenceOf, inflateVariance, MODEL, scoreOfShown, uncertaintyOfVariance } from '@bandeja/rating';
import type { PointRow } from './store.ts';

/**
 * The points of matches and shifts, in order.
 * @param rows oldest first
 */
export function inOrder(rows: readonly PointRow[], interval: ProgressInterval): PointRow[] {
  const points = withLaterMatches(rows);
  return interval === 'match' ? points : mergeIntervals(rows, points);
}

/** If a match was played before a shift and entered after it, the shift shows the score that both led to. */
function withLaterMatches(rows: readonly PointRow[]): PointRow[] {
  let match: PointRow | null = null;
  return rows.map((row) => {
    if (row.cause === 'match') match = row;
    else if (match !== null && match.entered_at >= row.at) {
      const { shown_after, variance_after, matches_played, last_played_at } = match;
      const delta = scoreOfShown(row.shown_after) - scoreOfShown(row.shown_before);
      return {
        ...row,
        shown_before: shown_after - delta / MODEL.POINTS,
        shown_after,
        variance_after,
        matches_played,
        last_played_at,
      };
    }
    return row;
  });
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
 * @param first the score before the first point; without points, the current score
 */
export function summaryOf(points: readonly ProgressPoint[], first: number): Progress['summary'] {
  const newest = points.at(-1);
  if (newest === undefined) return { first, current: first, peak: first, lowest: first, change: 0 };
  const scores = points.map((point) => point.service_score);
  return {
    first,
    current: newest.service_score,
    peak: Math.max(...scores),
    lowest: Math.min(...scores),
    change: newest.service_score - first,
  };
}
