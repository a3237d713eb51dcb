import { formatInstant } from '@bandeja/contract/instant';
import type { Progress, ProgressPoint } from '@bandeja/contract/progress';
import { confidenceOf, scoreOfShown, uncertaintyOfVariance } from '@bandeja/rating';
import type { PointRow } from './store.ts';

export function pointOf(row: PointRow): ProgressPoint {
  const { match_id, played_at, shown_before, shown_after, variance_after, matches_played } = row;
  const score = scoreOfShown(shown_after);
  return {
    at: formatInstant(played_at),
    match_id,
    service_score: score,
    delta: score - scoreOfShown(shown_before),
    uncertainty: uncertaintyOfVariance(variance_after),
    confidence_level: confidenceOf({ variance: variance_after, at: played_at, played: matches_played }, played_at),
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
