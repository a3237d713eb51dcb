/** Rules that count: something was won so many times, and so many were expected. */
import type { Reading } from './reading.ts';
import { type Count, countOf, scoreStatisticOf, type Trial } from './score-test.ts';
import type { Season } from './season.ts';

type Trials = (season: Season) => readonly Trial[];

/** However far a player's own level is from the expected one, no game is certain. */
const CHANCE_MIN = 0.02;
const CHANCE_MAX = 0.98;

/**
 * Holds the trials of a kind against their expectation.
 *
 * @param trialsOf what is counted
 * @param usualOf the wider kind that says what the player's own level is: the expectations are then multiplied by what was
 *   won of it over what was expected. So “closing” is against the player's other games and does not say “serve” again.
 */
export function counted(trialsOf: Trials, usualOf?: Trials): (season: Season, prior: number) => Reading[] {
  return (season, prior) => {
    const trials = trialsOf(season);
    return [readingOf(usualOf === undefined ? countOf(trials) : ownLevel(trials, usualOf(season)), prior)];
  };
}

/** The same trials, expected at the player's own level; that this is estimated too makes them vary the more. */
function ownLevel(trials: readonly Trial[], usual: readonly Trial[]): Count {
  const all = countOf(usual);
  const ratio = all.expected > 0 ? all.won / all.expected : 1;
  const count = countOf(trials, ({ chance }) => Math.min(Math.max(chance * ratio, CHANCE_MIN), CHANCE_MAX));
  return { ...count, variance: count.variance * (1 + count.trials / Math.max(all.trials, 1)) };
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
