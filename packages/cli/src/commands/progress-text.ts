import { type JsonObject, numberOf, objectOf, objectsOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { changeAt, type Field, fieldsOf, tableOf, timeAt } from '../print.ts';
import { printable } from '../terminal.ts';
import { displayNameOf } from './match-text.ts';

const BARS = '▁▂▃▄▅▆▇█';
/** As many as stand on one line of any terminal. */
const BARS_MAX = 60;

const points: readonly Field[] = [
  ['', timeAt('at')],
  ['score', 'service_score'],
  ['change', changeAt('delta')],
  ['give or take', 'uncertainty'],
];

const summaryLayout: readonly Field[] = [
  ['before', 'first'],
  ['now', 'current'],
  ['change', changeAt('change')],
  ['highest', 'peak'],
  ['lowest', 'lowest'],
];

/** A player’s score over time: a line of bars, the points, and what they come to. */
export function progressText(progress: JsonObject, look: Look): string {
  const shown = objectsOf(progress['points']);
  const name = look.paint('strong', printable(displayNameOf(objectOf(progress['player']))));
  if (shown.length === 0) return `${name}\nNo matches in this time.\n`;
  const scores = shown.flatMap((point) => numberOf(point['service_score']) ?? []);
  const summary = fieldsOf(summaryLayout, objectOf(progress['summary']), look);
  return `${name}\n${sparkline(scores)}\n\n${tableOf(points, shown, look)}\n${summary}`;
}

/** A bar for each of the newest scores, from the lowest of them to the highest. */
export function sparkline(scores: readonly number[]): string {
  const newest = scores.slice(-BARS_MAX);
  const [low, high] = [Math.min(...newest), Math.max(...newest)];
  const step = (score: number) => (high === low ? 0 : Math.round(((score - low) / (high - low)) * (BARS.length - 1)));
  return newest.map((score) => BARS[step(score)]).join('');
}
