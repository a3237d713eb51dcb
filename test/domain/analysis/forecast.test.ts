/** What the ratings let one expect: of a match, a game, a set. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  gameChances,
  gamesShareOf,
  logOddsOfThreeSets,
  standardised,
  winProbability,
} from '../../../src/domain/analysis/forecast.ts';
import { countedSet, countedSets, matchesAfterFirstSet } from '../../../src/domain/analysis/insights/counted.ts';
import type { Season } from '../../../src/domain/analysis/insights/season.ts';
import type { SeenMatch } from '../../../src/domain/analysis/seen-match.ts';
import {
  decidingSet,
  firstSet,
  isCloseSet,
  isLopsidedSet,
  isTieBreakSet,
} from '../../../src/domain/analysis/set-kinds.ts';
import { MODEL, NEW_POOL } from '../../../src/rating/index.ts';
import { aMatch } from './nights.ts';

const near = (actual: number | undefined, expected: number, within = 0.0005): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= within, `${actual} is not ${expected}`);
const forecastOf = (match: SeenMatch) => match.forecast ?? assert.fail('no forecast');

/** A season of matches that the own pair wins with probability .7. */
function seventy(...sets: readonly string[]): Season {
  const chances = { serving: 0.63, receiving: 0.37, even: 0.5 };
  const matches = sets.map((text) => ({
    match: aMatch({ sets: text }),
    logOdds: Math.log(0.7 / 0.3),
    chances,
    games: null,
    difference: null,
  }));
  return { matches, scored: [] };
}

describe('Who wins a match with .7', () => {
  type Read = ReturnType<typeof countedSet>;
  const expected = (read: Read, season: Season): number => {
    const [{ size, words } = assert.fail('no reading')] = read(season, 100);
    return Number(words['e']) / size;
  };

  test('wins .650 of first sets, .596 of close and .714 of lopsided ones, .567 of tie-breaks, .594 of deciders', () => {
    const season = seventy('6-4 1-6 7-6');
    near(expected(countedSet(0.73, firstSet), season), 0.65);
    near(expected(countedSets(0.46, isCloseSet), season), 0.596);
    near(expected(countedSets(1.08, isLopsidedSet), season), 0.714);
    near(expected(countedSets(0.32, isTieBreakSet), season), 0.567);
    near(expected(countedSet(0.45, decidingSet), season), 0.594);
  });

  test('wins .289 of matches after losing the first set, .895 after winning it', () => {
    near(expected(matchesAfterFirstSet(false, 0.73), seventy('4-6 6-4 6-4')), 0.289);
    near(expected(matchesAfterFirstSet(true, 0.73), seventy('6-4 6-4')), 0.895);
  });
});

describe('A forecast', () => {
  test('is seen by the own pair, whichever team it is and whoever won', () => {
    for (const as of ['A', 'B'] as const) {
      for (const won of ['A', 'B'] as const) {
        const { learningGap, totalVariance } = forecastOf(aMatch({ as, won, gap: 1.5 }));
        near(learningGap, 1.5, 1e-12);
        near(totalVariance, 1, 1e-12);
      }
    }
  });

  test('of a match makes of the gap a probability, less of one in a short format', () => {
    const forecast = { learningGap: 0, predictionGap: 1, penaltySlope: 0.5, totalVariance: 1, length: 0.25 };
    near(winProbability(forecast, { steepness: 2, penalty: MODEL.K }), 1 / (1 + Math.exp(-1)), 1e-12);
    // A larger penalty on doubt takes from the pair that is less sure.
    near(winProbability(forecast, { steepness: 2, penalty: MODEL.K + 1 }), 1 / (1 + Math.exp(-0.5)), 1e-12);
  });

  test('of sets is asked for two of three, so that a match of one set is not made short twice', () => {
    const one = aMatch({ sets: '6-4', gap: 1 }, { length: 0.5 });
    const three = aMatch({ sets: '6-4 6-4', gap: 1 });
    const odds = (match: SeenMatch) => logOddsOfThreeSets(forecastOf(match), match, NEW_POOL);
    assert.equal(odds(one), odds(three));
    const short = aMatch({ sets: '4-2 4-2', gap: 1 }, { length: 4 / 6 });
    near(odds(short), odds(three) * Math.sqrt(4 / 6), 1e-12);
  });

  test('of a game adds the pool’s advantage of serving on the scale of the gap', () => {
    const equal = gameChances({ learningGap: 0, predictionGap: 0, penaltySlope: 0, totalVariance: 1, length: 1 }, 0.63);
    near(equal.serving, 0.63, 1e-12);
    near(equal.receiving, 0.37, 1e-12);
    near(equal.even, 0.5, 1e-12);
    const better = gameChances(
      { learningGap: Math.sqrt(20), predictionGap: 0, penaltySlope: 0, totalVariance: 1, length: 1 },
      0.5,
    );
    near(better.serving, 1 / (1 + Math.exp(-1)), 1e-12);
    assert.equal(better.serving, better.receiving);
  });
});

describe('The games of a match', () => {
  test('that was expected with d = 1 and S = 1, 14 of 20, are 1.187 standard deviations above', () => {
    const share = gamesShareOf(aMatch({ sets: '7-3 7-3', gap: 1 })) ?? assert.fail();
    near(share.expected, 0.55567, 0.000005);
    near(standardised(share), 1.187);
  });

  test('count a match tie-break as one', () => {
    const share = gamesShareOf(aMatch({ sets: '6-4 4-6 10-8' }));
    assert.deepEqual([share?.games, share?.won], [21, 11]);
  });

  test('are held against nothing in a points format, without scoreline, when retired and outside the ledger', () => {
    for (const match of [
      aMatch({ sets: '21-11' }),
      aMatch(),
      aMatch({ sets: '6-4 2-1' }, { outcome: 'retired' }),
      aMatch({ sets: '6-4', gap: null }),
    ]) {
      assert.equal(gamesShareOf(match), null);
    }
  });
});
