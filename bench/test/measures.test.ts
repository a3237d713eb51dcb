import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bootstrap, sumByDay } from '../accuracy/bootstrap.ts';
import { matchSetOf } from '../accuracy/match-set.ts';
import { accuracyOf, calibrationOf, coldStartOf, lossOf, meanOf } from '../accuracy/measures.ts';
import { search } from '../accuracy/search.ts';
import { readResults } from '../data/read-results.ts';

const DAY_MS = 86_400_000;

describe('the measures', () => {
  it('include log loss in nats, which stays finite if a model was certain and wrong', () => {
    assert.deepEqual([...lossOf(Float64Array.of(1, 0.5))], [-0, Math.LN2]);
    assert.ok(Number.isFinite(meanOf(lossOf(Float64Array.of(0)))));
  });

  it('include accuracy, in which even odds count half', () => {
    assert.equal(accuracyOf(Float64Array.of(0.8, 0.5, 0.3)), 0.5);
  });

  it('include calibration by the probability of team A, not of the winners', () => {
    // Team A was given 75 % in four matches and won three of them.
    const bins = calibrationOf(Float64Array.of(0.75, 0.75, 0.75, 0.25), Uint8Array.of(1, 1, 1, 0));
    const filled = bins.filter(({ matches }) => matches > 0);
    assert.deepEqual(filled, [{ from: 0.7, matches: 4, predicted: 0.75, observed: 0.75 }]);
  });

  it('include log loss by the matches of the least experienced player', () => {
    const bins = coldStartOf(Float64Array.of(1, 2, 4), Int32Array.of(0, 2, 80));
    const filled = bins.filter(({ matches }) => matches > 0);
    assert.deepEqual(
      filled.map(({ from, to, logLoss }) => [from, to, logLoss]),
      [
        [0, 0, 1],
        [1, 2, 2],
        [51, Number.POSITIVE_INFINITY, 4],
      ],
    );
  });
});

describe('the bootstrap', () => {
  it('sums the matches of a day before it draws', () => {
    const at = Float64Array.of(0, 1, DAY_MS, DAY_MS + 1, 5 * DAY_MS);
    const { matches, sums } = sumByDay(Float64Array.of(1, 2, 3, 4, 5), at);
    assert.deepEqual(
      [[...matches], [...sums]],
      [
        [2, 2, 1],
        [3, 7, 5],
      ],
    );
  });

  it('gives an empty interval if all days are equal, and repeats its result', () => {
    const same = sumByDay(
      new Float64Array(50).fill(0.25),
      new Float64Array(50).map((_, day) => day * DAY_MS),
    );
    assert.deepEqual(bootstrap([same], 200), { mean: 0.25, low: 0.25, high: 0.25 });
    const mixed = sumByDay(
      new Float64Array(400).map((_, day) => (day % 2 === 0 ? 1 : -1)),
      new Float64Array(400).map((_, day) => day * DAY_MS),
    );
    const { mean, low, high } = bootstrap([mixed], 2000);
    assert.deepEqual(bootstrap([mixed], 2000), { mean, low, high });
    // The standard error is 1/√400 = 0.05.
    assert.ok(mean === 0 && Math.abs(low + 0.098) < 0.015 && Math.abs(high - 0.098) < 0.015, `${low} ${high}`);
  });
});

describe('the search for constants', () => {
  const constants = [
    { name: 'A', start: 1, min: 0.01, max: 100, scale: 'ratio' },
    { name: 'B', start: 0, min: -5, max: 5, scale: 'difference' },
  ] as const;
  const valley = ({ A = 0, B = 0 }: Readonly<Record<string, number>>): number =>
    (Math.log(A) - 1.2) ** 2 + 3 * (B - 0.7 + 0.5 * Math.log(A)) ** 2;

  it('finds the minimum of a slanted valley within its budget', () => {
    let count = 0;
    const { constants: found, evaluations } = search(
      constants,
      (point) => {
        count += 1;
        return valley(point);
      },
      200,
    );
    assert.equal(evaluations, count);
    assert.equal(count, 200);
    assert.ok(Math.abs(Math.log(found['A'] ?? 0) - 1.2) < 0.01 && Math.abs((found['B'] ?? 0) - 0.1) < 0.01);
  });

  it('stays within the range of each constant', () => {
    const { constants: found } = search(
      constants,
      ({ A = 0, B = 0 }) => {
        assert.ok(A >= 0.01 && A <= 100 && B >= -5 && B <= 5);
        return -A - B;
      },
      150,
    );
    assert.deepEqual(found, { A: 100, B: 5 });
  });
});

describe('reading a data set', () => {
  const header = 'match_id,played_at,a1,a2,b1,b2,winner,set_scores';
  const rows = [
    'm1,2026-01-01T10:00:00Z,ana,bea,cruz,dani,B,6-4 3-6 8-10',
    'm2,2026-01-02T10:00:00Z,ana,cruz,bea,eva,A,11-5',
  ];
  const csv = [header, ...rows].join('\n');

  it('puts winners first and counts a match tie-break as one game', () => {
    const set = matchSetOf(readResults(csv), { name: 'x', title: '', unit: 'games', std: 20 });
    assert.deepEqual([...set.matches.players], [0, 1, 2, 3, 2, 0, 3, 4]);
    assert.deepEqual([...set.matches.won], [11, 11]);
    assert.deepEqual([...set.isFirstWinner], [0, 1]);
    assert.deepEqual([...set.leastPlayed], [0, 0]);
  });

  it('counts a single set of points as half a match', () => {
    const set = matchSetOf(readResults(csv), { name: 'x', title: '', unit: 'points', std: 36 });
    assert.deepEqual([...set.matches.length], [1, 0.5]);
    assert.deepEqual([...set.matches.won], [20, 11]);
    assert.deepEqual([...set.matches.std], [36, 36]);
  });
});
