/** The plots of the report, one function each; a plot is of one set. */
import type { Judged } from '../compare.ts';
import type { SetScore } from '../measure/score.ts';
import type { ScoreHistory } from '../measure/score-history.ts';
import { type Axis, dot, draw, line, path, text, ticksBetween } from './plot.ts';
import { differenceText } from './table.ts';

const SHARES: Axis = {
  min: 0,
  max: 1,
  ticks: [0, 0.25, 0.5, 0.75, 1],
  label: '',
  format: (value) => `${Math.round(100 * value)} %`,
};
const SMALL = { width: 330, height: 290 } as const;

/** What the plots of one set are drawn from. */
export interface SetView {
  readonly title: string;
  /** Place of the set among the scores. */
  readonly index: number;
  readonly ours: Judged;
  /** Others of one fit, the best on the mean first. */
  readonly others: readonly Judged[];
  readonly history: ScoreHistory;
}

const scoreOf = (judged: Judged, index: number): SetScore | undefined => judged.scores[index];

/** How much worse the others are than ours refitted, with intervals. */
export function differenceChart({ title, index, others }: SetView): string {
  const rows = others.map((other) => ({ name: other.name, difference: other.aboveRefitted[index] }));
  const ends = rows.flatMap(({ difference }) => [1000 * (difference?.low ?? 0), 1000 * (difference?.high ?? 0)]);
  const [min, max] = [Math.min(0, ...ends) * 1.05, Math.max(1, ...ends) * 1.05];
  const x: Axis = { min, max, ticks: ticksBetween(min, max, 5), label: 'thousandths of a nat worse', format: String };
  const y: Axis = { min: 0, max: rows.length, ticks: [], label: '', format: String };
  return draw({ title, ...SMALL, x, y }, (scales) => {
    const marks = rows.map(({ name, difference }, row) => {
      if (difference === undefined) return '';
      const level = scales.y(rows.length - row - 0.6);
      const at = (value: number): number => scales.x(1000 * value);
      return (
        text(scales.x(Math.max(min, 0)) + 4, level - 8, name, 'name') +
        line([at(difference.low), level], [at(difference.high), level], 'interval') +
        dot(at(difference.mean), level, 4, 'other-dot', `${name}: ${differenceText(difference)}`)
      );
    });
    return line([scales.x(0), scales.y(0)], [scales.x(0), scales.y(rows.length)], 'zero') + marks.join('');
  });
}

/** Shares predicted and observed, ours and the best other. */
export function calibrationChart({ title, index, ours, others: [best] }: SetView): string {
  const x: Axis = { ...SHARES, label: 'predicted share of wins' };
  const y: Axis = { ...SHARES, label: 'observed' };
  return draw({ title, ...SMALL, x, y }, (scales) => {
    const curve = (judged: Judged | undefined, style: 'ours' | 'other'): string => {
      const bins = (judged === undefined ? undefined : scoreOf(judged, index))?.calibration.bins ?? [];
      const filled = bins.filter(({ matches }) => matches > 0);
      const points = filled.map((bin) => [scales.x(bin.predicted), scales.y(bin.observed)] as const);
      const dots = filled.map((bin, place) => {
        const [cx = Number.NaN, cy = Number.NaN] = points[place] ?? [];
        const tip = `${judged?.name}: ${bin.matches} matches, predicted ${shareText(bin.predicted)}, observed ${shareText(bin.observed)}`;
        return dot(cx, cy, 3.5, `${style}-dot`, tip);
      });
      return path(points, style) + dots.join('');
    };
    return (
      path(
        [scales.x(0), scales.x(1)].map((cx, end) => [cx, scales.y(end)]),
        'zero',
      ) +
      curve(best, 'other') +
      curve(ours, 'ours')
    );
  });
}

/** Log loss by how often the least known player had played. */
export function coldStartChart({ title, index, ours, others: [best, ...rest] }: SetView): string {
  const bins = scoreOf(ours, index)?.coldStart ?? [];
  const losses = [ours, ...(best ? [best] : []), ...rest]
    .flatMap((judged) => scoreOf(judged, index)?.coldStart ?? [])
    .filter(({ matches }) => matches >= 20)
    .map(({ logLoss }) => logLoss);
  const [min, max] = [Math.min(0.4, ...losses) - 0.01, Math.min(0.9, Math.max(0.7, ...losses)) + 0.01];
  const ticks = bins.map((_, place) => place);
  const format = (place: number): string => binText(bins[place]);
  const x: Axis = { min: -0.4, max: bins.length - 0.6, ticks, label: 'matches of the least known player', format };
  const y: Axis = {
    min,
    max,
    ticks: ticksBetween(min, max, 5),
    label: 'log loss',
    format: (value) => value.toFixed(2),
  };
  return draw({ title, ...SMALL, x, y }, (scales) => {
    const curve = (judged: Judged, style: string): string => {
      const points = (scoreOf(judged, index)?.coldStart ?? [])
        .map(({ logLoss, matches }, place) => ({ place, logLoss, matches }))
        .filter(({ matches, logLoss }) => matches >= 20 && logLoss <= max)
        .map(({ place, logLoss }) => [scales.x(place), scales.y(logLoss)] as const);
      return path(points, style, judged.name);
    };
    return (
      rest.map((judged) => curve(judged, 'faint')).join('') + (best ? curve(best, 'other') : '') + curve(ours, 'ours')
    );
  });
}

/** The difference of score between two pairs, and how often the better one won. */
export function scoreGapChart({ title, history: { gaps } }: SetView): string {
  const format = (value: number): string => (value > 0 ? `+${value}` : String(value).replace('-', '−'));
  const x: Axis = {
    min: -800,
    max: 800,
    ticks: [-800, -400, 0, 400, 800],
    label: 'points ahead, both players',
    format,
  };
  const y: Axis = { ...SHARES, label: 'won' };
  return draw({ title, ...SMALL, x, y }, (scales) => {
    const expected = path(
      gaps.map(({ gap, predicted }) => [scales.x(gap), scales.y(predicted)]),
      'zero',
    );
    const dots = gaps.map(({ gap, observed, predicted, matches }) => {
      const tip = `${Math.round(gap)} points ahead: ${shareText(observed)} of ${matches} won, ${shareText(predicted)} predicted`;
      return (
        line(
          [scales.x(gap), scales.y(interval(observed, matches)[0])],
          [scales.x(gap), scales.y(interval(observed, matches)[1])],
          'spread',
        ) + dot(scales.x(gap), scales.y(observed), 3.5, 'ours-dot', tip)
      );
    });
    return expected + dots.join('');
  });
}

/** Scores of the players with the most matches. */
export function pathChart({ title, history: { paths } }: SetView): string {
  const points = paths.flatMap((one) => one.points);
  const times = points.map(({ at }) => at);
  const scores = points.map(({ score }) => score);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const day = (at: number): string => new Date(at).toISOString().slice(0, 7);
  const timeTicks = [0, 1, 2, 3, 4].map((part) => from + ((to - from) * part) / 4);
  const x: Axis = { min: from, max: to, ticks: timeTicks, label: '', format: day };
  const [min, max] = [Math.min(1400, ...scores) - 20, Math.max(...scores) + 20];
  const y: Axis = { min, max, ticks: ticksBetween(min, max, 5), label: 'score', format: String };
  return draw({ title, width: 680, height: 300, x, y }, (scales) =>
    paths
      .map((one, place) =>
        path(
          one.points.map(({ at, score }) => [scales.x(at), scales.y(score)]),
          `path path-${place}`,
          `${one.points.length} matches, score ${one.points.at(-1)?.score} at the end`,
        ),
      )
      .join(''),
  );
}

/** Wilson (1927): the 95 % interval of a share. */
function interval(share: number, count: number): readonly [number, number] {
  const z = 1.96;
  const middle = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const half = (z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))) / (1 + (z * z) / count);
  return [middle - half, middle + half];
}

function shareText(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function binText(bin: SetScore['coldStart'][number] | undefined): string {
  if (bin === undefined) return '';
  if (bin.from === bin.to) return String(bin.from);
  return bin.to === Number.POSITIVE_INFINITY ? `${bin.from}+` : `${bin.from}–${bin.to}`;
}
