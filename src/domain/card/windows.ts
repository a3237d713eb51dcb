import { type SeenMatch, scoreChangeOf } from '../analysis/index.ts';
import { shareOf } from '../rounding.ts';
import { type WindowName, windowNames, windowStart } from '../windows.ts';

/** What a player did within so many days. */
export interface CardWindow {
  readonly matches: number;
  readonly wins: number;
  readonly losses: number;
  /** To 4 decimals; null without matches. */
  readonly win_rate: number | null;
  /** Whole points, over the rated matches of the window, including provisional changes. */
  readonly service_score_change: number;
}

export type CardWindows = Readonly<Record<WindowName, CardWindow>>;

/**
 * The windows of a card.
 * @param matches newest first, at least all of the longest window
 * @param now ms; a match at the very start of a window is inside, a match after now is not yet
 */
export function windowsOf(matches: readonly SeenMatch[], now: number): CardWindows {
  const played = matches.filter((match) => match.playedAt <= now);
  const windows = windowNames.map((name): [WindowName, CardWindow] => {
    const start = windowStart(name, now);
    return [name, windowOf(played.filter((match) => match.playedAt >= start))];
  });
  return Object.fromEntries(windows) as CardWindows;
}

function windowOf(matches: readonly SeenMatch[]): CardWindow {
  const wins = matches.filter((match) => match.won).length;
  return {
    matches: matches.length,
    wins,
    losses: matches.length - wins,
    win_rate: matches.length === 0 ? null : shareOf(wins, matches.length),
    service_score_change: scoreChangeOf(matches),
  };
}
