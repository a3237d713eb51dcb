import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MODEL, predictMatch, type RatingState, rateMatch } from '../src/index.ts';
import { aHistory, aMatch, START } from './arbitraries.ts';
import { replayNamed } from './replay.ts';

const settled = (mean: number): RatingState => ({ mean, variance: 0.2, shown: mean - 1, at: START, played: 40 });
const strong = [settled(2), settled(2)] as const;
const weak = [settled(0), settled(0)] as const;
const evidence = { at: START, units: null, weight: 1, length: 1 };

describe('The steepness of a pool', () => {
  test('By default, the steepness is 1 and a match has full length.', () => {
    fc.assert(
      fc.property(aMatch, ({ winners: first, losers: second, at }) => {
        assert.equal(
          predictMatch({ first, second, at }),
          predictMatch({ first, second, at, steepness: MODEL.STEEP, length: 1 }),
        );
      }),
    );
    assert.deepEqual(
      rateMatch({ winners: strong, losers: weak, ...evidence }),
      rateMatch({ winners: strong, losers: weak, ...evidence, steepness: 1 }),
    );
  });

  test('It rises when the favourites win and falls when they lose. A heavier match moves it more.', () => {
    const {
      pool: { steepness: up },
    } = rateMatch({ winners: strong, losers: weak, ...evidence });
    const {
      pool: { steepness: down },
    } = rateMatch({ winners: weak, losers: strong, ...evidence });
    const {
      pool: { steepness: lightDown },
    } = rateMatch({ winners: weak, losers: strong, ...evidence, weight: 0.5 });
    assert.ok(up > 1 && down < lightDown && lightDown < 1);
  });

  test('It stays between 0.4 and 2.5, and the penalty between 0 and 4.', () => {
    const upset = { winners: weak, losers: strong, ...evidence };
    assert.equal(rateMatch({ ...upset, steepness: 0.4 }).pool.steepness, 0.4);
    assert.equal(rateMatch({ winners: strong, losers: weak, ...evidence, steepness: 2.5 }).pool.steepness, 2.5);
    fc.assert(
      fc.property(aMatch, (match) => {
        const { steepness, penalty } = rateMatch(match).pool;
        assert.ok(steepness >= 0.4 && steepness <= 2.5);
        assert.ok(penalty >= 0 && penalty <= 4);
      }),
    );
  });

  test('The favourites’ win probability rises with the steepness and with the length of the match.', () => {
    const chance = (steepness: number, length: number): number =>
      predictMatch({ first: strong, second: weak, at: START, steepness, length });
    assert.ok(chance(0.7, 1) < chance(1, 1) && chance(1, 0.2) < chance(1, 1) && chance(1, 0.2) > 0.5);
  });

  test('A replay continues from the given steepness and penalty.', () => {
    fc.assert(
      fc.property(aHistory, fc.nat(40), (matches, cut) => {
        const whole = replayNamed(matches);
        const first = replayNamed(matches.slice(0, cut));
        const second = replayNamed(matches.slice(cut), first);
        assert.deepEqual(second.pool, whole.pool);
      }),
    );
  });
});
