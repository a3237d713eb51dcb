/** The insights that pass the gates, and the choice among them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Insight } from '@bandeja/contract/analysis';
import fc from 'fast-check';
import { type TestResult, testCount } from '../../src/insights/counted.ts';
import { candidatesFrom, type Test } from '../../src/insights/insights.ts';
import { rules } from '../../src/insights/rules.ts';
import { type Candidate, selectInsights } from '../../src/insights/select.ts';

const values = { won: 40, played: 50, expected: 30.2 };
const result: TestResult = { size: 50, sample: 50, z: 3, effect: 0.1, isVisible: true, values };

function testOf(code: string, changes: Partial<TestResult> = {}): Test {
  const rule = rules.find((one) => one.code === code) ?? assert.fail(code);
  return { rule, result: { ...result, ...changes } };
}

describe('A result', () => {
  const isTold = (changes: Partial<TestResult>): boolean => candidatesFrom([testOf('serve', changes)]).length === 1;

  test('a result needs 1.96 standard deviations', () => {
    assert.deepEqual(
      [1.9599, 1.96, -1.96, -1.9599].map((z) => isTold({ z, effect: z / 20 })),
      [false, true, true, false],
    );
  });

  test('a result needs the floor of its rule', () => {
    assert.deepEqual(
      [0.0399, 0.04].map((effect) => isTold({ effect })),
      [false, true],
    );
  });

  test('a result needs the same direction in share and standard deviations', () => {
    assert.deepEqual(
      [isTold({ effect: -0.1 }), isTold({ z: -3 }), isTold({ z: -3, effect: -0.1 })],
      [false, false, true],
    );
  });

  test('the weight is the standard deviations, at most 4, times the floors, at most 4', () => {
    const weight = (z: number, effect: number) => candidatesFrom([testOf('serve', { z, effect })])[0]?.weight;
    assert.deepEqual(
      [weight(2, 0.04), weight(3, 0.1), weight(9, 0.04), weight(2, 0.9), weight(9, 0.9)],
      [2, 7.5, 4, 8, 16],
    );
  });

  test('a result that passes alone may fail among many', () => {
    const weak = testOf('tie_break', { z: 2.1 });
    const dull = testOf('return', { z: 0.3 });
    assert.equal(candidatesFrom([weak, dull]).length, 1);
    assert.equal(candidatesFrom([weak, ...Array<Test>(5).fill(dull)]).length, 0);
    assert.equal(candidatesFrom([weak, weak, weak, ...Array<Test>(5).fill(dull)]).length, 3);
  });

  test('teammate results have one family per direction, other rules one for both', () => {
    const family = (code: string, z: number) => candidatesFrom([testOf(code, { z, effect: z / 20 })])[0]?.family;
    assert.notEqual(family('teammate', 3), family('teammate', -3));
    assert.equal(family('competition', 3), family('competition', -3));
  });
});

describe('A count', () => {
  const countOf = (won: number, trials: number, expected: number) =>
    testCount({ trials, won, expected, variance: 4 }, 100);

  test('a count comes with its expectation to two decimals', () => {
    const [insight] = candidatesFrom([testOf('serve', { values: { won: 40, played: 50, expected: 30.216 } })]);
    assert.deepEqual(insight?.format('en').values, { won: 40, played: 50, expected: 30.22 });
  });

  test('a count is omitted if rounding leaves no difference', () => {
    const isVisible = (won: number, expected: number) => countOf(won, 50, expected).isVisible;
    assert.deepEqual(
      [isVisible(30, 30.4), isVisible(30, 30.5), isVisible(4, 4.04), isVisible(4, 4.06)],
      [false, true, false, true],
    );
    assert.equal(candidatesFrom([testOf('serve', { isVisible: false })]).length, 0);
  });
});

const aCandidate = (code: string, weight: number, direction: Insight['direction'], family = code): Candidate => {
  return { code, direction, sample: 10, weight, family, values: {}, format: () => ({ text: code, values: {} }) };
};
const up = (code: string, weight: number, family?: string) => aCandidate(code, weight, 'strength', family);
const down = (code: string, weight: number, family?: string) => aCandidate(code, weight, 'weakness', family);
const codes = (...candidates: readonly Candidate[]): string =>
  selectInsights(candidates)
    .map(({ code }) => code)
    .join(' ');

describe('The choice of insights', () => {
  test('insights are sorted by weight, then by code', () => {
    assert.equal(codes(up('b', 3), up('c', 5), down('a', 3)), 'c a b');
  });

  test('each family has only its insight with the largest weight', () => {
    assert.equal(codes(up('a', 3, 'x'), down('b', 4, 'x'), up('c', 2)), 'b c');
  });

  test('at most five insights are chosen', () => {
    assert.equal(codes(down('f', 1), up('a', 6), up('b', 5), down('c', 4), up('d', 3), up('e', 2)), 'a b c d e');
  });

  test('if five insights have one direction, the last is replaced by one of the other direction', () => {
    assert.equal(
      codes(up('a', 6), up('b', 5), up('c', 4), up('d', 3), up('e', 2), up('f', 1.9), down('g', 1)),
      'a b c d g',
    );
  });

  test('the other direction replaces its own family’s insight if that loses less weight', () => {
    assert.equal(codes(up('a', 6), up('b', 5, 'x'), up('c', 4), down('d', 4.5, 'x')), 'a d c');
    assert.equal(
      codes(up('a', 9), up('b', 5, 'x'), up('c', 4), up('d', 3), up('e', 2), down('f', 3, 'x'), down('g', 1.5)),
      'a b c d g',
    );
  });

  test('the insight with the largest weight is never replaced by one of its family', () => {
    assert.equal(codes(up('a', 6, 'x'), down('b', 5, 'x')), 'a');
    assert.equal(codes(up('tie_break', 9, 'x'), up('serve', 3), down('close_sets', 2.1, 'x')), 'tie_break serve');
    assert.equal(
      codes(up('a', 9, 'x'), up('b', 5), up('c', 4), up('d', 3), up('e', 2), down('f', 8, 'x'), down('g', 1)),
      'a b c d g',
    );
  });

  test('no candidates give no insights', () => assert.deepEqual(selectInsights([]), []));

  // A rule may speak of several teammates, and never says the same of two.
  const someCandidates = fc.uniqueArray(
    fc.record({
      code: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
      values: fc.record({ teammate: fc.string({ maxLength: 3 }) }),
      format: fc.constant(() => ({ text: '', values: {} })),
      direction: fc.constantFrom<Insight['direction']>('strength', 'weakness'),
      sample: fc.nat(),
      weight: fc.integer({ min: 80, max: 1600 }).map((cents) => cents / 100),
      family: fc.constantFrom('u', 'v', 'w', 'x', 'y', 'z', 'zz'),
    }),
    { maxLength: 14, selector: ({ code, values: { teammate } }) => `${code} ${teammate}` },
  );

  test('the chosen insights are from five families, the largest weight first, in any input order', () => {
    fc.assert(
      fc.property(someCandidates, (candidates) => {
        const chosen = selectInsights(candidates);
        assert.deepEqual(chosen, selectInsights([...candidates].reverse()));
        const families = new Set(candidates.map(({ family }) => family));
        assert.equal(chosen.length, Math.min(5, families.size));
        const heaviest = candidates.reduce((most, { weight }) => Math.max(most, weight), 0);
        assert.equal(chosen[0]?.weight ?? 0, heaviest);
        const weights = chosen.map(({ weight }) => weight);
        assert.deepEqual(
          weights,
          [...weights].sort((a, b) => b - a),
        );
      }),
    );
  });
});

describe('The choice', () => {
  const aDistinctCandidate = fc.record({
    direction: fc.constantFrom<Insight['direction']>('strength', 'weakness'),
    weight: fc.integer({ min: 80, max: 1600 }).map((cents) => cents / 100),
    family: fc.constantFrom('u', 'v', 'w', 'x', 'y', 'z', 'zz'),
  });

  test('the choice has one insight per family, and both directions if possible', () => {
    fc.assert(
      fc.property(fc.array(aDistinctCandidate, { minLength: 1, maxLength: 14 }), (drawn) => {
        const candidates = drawn.map((one, index) => ({ ...aCandidate(`code-${index}`, 0, 'strength'), ...one }));
        const chosen = selectInsights(candidates).map(({ code }) => candidates.find((one) => one.code === code));
        assert.equal(new Set(chosen.map((one) => one?.family)).size, chosen.length);
        const [first] = chosen;
        const opposes = (one: Candidate | undefined): boolean =>
          one?.direction !== first?.direction && one?.family !== first?.family;
        assert.equal(chosen.some(opposes), candidates.some(opposes));
      }),
    );
  });
});
