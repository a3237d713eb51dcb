/** The ranking of a club as a picture to share, 480 wide. */
import type { RankedPlayer } from '@bandeja/contract/rosters';
import { PictureTexts, signed } from '../picture-texts.ts';
import { box, pictureOf, text, topBand } from '../svg.ts';
import type { PictureOptions } from '../theme.ts';
import { MARGIN, WIDTH } from './frame.ts';
import { type Row, rankingSection } from './ranking.ts';

const HEAD = 84;
const GAP = 20;

interface ShownLeaderboard {
  readonly ranked: readonly RankedPlayer[];
  /** How many are ranked. */
  readonly players: number;
  /** The period of the changes. */
  readonly days: number;
  /** The current time, ms. */
  readonly now: number;
}

export function leaderboardSvg(
  { ranked, players, days, now }: ShownLeaderboard,
  { theme, language, timeZone }: PictureOptions,
): string {
  const texts = new PictureTexts({ language, timeZone });
  const title = texts.format('leaderboard.title', {});
  const date = texts.day(now);
  // Without an earlier ranking, every row would be new.
  const hasMoves = ranked.some(({ previous_rank: before }) => before !== null);
  const rows = ranked.map((one): Row => {
    return {
      rank: one.rank,
      display_name: one.display_name,
      record: `${one.rating.service_score} · ${signed(one.service_score_change)}`,
      shortRecord: String(one.rating.service_score),
      mark: hasMoves ? moveOf(one, texts) : '',
    };
  });
  const none = texts.format('leaderboard.none', {});
  const parts = [
    topBand(WIDTH, HEAD, 18, 'band'),
    box(0, HEAD - 4, WIDTH, 4, 0, 'ball'),
    text(MARGIN, 38, title, { size: 24, look: 'b on-band' }),
    text(MARGIN, 62, date, { size: 15, look: 'by-band' }),
  ];
  let y = HEAD + GAP;
  const more = players > rows.length ? texts.format('poster.more', { players: players - rows.length }) : '';
  for (const section of rankingSection(texts.format('leaderboard.columns', { days }), rows, more)) {
    parts.push(...section.draw(y));
    y += section.height + GAP;
  }
  if (rows.length === 0) {
    parts.push(text(MARGIN, y + 12, none, { size: 14, look: 'quiet' }));
    y += 12 + GAP;
  }
  parts.push(text(MARGIN, y + 4, 'Bandeja', { size: 11, look: 'quiet' }));
  const [first] = rows;
  const description = first === undefined ? none : texts.winners([first.display_name]);
  return pictureOf({ width: WIDTH, height: y + 20, theme, title: `${title}, ${date}`, description, parts });
}

/** Such as “up 2”; empty for the same rank as before. */
function moveOf({ rank, previous_rank: before }: RankedPlayer, texts: PictureTexts): string {
  if (before === rank) return '';
  const move = before === null ? 'new' : before > rank ? 'up' : 'down';
  return texts.format('leaderboard.move', { move, ranks: Math.abs((before ?? rank) - rank) });
}
