/** Rules that count: something was won so many times, and so many were expected. */
import type { SeenGame } from '../seen-match.ts';
import type { Reading } from './reading.ts';
import { type Count, countOf, countWhere, scoreStatisticOf, type Trial } from './score-test.ts';
import type { Season } from './season.ts';

type Read = (season: Season, prior: number) => Reading[];
type GameKind = (game: SeenGame) => boolean;

/** Compares the trials of a kind with their expectation. */
export function counted(trialsOf: (season: Season) => readonly Trial[]): Read {
  return (season, prior) => [readingOf(countOf(trialsOf(season)), prior)];
}

/**
 * Compares the games of a kind with their expectation.
 *
 * @param usual the wider kind that shows the player's own level: the expectations are multiplied by what was won of it over
 *   what was expected. So "closing" is compared with the player's other games and does not say "serve" again.
 */
export function countedGames(is: GameKind, usual?: GameKind): Read {
  return ({ games }, prior) => [readingOf(usual === undefined ? count(games, is) : ownLevel(games, is, usual), prior)];
}

function count(games: Season['games'], is: GameKind, factor: number | null = null): Count {
  return countWhere(games, ({ game }) => is(game), factor);
}

/** Games expected at the player's own level; that this is an estimate too makes them vary more. */
function ownLevel(games: Season['games'], is: GameKind, usual: GameKind): Count {
  const all = count(games, usual);
  const level = all.expected > 0 ? all.won / all.expected : 1;
  const found = count(games, is, level);
  return { ...found, variance: found.variance * (1 + found.trials / Math.max(all.trials, 1)) };
}

/** The reading of a count. @param prior M: what is expected counts for so many trials */
export function readingOf(count: Count, prior: number): Reading {
  const { trials: n, won, expected } = count;
  return {
    size: n,
    sample: n,
    z: scoreStatisticOf(count),
    effect: (won - expected) / (n + prior),
    words: { n, w: won, e: expected, l: n - won, k: n - won, missed: n - expected },
  };
}
