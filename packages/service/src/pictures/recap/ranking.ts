/** The ranking of the session: the first places large, many others in two columns. */
import { drawable } from '../drawable.ts';
import type { PictureTexts } from '../picture-texts.ts';
import { box, line, text } from '../svg.ts';
import { cutTo, isolated } from '../text.ts';
import { widthOf } from '../text-width.ts';
import { heading, INNER, MARGIN, RIGHT, type Section } from './poster.ts';
import { hasSeveralDays, type PosterSession, type Ranked } from './poster-session.ts';

const HEAD = 26;
const PODIUM = 3;
const PODIUM_ROW = 46;
/** With more players than this, the players below the podium are listed in two columns. */
const ONE_COLUMN = 16;
const ROW = 28;
const COLUMN_GAP = 20;

/** A player with the texts beside the name. */
interface Row extends Ranked {
  readonly record: string;
  /** The mark of a first session. */
  readonly mark: string;
}

/** @param most the most players that are shown */
export function rankingSection(session: PosterSession, texts: PictureTexts, most: number): Section[] {
  const shown = session.leaderboard.slice(0, most);
  if (shown.length === 0) return [];
  const mark = texts.format('poster.first_session', { lasted: hasSeveralDays(session) ? 'days' : 'day' });
  const podium = shown.slice(0, PODIUM);
  const others = shown.slice(PODIUM);
  const podiumRows = withSharedMark(
    podium.map((one) => ({ ...one, record: texts.record(one, session.ranked_by), mark })),
  );
  const columns = shown.length > ONE_COLUMN ? 2 : 1;
  const rows = Math.ceil(others.length / columns);
  const more = session.unique_players.count - shown.length;
  const podiumBottom = HEAD + podium.length * PODIUM_ROW;
  const othersBottom = podiumBottom + (rows === 0 ? 0 : 6 + rows * ROW);
  const width = (INNER - (columns - 1) * COLUMN_GAP) / columns;
  const other = (one: Ranked, index: number, top: number): string[] => {
    const left = MARGIN + Math.floor(index / rows) * (width + COLUMN_GAP);
    return otherRow(
      { ...one, record: texts.record(one, session.ranked_by), mark },
      left,
      width,
      top + podiumBottom + 6 + (index % rows) * ROW,
    );
  };
  return [
    {
      height: othersBottom + (more > 0 ? 24 : 0),
      draw: (top) => [
        heading(top, texts.format('poster.ranking', {})),
        ...podiumRows.flatMap((one, index) => podiumRow(one, top + HEAD + index * PODIUM_ROW)),
        ...others.flatMap((one, index) => other(one, index, top)),
        ...(more > 0
          ? [
              text(MARGIN, top + othersBottom + 18, texts.format('poster.more', { players: more }), {
                size: 12,
                look: 'quiet',
              }),
            ]
          : []),
      ],
    },
  ];
}

const PODIUM_NAME = 17;
const podiumRoom = (record: string): number => INNER - 58 - 14 - widthOf(record, 15, 'bold') - 14;

/** Marks all players on the podium that played their first session, or none of them. */
function withSharedMark(rows: readonly Row[]): Row[] {
  const doFit = rows.every((one) => {
    return one.first_session !== true || widthOf(nameWithMark(one), PODIUM_NAME, 'bold') <= podiumRoom(one.record);
  });
  return doFit ? [...rows] : rows.map((one) => ({ ...one, first_session: false }));
}

function podiumRow(one: Row, top: number): string[] {
  const { record } = one;
  const room = podiumRoom(record);
  const isFirst = one.rank === 1;
  const rank = String(one.rank);
  return [
    box(MARGIN, top, INNER, PODIUM_ROW - 6, 10, isFirst ? 'band' : 'soft'),
    text(MARGIN + 26, top + 27, cutTo(rank, 44, 18, 'bold'), {
      size: 18,
      look: isFirst ? 'b ball' : 'b accent',
      anchor: 'middle',
    }),
    ...name(one, MARGIN + 58, top + 26, room, PODIUM_NAME, isFirst ? 'b on-band' : 'b'),
    text(RIGHT - 14, top + 26, record, { size: 15, look: isFirst ? 'm on-band' : 'm', anchor: 'end' }),
  ];
}

function otherRow(one: Row, left: number, width: number, top: number): string[] {
  const { record } = one;
  const room = width - 36 - 8 - widthOf(record, 13);
  return [
    text(left + 26, top + 19, String(one.rank), { size: 13, look: 'quiet', anchor: 'end' }),
    ...name(one, left + 36, top + 19, room, 14, ''),
    text(left + width, top + 19, record, { size: 13, look: 'quiet', anchor: 'end' }),
    line(left, top + ROW, left + width, top + ROW, 'line'),
  ];
}

const nameWithMark = (one: Row): string => `${isolated(drawable(one.display_name))} · ${one.mark}`;

/** A name, and the mark of a first session where there is room for both. */
function name(one: Row, x: number, y: number, room: number, size: number, look: string): string[] {
  const weight = look.startsWith('b') ? 'bold' : 'regular';
  const whole = drawable(one.display_name);
  const dressed = one.first_session === true ? nameWithMark(one) : isolated(whole);
  const shown = widthOf(dressed, size, weight) <= room ? dressed : isolated(cutTo(whole, room, size, weight));
  return [text(x, y, shown, look === '' ? { size } : { size, look })];
}
