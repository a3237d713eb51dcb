import type { Card, CardWindow } from '@bandeja/contract/card';
import { shareOf } from '@bandeja/contract/rounding';
import { type WindowName, windowNames, windowStart } from '@bandeja/contract/windows';
import { type SeenMatch, scoreChangeOf } from '../analysis/seen-match.ts';

/**
 * The windows of a card.
 * @param matches newest first, at least all of the longest window
 * @param now ms; a match at the very start of a window is inside, a match after now is not yet
 */
export function windowsOf(matches: readonly SeenMatch[], now: number): Card['windows'] {
  const played = matches.filter((match) => match.playedAt <= now);
  const windows = windowNames.map((name): [WindowName, CardWindow] => {
    const start = windowStart(name, now);
    return [name, windowOf(played.filter((match) => match.playedAt >= start))];
  });
  return Object.fromEntries(windows) as Card['windows'];
}

function windowOf(matches: readonly SeenMatch[]): CardWindow {
  const wins = matches.filter((match) => match.won === true).length;
  const draws = matches.filter((match) => match.won === null).length;
  const decided = matches.length - draws;
  return {
    matches: matches.length,
    wins,
    draws,
    losses: decided - wins,
    win_rate: decided === 0 ? null : shareOf(wins, decided),
    service_score_change: scoreChangeOf(matches),
  };
}
