/** The card's figures: its windows, form, consistency and headline. */
import type { Card, CardForm, CardWindow } from '@bandeja/contract/card';
import { drawable } from '../drawable.ts';
import { isPlacing, type PictureTexts, signed } from '../picture-texts.ts';
import { box, text } from '../svg.ts';
import { cutTo, firstThatFits, linesOf } from '../text.ts';
import { heading, INNER, MARGIN, type Section } from './frame.ts';

const TILE_WIDTH = 88;
const TILE_ROOM = TILE_WIDTH - 6;

export function windowSection({ windows, rating }: Pick<Card, 'windows' | 'rating'>, texts: PictureTexts): Section {
  const height = isPlacing(rating) ? 44 : 66;
  return {
    height,
    draw: (top) =>
      Object.values(windows).flatMap((window, index) => windowTile(window, texts, { index, top, height, rating })),
  };
}

interface Tile {
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly rating: Card['rating'];
}

function windowTile(window: CardWindow, texts: PictureTexts, { index, top, height, rating }: Tile): string[] {
  const x = MARGIN + index * (TILE_WIDTH + 8);
  const middle = x + TILE_WIDTH / 2;
  const change = window.matches === 0 ? '–' : signed(window.service_score_change);
  const look = window.matches === 0 ? 'b' : `b ${lookOf(window.service_score_change)}`.trim();
  return [
    box(x, top, TILE_WIDTH, height, 10, 'soft'),
    text(middle, top + 18, texts.windowTitles[index] ?? '', { size: 11, look: 'quiet', anchor: 'middle' }),
    ...(isPlacing(rating)
      ? []
      : [text(middle, top + 39, cutTo(change, TILE_ROOM, 18, 'bold'), { size: 18, look, anchor: 'middle' })]),
    text(middle, top + height - 9, firstThatFits(texts.window(window), TILE_ROOM, 10.5), {
      size: 10.5,
      look: 'quiet',
      anchor: 'middle',
    }),
  ];
}

export const lookOf = (change: number): string => (change === 0 ? '' : change > 0 ? 'win' : 'loss');

/** A won match is a filled square, a drawn or lost one is open, so that they differ without colours too. */
export function mark(
  x: number,
  y: number,
  size: number,
  result: CardForm['results'][number],
  texts: PictureTexts,
): string[] {
  const won = result === 'W';
  return [
    won ? box(x, y, size, size, 6, 'win') : box(x + 0.75, y + 0.75, size - 1.5, size - 1.5, 5.25, 'lost'),
    text(x + size / 2, y + size / 2 + 4, texts.resultLetter(result), {
      size: 11,
      look: won ? 'b on-win' : result === 'D' ? 'b' : 'b loss',
      anchor: 'middle',
    }),
  ];
}

const MARK = 24;

export function formSection(form: CardForm, texts: PictureTexts): Section {
  const title = texts.form(form);
  if (form.results.length === 0) {
    return {
      height: 36,
      draw: (top) => [
        ...heading(top + 12, title, []),
        text(MARGIN, top + 33, texts.format('card.no_results', {}), { size: 12, look: 'quiet' }),
      ],
    };
  }
  const step = (INNER - MARK) / 9;
  const [streak, newestFirst] = [texts.streak(form), texts.format('card.newest_first', {})];
  return {
    height: 21 + MARK,
    draw: (top) => [
      ...heading(top + 12, title, streak === '' ? [newestFirst] : [`${streak}, ${newestFirst}`, streak]),
      ...form.results.flatMap((result, index) => mark(MARGIN + index * step, top + 21, MARK, result, texts)),
    ],
  };
}

export function consistencySection({ value, label }: Card['consistency'], texts: PictureTexts): Section {
  const word = texts.format('card.consistency_label', { label });
  const ofAll = value === null ? '' : texts.format('card.of_100', { value });
  const filled = value === null ? 0 : Math.max((value / 100) * INNER, 6);
  return {
    height: 26,
    draw: (top) => [
      ...heading(
        top + 12,
        texts.format('card.consistency', {}),
        value === null ? [word] : [`${word} · ${ofAll}`, ofAll],
      ),
      box(MARGIN, top + 20, INNER, 6, 3, 'edge'),
      ...(filled === 0 ? [] : [box(MARGIN, top + 20, filled, 6, 3, 'accent')]),
    ],
  };
}

const HEADLINE_SIZE = 12.5;
const HEADLINE_STEP = 17;

export function headlineSection({ text: headline }: Card['headline_insight']): Section {
  const lines = linesOf(drawable(headline), INNER - 28, HEADLINE_SIZE, 'bold');
  const height = 22 + HEADLINE_STEP * lines.length;
  return {
    height,
    draw: (top) => [
      box(MARGIN, top, INNER, height, 10, 'soft'),
      box(MARGIN + 1, top + 10, 3, height - 20, 1.5, 'edge'),
      ...lines.map((one, index) =>
        text(MARGIN + 16, top + 23 + index * HEADLINE_STEP, one, {
          size: HEADLINE_SIZE,
          look: 'm',
        }),
      ),
    ],
  };
}
