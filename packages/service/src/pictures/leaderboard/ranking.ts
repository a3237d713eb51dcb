/** A ranking: the first places large, many others in two columns. */
import { drawable } from '../drawable.ts';
import { box, line, text } from '../svg.ts';
import { cutTo, isolated } from '../text.ts';
import { widthOf } from '../text-width.ts';
import { heading, INNER, MARGIN, RIGHT, type Section } from './frame.ts';

const HEAD = 26;
const PODIUM = 3;
const PODIUM_ROW = 46;
/** With more players than this, the players below the podium are listed in two columns. */
const ONE_COLUMN = 16;
const ROW = 28;
const COLUMN_GAP = 20;

/** A player with the texts beside the name. */
export interface Row {
  readonly rank: number;
  readonly display_name: string;
  /** At the right. */
  readonly record: string;
  /** Instead of record and mark in two columns. */
  readonly shortRecord?: string;
  /** Behind the name, such as “first night”; empty for none. */
  readonly mark: string;
}

/** @param more the sentence below the rows; empty for none */
export function rankingSection(title: string, shown: readonly Row[], more = ''): Section[] {
  if (shown.length === 0) return [];
  const podium = withSharedMark(shown.slice(0, PODIUM));
  const others = shown.slice(PODIUM);
  const columns = shown.length > ONE_COLUMN ? 2 : 1;
  const rows = Math.ceil(others.length / columns);
  const podiumBottom = HEAD + podium.length * PODIUM_ROW;
  const othersBottom = podiumBottom + (rows === 0 ? 0 : 6 + rows * ROW);
  const width = (INNER - (columns - 1) * COLUMN_GAP) / columns;
  const other = (one: Row, index: number, top: number): string[] => {
    const left = MARGIN + Math.floor(index / rows) * (width + COLUMN_GAP);
    const short = columns === 2 && one.shortRecord !== undefined ? { record: one.shortRecord, mark: '' } : {};
    return otherRow({ ...one, ...short }, left, width, top + podiumBottom + 6 + (index % rows) * ROW);
  };
  return [
    {
      height: othersBottom + (more === '' ? 0 : 24),
      draw: (top) => [
        heading(top, title),
        ...podium.flatMap((one, index) => podiumRow(one, top + HEAD + index * PODIUM_ROW)),
        ...others.flatMap((one, index) => other(one, index, top)),
        ...(more === '' ? [] : [text(MARGIN, top + othersBottom + 18, more, { size: 12, look: 'quiet' })]),
      ],
    },
  ];
}

const PODIUM_NAME = 17;
const podiumRoom = (record: string): number => INNER - 58 - 14 - widthOf(record, 15, 'bold') - 14;

/** Keeps the marks of all players on the podium, or of none of them. */
function withSharedMark(rows: readonly Row[]): readonly Row[] {
  const doFit = rows.every(
    (one) => one.mark === '' || widthOf(nameWithMark(one), PODIUM_NAME, 'bold') <= podiumRoom(one.record),
  );
  return doFit ? rows : rows.map((one) => ({ ...one, mark: '' }));
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

/** A name, and its mark where there is room for both. */
function name(one: Row, x: number, y: number, room: number, size: number, look: string): string[] {
  const weight = look.startsWith('b') ? 'bold' : 'regular';
  const whole = drawable(one.display_name);
  const dressed = one.mark !== '' ? nameWithMark(one) : isolated(whole);
  const shown = widthOf(dressed, size, weight) <= room ? dressed : isolated(cutTo(whole, room, size, weight));
  return [text(x, y, shown, look === '' ? { size } : { size, look })];
}
