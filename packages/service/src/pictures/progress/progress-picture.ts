/** A player's score over time as a picture: a line in its band of uncertainty. */
import type { Progress, ProgressPoint } from '@bandeja/contract/progress';
import { drawable } from '../drawable.ts';
import { isPlacing, PictureTexts } from '../picture-texts.ts';
import { area, blockHeight, box, dot, line, linesAt, type Point, path, pictureOf, text, topBand } from '../svg.ts';
import { blockOf, cutTo, firstThatFits, isolated } from '../text.ts';
import { widthOf } from '../text-width.ts';
import type { PictureOptions } from '../theme.ts';
import { type Scale, scoreScale, timeScale } from './scale.ts';

/** The widths that a progress picture comes in. */
export const progressWidths = [320, 640] as const;
export type ProgressWidth = (typeof progressWidths)[number];

export interface ProgressPictureOptions extends PictureOptions {
  readonly width: ProgressWidth;
}

const MARGIN = 20;
const LABEL = 11;
const NAME_SETTINGS = [
  [19, 1],
  [16, 2],
  [13, 8],
] as const;

/** Smaller before the date goes: Spanish takes more room than English. */
const ASIDE_SIZES = [12, 11, 10] as const;

/** @param now ms since 1970: what the picture is as of */
export function progressSvg(
  progress: Progress,
  { width, theme, language, timeZone }: ProgressPictureOptions,
  now: number,
): string {
  const texts = new PictureTexts({ language, timeZone });
  const head = header(progress, texts, width);
  const plot = {
    left: MARGIN,
    right: width - MARGIN,
    top: head.height + 18,
    bottom: head.height + (width === 320 ? 170 : 258),
  };
  const height = plot.bottom + 52;
  const parts = [
    ...head.parts,
    ...(progress.points.length === 0 ? empty(plot, texts) : chart(progress.points, plot, texts)),
    ...footer(progress, { width, height }, texts, now),
  ];
  const { title, description } = texts.progress(progress);
  return pictureOf({ width, height, theme, title, description, parts });
}

interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Header {
  readonly height: number;
  readonly parts: readonly string[];
}

function header(progress: Progress, texts: PictureTexts, width: number): Header {
  const inner = width - 2 * MARGIN;
  const name = blockOf(drawable(progress.player.display_name), inner, NAME_SETTINGS, 'bold');
  const top = 12;
  const baseline = top + blockHeight(name) + 36;
  const score = String(progress.summary.current);
  const left = MARGIN + widthOf(score, 34, 'bold') + 4;
  const [room, forms] = [width - MARGIN - left, texts.change(progress)];
  const size = ASIDE_SIZES.find((one) => widthOf(forms[0], one) <= room) ?? ASIDE_SIZES[0];
  const aside = firstThatFits(forms, room, size);
  const height = baseline + 19;
  return {
    height,
    parts: [
      topBand(width, height, 18, 'band'),
      box(0, height - 3, width, 3, 0, 'ball'),
      ...linesAt(name, MARGIN, top, 'b on-band', isolated),
      text(MARGIN - 1, baseline, score, { size: 34, look: 'b on-band' }),
      ...(aside === '' ? [] : [text(left, baseline, aside, { size, look: 'by-band' })]),
    ],
  };
}

function empty({ left, right, top, bottom }: Plot, texts: PictureTexts): string[] {
  const middle = (left + right) / 2;
  const y = (top + bottom) / 2;
  return [
    box(left, top, right - left, bottom - top, 10, 'soft'),
    text(middle, y - 4, texts.format('progress.empty', {}), { size: 14, look: 'm', anchor: 'middle' }),
    text(middle, y + 16, texts.format('progress.empty_note', {}), { size: 12, look: 'quiet', anchor: 'middle' }),
  ];
}

const SCORE_MAX = 3000;
/** Half of the band at a point: one uncertainty, and none while the score is provisional. */
const spreadOf = (point: ProgressPoint): number => (isPlacing(point) ? 0 : point.uncertainty);
const lowest = (point: ProgressPoint): number => Math.max(point.service_score - spreadOf(point), 0);
const highest = (point: ProgressPoint): number => Math.min(point.service_score + spreadOf(point), SCORE_MAX);

function chart(points: readonly ProgressPoint[], plot: Plot, texts: PictureTexts): string[] {
  const isWide = plot.right - plot.left > 300;
  const scores = scoreScale(
    Math.min(...points.map(lowest)),
    Math.max(...points.map(highest)),
    plot.bottom,
    plot.top,
    isWide ? 6 : 4,
  );
  const labelWidth = Math.max(...scores.ticks.map((tick) => widthOf(String(tick), LABEL)));
  const left = plot.left + labelWidth + 8;
  const instants = points.map(({ at }) => Date.parse(at));
  const times = timeScale(instants[0] ?? 0, instants.at(-1) ?? 0, left + 4, plot.right - 6, isWide ? 5 : 3);
  return [
    ...scores.ticks.flatMap((tick) => [
      line(left, scores.position(tick), plot.right, scores.position(tick), 'line'),
      text(left - 8, scores.position(tick) + 4, String(tick), { size: LABEL, look: 'quiet', anchor: 'end' }),
    ]),
    ...dates(times, plot, left, (at) => texts.day(at)),
    ...curve(points, instants, scores, times),
  ];
}

/** As many dates below the chart as have room and differ. */
function dates(
  { position, ticks }: Scale,
  { right, bottom }: Plot,
  left: number,
  dayOf: (at: number) => string,
): string[] {
  const parts: string[] = [];
  let free = left - 20;
  let before = '';
  const last = ticks.length - 1;
  for (const [index, tick] of ticks.entries()) {
    const day = dayOf(tick);
    const width = widthOf(day, LABEL);
    const middle = Math.min(Math.max(position(tick), left - 20 + width / 2), right - width / 2);
    const isLastLater = index < last && middle + width / 2 + 8 > right - widthOf(dayOf(ticks[last] ?? 0), LABEL);
    if (day === before || middle - width / 2 < free || isLastLater) continue;
    parts.push(text(middle, bottom + 19, day, { size: LABEL, look: 'quiet', anchor: 'middle' }));
    free = middle + width / 2 + 8;
    before = day;
  }
  return parts;
}

function curve(points: readonly ProgressPoint[], instants: readonly number[], scores: Scale, times: Scale): string[] {
  const at = (index: number, score: number): Point => [times.position(instants[index] ?? 0), scores.position(score)];
  const [first] = points;
  const end = points.length - 1;
  const last = points[end];
  if (first === undefined || last === undefined) return [];
  const [x, y] = at(end, last.service_score);
  const marks = [dot(x, y, 5, 'accent'), dot(x, y, 2, 'core')];
  if (points.length === 1) {
    const [low, high] = [scores.position(lowest(first)), scores.position(highest(first))];
    return isPlacing(first) ? marks : [box(x - 9, high, 18, low - high, 9, 'area'), ...marks];
  }
  const upper = points.map((point, index) => at(index, highest(point)));
  const lower = points.map((point, index) => at(index, lowest(point)));
  return [
    area([...upper, ...lower.reverse()], 'area'),
    path(
      points.map((point, index) => at(index, point.service_score)),
      'curve',
    ),
    ...marks,
  ];
}

function footer(
  { points }: Progress,
  { width, height }: { readonly width: number; readonly height: number },
  texts: PictureTexts,
  now: number,
): string[] {
  const legend = points.every(isPlacing) ? '' : ` · ${texts.format('progress.legend', {})}`;
  const date = texts.day(now);
  const room = width - 2 * MARGIN - widthOf(date, 10) - 12;
  return [
    text(MARGIN, height - 14, cutTo(`Bandeja${legend}`, room, 10), {
      size: 10,
      look: 'quiet',
    }),
    text(width - MARGIN, height - 14, date, { size: 10, look: 'quiet', anchor: 'end' }),
  ];
}
