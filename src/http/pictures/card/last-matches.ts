/** The card's last matches, each in two lines. */
import type { Card } from '../../../domain/card/index.ts';
import { line, text } from '../svg.ts';
import { cutTo, sentencesOf } from '../text.ts';
import { widthOf } from '../text-width.ts';
import { dayWords, othersWords, signed } from '../words.ts';
import { lookOf, mark } from './figures.ts';
import { heading, MARGIN, RIGHT, type Section } from './frame.ts';
import { type LastMatch, lastMatchOf } from './last-match.ts';

const LEFT = MARGIN + 34;
const ROW = 40;
const HEAD = 20;
/** Room for the change of the score, such as −120. */
const DELTA_WIDTH = 46;

export function lastMatchesSection({ player, last_matches }: Card, now: number): Section {
  if (last_matches.length === 0) {
    return {
      height: 36,
      draw: (top) => [
        ...heading(top + 12, 'Last matches', []),
        text(MARGIN, top + 33, 'No match yet.', { size: 12, look: 'quiet' }),
      ],
    };
  }
  const matches = last_matches.map((match) => lastMatchOf(match, player.username));
  const players = sentencesOf(
    matches.map((match) => match.others),
    othersWords,
    RIGHT - LEFT,
    11,
  );
  return {
    height: HEAD + matches.length * ROW - 4,
    draw: (top) => [
      ...heading(top + 12, 'Last matches', []),
      ...matches.flatMap((match, index) => row(match, players[index] ?? '', top + HEAD + index * ROW, index, now)),
    ],
  };
}

function row(match: LastMatch, players: string, y: number, index: number, now: number): string[] {
  const date = dayWords(match.playedAt, now);
  const room = RIGHT - LEFT - DELTA_WIDTH - 6 - widthOf(date, 10.5);
  const { delta } = match;
  return [
    ...(index === 0 ? [] : [line(LEFT, y, RIGHT, y, 'line')]),
    ...mark(MARGIN, y + 7, 24, match.won === null ? 'D' : match.won ? 'W' : 'L'),
    text(LEFT, y + 17, cutTo(match.score, room, 13, 'bold'), { size: 13, look: 'm' }),
    text(RIGHT - DELTA_WIDTH, y + 17, date, { size: 10.5, look: 'quiet', anchor: 'end' }),
    ...(delta === null
      ? []
      : [text(RIGHT, y + 17, signed(delta), { size: 13, look: `m ${lookOf(delta)}`.trim(), anchor: 'end' })]),
    text(LEFT, y + 32, players, { size: 11, look: 'quiet' }),
  ];
}
