/** What the ratings let one expect: of a match, a game, a set. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MODEL, NEW_POOL } from '@bandeja/rating';
import type { CountValues } from '../../src/insights/counted.ts';
import type { RuleInput } from '../../src/insights/rule-input.ts';
import { rules } from '../../src/insights/rules.ts';
import {
  gameChances,
  gamesShareOf,
  logOddsOfThreeSets,
  standardised,
  winProbability,
} from '../../src/played/forecast.ts';
import type { PlayedMatch } from '../../src/played/played-match.ts';
import { aMatch } from '../analysis/nights.ts';

const near = (actual: number | undefined, expected: number, within = 0.0005): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= within, `${actual} is not ${expected}`);
const forecastOf = (match: PlayedMatch) => match.forecast ?? assert.fail('no forecast');

/** A season of matches that the own pair wins with probability .7. */
function seventy(...sets: readonly string[]): RuleInput {
  const chances = { serving: 0.63, receiving: 0.37, even: 0.5 };
  const matches = sets.map((text) => ({
    match: aMatch({ sets: text }),
    logOdds: Math.log(0.7 / 0.3),
    forecast: forecastOf(aMatch()),
    chances,
    games: null,
  }));
  return { matches, scored: [], pool: { ...NEW_POOL, holdRate: 0.63 } };
}

describe('A chance of .7 to win a match', () => {
  const expected = (code: string, season: RuleInput): number => {
    const rule = rules.find((one) => one.code === code) ?? assert.fail(`no rule ${code}`);
    const [{ size, values } = assert.fail('no result')] = rule.test(season, rule.prior);
    return (values as CountValues).expected / size;
  };

  test('a chance of .7 gives .678 for first sets, .604 for close and .744 for lopsided ones, .567 for tie-breaks, .594 for deciders', () => {
    const season = seventy('6-4 1-6 7-6');
    near(expected('first_set', season), 0.678);
    near(expected('close_sets', season), 0.604);
    near(expected('lopsided_sets', season), 0.744);
    near(expected('tie_break', season), 0.567);
    near(expected('deciding_set', season), 0.594);
  });

  test('a chance of .7 gives .276 after losing the first set, .903 after winning it', () => {
    near(expected('after_losing_first_set', seventy('4-6 6-4 6-4')), 0.276);
    near(expected('after_winning_first_set', seventy('6-4 6-4')), 0.903);
  });
});

describe('A forecast', () => {
  test('a forecast is for the player’s own pair, for both teams and every result', () => {
    for (const as of ['A', 'B'] as const) {
      for (const won of ['A', 'B'] as const) {
        const { learningGap, totalVariance } = forecastOf(aMatch({ as, won, gap: 1.5 }));
        near(learningGap, 1.5, 1e-12);
        near(totalVariance, 1, 1e-12);
      }
    }
  });

  test('the forecast of a match turns the gap into a probability, closer to even in a short format', () => {
    const forecast = { learningGap: 0, predictionGap: 1, penaltySlope: 0.5, totalVariance: 1, length: 0.25 };
    near(winProbability(forecast, { steepness: 2, penalty: MODEL.K }), 1 / (1 + Math.exp(-1)), 1e-12);
    // A larger penalty on doubt takes from the pair that is less sure.
    near(winProbability(forecast, { steepness: 2, penalty: MODEL.K + 1 }), 1 / (1 + Math.exp(-0.5)), 1e-12);
  });

  test('the forecast of sets uses the length of two of three sets', () => {
    const one = aMatch({ sets: '6-4', gap: 1 }, { length: 0.5 });
    const three = aMatch({ sets: '6-4 6-4', gap: 1 });
    const odds = (match: PlayedMatch) => logOddsOfThreeSets(forecastOf(match), match, NEW_POOL);
    assert.equal(odds(one), odds(three));
    const short = aMatch({ sets: '4-2 4-2', gap: 1 }, { length: 4 / 6 });
    near(odds(short), odds(three) * Math.sqrt(4 / 6), 1e-12);
  });

  test('the forecast of a game adds the pool’s serve advantage to the gap', () => {
    const equal = gameChances({ learningGap: 0 }, 0.63);
    near(equal.serving, 0.63, 1e-12);
    near(equal.receiving, 0.37, 1e-12);
    near(equal.even, 0.5, 1e-12);
    const better = gameChances({ learningGap: Math.sqrt(20) }, 0.5);
    near(better.serving, 1 / (1 + Math.exp(-1)), 1e-12);
    assert.equal(better.serving, better.receiving);
  });
});

describe('The games of a match', () => {
  test('14 of 20 games are 1.093 standard deviations above the expectation for d = 1 and S = 1', () => {
    const share = gamesShareOf(aMatch({ sets: '7-3 7-3', gap: 1 })) ?? assert.fail();
    near(share.expected, 0.56394, 0.000005);
    near(standardised(share), 1.093);
  });

  test('a match tie-break counts as one game', () => {
    const share = gamesShareOf(aMatch({ sets: '6-4 4-6 10-8' }));
    assert.deepEqual([share?.games, share?.won], [21, 11]);
  });

  test('games have no expectation in points formats, without scoreline, when retired or unrated', () => {
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
