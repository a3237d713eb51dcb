/** The familiar scale: scores as levels from 0 to 7. Presentation only: ratings, order and differences are in points. */
import { MODEL } from './constants.ts';

/** Knots `[score, level]`, with straight lines between them. Both rise. The first score is 0 and the last one 3000. */
export type Scale = readonly (readonly [score: number, level: number])[];

export const DEFAULT_SCALE: Scale = [
  [MODEL.MIN, 0],
  [1000, 0.5],
  [1500, 3],
  [1900, 5],
  [2300, 6.5],
  [MODEL.MAX, 7],
];

/** Levels have two decimals, so they are computed in whole hundredths. */
const hundredths = (level: number): number => Math.round(100 * level);

/** @param score whole points @returns the level, with two decimals; halves go up */
export function levelOf(score: number, scale: Scale): number {
  const [[x0, y0], [x1, y1]] = linesOf(scale, ([end]) => score <= end);
  const [from, to] = [hundredths(y0), hundredths(y1)];
  return Math.round(from + ((score - x0) * (to - from)) / (x1 - x0)) / 100;
}

/**
 * The score of a level. If a point is worth at most 0.01, the level of this score is the same again.
 * @param level with at most two decimals
 * @returns whole points; halves go up
 */
export function pointsOfLevel(level: number, scale: Scale): number {
  const asked = hundredths(level);
  const [[x0, y0], [x1, y1]] = linesOf(scale, ([, end]) => asked <= hundredths(end));
  const [from, to] = [hundredths(y0), hundredths(y1)];
  return Math.round(x0 + ((asked - from) * (x1 - x0)) / (to - from));
}

/** The ends of the first line that reaches far enough. @throws RangeError beyond the scale */
function linesOf(scale: Scale, isWithin: (end: Scale[number]) => boolean): [Scale[number], Scale[number]] {
  const found = scale.findIndex((end, index) => index > 0 && isWithin(end));
  if (found === -1) throw new RangeError('beyond the scale');
  return [scale[found - 1] as Scale[number], scale[found] as Scale[number]];
}
