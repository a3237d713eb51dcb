import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  inflateVariance,
  type MatchInput,
  MODEL,
  type Prior,
  predictMatch,
  type RatedMatch,
  type RatingState,
  rate,
  rateMatch,
  scoreOf,
} from '../src/index.ts';
import { aDraw, aKnownState, aMatch, anEvidence, aState, START } from './arbitraries.ts';
import { withBits } from './bits.ts';

const SHOWN_NEW = 0 - MODEL.K * MODEL.S_NEW;
const strengthOf = ({ mean, variance }: RatingState): number => mean - MODEL.K * Math.sqrt(variance);
const statesBefore = ({ winners, losers }: MatchInput): (RatingState | null)[] => [...winners, ...losers];

function swapTeammates(rated: RatedMatch): RatedMatch {
  const swapped = <T>([w0, w1, l0, l1]: readonly [T, T, T, T]): readonly [T, T, T, T] => [w1, w0, l1, l0];
  return { ...rated, after: swapped(rated.after), priors: swapped(rated.priors), parts: swapped(rated.parts) };
}

function freezeDeep<T>(value: T): T {
  if (value !== null && typeof value === 'object') {
    Object.freeze(value);
    for (const entry of Object.values(value)) freezeDeep(entry);
  }
  return value;
}

describe('The order of players and pairs changes no bit', () => {
  test('Swapping the teammates of both pairs only swaps their results.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const [w0, w1] = match.winners;
        const [l0, l1] = match.losers;
        const swapped = rateMatch({ ...match, winners: [w1, w0], losers: [l1, l0] });
        assert.deepEqual(withBits(swapTeammates(swapped)), withBits(rateMatch(match)));
      }),
    );
  });

  test('The predicted probabilities of the two pairs add up to 1.', () => {
    fc.assert(
      fc.property(aMatch, ({ winners, losers, at, steepness, penalty, length, pairEvidence }) => {
        const chance = predictMatch({ first: winners, second: losers, at, steepness, penalty, length, pairEvidence });
        const against = predictMatch({ first: losers, second: winners, at, steepness, penalty, length, pairEvidence });
        assert.ok(Math.abs(chance + against - 1) <= 2 ** -52, `${chance} + ${against}`);
      }),
    );
  });

  test('A prediction reads neither the result nor the weight.', () => {
    fc.assert(
      fc.property(aMatch, anEvidence, (match, { units, weight }) => {
        const { winners: first, losers: second, at, steepness, penalty, length, pairEvidence } = match;
        const chance = rateMatch({ ...match, units, weight }).expected.winProbability;
        assert.equal(chance, predictMatch({ first, second, at, steepness, penalty, length, pairEvidence }));
      }),
    );
  });

  test('Ratings do not depend on the pool’s steepness and penalty.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const { after, parts } = rateMatch(match);
        const other = rateMatch({ ...match, steepness: MODEL.STEEP_MAX, penalty: MODEL.K_MAX });
        assert.deepEqual(withBits([other.after, other.parts]), withBits([after, parts]));
      }),
    );
  });
});

describe('Teammates who choose each other', () => {
  test('Pair evidence moves only unsettled players, never makes one settled, and moves no player past the teammate.', () => {
    const settled = MODEL.SETTLED * MODEL.SETTLED;
    fc.assert(
      fc.property(aMatch, (match) => {
        const without = rateMatch({ ...match, pairEvidence: 0 }).priors;
        const { priors, parts } = rateMatch({ ...match, pairEvidence: 1 });
        for (const [slot, prior] of priors.entries()) {
          const [own, teammate] = [without[slot] as Prior, without[slot ^ 1] as Prior];
          const isPair = statesBefore(match)[slot] !== null && statesBefore(match)[slot ^ 1] !== null;
          if (!isPair || own.variance <= settled) {
            assert.deepEqual(withBits(prior), withBits(own));
            assert.equal(parts[slot]?.teammate, 0);
            continue;
          }
          assert.ok(prior.variance > settled && prior.variance <= own.variance);
          const [low, high] = [Math.min(own.mean, teammate.mean), Math.max(own.mean, teammate.mean)];
          assert.ok(prior.mean >= low && prior.mean <= high);
        }
      }),
    );
  });
});

describe('A draw', () => {
  test('does not depend on the order of teammates, protects no score, and counts as a match for all four.', () => {
    fc.assert(
      fc.property(aDraw, (match) => {
        const [w0, w1] = match.winners;
        const [l0, l1] = match.losers;
        const rated = rateMatch(match);
        const swapped = rateMatch({ ...match, winners: [w1, w0], losers: [l1, l0] });
        assert.deepEqual(withBits(swapTeammates(swapped)), withBits(rated));
        for (const [slot, state] of rated.after.entries()) {
          assert.equal(state.shown, strengthOf(state));
          assert.equal(state.played, (statesBefore(match)[slot]?.played ?? 0) + 1);
        }
      }),
    );
  });

  test('between equals moves no mean.', () => {
    fc.assert(
      fc.property(aDraw, aKnownState, (match, state) => {
        const equal = rateMatch({ ...match, at: state.at, winners: [state, state], losers: [state, state] });
        for (const after of equal.after) assert.equal(after.mean, state.mean);
      }),
    );
  });
});

describe('The effect of a match on a player', () => {
  test('A match never raises the variance.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const { after, priors } = rateMatch(match);
        for (const [slot, state] of after.entries()) {
          const prior = priors[slot]?.variance ?? Number.NaN;
          assert.ok(state.variance > 0 && state.variance <= prior, `${state.variance} after ${prior}`);
        }
      }),
    );
  });

  test('Without pair evidence, the prior of a known player is the stored mean and the variance at the time of the match.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const { priors, parts } = rateMatch({ ...match, pairEvidence: 0 });
        for (const [slot, before] of statesBefore(match).entries()) {
          assert.equal(parts[slot]?.teammate, 0);
          if (before === null) continue;
          assert.deepEqual(priors[slot], { mean: before.mean, variance: inflateVariance(before, match.at) });
        }
      }),
    );
  });

  test('A win without scoreline never lowers a winner’s mean, nor raises a loser’s.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const { after, priors } = rateMatch({ ...match, units: null });
        for (const [slot, state] of after.entries()) {
          const prior = priors[slot]?.mean ?? Number.NaN;
          assert.ok(slot < 2 ? state.mean >= prior : state.mean <= prior);
        }
      }),
    );
  });

  test('A winner’s shown strength and score never fall.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const { after } = rateMatch(match);
        for (const [slot, before] of match.winners.entries()) {
          const state = after[slot] as RatingState;
          assert.ok(state.shown >= (before?.shown ?? SHOWN_NEW));
          assert.ok(scoreOf(state) >= scoreOf(before));
        }
      }),
    );
  });

  test('A player who wins the first match never shows less than 1500.', () => {
    fc.assert(
      fc.property(aMatch, aState, (match, teammate) => {
        const { after } = rateMatch({ ...match, winners: [null, teammate] });
        assert.ok(scoreOf(after[0]) >= 1500);
      }),
    );
  });

  test('No player shows less than the latent strength, and a loser shows exactly that.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        for (const [slot, state] of rateMatch(match).after.entries()) {
          assert.ok(slot < 2 ? state.shown >= strengthOf(state) : state.shown === strengthOf(state));
        }
      }),
    );
  });

  test('A match counts once, and a late one does not set a player’s clock back.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const { after } = rateMatch(match);
        for (const [slot, before] of statesBefore(match).entries()) {
          assert.equal(after[slot]?.played, (before?.played ?? 0) + 1);
          assert.equal(after[slot]?.at, Math.max(before?.at ?? match.at, match.at));
        }
      }),
    );
  });

  test('A scoreline without units is rated like a missing scoreline.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const none = rateMatch({ ...match, units: null });
        assert.deepEqual(withBits(rateMatch({ ...match, units: { won: 0, lost: 0, std: 20 } })), withBits(none));
        assert.equal(none.expected.share, null);
      }),
    );
  });
});

describe('Time', () => {
  test('Time adds variance up to the cap; a timestamp before the last match adds none.', () => {
    const cap = MODEL.S_JOIN * MODEL.S_JOIN;
    fc.assert(
      fc.property(aKnownState, fc.integer({ min: -1000, max: 20_000 }), (state, days) => {
        const variance = inflateVariance(state, state.at + days * MODEL.DAY_MS);
        if (days <= 0 || state.variance >= cap) assert.equal(variance, state.variance);
        else assert.equal(variance, Math.min(cap, state.variance + MODEL.DRIFT * days));
      }),
    );
  });

  test('A variance of 0.2025 doubles in 900 days and is at the cap after 11,000.', () => {
    const state = { variance: 0.2025, at: START };
    assert.ok(Math.abs(inflateVariance(state, START + 900 * MODEL.DAY_MS) - 0.405) < 1e-12);
    assert.equal(inflateVariance(state, START + 11_000 * MODEL.DAY_MS), 1.6 * 1.6);
  });
});

describe('Rating without an explanation', () => {
  test('gives the states of `rateMatch` to the bit.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        assert.deepEqual(withBits(rate(match)), withBits(rateMatch(match).after));
      }),
    );
  });
});

describe('The model is pure', () => {
  test('A frozen match with frozen states can be rated.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        rateMatch(freezeDeep(match));
      }),
    );
  });

  test('Rating another match does not change an earlier result.', () => {
    fc.assert(
      fc.property(aMatch, aMatch, (match, other) => {
        const rated = rateMatch(match);
        const bits = withBits(rated);
        rateMatch(other);
        assert.deepEqual(withBits(rated), bits);
        assert.deepEqual(withBits(rateMatch(match)), bits);
      }),
    );
  });
});
