import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  checkPlayers,
  createMatchColumns,
  createRatingColumns,
  type MatchColumns,
  NEW_POOL,
  type PoolCalibration,
  type RatingState,
  rateMatch,
  readState,
  writeMatch,
  writeState,
} from '../src/index.ts';
import { aHistory, aKnownState, byInstantThenId, type HistoryMatch, START } from './arbitraries.ts';
import { withBits } from './bits.ts';
import { replay, replayNamed } from './replay.ts';

const names = ['ana', 'bea', 'cruz', 'dani', 'eva', 'fran', 'gael'];
const aStart = fc.dictionary(fc.constantFrom(...names), aKnownState).map((states) => new Map(Object.entries(states)));
const byName = (states: ReadonlyMap<string, RatingState>): [string, RatingState][] =>
  [...states].sort(([a], [b]) => (a < b ? -1 : 1));

interface Outcome {
  readonly states: Map<string, RatingState>;
  readonly pool: PoolCalibration;
  readonly winProbability: number[];
}

/** The reference that every faster implementation must equal: one `rateMatch` after the other. */
function rateEach(matches: readonly HistoryMatch[], start: ReadonlyMap<string, RatingState> = new Map()): Outcome {
  const states = new Map(start);
  const winProbability: number[] = [];
  let pool: PoolCalibration = NEW_POOL;
  for (const { players, ...match } of matches) {
    const [w0 = null, w1 = null, l0 = null, l1 = null] = players.map((id) => states.get(id));
    const rated = rateMatch({ winners: [w0, w1], losers: [l0, l1], ...match, ...pool });
    for (const [slot, id] of players.entries()) states.set(id, rated.after[slot] as RatingState);
    winProbability.push(rated.expected.winProbability);
    pool = rated.pool;
  }
  return { states, pool, winProbability };
}

function columnsOf(matches: readonly HistoryMatch[]): MatchColumns {
  const columns = createMatchColumns(matches.length);
  for (const [row, { players, ...match }] of matches.entries()) {
    const [w0 = -1, w1 = -1, l0 = -1, l1 = -1] = players.map((name) => names.indexOf(name));
    writeMatch(columns, row, { ...match, players: [w0, w1, l0, l1] });
  }
  return columns;
}

describe('A replay equals rating one match after the other, bit for bit', () => {
  test('in columns: states, predictions and calibration', () => {
    fc.assert(
      fc.property(aHistory, (matches) => {
        const wanted = rateEach(matches);
        const { ratings, winProbability, pool, history } = replay(columnsOf(matches), {
          playerCount: names.length,
        });
        const states = names.map((name, index) => [readState(ratings, index), wanted.states.get(name) ?? null]);
        for (const [state, wantedState] of states) assert.deepEqual(withBits(state), withBits(wantedState));
        assert.deepEqual(withBits(winProbability), withBits(wanted.winProbability));
        assert.deepEqual(withBits(pool), withBits(wanted.pool));
        assert.equal(history, null);
      }),
    );
  });

  test('by player id, with players who already have states and others who are new', () => {
    fc.assert(
      fc.property(aHistory, aStart, (matches, start) => {
        const wanted = rateEach(matches, start);
        const named = replayNamed(matches, { states: start });
        assert.deepEqual(withBits(byName(named.states)), withBits(byName(wanted.states)));
        assert.deepEqual(withBits(named.pool), withBits(wanted.pool));
      }),
    );
  });

  test('with the states after every match, if they are requested', () => {
    fc.assert(
      fc.property(aHistory, (matches) => {
        const { history } = replay(columnsOf(matches), { playerCount: names.length, keepHistory: true });
        assert.ok(history !== null);
        for (const [row, { players }] of matches.entries()) {
          const { states } = rateEach(matches.slice(0, row + 1));
          for (const [slot, id] of players.entries()) {
            assert.deepEqual(withBits(readState(history, 4 * row + slot)), withBits(states.get(id)));
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('A history is rated in the order of (played_at, id)', () => {
  test('Matches that arrive in any order and are sorted again give the same ratings.', () => {
    fc.assert(
      fc.property(
        aHistory.chain((matches) =>
          fc.tuple(fc.constant(matches), fc.shuffledSubarray([...matches], { minLength: matches.length })),
        ),
        ([inOrder, arrived]) => {
          const sorted = arrived.toSorted(byInstantThenId);
          assert.deepEqual(withBits(byName(replayNamed(sorted).states)), withBits(byName(replayNamed(inOrder).states)));
        },
      ),
    );
  });

  test('A history can be replayed in two parts, the second starting from the final states of the first.', () => {
    fc.assert(
      fc.property(aHistory, fc.nat(40), (matches, cut) => {
        const whole = replay(columnsOf(matches), { playerCount: names.length });
        const first = replay(columnsOf(matches.slice(0, cut)), { playerCount: names.length });
        const second = replay(columnsOf(matches.slice(cut)), { from: first.ratings, pool: first.pool });
        assert.deepEqual(withBits(second.ratings.shown), withBits(whole.ratings.shown));
        assert.deepEqual(withBits(second.pool), withBits(whole.pool));
      }),
    );
  });
});

describe('A replay does not change its arguments', () => {
  test('A replay in columns changes neither the matches nor the initial states.', () => {
    fc.assert(
      fc.property(aHistory, aKnownState, (matches, state) => {
        const columns = columnsOf(matches);
        const from = createRatingColumns(names.length);
        writeState(from, 0, state);
        const before = structuredClone({ columns, from });
        replay(columns, { from });
        assert.deepEqual({ columns, from }, before);
      }),
    );
  });

  test('A replay by player id does not change the initial states.', () => {
    fc.assert(
      fc.property(aHistory, aStart, (matches, start) => {
        const before = structuredClone(start);
        replayNamed(matches, { states: start });
        assert.deepEqual(start, before);
      }),
    );
  });
});

describe('A replay rejects invalid input', () => {
  const evidence = { at: START, units: null, weight: 1, length: 1 };
  const four = { id: 'm', players: ['ana', 'bea', 'cruz', 'ana'] as const, ...evidence };

  test('a player twice in a match', () => {
    assert.throws(() => replayNamed([four]), new RangeError('Match 0 names player 0 twice.'));
  });

  test('a player who does not exist', () => {
    const columns = columnsOf([{ ...four, players: ['ana', 'bea', 'cruz', 'gael'] }]);
    assert.throws(() => replay(columns, { playerCount: 6 }), new RangeError('Match 0 names player 6 of 6.'));
    assert.throws(() => replay(columns), RangeError);
    assert.throws(() => readState(createRatingColumns(2), 2), new RangeError('Player index 2 is outside the columns.'));
  });

  test('any wrong match, with its number and the player', () => {
    const check = (...players: number[]) => checkPlayers(Int32Array.of(0, 1, 2, 3, ...players), 7);
    assert.throws(() => check(4, 5, 6, -1), new RangeError('Match 1 names player -1 of 7.'));
    assert.throws(() => check(4, 5, 6, 7), new RangeError('Match 1 names player 7 of 7.'));
    assert.throws(() => check(4, 5, 6), new RangeError('Match 1 names player -1 of 7.'));
    assert.throws(() => check(4, 5, 6, 5), new RangeError('Match 1 names player 5 twice.'));
    check(4, 5, 6, 0);
  });

  test('An empty history is valid.', () => {
    assert.deepEqual(replayNamed([]), { states: new Map(), pool: NEW_POOL });
  });

  test('A player without matches has no state.', () => {
    const ratings = createRatingColumns(1);
    assert.equal(readState(ratings, 0), null);
    writeState(ratings, 0, { mean: 1, variance: 0.5, shown: 0, at: START, played: 3 });
    assert.deepEqual(readState(ratings, 0), { mean: 1, variance: 0.5, shown: 0, at: START, played: 3 });
    writeState(ratings, 0, null);
    assert.equal(readState(ratings, 0), null);
  });
});
