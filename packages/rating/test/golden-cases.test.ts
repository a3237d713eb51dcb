import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  changePartNames,
  competitionWeights,
  confidenceOf,
  expectMatch,
  explainChange,
  MODEL,
  MODEL_VERSION,
  type PlayerState,
  predictMatch,
  type RatedMatch,
  rateMatch,
  scoreOf,
  shownOf,
  startOf,
  trustWeights,
  uncertaintyOf,
} from '../src/index.ts';
import { bitsOf, fromBits, withBits } from './bits.ts';
import { type GoldenCase, golden, startingLevelGolden, stateOf } from './golden.ts';

test('The golden numbers were made with the current version, constants and weights.', () => {
  assert.equal(MODEL_VERSION, golden.model_version);
  assert.deepEqual({ ...MODEL }, { ...golden.constants, ...startingLevelGolden.constants });
  assert.deepEqual({ ...competitionWeights }, golden.weights.type);
  assert.deepEqual({ ...trustWeights }, golden.weights.trust);
});

test('There are 67 golden cases, and 20 with starting levels.', () => {
  assert.equal(golden.cases.length, 67);
  assert.equal(startingLevelGolden.cases.length, 20);
});

describe('A player with a starting level begins with the golden numbers', () => {
  for (const wanted of startingLevelGolden.starts) {
    test(`${wanted.points} points`, () => {
      const player = { points: wanted.points };
      const { shown, variance } = startOf(player);
      assert.deepEqual([bitsOf(shown), bitsOf(variance)], [wanted.shown.hex, wanted.variance.hex]);
      assert.equal(bitsOf(shownOf(player)), wanted.shown.hex);
      assert.deepEqual([scoreOf(player), uncertaintyOf(player, 0)], [wanted.score, wanted.uncertainty]);
      assert.equal(confidenceOf(player, 0), 'provisional');
    });
  }
});

describe('A match gives the golden numbers bit for bit', () => {
  for (const given of [...golden.cases, ...startingLevelGolden.cases]) {
    test(given.name, () => {
      const rated = rate(given);
      assert.deepEqual(expectedInBits(rated), goldenExpected(given));
      assert.equal(bitsOf(rated.pool.steepness), given.steepness_after.hex);
      assert.equal(bitsOf(rated.pool.penalty), given.penalty_after.hex);
      for (const [slot, before] of statesBefore(given).entries()) checkPlayer(given, rated, slot, before);
    });

    test(`${given.name}: the prediction equals the one in the rated match`, () => {
      const [first, second] = [pairOf(given.winners), pairOf(given.losers)];
      const steepness = fromBits(given.steepness.hex);
      const penalty = fromBits(given.penalty.hex);
      const pairEvidence = given.chosen;
      const length = fromBits(given.length.hex);
      const match = { first, second, at: given.at_ms, steepness, penalty, length, pairEvidence };
      assert.equal(bitsOf(predictMatch(match)), given.expected.win_probability.hex);
      const { share: _, ...expected } = rate(given).expected;
      // Another one between them: all share the kernel's buffers.
      predictMatch({ ...match, first: second, second: first });
      assert.deepEqual(withBits(expectMatch(match)), withBits(expected));
    });
  }
});

function pairOf(pair: GoldenCase['winners']): readonly [PlayerState, PlayerState] {
  return [stateOf(pair[0]), stateOf(pair[1])];
}

function statesBefore(given: GoldenCase): PlayerState[] {
  return [...pairOf(given.winners), ...pairOf(given.losers)];
}

function rate(given: GoldenCase): RatedMatch {
  return rateMatch({
    winners: pairOf(given.winners),
    losers: pairOf(given.losers),
    at: given.at_ms,
    units: given.units,
    weight: fromBits(given.weight.hex),
    length: fromBits(given.length.hex),
    pairEvidence: given.chosen,
    result: fromBits(given.result.hex),
    steepness: fromBits(given.steepness.hex),
    penalty: fromBits(given.penalty.hex),
  });
}

function expectedInBits({ expected }: RatedMatch): Record<keyof RatedMatch['expected'], string | null> {
  return {
    winProbability: bitsOf(expected.winProbability),
    share: expected.share === null ? null : bitsOf(expected.share),
    learningGap: bitsOf(expected.learningGap),
    predictionGap: bitsOf(expected.predictionGap),
    penaltySlope: bitsOf(expected.penaltySlope),
    totalVariance: bitsOf(expected.totalVariance),
  };
}

function goldenExpected({ expected }: GoldenCase): Record<keyof RatedMatch['expected'], string | null> {
  return {
    winProbability: expected.win_probability.hex,
    share: expected.share?.hex ?? null,
    learningGap: expected.learning_gap.hex,
    predictionGap: expected.prediction_gap.hex,
    penaltySlope: expected.penalty_slope.hex,
    totalVariance: expected.total_variance.hex,
  };
}

function checkPlayer(given: GoldenCase, rated: RatedMatch, slot: number, before: PlayerState): void {
  const after = itemAt(rated.after, slot);
  const parts = itemAt(rated.parts, slot);
  const wanted = itemAt(given.after, slot);
  assert.deepEqual(
    { mean: bitsOf(after.mean), variance: bitsOf(after.variance), shown: bitsOf(after.shown) },
    { mean: wanted.mean.hex, variance: wanted.variance.hex, shown: wanted.shown.hex },
  );
  assert.equal(after.at, wanted.at_ms);
  assert.equal(after.played, wanted.played);
  assert.equal(scoreOf(before), given.score_before[slot]);
  assert.equal(scoreOf(after), given.score_after[slot]);
  assert.equal(confidenceOf(after, given.at_ms), given.confidence_after[slot]);
  for (const name of changePartNames) {
    assert.equal(bitsOf(parts[name]), itemAt(given.parts, slot)[name].hex, `the part ${name}`);
  }
  assert.deepEqual(explainChange(parts, before, after), given.explained_points[slot]);
}

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  assert.ok(item !== undefined, `item ${index} is missing`);
  return item;
}
