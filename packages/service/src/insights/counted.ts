/** Rules that compare how often something was won with how often it was expected. */

import { shownCount } from '@bandeja/contract/rounding';
import { sigmoid } from '@bandeja/rating';
import type { Pool } from '../calibration/pool.ts';
import { type Forecast, possibleChances } from '../played/forecast.ts';
import { allServed, type GameKind, SERVED, type Served } from '../played/game-tally.ts';
import type { PlayedMatch } from '../played/played-match.ts';
import type { PlayedSet, SetCourse } from '../played/played-set.ts';
import { type DecidedSet, isDecided, wonFirstOfSeveral } from '../played/set-kinds.ts';
import type { ForecastMatch, RuleInput } from './rule-input.ts';
import { type Count, Counter, scoreStatisticOf } from './score-test.ts';
import { isPlayedOut, runChance, type SetPlay, setChance } from './set-chances.ts';

/** The values of a sentence about a count. */
export interface CountValues {
  readonly won: number;
  readonly played: number;
  readonly expected: number;
}

/** The result of one test of a rule. */
export interface TestResult<Values = object> {
  /** Compared with the rule’s `min`. */
  readonly size: number;
  /** The number of matches, sets or games, as the insight shows it. */
  readonly sample: number;
  /** Standard deviations from the expectation; above 0 is better. */
  readonly z: number;
  /** δ: the difference as a share, shrunk towards 0 by the rule’s prior. */
  readonly effect: number;
  /** Whether the sentence shows a difference after rounding. */
  readonly isVisible: boolean;
  /** The values of its sentence. */
  readonly values: Values;
}

/** Tests a count against its expectation. @param prior M: the weight of the expectation, in trials */
export function testCount(count: Count, prior: number): TestResult<CountValues> {
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

/** Makes a rule's test from a function that counts trials in a match. */
export function counted(addTrials: (match: ForecastMatch, counter: Counter, pool: Pool) => void) {
  return ({ matches, pool }: RuleInput, prior: number): TestResult<CountValues>[] => {
    const counter = new Counter();
    for (const match of matches) addTrials(match, counter, pool);
    return [testCount(counter.count(), prior)];
  };
}

/** Games of a kind, served by either pair or by one of them. */
export interface Games {
  readonly kind: GameKind;
  readonly served?: Served;
}

/**
 * Compares games with their expectation.
 *
 * @param usual a wider kind that shows the player's own level. The expectations are multiplied by its ratio of won to
 *   expected games. So "closing" is compared with the player's other games and does not repeat "serve".
 */
export function countedGames(games: Games, usual?: Games) {
  return ({ matches }: RuleInput, prior: number): TestResult<CountValues>[] => {
    return [
      testCount(usual === undefined ? countGames(matches, games) : countAtOwnLevel(matches, games, usual), prior),
    ];
  };
}

/** Games expected at the player's own level. The level is an estimate too, which adds variance. */
function countAtOwnLevel(matches: readonly ForecastMatch[], games: Games, usual: Games): Count {
  const all = countGames(matches, usual);
  const level = all.expected > 0 ? all.won / all.expected : 1;
  const found = countGames(matches, games, level);
  return { ...found, variance: found.variance * (1 + found.trials / Math.max(all.trials, 1)) };
}

/** No game is certain, however far a player's own level is from the expected one. */
const CHANCE_MIN = 0.02;
const CHANCE_MAX = 0.98;

/** @param level multiplies the chances; without it, they are unchanged and unclamped */
function countGames(matches: readonly ForecastMatch[], { kind, served }: Games, level?: number): Count {
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

/** Tests the sets of a kind. Each has the chance sigmoid(slope·L). */
export function countedSets(slope: number, is: (set: PlayedSet) => boolean) {
  return counted(({ match, logOdds }, counter) => {
    for (const set of match.sets) {
      if (isDecided(set) && is(set)) counter.add(Number(set.won), 1, sigmoid(slope * logOdds));
    }
  });
}

/** Tests at most one set per match, with the chance sigmoid(slope·L). */
export function countedSet(slope: number, choose: (match: PlayedMatch) => DecidedSet | null) {
  return counted(({ match, logOdds }, counter) => {
    const set = choose(match);
    if (set !== null) counter.add(Number(set.won), 1, sigmoid(slope * logOdds));
  });
}

/** How much winning the first set improves the odds of the match; logits. */
const FIRST_SET_ADVANTAGE = 1.6;

/** Tests matches of several sets after a won, or lost, first set. The chance is sigmoid(±1.6 + slope·L). */
export function matchesAfterFirstSet(won: boolean, slope: number) {
  const advantage = won ? FIRST_SET_ADVANTAGE : -FIRST_SET_ADVANTAGE;
  return counted(({ match, logOdds }, counter) => {
    if (wonFirstOfSeveral(match) === won) counter.add(Number(match.won), 1, sigmoid(advantage + slope * logOdds));
  });
}

/** A collapse: this many games lost in a row. */
const COLLAPSE_GAMES = 5;

/** Tests finished sets whose order of games is known; “won” means without a collapse. */
const setsWithoutCollapse = counted((match, counter) =>
  forPlayedOutSets(match, (_, course, play) => {
    const isWithout = course.longestRunAgainst < COLLAPSE_GAMES;
    counter.add(Number(isWithout), 1, 1 - runChance(play, COLLAPSE_GAMES));
  }),
);

/** A lead: this many games ahead. */
export const LEAD_GAMES = 3;

/** Tests the sets in which the own pair was once three games ahead, from the first time that it was. */
export const threeGameLeads = counted((match, counter, { holdRate }) =>
  forPlayedOutSets(match, (set, { ownAtThreeAhead: own }, play) => {
    if (own !== null) counter.add(Number(set.won === true), 1, chanceAfterLead(match.forecast, play, own, holdRate));
  }),
);

/** A lead is evidence that the pair is better than its ratings. It weighs more if the ratings were uncertain. */
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
  { match, chances }: ForecastMatch,
  each: (set: PlayedSet, course: SetCourse, play: SetPlay) => void,
): void {
  for (const set of match.sets) {
    const { target, firstServer, course } = set;
    if (target !== null && course !== null && isPlayedOut(set)) each(set, course, { target, firstServer, chances });
  }
}

/** The values of the sentence about collapses, which counts the sets with one. */
interface RunValues {
  readonly games_in_a_row: number;
  readonly sets_with_run: number;
  readonly sets: number;
  readonly expected: number;
}

export function collapses(input: RuleInput, prior: number): TestResult<RunValues>[] {
  return setsWithoutCollapse(input, prior).map((result) => {
    const { won, played, expected } = result.values;
    const sets_with_run = played - won;
    const expectedRuns = played - expected;
    return {
      ...result,
      isVisible: shownCount(expectedRuns) !== sets_with_run,
      values: { games_in_a_row: COLLAPSE_GAMES, sets_with_run, sets: played, expected: expectedRuns },
    };
  });
}
