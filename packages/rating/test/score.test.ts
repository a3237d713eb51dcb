import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  type ConfidenceLevel,
  confidenceLevels,
  confidenceOf,
  MODEL,
  matchesToRank,
  scoreOf,
  scoreOfShown,
  uncertaintyOf,
  uncertaintyOfVariance,
} from '../src/index.ts';
import { aKnownState, START } from './arbitraries.ts';

/** What a player with a given score shows, in logits. */
const shownAt = (score: number): number => (score - 1500) / 120;

describe('The score', () => {
  test('A player without matches shows 1500.', () => {
    assert.equal(scoreOf(null), 1500);
    assert.equal(scoreOfShown(null), 1500);
    assert.equal(scoreOf({ shown: 0 }), 1500);
  });

  for (const [exact, score] of [
    [1501, 1501],
    [1499.6, 1500],
    [1500.4, 1500],
    [2999.6, 3000],
    [3000.4, 3000],
    [3001, 3000],
    [99_999, 3000],
    [0.6, 1],
    [0.4, 0],
    [-0.4, 0],
    [-0.6, 0],
    [-99_999, 0],
  ] as const) {
    test(`A mean worth ${exact} points shows ${score}.`, () => {
      assert.ok(Object.is(scoreOf({ shown: shownAt(exact) }), score));
    });
  }

  test('A hundred and twenty points are one logit.', () => {
    assert.equal(scoreOf({ shown: 1 }), 1620);
    assert.equal(scoreOf({ shown: -1 }), 1380);
  });

  test('The score depends only on what is shown, so time alone never changes it.', () => {
    fc.assert(
      fc.property(aKnownState, (state) => {
        assert.equal(scoreOf(state), scoreOfShown(state.shown));
      }),
    );
  });
});

describe('The uncertainty', () => {
  test('A player without matches has the uncertainty of the widest prior, 288 points.', () => {
    assert.equal(uncertaintyOf(null, START), 288);
  });

  test('The uncertainty is one standard deviation in points at read time.', () => {
    assert.equal(uncertaintyOfVariance(0.25), 60);
    const state = { variance: 0.25, at: START };
    assert.equal(uncertaintyOf(state, START), 60);
    assert.equal(uncertaintyOf(state, START - 1), 60);
    assert.equal(
      uncertaintyOf(state, START + 1111 * MODEL.DAY_MS),
      Math.round(120 * Math.sqrt(0.25 + 1111 * 0.000225)),
    );
    assert.equal(uncertaintyOf(state, START + 100_000 * MODEL.DAY_MS), 192);
  });
});

describe('The confidence', () => {
  const nextUp = (x: number): number => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, x);
    view.setBigUint64(0, view.getBigUint64(0) + 1n);
    return view.getFloat64(0);
  };
  /** The largest variance whose square root does not exceed the sd. */
  const varianceAt = (sd: number): number => {
    let variance = sd * sd;
    while (Math.sqrt(variance) > sd) variance -= variance * 2 ** -52;
    while (Math.sqrt(nextUp(variance)) <= sd) variance = nextUp(variance);
    return variance;
  };
  const levelOf = (variance: number, played: number): ConfidenceLevel =>
    confidenceOf({ variance, played, at: START }, START);

  test('The levels go from the least to the most certain.', () => {
    assert.deepEqual(confidenceLevels, ['provisional', 'low', 'medium', 'high', 'very_high']);
  });

  test('A player without matches is provisional.', () => {
    assert.equal(confidenceOf(null, START), 'provisional');
  });

  for (const [level, sd, played, below] of [
    ['very_high', 0.5, 25, 'high'],
    ['high', 0.7, 10, 'medium'],
    ['medium', 1.05, 5, 'low'],
    ['low', 1.4, 3, 'provisional'],
  ] as const) {
    test(`${level} requires an sd of at most ${sd} and at least ${played} matches.`, () => {
      const variance = varianceAt(sd);
      assert.equal(levelOf(variance, played), level);
      assert.equal(levelOf(nextUp(variance), played), below);
      assert.equal(levelOf(variance, played - 1), below);
    });
  }

  test('A player with a wide sd is provisional even after 1,000 matches, and one with two matches even with a narrow sd.', () => {
    assert.equal(levelOf(2, 1000), 'provisional');
    assert.equal(levelOf(0.01, 2), 'provisional');
  });

  test('A player needs three matches for a rank; one whose sd is too wide then needs another one.', () => {
    assert.deepEqual([0, 1, 2, 3, 40].map(matchesToRank), [3, 2, 1, 1, 1]);
  });

  test('Inactivity lowers the confidence: very_high at sd 0.40 lasts 400 days.', () => {
    const state = { variance: 0.16, played: 40, at: START };
    assert.equal(confidenceOf(state, START + 399 * MODEL.DAY_MS), 'very_high');
    assert.equal(confidenceOf(state, START + 401 * MODEL.DAY_MS), 'high');
  });

  test('The confidence never rises with time.', () => {
    const rank = (level: ConfidenceLevel): number => confidenceLevels.indexOf(level);
    fc.assert(
      fc.property(aKnownState, fc.nat(5000), fc.nat(5000), (state, days, more) => {
        const sooner = confidenceOf(state, state.at + days * MODEL.DAY_MS);
        const later = confidenceOf(state, state.at + (days + more) * MODEL.DAY_MS);
        assert.ok(rank(later) <= rank(sooner));
      }),
    );
  });
});
