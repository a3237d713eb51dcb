/** Where a chart's values stand, and which of them are written beside it. */

export interface Scale {
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
}

const STEPS = [10, 20, 50, 100, 200, 500, 1000];

/** A scale of scores whose ends are ticks, with at most `most` steps. @param bottom, top places in the picture */
export function scoreScale(low: number, high: number, bottom: number, top: number, most: number): Scale {
  const step = STEPS.find((one) => Math.ceil(high / one) - Math.floor(low / one) <= most) ?? 1000;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  const span = (last - first) * step;
  return { place: (value) => bottom - ((value - first * step) / span) * (bottom - top), ticks };
}

/** A scale of instants; of a single one, in the middle. @param count of the ticks, both ends among them */
export function timeScale(first: number, last: number, left: number, right: number, count: number): Scale {
  const span = last - first;
  if (span <= 0) return { place: () => (left + right) / 2, ticks: [first] };
  const ticks = Array.from({ length: count }, (_, index) => first + (span * index) / (count - 1));
  return { place: (value) => left + ((value - first) / span) * (right - left), ticks };
}
