/** A player's card as a picture, 320 wide. Its height depends on its texts. */

import type { Card } from '@bandeja/contract/card';
import { confidenceLevels } from '@bandeja/contract/players';
import type { HeadlineChoice } from '../../insights/headline.ts';
import { drawable } from '../drawable.ts';
import { isPlacing, PictureTexts } from '../picture-texts.ts';
import { blockHeight, box, linesAt, pictureOf, text, topBand, weightOf } from '../svg.ts';
import { blockOf, cutTo, isolated } from '../text.ts';
import { widthOf } from '../text-width.ts';
import type { PictureOptions } from '../theme.ts';
import { consistencySection, formSection, headlineSection, windowSection } from './figures.ts';
import { INNER, MARGIN, RIGHT, WIDTH } from './frame.ts';
import { lastMatchesSection } from './last-matches.ts';

const GAP = 16;

export interface CardPictureOptions extends PictureOptions {
  /** With `strengths` the card is public, so it shows no percentile below 50. */
  readonly headline?: HeadlineChoice;
}

/** @param now ms since 1970: what the card is as of */
export function cardSvg(
  card: Card,
  { theme, language, timeZone, headline = 'any' }: CardPictureOptions,
  now: number,
): string {
  const texts = new PictureTexts({ language, timeZone });
  const head = header(card, texts, headline, now);
  const sections = [
    windowSection(card, texts),
    formSection(card.form, texts),
    consistencySection(card.consistency, texts),
    // Before the first match the last section says the same.
    ...(card.headline_insight.code === 'no_matches' ? [] : [headlineSection(card.headline_insight)]),
    lastMatchesSection(card, texts, now),
  ];
  const parts = [...head.parts];
  let y = head.height + GAP;
  for (const section of sections) {
    parts.push(...section.draw(y));
    y += section.height + GAP;
  }
  const height = y + 18;
  parts.push(
    text(MARGIN, height - 14, 'Bandeja', { size: 10, look: 'quiet' }),
    text(RIGHT, height - 14, texts.day(now), {
      size: 10,
      look: 'quiet',
      anchor: 'end',
    }),
  );
  const [title, description] = [texts.cardTitle(card), texts.cardDescription(card)];
  return pictureOf({ width: WIDTH, height, theme, title, description, parts });
}

/** From the largest size with few lines to one in which any name of 80 characters fits whole. */
const NAME_SETTINGS = [
  [23, 1],
  [19, 2],
  [16, 3],
  [13, 8],
] as const;
const USERNAME_SETTINGS = [
  [12, 1],
  [10.5, 2],
] as const;

/** A public card shows no percentile below this. */
const PUBLIC_PERCENTILE_MIN = 50;

interface Header {
  readonly height: number;
  readonly parts: readonly string[];
}

function header({ player, rating }: Card, texts: PictureTexts, headline: HeadlineChoice, now: number): Header {
  const name = blockOf(drawable(player.display_name), INNER, NAME_SETTINGS, 'bold');
  const country = player.country_code === null ? '' : ` · ${player.country_code}`;
  const username = blockOf(`@${player.username}${country}`, INNER, USERNAME_SETTINGS);
  const nameTop = 16;
  const usernameTop = nameTop + blockHeight(name);
  const scoreTop = usernameTop + blockHeight(username) + 8;
  const percentile = texts.percentile(rating, headline === 'strengths' ? PUBLIC_PERCENTILE_MIN : 1);
  const height = scoreTop + (percentile === '' ? 78 : 98);
  return {
    height,
    parts: [
      topBand(WIDTH, height, 18, 'band'),
      box(0, height - 3, WIDTH, 3, 0, 'ball'),
      ...linesAt(name, MARGIN, nameTop, 'b on-band', isolated),
      ...linesAt(username, MARGIN, usernameTop, 'by-band'),
      ...score(rating, texts, scoreTop, now),
      ...(percentile === ''
        ? []
        : [text(MARGIN, scoreTop + 82, cutTo(percentile, INNER, 12), { size: 12, look: 'by-band' })]),
    ],
  };
}

const ASIDE = RIGHT - 116;
const ASIDE_WIDTH = 116;

function score(rating: Card['rating'], texts: PictureTexts, top: number, now: number): string[] {
  const reached = confidenceLevels.indexOf(rating.confidence_level) + 1;
  const pips = confidenceLevels.map((_, index) =>
    box(ASIDE + 24 * index, top + 25, 20, 5, 2.5, index < reached ? 'ball' : 'dim'),
  );
  const aside = (y: number, content: string, size: number, look: string): string =>
    text(ASIDE, y, cutTo(content, ASIDE_WIDTH, size, weightOf(look)), { size, look });
  const matches = isPlacing(rating) ? texts.placing(rating) : texts.matches(rating.matches_played);
  const below = rating.rating_status === 'settling' ? texts.format('card.settling', {}) : matches;
  return [
    text(MARGIN - 2, top + 49, String(rating.service_score), { size: 52, look: 'b on-band' }),
    aside(top + 17, rating.confidence_label, 13, 'm on-band'),
    ...pips,
    ...(isPlacing(rating) ? [] : [aside(top + 46, texts.spread(rating.uncertainty, now), 11, 'by-band')]),
    aside(isPlacing(rating) ? top + 46 : top + 61, below, widthOf(below, 11) <= ASIDE_WIDTH ? 11 : 9, 'by-band'),
  ];
}
