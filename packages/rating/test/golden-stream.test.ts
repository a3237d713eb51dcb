import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  confidenceOf,
  createMatchColumns,
  createRatingColumns,
  type Four,
  knownState,
  NEW_POOL,
  type PlayerState,
  Players,
  type PoolCalibration,
  pairEvidenceOf,
  predictMatch,
  type RatingState,
  rate,
  rateMatch,
  readState,
  type SetScore,
  scoreOf,
  type Units,
  unitsOf,
  weightOf,
  writeMatch,
  writeState,
} from '../src/index.ts';
import { bitsOf } from './bits.ts';
import { type GoldenStreamMatch, golden, startingLevelGolden } from './golden.ts';
import { replay, replayNamed } from './replay.ts';

const { matches, steepness_every_100, penalty_every_100, win_probability_of_first_pair_every_100, final } =
  golden.stream;
const playerCount = Math.max(...final.map(({ player }) => player)) + 1;

/** A match of the stream as the model takes it: winners first. In a draw, the pair with the lowest player comes first. */
interface StreamRow {
  readonly players: Four<number>;
  readonly at: number;
  readonly units: Units | null;
  readonly weight: number;
  readonly length: number;
  readonly pairEvidence: number;
  readonly result: number;
}

function rowOf(match: GoldenStreamMatch): StreamRow {
  const isAFirst = match.winner === null ? Math.min(...match.a) < Math.min(...match.b) : match.winner === 'A';
  const [winners, losers] = isAFirst ? [match.a, match.b] : [match.b, match.a];
  const sets = (match.sets ?? []).map(([a, b]): SetScore => (isAFirst ? [a, b] : [b, a]));
  return {
    players: [...winners, ...losers],
    at: match.at_ms,
    units: unitsOf(sets, match.unit),
    weight: weightOf({ competitionType: match.type, trustTier: match.trust }),
    length: match.length,
    pairEvidence: pairEvidenceOf(match.type),
    result: match.winner === null ? 0.5 : 1,
  };
}

const rows = matches.map(rowOf);

function checkFinal(stateOf: (player: number) => PlayerState): void {
  const end = matches.at(-1)?.at_ms ?? 0;
  for (const wanted of final) {
    const state = knownState(stateOf(wanted.player));
    assert.ok(state !== null, `player ${wanted.player} has played`);
    assert.deepEqual(
      {
        mean: bitsOf(state.mean),
        variance: bitsOf(state.variance),
        shown: bitsOf(state.shown),
        at: state.at,
        played: state.played,
        score: scoreOf(state),
        level: confidenceOf(state, end),
      },
      {
        mean: wanted.mean.hex,
        variance: wanted.variance.hex,
        shown: wanted.shown.hex,
        at: wanted.at_ms,
        played: wanted.played,
        score: wanted.score,
        level: wanted.confidence_at_end,
      },
    );
  }
}

describe('The golden stream of 2,000 matches ends bit for bit where the reference does', () => {
  test('rated match by match, passing on steepness and penalty', () => {
    const states = new Map<number, RatingState>();
    const stateOf = (player: number): RatingState | null => states.get(player) ?? null;
    let pool: PoolCalibration = NEW_POOL;
    for (const [index, { players, ...match }] of rows.entries()) {
      const [w0, w1, l0, l1] = players;
      const winners = [stateOf(w0), stateOf(w1)] as const;
      const losers = [stateOf(l0), stateOf(l1)] as const;
      const predicted = predictMatch({ first: winners, second: losers, ...match, ...pool });
      const rated = rateMatch({ winners, losers, ...match, ...pool });
      assert.equal(bitsOf(predicted), bitsOf(rated.expected.winProbability));
      const after = rate({ winners, losers, ...match });
      assert.deepEqual(after, rated.after);
      for (const [slot, player] of players.entries()) states.set(player, after[slot] as RatingState);
      pool = rated.pool;
      if (index % 100 === 99) {
        const hundred = (index - 99) / 100;
        assert.equal(bitsOf(pool.steepness), steepness_every_100[hundred]?.hex);
        assert.equal(bitsOf(pool.penalty), penalty_every_100[hundred]?.hex);
        assert.equal(bitsOf(predicted), win_probability_of_first_pair_every_100[hundred]?.hex);
      }
    }
    assert.equal(states.size, final.length);
    checkFinal(stateOf);
  });

  test('replayed in columns', () => {
    const columns = createMatchColumns(rows.length);
    for (const [row, match] of rows.entries()) writeMatch(columns, row, match);
    const { ratings, winProbability, pool } = replay(columns, { playerCount });
    assert.equal(bitsOf(pool.steepness), steepness_every_100.at(-1)?.hex);
    assert.equal(bitsOf(pool.penalty), penalty_every_100.at(-1)?.hex);
    for (const [hundred, probability] of win_probability_of_first_pair_every_100.entries()) {
      assert.equal(bitsOf(winProbability[100 * hundred + 99] ?? Number.NaN), probability.hex);
    }
    checkFinal((player) => readState(ratings, player));
  });

  test('replayed by player id', () => {
    const named = rows.map(({ players: [w0, w1, l0, l1], ...match }) => ({
      ...match,
      players: [`p${w0}`, `p${w1}`, `p${l0}`, `p${l1}`] as const,
    }));
    const { states, pool } = replayNamed(named);
    assert.equal(bitsOf(pool.steepness), steepness_every_100.at(-1)?.hex);
    assert.equal(states.size, final.length);
    checkFinal((player) => states.get(`p${player}`) ?? null);
  });
});

describe('The golden stream of 400 matches with starting levels ends bit for bit where the reference does', () => {
  const { stream } = startingLevelGolden;
  const levels = stream.matches.map(rowOf);
  const startOfPlayer = (player: number): PlayerState => {
    const points = stream.stated[player] ?? null;
    return points === null ? null : { points };
  };
  const checkStates = (stateOf: (player: number) => PlayerState): void => {
    for (const { player, mean, variance, shown, score } of stream.final) {
      const state = knownState(stateOf(player));
      assert.ok(state !== null, `player ${player} has played`);
      assert.deepEqual(
        [bitsOf(state.mean), bitsOf(state.variance), bitsOf(state.shown), scoreOf(state)],
        [mean.hex, variance.hex, shown.hex, score],
      );
    }
  };

  test('rated match by match, passing on steepness and penalty', () => {
    const states = new Map<number, RatingState>();
    const stateOf = (player: number): PlayerState => states.get(player) ?? startOfPlayer(player);
    let pool: PoolCalibration = NEW_POOL;
    for (const [index, { players, ...match }] of levels.entries()) {
      const [w0, w1, l0, l1] = players;
      const sides = {
        winners: [stateOf(w0), stateOf(w1)] as const,
        losers: [stateOf(l0), stateOf(l1)] as const,
      };
      const rated = rateMatch({ ...sides, ...match, ...pool });
      assert.deepEqual(rate({ ...sides, ...match }), rated.after);
      for (const [slot, player] of players.entries()) states.set(player, rated.after[slot] as RatingState);
      pool = rated.pool;
      if (index % 20 === 19) {
        const wanted = stream.win_probability_of_first_pair_every_20[(index - 19) / 20];
        assert.equal(bitsOf(rated.expected.winProbability), wanted?.hex);
      }
    }
    assert.equal(bitsOf(pool.steepness), stream.steepness_after.hex);
    assert.equal(bitsOf(pool.penalty), stream.penalty_after.hex);
    checkStates(stateOf);
  });

  test('replayed in columns', () => {
    const columns = createMatchColumns(levels.length);
    for (const [row, match] of levels.entries()) writeMatch(columns, row, match);
    const from = createRatingColumns(stream.stated.length);
    for (const player of stream.stated.keys()) writeState(from, player, startOfPlayer(player));
    const { ratings, pool } = replay(columns, { from });
    assert.equal(bitsOf(pool.steepness), stream.steepness_after.hex);
    checkStates((player) => readState(ratings, player));
  });

  test('replayed by player id', () => {
    const players = new Players();
    for (const player of stream.stated.keys()) players.set(`p${player}`, startOfPlayer(player));
    const around = players.rate(
      levels.map(({ players: [a, b, c, d], ...match }) => ({
        ...match,
        players: [`p${a}`, `p${b}`, `p${c}`, `p${d}`] as const,
      })),
    );
    checkStates((player) => players.get(`p${player}`));
    const [first] = levels;
    assert.deepEqual(around[0]?.before, first?.players.map(startOfPlayer));
  });
});
