import type { Api } from '@bandeja/client';
import type { Look } from '../look.ts';
import { change, fieldsOf, type Layout, tableOf, time } from '../print.ts';
import { printable } from '../terminal.ts';
import { isPlacing } from './card-text.ts';

const BARS = '▁▂▃▄▅▆▇█';
/** They fit on one line of any terminal. */
const BARS_MAX = 60;

const causes = { match: '', older_result: 'older result', starting_level: 'starting level' } as const;

const pointLayout: Layout<Api.ProgressPoint> = [
  ['', ({ at }) => time(at)],
  ['score', 'service_score'],
  ['change', (point) => (isPlacing(point) ? null : change(point.delta))],
  ['give or take', (point) => (isPlacing(point) ? null : point.uncertainty)],
  ['', ({ cause }) => causes[cause]],
];

/** The change is null while the score is provisional. */
type Summary = Omit<Api.PlayerProgress['summary'], 'change'> & { readonly change: number | null };

const summaryLayout: Layout<Summary> = [
  ['before', 'first'],
  ['now', 'current'],
  ['change', (summary) => change(summary.change)],
  ['highest', 'peak'],
  ['lowest', 'lowest'],
];

/** A player’s score over time: a line of bars, the points, and their summary. */
export function progressText({ player, points, summary }: Api.PlayerProgress, look: Look): string {
  const name = look.paint('strong', printable(player.display_name));
  if (points.length === 0) return `${name}\nNo matches in this time.\n`;
  const isPlaced = points.slice(-1).some(isPlacing);
  const shown = { ...summary, change: isPlaced ? null : summary.change };
  const bars = sparkline(points.map(({ service_score }) => service_score));
  return `${name}\n${bars}\n\n${tableOf(pointLayout, points, look)}\n${fieldsOf(summaryLayout, shown, look)}`;
}

/** A bar for each of the newest scores, from the lowest of them to the highest. */
export function sparkline(scores: readonly number[]): string {
  const newest = scores.slice(-BARS_MAX);
  const [low, high] = [Math.min(...newest), Math.max(...newest)];
  const step = (score: number) => (high === low ? 0 : Math.round(((score - low) / (high - low)) * (BARS.length - 1)));
  return newest.map((score) => BARS[step(score)]).join('');
}
