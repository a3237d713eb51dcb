/** A club night as a poster to share, 480 wide: who won, the pair, the biggest upset and the closest match. */
import { drawable } from '../drawable.ts';
import { PictureTexts } from '../picture-texts.ts';
import { blockHeight, box, linesAt, pictureOf, text, topBand } from '../svg.ts';
import { blockOf, cutTo, firstThatFits, isolated, linesOf } from '../text.ts';
import type { PictureOptions } from '../theme.ts';
import { highlightSection } from './highlights.ts';
import { isShownReference, titleOf } from './night-title.ts';
import { INNER, MARGIN, type Section, WIDTH } from './poster.ts';
import { type NightTitle, type PosterSession, withShownNames } from './poster-session.ts';
import { rankingSection } from './ranking.ts';

/** The most players on the poster, which also shows the number of the others. */
export const POSTER_PLAYERS = 64;

const TITLE_SETTINGS = [
  [30, 1],
  [24, 2],
  [18, 3],
  [14, 12],
] as const;
const GAP = 20;
const FOOT_STEP = 15;
const DATE_STEP = 20;

export function recapSvg(original: PosterSession, { theme, language }: Omit<PictureOptions, 'timeZone'>): string {
  const timeZone = original.club.time_zone;
  const texts = new PictureTexts({ language, timeZone });
  const session = withShownNames(original, (player) => texts.shownName(player));
  const night = titleOf(session, texts);
  const head = header(session, night, texts);
  const parts = [...head.draw(0)];
  let y = head.height + GAP;
  for (const section of [...sessionRanking(session, texts), ...highlightSection(session, texts)]) {
    parts.push(...section.draw(y));
    y += section.height + GAP;
  }
  const { session_external_ref } = session;
  const ref = isShownReference(session_external_ref, night) ? ` · ${drawable(session_external_ref)}` : '';
  const foot = linesOf(`Bandeja${ref}`, INNER, 11);
  const height = y + 20 + (foot.length - 1) * FOOT_STEP;
  for (const [index, one] of foot.entries()) {
    parts.push(text(MARGIN, y + 4 + index * FOOT_STEP, isolated(one), { size: 11, look: 'quiet' }));
  }
  return pictureOf({ width: WIDTH, height, theme, ...texts.poster(session, night), parts });
}

function sessionRanking(session: PosterSession, texts: PictureTexts): Section[] {
  const mark = texts.format('poster.first_session', { lasted: texts.hasSeveralDays(session) ? 'days' : 'day' });
  const rows = session.leaderboard.slice(0, POSTER_PLAYERS).map((one) => ({
    rank: one.rank,
    display_name: one.display_name,
    record: texts.record(one, session.ranked_by),
    mark: one.first_session === true ? mark : '',
  }));
  const players = session.unique_players.count - rows.length;
  return rankingSection(
    texts.format('poster.ranking', {}),
    rows,
    players > 0 ? texts.format('poster.more', { players }) : '',
  );
}

function header(session: PosterSession, night: NightTitle, texts: PictureTexts): Section {
  const title = blockOf(drawable(night.title), INNER, TITLE_SETTINGS, 'bold');
  const venue =
    session.common_venue === null || session.common_venue === night.title ? '' : drawable(session.common_venue);
  const days = night.isDate ? '' : texts.days(session);
  const dates = linesOf([days, venue].filter((one) => one !== '').join(' · '), INNER, 15);
  const dateTop = 22 + blockHeight(title);
  const totals = texts.posterTotals(session);
  const tileTop = dateTop + (dates.length === 0 ? 8 : 14 + dates.length * DATE_STEP);
  const width = (INNER - (totals.length - 1) * 10) / totals.length;
  const height = tileTop + 58 + 20;
  return {
    height,
    draw: () => [
      topBand(WIDTH, height, 18, 'band'),
      box(0, height - 4, WIDTH, 4, 0, 'ball'),
      ...linesAt(title, MARGIN, 18, 'b on-band', isolated),
      ...dates.map((one, index) =>
        text(MARGIN, dateTop + 14 + index * DATE_STEP, isolated(one), { size: 15, look: 'by-band' }),
      ),
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
