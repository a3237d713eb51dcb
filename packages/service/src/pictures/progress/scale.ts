/** The scales of a chart: positions of values in pixels, and the values of its ticks. */

export interface Scale {
  /** The position of a value in the picture. */
  readonly position: (value: number) => number;
  readonly ticks: readonly number[];
}

const STEPS = [10, 20, 50, 100, 200, 500, 1000];

/** A scale of scores whose ends are ticks, with at most `most` steps. @param bottom, top positions in the picture */
export function scoreScale(low: number, high: number, bottom: number, top: number, most: number): Scale {
  const step = STEPS.find((one) => Math.ceil(high / one) - Math.floor(low / one) <= most) ?? 1000;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  const span = (last - first) * step;
  return { position: (value) => bottom - ((value - first * step) / span) * (bottom - top), ticks };
}

/** A scale of instants; of a single one, in the middle. @param count of the ticks, both ends among them */
export function timeScale(first: number, last: number, left: number, right: number, count: number): Scale {
  const span = last - first;
  if (span <= 0) return { position: () => (left + right) / 2, ticks: [first] };
  const ticks = Array.from({ length: count }, (_, index) => first + (span * index) / (count - 1));
  return { position: (value) => left + ((value - first) / span) * (right - left), ticks };
}
