import { DAY_MS, formatInstant } from '@bandeja/contract/instant';
import type { Progress, ProgressPoint } from '@bandeja/contract/progress';
import { confidenceOf, scoreOfShown, uncertaintyOfVariance } from '@bandeja/rating';
import type { RatedStepRow } from './store.ts';

/** The interval that one point covers. */
export const intervals = ['match', 'day', 'week'] as const;
export type Interval = (typeof intervals)[number];

/** 1970-01-01 was a Thursday; the Monday before it began the week. */
const MONDAY_MS = -3 * DAY_MS;

/** The start of the step's day or week (from Monday, UTC); ms. With `match`, each match is its own interval. */
export function intervalOf(step: Pick<RatedStepRow, 'played_at' | 'match_id'>, interval: Interval): number | string {
  if (interval === 'match') return step.match_id;
  const [length, origin] = interval === 'day' ? [DAY_MS, 0] : [7 * DAY_MS, MONDAY_MS];
  return Math.floor((step.played_at - origin) / length) * length + origin;
}

const deltaOf = (step: RatedStepRow): number => scoreOfShown(step.shown_after) - scoreOfShown(step.shown_before);

/** The points, oldest first. @param steps newest first */
export function pointsOf(steps: readonly RatedStepRow[], interval: Interval): ProgressPoint[] {
  const groups = Map.groupBy(steps, (step) => intervalOf(step, interval));
  return [...groups.values()].map((group) => pointOf(group, interval)).reverse();
}

/** @param group the matches of one interval, newest first. */
function pointOf(group: readonly RatedStepRow[], interval: Interval): ProgressPoint {
  const [last] = group;
  if (last === undefined) throw new Error('an interval without matches has no point');
  const state = { variance: last.variance_after, at: last.played_at, played: last.matches_played };
  return {
    at: formatInstant(last.played_at),
    match_id: interval === 'match' && last.is_own ? last.match_id : null,
    service_score: scoreOfShown(last.shown_after),
    delta: group.reduce((sum, step) => sum + deltaOf(step), 0),
    uncertainty: uncertaintyOfVariance(last.variance_after),
    confidence_level: confidenceOf(state, last.played_at),
  };
}

/**
 * The score before the oldest of these matches; null without any. It is not the first point minus its change: during a
 * settlement, a match may not start from the score that the previous one ended with.
 * @param steps newest first
 */
export function scoreBefore(steps: readonly RatedStepRow[]): number | null {
  const oldest = steps.at(-1);
  return oldest === undefined ? null : scoreOfShown(oldest.shown_before);
}

/** @param first the score before the first point; without points, the current score */
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
