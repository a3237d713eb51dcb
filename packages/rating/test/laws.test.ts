import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  inflateVariance,
  isStated,
  knownState,
  type MatchInput,
  MODEL,
  type PlayerState,
  type Prior,
  predictMatch,
  type RatedMatch,
  type RatingState,
  rate,
  rateMatch,
  scoreOf,
} from '../src/index.ts';
import { aDraw, aKnownState, aMatch, anEvidence, START } from './arbitraries.ts';
import { withBits } from './bits.ts';

/** Null for a new player. */
const statesBefore = ({ winners, losers }: MatchInput): (RatingState | null)[] =>
  [...winners, ...losers].map(knownState);

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
  test('does not depend on the order of teammates, shows everybody’s mean, and counts as a match for all four.', () => {
    fc.assert(
      fc.property(aDraw, (match) => {
        const [w0, w1] = match.winners;
        const [l0, l1] = match.losers;
        const rated = rateMatch(match);
        const swapped = rateMatch({ ...match, winners: [w1, w0], losers: [l1, l0] });
        assert.deepEqual(withBits(swapTeammates(swapped)), withBits(rated));
        for (const [slot, state] of rated.after.entries()) {
          assert.equal(state.shown, state.mean);
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

  test('After the first match, a winner’s score never falls and a loser’s never rises.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const { after } = rateMatch(match);
        for (const [slot, before] of statesBefore(match).entries()) {
          if (before === null) continue;
          const state = after[slot] as RatingState;
          const sign = slot < 2 ? 1 : -1;
          assert.ok(sign * (state.shown - before.shown) >= 0);
          assert.ok(sign * (scoreOf(state) - scoreOf(before)) >= 0);
        }
      }),
    );
  });

  test('A player shows the mean, or what was shown before if a guard acts; the first match has no guard.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const { after } = rateMatch(match);
        for (const [slot, before] of statesBefore(match).entries()) {
          const { mean, shown } = after[slot] as RatingState;
          const further = slot < 2 ? Math.max : Math.min;
          assert.equal(shown, before === null ? mean : further(before.shown, mean));
        }
      }),
    );
  });

  test('Ratings and predictions never read what is shown.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const bare = (state: PlayerState): PlayerState =>
          state === null || isStated(state) ? state : { ...state, shown: 0 };
        const [w0, w1] = match.winners;
        const [l0, l1] = match.losers;
        const other = rateMatch({ ...match, winners: [bare(w0), bare(w1)], losers: [bare(l0), bare(l1)] });
        const { after, expected, pool } = rateMatch(match);
        assert.deepEqual(withBits([other.expected, other.pool]), withBits([expected, pool]));
        assert.deepEqual(withBits(other.after.map(bare)), withBits(after.map(bare)));
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
