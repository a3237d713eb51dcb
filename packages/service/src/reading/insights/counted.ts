/** Rules that count: something was won so many times, and so many were expected. */

import { shownCount } from '@bandeja/contract/rounding';
import { sigmoid } from '@bandeja/rating';
import type { Pool } from '../../ledger/pool.ts';
import { type Forecast, possibleChances } from '../analysis/forecast.ts';
import { allServed, type GameKind, SERVED, type Served } from '../analysis/game-tally.ts';
import type { PlayedMatch } from '../analysis/played-match.ts';
import type { PlayedSet, SetCourse } from '../analysis/played-set.ts';
import { type DecidedSet, isDecided, wonFirstOfSeveral } from '../analysis/set-kinds.ts';
import { type Count, Counter, scoreStatisticOf } from './score-test.ts';
import type { ExpectedMatch, Season } from './season.ts';
import { isPlayedOut, runChance, type SetPlay, setChance } from './set-chances.ts';

/** What a sentence about a count holds. */
export interface CountValues {
  readonly won: number;
  readonly played: number;
  readonly expected: number;
}

/** What a rule finds: the result of one test. */
export interface Reading<Values = object> {
  /** What has to reach the rule’s `min`. */
  readonly size: number;
  /** How many it is made of, as it is told. */
  readonly sample: number;
  /** Standard deviations from what was expected; above 0 for better. */
  readonly z: number;
  /** δ: the difference as a share, drawn towards 0 by the rule’s prior. */
  readonly effect: number;
  /** Whether its sentence shows a difference: rounding may leave none. */
  readonly isVisible: boolean;
  /** What its sentence holds. */
  readonly values: Values;
}

/** The reading of a count. @param prior M: what is expected counts for so many trials */
export function readingOf(count: Count, prior: number): Reading<CountValues> {
  const { trials: n, won, expected } = count;
  return {
    size: n,
    sample: n,
    z: scoreStatisticOf(count),
    effect: (won - expected) / (n + prior),
    isVisible: shownCount(expected) !== won,
    values: { won, played: n, expected },
  };
}

/** Compares what a rule counts in the matches with what was expected of them. */
export function counted(addTrials: (match: ExpectedMatch, counter: Counter, pool: Pool) => void) {
  return ({ matches, pool }: Season, prior: number): Reading<CountValues>[] => {
    const counter = new Counter();
    for (const match of matches) addTrials(match, counter, pool);
    return [readingOf(counter.count(), prior)];
  };
}

/** Games of a kind, of both servers or of one. */
export interface Games {
  readonly kind: GameKind;
  readonly served?: Served;
}

/**
 * Compares games with their expectation.
 *
 * @param usual the wider kind that shows the player's own level: the expectations are multiplied by what was won of it over
 *   what was expected. So "closing" is compared with the player's other games and does not say "serve" again.
 */
export function countedGames(games: Games, usual?: Games) {
  return ({ matches }: Season, prior: number): Reading<CountValues>[] => {
    return [readingOf(usual === undefined ? countGames(matches, games) : ownLevel(matches, games, usual), prior)];
  };
}

/** Games expected at the player's own level; that this is an estimate too makes them vary more. */
function ownLevel(matches: readonly ExpectedMatch[], games: Games, usual: Games): Count {
  const all = countGames(matches, usual);
  const level = all.expected > 0 ? all.won / all.expected : 1;
  const found = countGames(matches, games, level);
  return { ...found, variance: found.variance * (1 + found.trials / Math.max(all.trials, 1)) };
}

/** However far a player's own level is from the expected one, no game is certain. */
const CHANCE_MIN = 0.02;
const CHANCE_MAX = 0.98;

/** @param level the chances are multiplied by this; left out, they stay as they are */
function countGames(matches: readonly ExpectedMatch[], { kind, served }: Games, level?: number): Count {
  const counter = new Counter();
  const servers = served === undefined ? allServed : [served];
  for (const { games, chances } of matches) {
    if (games === null) continue;
    for (const one of servers) {
      const played = games.played(kind, one);
      if (played === 0) continue;
      const chance = one === SERVED.own ? chances.serving : one === SERVED.opponents ? chances.receiving : chances.even;
      const atLevel = level === undefined ? chance : Math.min(Math.max(chance * level, CHANCE_MIN), CHANCE_MAX);
      counter.add(games.won(kind, one), played, atLevel);
    }
  }
  return counter.count();
}

/** The sets of a kind, each with the chance sigmoid(slope·L). */
export function countedSets(slope: number, is: (set: PlayedSet) => boolean) {
  return counted(({ match, logOdds }, counter) => {
    for (const set of match.sets) {
      if (isDecided(set) && is(set)) counter.add(Number(set.won), 1, sigmoid(slope * logOdds));
    }
  });
}

/** The one set of a match that is of a kind, if there is one, with the same chance. */
export function countedSet(slope: number, of: (match: PlayedMatch) => DecidedSet | null) {
  return counted(({ match, logOdds }, counter) => {
    const set = of(match);
    if (set !== null) counter.add(Number(set.won), 1, sigmoid(slope * logOdds));
  });
}

/** How much better than before the match the winner of the first set stands; logits. */
const FIRST_SET_WORTH = 1.6;

/** Matches of several sets after the first of them was won, or lost, with the chance sigmoid(±1.6 + slope·L). */
export function matchesAfterFirstSet(won: boolean, slope: number) {
  const worth = won ? FIRST_SET_WORTH : -FIRST_SET_WORTH;
  return counted(({ match, logOdds }, counter) => {
    if (wonFirstOfSeveral(match) === won) counter.add(Number(match.won), 1, sigmoid(worth + slope * logOdds));
  });
}

/** So many games lost in a row are a collapse. */
const COLLAPSE_GAMES = 5;

/** Sets that were played out with their games in order; “won” is one without a collapse. */
const setsWithoutCollapse = counted((match, counter) =>
  forPlayedOutSets(match, (_, course, play) => {
    const isWithout = course.longestRunAgainst < COLLAPSE_GAMES;
    counter.add(Number(isWithout), 1, 1 - runChance(play, COLLAPSE_GAMES));
  }),
);

/** So many games ahead is a lead. */
export const LEAD_GAMES = 3;

/** The sets in which the own pair came to be three games ahead, at that moment for the first time. */
export const threeGameLeads = counted((match, counter, { holdRate }) =>
  forPlayedOutSets(match, (set, { ownAtThreeAhead: own }, play) => {
    if (own !== null) counter.add(Number(set.won === true), 1, chanceAfterLead(match.forecast, play, own, holdRate));
  }),
);

/** Who leads is more likely to be the better pair than was thought before, the more so the less was known. */
function chanceAfterLead(forecast: Forecast, play: SetPlay, own: number, holdRate: number): number {
  const opponents = own - LEAD_GAMES;
  let likelihood = 0;
  let won = 0;
  for (const { weight, chances } of possibleChances(forecast, holdRate)) {
    const likely = weight * chances.even ** own * (1 - chances.even) ** opponents;
    likelihood += likely;
    won += likely * setChance({ ...play, chances }, own, opponents);
  }
  return won / likelihood;
}

function forPlayedOutSets(
  { match, chances }: ExpectedMatch,
  each: (set: PlayedSet, course: SetCourse, play: SetPlay) => void,
): void {
  for (const set of match.sets) {
    const { target, firstServer, course } = set;
    if (target !== null && course !== null && isPlayedOut(set)) each(set, course, { target, firstServer, chances });
  }
}

/** What the sentence about collapses holds, which tells of the sets with one. */
interface RunValues {
  readonly games_in_a_row: number;
  readonly sets_with_run: number;
  readonly sets: number;
  readonly expected: number;
}

export function collapses(season: Season, prior: number): Reading<RunValues>[] {
  return setsWithoutCollapse(season, prior).map((reading) => {
    const { won, played, expected } = reading.values;
    const sets_with_run = played - won;
    const expectedRuns = played - expected;
    return {
      ...reading,
      isVisible: shownCount(expectedRuns) !== sets_with_run,
      values: { games_in_a_row: COLLAPSE_GAMES, sets_with_run, sets: played, expected: expectedRuns },
    };
  });
}
