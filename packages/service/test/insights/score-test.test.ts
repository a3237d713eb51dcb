import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { testCount } from '../../src/insights/counted.ts';
import { candidatesFrom, type Test } from '../../src/insights/insights.ts';
import { rules } from '../../src/insights/rules.ts';
import { type Count, Counter, passFalseDiscovery, scoreStatisticOf, twoSidedP } from '../../src/insights/score-test.ts';

/** Trials with the same chance. */
function countOf(won: number, of: number, chance: number): Count {
  const counter = new Counter();
  counter.add(won, of, chance);
  return counter.count();
}

function testOf(code: string, won: number, of: number, chance: number): Test {
  const rule = rules.find((one) => one.code === code) ?? assert.fail(code);
  return { rule, result: testCount(countOf(won, of, chance), rule.prior) };
}

const serve = testOf('serve', 90, 120, 0.62);
const tieBreak = testOf('tie_break', 9, 10, 0.5);
/** Nothing at all: won as often as expected. */
const dull = testOf('return', 50, 100, 0.5);

const near = (actual: number, expected: number, within: number): void =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`);

describe('90 of 120 service games, each expected with .62', () => {
  test('90 of 120 service games are 2.840 standard deviations from 74.4', () => {
    const count = countOf(90, 120, 0.62);
    near(count.expected, 74.4, 1e-9);
    near(count.variance, 28.272, 1e-9);
    near(scoreStatisticOf(count), 2.84, 0.0005);
    near(twoSidedP(scoreStatisticOf(count)), 0.0045, 0.00005);
    near(serve.result.effect, 0.0709, 0.00005);
  });

  test('90 of 120 service games give an insight with weight 5.03', () => {
    const [one] = candidatesFrom([serve]);
    assert.deepEqual([one?.direction, one?.sample, one?.weight], ['strength', 120, 5.03]);
    assert.deepEqual(one?.format('en'), {
      text: 'Your pair held 90 of 120 service games; about 74 expected against these opponents.',
      values: { won: 90, played: 120, expected: 74.4 },
    });
  });
});

describe('9 of 10 even tie-breaks', () => {
  const amongDull = (count: number): string[] =>
    candidatesFrom([serve, tieBreak, ...Array<Test>(count).fill(dull)]).map(({ code }) => code);

  test('9 of 10 even tie-breaks are 2.214 standard deviations from 5', () => {
    near(tieBreak.result.z, 2.214, 0.0005);
    near(twoSidedP(tieBreak.result.z), 0.0269, 0.00006);
    near(tieBreak.result.effect, 4 / 110, 1e-12);
  });

  test('9 of 10 even tie-breaks give no insight among ten failing rules and one passing rule', () => {
    assert.deepEqual(amongDull(10), ['serve']);
  });

  test('9 of 10 even tie-breaks alone give an insight with weight 2.68', () => {
    const [alone] = candidatesFrom([tieBreak]);
    assert.deepEqual(
      [alone?.weight, alone?.format('en').text],
      [2.68, 'Your pair won 9 of 10 tie-breaks; about 5 expected. Often partly luck.'],
    );
  });
});

describe('The score statistic', () => {
  test('the statistic is 0 within half a win of the expectation, and without variance', () => {
    assert.equal(scoreStatisticOf(countOf(5, 11, 0.5)), 0);
    assert.equal(scoreStatisticOf({ trials: 3, won: 3, expected: 3, variance: 0 }), 0);
  });

  test('the statistic of losses has the opposite sign', () => {
    fc.assert(
      fc.property(fc.nat(80), fc.nat(80), fc.double({ min: 0.02, max: 0.98, noNaN: true }), (won, lost, chance) => {
        const z = scoreStatisticOf(countOf(won, won + lost, chance));
        near(z, -scoreStatisticOf(countOf(lost, won + lost, 1 - chance)), 1e-6);
      }),
    );
  });
});

describe('The chance of a deviate', () => {
  test('the chance of a deviate equals tables of the normal distribution', () => {
    const table = [
      [0, 1],
      [0.6744897501960817, 0.5],
      [1.959963984540054, 0.05],
      [2.5758293035489004, 0.01],
      [-3.2905267314918945, 0.001],
      [4.8916384756, 1e-6],
    ] as const;
    for (const [z, p] of table) near(twoSidedP(z), p, 3e-7 * p + 1e-12);
  });
});

describe('The control of false discoveries', () => {
  test('the control reproduces the example of Benjamini and Hochberg (1995), section 3.2', () => {
    const published = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
    ];
    assert.equal(passFalseDiscovery(published, 0.05).filter(Boolean).length, 4);
  });

  test('the largest k under its line and all smaller values pass, in any input order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }), (pValues) => {
        const passed = passFalseDiscovery(pValues, 0.1);
        // By the definition: the adjusted value of a p is the least of p·m/rank over all that are no smaller.
        const rank = (p: number): number => pValues.filter((other) => other <= p).length;
        const adjusted = pValues.map((p) =>
          Math.min(...pValues.filter((other) => other >= p).map((other) => (other * pValues.length) / rank(other))),
        );
        for (const [index, value] of adjusted.entries()) {
          if (Math.abs(value - 0.1) > 1e-12) assert.equal(passed[index], value < 0.1);
        }
      }),
    );
  });
});
