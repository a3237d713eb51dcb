/** The card's last matches, each in two lines. */
import type { Card } from '@bandeja/contract/card';
import { isPlacing, type PictureTexts, signed, type TextVariants } from '../picture-texts.ts';
import { line, text } from '../svg.ts';
import { sentencesOf } from '../text.ts';
import { widthOf } from '../text-width.ts';
import { lookOf, mark } from './figures.ts';
import { heading, MARGIN, RIGHT, type Section } from './frame.ts';
import { type LastMatch, lastMatchOf } from './last-match.ts';

const LEFT = MARGIN + 34;
const ROW = 40;
const HEAD = 20;
/** Room for the change of the score, such as −120. */
const DELTA_WIDTH = 46;

export function lastMatchesSection({ player, rating, last_matches }: Card, texts: PictureTexts, now: number): Section {
  if (last_matches.length === 0) {
    return {
      height: 36,
      draw: (top) => [
        ...heading(top + 12, texts.format('card.last_matches', {}), []),
        text(MARGIN, top + 33, texts.format('card.no_last_match', {}), { size: 12, look: 'quiet' }),
      ],
    };
  }
  const matches = last_matches.map((match) => {
    const seen = lastMatchOf(match, player.username);
    return isPlacing(rating) ? { ...seen, delta: null } : seen;
  });
  const hasDeltas = matches.some(({ delta }) => delta !== null);
  const players = sentencesOf(
    matches.map(({ others }) => others.map((player) => texts.shownName(player))),
    (names) => texts.others(names),
    RIGHT - LEFT,
    11,
  );
  return {
    height: HEAD + matches.length * ROW - 4,
    draw: (top) => [
      ...heading(top + 12, texts.format('card.last_matches', {}), []),
      ...matches.flatMap((match, index) =>
        row(match, players[index] ?? '', { y: top + HEAD + index * ROW, index, hasDeltas, texts, now }),
      ),
    ],
  };
}

interface Row {
  readonly y: number;
  readonly index: number;
  /** Whether any row of the card shows a change. */
  readonly hasDeltas: boolean;
  readonly texts: PictureTexts;
  readonly now: number;
}

const SCORELINE_SIZES = [13, 11, 9, 8] as const;

/** As large as there is room for: a scoreline is never cut. */
function scoreline(forms: TextVariants, x: number, y: number, room: number): string {
  for (const form of forms) {
    const size = SCORELINE_SIZES.find((one) => widthOf(form, one, 'bold') <= room);
    if (size !== undefined) return text(x, y, form, { size, look: 'm' });
  }
  return text(x, y, forms.at(-1) ?? forms[0], { size: 8, look: 'm' });
}

function row(match: LastMatch, players: string, { y, index, hasDeltas, texts, now }: Row): string[] {
  const date = texts.day(match.playedAt, now);
  const { delta } = match;
  const dateRight = hasDeltas ? RIGHT - DELTA_WIDTH : RIGHT;
  const room = dateRight - LEFT - 6 - widthOf(date, 10.5);
  return [
    ...(index === 0 ? [] : [line(LEFT, y, RIGHT, y, 'line')]),
    ...mark(MARGIN, y + 7, 24, match.won === null ? 'D' : match.won ? 'W' : 'L', texts),
    scoreline(texts.scoreline(match.outcome, match.score), LEFT, y + 17, room),
    text(dateRight, y + 17, date, { size: 10.5, look: 'quiet', anchor: 'end' }),
    ...(delta === null
      ? []
      : [text(RIGHT, y + 17, signed(delta), { size: 13, look: `m ${lookOf(delta)}`.trim(), anchor: 'end' })]),
    text(LEFT, y + 32, players, { size: 11, look: 'quiet' }),
  ];
}
