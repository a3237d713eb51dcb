/** A club night as a poster to share, in the format of a story: the club, the night, who won, and what people talk about. */
import { drawable } from '../drawable.ts';
import { PictureTexts } from '../picture-texts.ts';
import { box, pictureOf, text, topBand } from '../svg.ts';
import type { PictureOptions } from '../theme.ts';
import { highlightSections } from './highlights.ts';
import { titleOf } from './night-title.ts';
import { othersOf } from './others.ts';
import { describe, placedOf, placesOf, rankedBy } from './placed.ts';
import { PODIUM, podiumSection } from './podium.ts';
import { type NightTitle, type PosterSession, withoutLikelyUpset, withShownNames } from './poster-session.ts';
import { drawLines, GAP, HEADING, HEIGHT, heading, INNER, MARGIN, type Section, WIDTH, wholeLines } from './story.ts';

/** The most players on the poster, which also shows the number of the others. */
export const POSTER_PLAYERS = 64;

const TITLE_SETTINGS = [
  [116, 1],
  [96, 1],
  [80, 1],
  [96, 2],
  [76, 3],
  [54, 99],
] as const;
const CLUB_SETTINGS = [
  [46, 1],
  [40, 99],
] as const;
const DATE_SETTINGS = [
  [46, 2],
  [40, 99],
] as const;
const TOP = 70;
const FOOT = 90;
/** The steps of the podium take room that nothing else needs, up to this. */
const TALLER_MAX = 240;

export function recapSvg(original: PosterSession, { theme, language }: Omit<PictureOptions, 'timeZone'>): string {
  const texts = new PictureTexts({ language, timeZone: original.club.time_zone });
  const session = withoutLikelyUpset(withShownNames(original, (player) => texts.shownName(player)));
  const night = titleOf(session, texts);
  const head = header(session, night, texts);
  const parts = [...head.draw(0), ...body(session, texts, head.height + GAP)];
  parts.push(text(MARGIN, HEIGHT - 44, 'Bandeja', { size: 34, look: 'quiet' }));
  return pictureOf({ width: WIDTH, height: HEIGHT, theme, ...describe(session, night, texts), parts });
}

/** The podium, the others and as many highlights as leave room for both. */
function body(session: PosterSession, texts: PictureTexts, top: number): string[] {
  const placed = placedOf(session, texts);
  const bottom = HEIGHT - FOOT;
  const first = placed.slice(0, PODIUM);
  const [podium] = podiumSection(first, 0);
  if (podium === undefined) return [];
  const rest = placed.slice(PODIUM, POSTER_PLAYERS);
  const unlisted = Math.max(placesOf(session) - first.length - rest.length, 0);
  const highlights = highlightSections(session, texts);
  const othersIn = othersOf(rest, unlisted, (players) => texts.format('poster.more', { players }));
  const begin = top + HEADING + podium.height + GAP;
  for (let shown = highlights.length; ; shown -= 1) {
    const chosen = highlights.slice(0, shown);
    const below = chosen.reduce((sum, { height }) => sum + height + GAP / 2, 0);
    const room = bottom - begin - below - GAP / 2;
    const others = othersIn(room);
    const free = room - others.section.height;
    if (shown > 0 && (!others.isComfortable || free < 0)) continue;
    const taller = Math.max(Math.min(free * 0.6, TALLER_MAX), 0);
    const sections = [...podiumSection(first, taller), others.section, ...chosen].filter(({ height }) => height > 0);
    const space = Math.max(Math.min((free - taller) / Math.max(sections.length, 1), GAP), 0);
    return stacked(sections, top, space, rankedBy(session, texts), texts.format('poster.ranking', {}));
  }
}

function stacked(sections: readonly Section[], top: number, space: number, note: string, title: string): string[] {
  let y = top + HEADING + space;
  const parts = heading(top, title, note);
  for (const [index, section] of sections.entries()) {
    parts.push(...section.draw(y));
    y += section.height + (index === 0 ? GAP : GAP / 2) + space;
  }
  return parts;
}

function header(session: PosterSession, night: NightTitle, texts: PictureTexts): Section {
  const club = wholeLines([drawable(session.club.name)], INNER, CLUB_SETTINGS, 'bold');
  const title = wholeLines([drawable(night.title)], INNER, TITLE_SETTINGS, 'bold');
  const known = [night.title, session.club.name];
  const { common_venue: place } = session;
  const venue = place === null || known.includes(place) ? [] : [drawable(place)];
  const days = night.isDate ? [] : [texts.days(session)];
  const when = wholeLines([[...days, ...venue].filter((one) => one !== '').join(' · ')], INNER, DATE_SETTINGS);
  const totals = texts.posterTotals(session).replace(/\.$/, '');
  const height = TOP + club.height + 16 + title.height + 20 + when.height + 104;
  return {
    height,
    draw: () => [
      topBand(WIDTH, height, 18, 'band'),
      box(0, height - 12, WIDTH, 12, 0, 'ball'),
      ...drawLines(club, MARGIN, TOP, { look: 'b ball' }),
      ...drawLines(title, MARGIN, TOP + club.height + 16, { look: 'b on-band' }),
      ...drawLines(when, MARGIN, TOP + club.height + title.height + 36, { look: 'on-band' }),
      text(MARGIN, height - 48, totals, { size: 40, look: 'by-band' }),
    ],
  };
}
