import type { WindowRow } from '../../store/analysis/windows.ts';
import { SCORE_MOVE_DAYS, scoreChangeOf } from '../analysis/index.ts';
import { shareOf } from '../rounding.ts';
import { type WindowName, windowNames, windowStart } from '../windows.ts';

/** What somebody played within so many days. */
export interface CardWindow {
  readonly matches: number;
  readonly wins: number;
  readonly losses: number;
  /** To 4 decimals; null without matches. */
  readonly win_rate: number | null;
  /** Whole points, over the rated matches of the window, those whose change is provisional among them. */
  readonly service_score_change: number;
}

export type CardWindows = Readonly<Record<WindowName, CardWindow>>;

/** Where the windows begin, ms, in the order in which {@link windowsOf} takes them. The very instant is inside. */
export function windowStarts(now: number): number[] {
  return windowNames.map((name) => windowStart(name, now));
}

/** The windows of a card. @param rows one for each of {@link windowStarts} */
export function windowsOf(rows: readonly WindowRow[]): CardWindows {
  const windows = windowNames.map((name, index): [WindowName, CardWindow] => [name, windowOf(rowAt(rows, index))]);
  return Object.fromEntries(windows) as CardWindows;
}

/** The window that the insight on the score's move is about. @param rows as of {@link windowsOf} */
export function scoreMoveWindowOf(rows: readonly WindowRow[]): WindowRow {
  return rowAt(rows, windowNames.indexOf(`${SCORE_MOVE_DAYS}d`));
}

function rowAt(rows: readonly WindowRow[], index: number): WindowRow {
  const row = rows[index];
  if (row === undefined) throw new Error('a card needs a row for each of its windows');
  return row;
}

function windowOf(row: WindowRow): CardWindow {
  const { matches, wins } = row;
  return {
    matches,
    wins,
    losses: matches - wins,
    win_rate: matches === 0 ? null : shareOf(wins, matches),
    service_score_change: scoreChangeOf(row),
  };
}
