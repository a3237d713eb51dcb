import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  confidenceOf,
  createMatchColumns,
  type Four,
  NEW_POOL,
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
} from '../src/index.ts';
import { bitsOf } from './bits.ts';
import { type GoldenStreamMatch, golden } from './golden.ts';
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

function checkFinal(stateOf: (player: number) => RatingState | null): void {
  const end = matches.at(-1)?.at_ms ?? 0;
  for (const wanted of final) {
    const state = stateOf(wanted.player);
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
