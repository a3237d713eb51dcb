/** The first three of a night on steps, with whole names. */
import { drawable } from '../drawable.ts';
import { box, text } from '../svg.ts';
import { firstThatFits } from '../text.ts';
import { widthOf } from '../text-width.ts';
import type { Placed } from './placed.ts';
import { drawLines, INNER, MARGIN, type Section, wholeLines } from './story.ts';

export const PODIUM = 3;

const SPACE = 30;
const NAME_GAP = 24;
const STEP_HEIGHTS = [330, 270, 220] as const;
const NAME_SETTINGS = [
  [56, 2],
  [50, 3],
  [44, 4],
  [38, 5],
  [32, 6],
  [26, 99],
] as const;

/** Each name of a pair on its own line, as long as that can be read. */
const PAIR_SETTINGS = [[56, 2], [50, 2], [44, 2], [38, 2], ...NAME_SETTINGS] as const;

/** The first in the middle, the second at its left, the third at its right. */
const PLACES = [[0], [0, 1], [1, 0, 2]] as const;

export function podiumSection(placed: readonly Placed[], taller: number): Section[] {
  const places = PLACES[placed.length - 1];
  if (places === undefined) return [];
  const width = (INNER - 2 * SPACE) / PODIUM;
  const left = MARGIN + (INNER - placed.length * width - (placed.length - 1) * SPACE) / 2;
  const steps = places.flatMap((index, place) => {
    const one = placed[index];
    if (one === undefined) return [];
    const name = wholeLines(
      one.names.map(drawable),
      width,
      one.names.length > 1 ? PAIR_SETTINGS : NAME_SETTINGS,
      'bold',
    );
    const height = (STEP_HEIGHTS[Math.min(one.rank, PODIUM) - 1] ?? 0) + taller;
    return [{ one, name, height, x: left + place * (width + SPACE) }];
  });
  const height = Math.max(...steps.map(({ name, height: step }) => name.height + NAME_GAP + step));
  return [
    {
      height,
      draw: (top) =>
        steps.flatMap(({ one, name, height: step, x }) => {
          const [middle, stepTop] = [x + width / 2, top + height - step];
          const isFirst = one.rank === 1;
          const ink = isFirst ? ' on-band' : '';
          return [
            ...drawLines(name, middle, stepTop - NAME_GAP - name.height, { look: 'b', anchor: 'middle' }),
            box(x, stepTop, width, step, 30, isFirst ? 'band' : 'soft'),
            text(middle, stepTop + 112, String(one.rank), {
              size: 104,
              look: isFirst ? 'b ball' : 'b accent',
              anchor: 'middle',
            }),
            ...value(one.record, one.shortRecord, middle, stepTop + 172, width, `b${ink}`),
            ...(one.played === ''
              ? []
              : value(one.played, one.played, middle, stepTop + 212, width, isFirst ? 'by-band' : 'quiet', 32)),
          ];
        }),
    },
  ];
}

function value(long: string, short: string, x: number, y: number, width: number, look: string, largest = 46): string[] {
  const room = width - 24;
  const weight = look.startsWith('b ') || look === 'b' ? 'bold' : 'regular';
  const content = widthOf(long, 30, weight) <= room ? long : firstThatFits([short], room, 30, weight);
  const size = [largest, 40, 36, 32, 30].find((one) => one <= largest && widthOf(content, one, weight) <= room) ?? 30;
  return [text(x, y, content, { size, look, anchor: 'middle' })];
}
