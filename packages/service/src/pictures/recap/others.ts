/** Those below the podium, with whole names: large in one column, or smaller in several. */
import { drawable } from '../drawable.ts';
import { line, text } from '../svg.ts';
import { isolated } from '../text.ts';
import { widthOf } from '../text-width.ts';
import type { Placed } from './placed.ts';
import { drawLines, INNER, type Lines, MARGIN, type Section, unchanged, wholeLines } from './story.ts';

interface Setting {
  readonly columns: number;
  readonly size: number;
  readonly padding: number;
}

/** The last one holds 61 players with usual names, and all of its sizes can be read on a phone. */
const SETTINGS: readonly Setting[] = [
  { columns: 1, size: 46, padding: 30 },
  { columns: 2, size: 42, padding: 26 },
  { columns: 2, size: 36, padding: 22 },
  { columns: 2, size: 30, padding: 16 },
  { columns: 3, size: 27, padding: 12 },
];
/** Above this, highlights give way. */
const COMFORTABLE = 3;

const COLUMN_SPACE = 48;
const MORE = 56;

interface Cell {
  readonly one: Placed;
  readonly name: Lines;
  readonly record: string;
  readonly height: number;
}

export interface Others {
  readonly section: Section;
  /** Whether all are listed in a size that leaves room for more on the poster. */
  readonly isComfortable: boolean;
}

/**
 * Returns a function that lists as many as fit into a room, all at best. It measures the names once, which takes most of the time of a
 * poster.
 * @param more the sentence about those who are not listed
 */
export function othersOf(
  placed: readonly Placed[],
  unlisted: number,
  more: (players: number) => string,
): (room: number) => Others {
  const measured: Cell[][] = [];
  const cellsIn = (index: number, setting: Setting): Cell[] => {
    measured[index] ??= placed.map((one) => cellOf(one, setting));
    return measured[index];
  };
  return (room) => othersSection(cellsIn, unlisted, room, more);
}

function othersSection(
  cellsIn: (index: number, setting: Setting) => Cell[],
  unlisted: number,
  room: number,
  more: (players: number) => string,
): Others {
  for (const [index, setting] of SETTINGS.entries()) {
    const isLast = index === SETTINGS.length - 1;
    const cells = cellsIn(index, setting);
    const roomOfCells = room - (unlisted > 0 ? MORE : 0);
    const all = columnsOf(cells, setting.columns, roomOfCells);
    if (!isLast && all.listed < cells.length) continue;
    const { columns, listed, height } =
      all.listed === cells.length ? all : columnsOf(cells, setting.columns, room - MORE);
    const left = unlisted + cells.length - listed;
    return {
      section: {
        height: height + (left > 0 ? MORE : 0),
        draw: (top) => [
          ...columns.flatMap((column, place) => drawColumn(column, place, setting, top)),
          ...(left > 0 ? [text(MARGIN, top + height + 44, more(left), { size: 34, look: 'quiet' })] : []),
        ],
      },
      isComfortable: left === unlisted && index <= COMFORTABLE,
    };
  }
  throw new Error('the last setting takes as many as fit');
}

const widthIn = ({ columns }: Setting): number => (INNER - (columns - 1) * COLUMN_SPACE) / columns;
const rankWidth = ({ size }: Setting): number => size * 1.9;

function cellOf(one: Placed, setting: Setting): Cell {
  const { size, columns, padding } = setting;
  const long = one.played === '' ? one.record : `${one.record} · ${one.played}`;
  const record = columns === 1 ? long : one.shortRecord;
  const room = widthIn(setting) - rankWidth(setting) - widthOf(record, size) - size * 0.6;
  const sizes = [
    [size, 1],
    [size * 0.86, 2],
    [size * 0.72, 3],
    [size * 0.6, 99],
  ] as const;
  const pair = one.names.map((name) => isolated(drawable(name)));
  const joined = pair.join(' / ');
  // A pair that needs two lines is broken between its names.
  const pairLines = widthOf(joined, size * 0.86) <= room ? [joined] : pair;
  const name = wholeLines(one.names.length === 1 ? one.names.map(drawable) : pairLines, room, sizes);
  return { one, name, record, height: Math.max(name.height, size * 1.4) + padding };
}

/** Cells in columns that are as even as their order allows. */
function columnsOf(cells: readonly Cell[], count: number, room: number) {
  const total = cells.reduce((sum, { height }) => sum + height, 0);
  const tallest = Math.max(0, ...cells.map(({ height }) => height));
  for (let height = Math.max(total / count, tallest); ; height += 8) {
    const columns = filled(cells, count, Math.min(height, room));
    const listed = columns.reduce((sum, column) => sum + column.length, 0);
    if (listed < cells.length && height < room) continue;
    const used = columns.map((column) => column.reduce((sum, cell) => sum + cell.height, 0));
    return { columns, listed, height: Math.max(0, ...used) };
  }
}

function filled(cells: readonly Cell[], count: number, height: number): Cell[][] {
  const columns: Cell[][] = [];
  let free = 0;
  for (const cell of cells) {
    if (cell.height > free) {
      if (columns.length === count || cell.height > height) break;
      columns.push([]);
      free = height;
    }
    columns.at(-1)?.push(cell);
    free -= cell.height;
  }
  return columns;
}

function drawColumn(cells: readonly Cell[], place: number, setting: Setting, top: number): string[] {
  const width = widthIn(setting);
  const left = MARGIN + place * (width + COLUMN_SPACE);
  const { size } = setting;
  let y = top;
  return cells.flatMap(({ one, name, record, height }) => {
    const [begin, middle] = [y, y + height / 2];
    y += height;
    const rank = { size, look: 'quiet', anchor: 'end' } as const;
    return [
      text(left + rankWidth(setting) - size * 0.75, middle + size * 0.36, String(one.rank), rank),
      ...drawLines(
        name,
        left + rankWidth(setting),
        middle - name.height / 2,
        one.names.length === 1 ? {} : { dress: unchanged },
      ),
      text(left + width, middle + size * 0.36, record, { size, look: 'quiet', anchor: 'end' }),
      line(left, begin + height, left + width, begin + height, 'line'),
    ];
  });
}
