/** A club night as a poster to share, 480 wide: who won, the pair, the upset and the closest match of the night. */
import { drawable } from '../drawable.ts';
import { blockHeight, box, linesAt, pictureOf, text, topBand } from '../svg.ts';
import { blockOf, cutTo, firstThatFits, isolated } from '../text.ts';
import { widthOf } from '../text-width.ts';
import type { Look } from '../theme.ts';
import { type Words, wordsIn } from '../words.ts';
import { highlightSection } from './highlights.ts';
import type { Night } from './night.ts';
import { INNER, MARGIN, type Section, WIDTH } from './poster.ts';
import { rankingSection } from './ranking.ts';

/** So many players are on the poster; it says how many more there were. */
export const POSTER_PLAYERS = 64;

const TITLE_SETTINGS = [
  [30, 1],
  [24, 2],
  [18, 3],
  [14, 12],
] as const;
const GAP = 20;

export function recapSvg(night: Night, { theme, language }: Look): string {
  const words = wordsIn(language);
  const head = header(night, words);
  const parts = [...head.draw(0)];
  let y = head.height + GAP;
  for (const section of [...rankingSection(night, words, POSTER_PLAYERS), ...highlightSection(night, words)]) {
    parts.push(...section.draw(y));
    y += section.height + GAP;
  }
  const height = y + 20;
  const ref = `Bandeja · ${isolated(cutTo(drawable(night.session_external_ref), INNER - widthOf('Bandeja · ', 11), 11))}`;
  parts.push(text(MARGIN, height - 16, ref, { size: 11, look: 'quiet' }));
  return pictureOf({ width: WIDTH, height, theme, ...words.night(night, titleOf(night)), parts });
}

const titleOf = ({ venue_label, session_external_ref }: Night): string => venue_label ?? session_external_ref;

function header(night: Night, words: Words): Section {
  const title = blockOf(drawable(titleOf(night)), INNER, TITLE_SETTINGS, 'bold');
  const date = night.started_at === null ? '' : words.day(night.started_at, Number.NaN);
  const dateTop = 22 + blockHeight(title);
  const totals = words.nightTotals(night);
  const tileTop = dateTop + (date === '' ? 8 : 34);
  const width = (INNER - (totals.length - 1) * 10) / totals.length;
  const height = tileTop + 58 + 20;
  return {
    height,
    draw: () => [
      topBand(WIDTH, height, 18, 'band'),
      box(0, height - 4, WIDTH, 4, 0, 'ball'),
      ...linesAt(title, MARGIN, 18, 'b on-band', isolated),
      ...(date === '' ? [] : [text(MARGIN, dateTop + 14, date, { size: 15, look: 'by-band' })]),
      ...totals.flatMap(([count, counted], index) => {
        const left = MARGIN + index * (width + 10);
        return [
          box(left, tileTop, width, 58, 10, 'tile'),
          text(left + width / 2, tileTop + 29, cutTo(count, width - 12, 22, 'bold'), {
            size: 22,
            look: 'b ball',
            anchor: 'middle',
          }),
          text(left + width / 2, tileTop + 48, firstThatFits(counted, width - 12, 12), {
            size: 12,
            look: 'by-band',
            anchor: 'middle',
          }),
        ];
      }),
    ],
  };
}
