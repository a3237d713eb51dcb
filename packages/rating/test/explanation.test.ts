import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  type ChangeParts,
  changePartNames,
  explainChange,
  knownState,
  type MatchInput,
  type PlayerState,
  type RatingState,
  rateMatch,
  scoreOf,
  shownOf,
} from '../src/index.ts';
import { aMatch } from './arbitraries.ts';

const none: ChangeParts = {
  placement: 0,
  teammate: 0,
  result: 0,
  margin: 0,
  guard: 0,
};
const inPoints = (points: Partial<ChangeParts>): ChangeParts => {
  const logits = Object.entries(points).map(([name, value]) => [name, value / 120]);
  return { ...none, ...Object.fromEntries(logits) };
};
const statesBefore = ({ winners, losers }: MatchInput): PlayerState[] => [...winners, ...losers];
/** A state whose score is the given one. */
const showing = (score: number): { shown: number } => ({ shown: (score - 1500) / 120 });

describe('The points of a change', () => {
  test('Points that flooring loses go to the parts with the largest remainders.', () => {
    const parts = inPoints({ teammate: 3.4, result: 10.25, margin: 5.6 });
    assert.deepEqual(explainChange(parts, showing(1600), showing(1619.25)), {
      ...none,
      total: 19,
      teammate: 3,
      result: 10,
      margin: 6,
    });
  });

  test('A negative part is floored, away from 0, before the remainders are compared.', () => {
    const parts = inPoints({ teammate: -2.5, result: -10.25, margin: 3.5 });
    assert.deepEqual(explainChange(parts, showing(1600), showing(1590.75)), {
      ...none,
      total: -9,
      teammate: -2,
      result: -10,
      margin: 3,
    });
  });

  test('If remainders tie, the part that is listed first gets the point.', () => {
    assert.deepEqual(changePartNames, [...Object.keys(none)]);
    const parts = inPoints({ margin: 0.5, guard: 0.5 });
    assert.deepEqual(explainChange(parts, showing(1600), showing(1601)), { ...none, total: 1, margin: 1 });
  });

  test('A part that is exactly 0 stays 0, however many points are missing.', () => {
    const parts = inPoints({ result: 0.75 });
    const explained = explainChange(parts, showing(1600), showing(1603));
    assert.deepEqual(explained, { ...none, total: 3, result: 3 });
  });

  test('A player without matches starts from 1500.', () => {
    assert.equal(explainChange(inPoints({ result: 40 }), null, showing(1540)).total, 40);
  });

  test('If the score is clipped at 3000, points are taken away from the smallest remainders first.', () => {
    const parts = inPoints({ result: 10.25, margin: 5.75 });
    assert.deepEqual(explainChange(parts, showing(2999), showing(3015)), { ...none, total: 1, result: 3, margin: -2 });
    assert.deepEqual(explainChange(parts, showing(2998), showing(3014)), { ...none, total: 2, result: 3, margin: -1 });
  });

  test('If a loss leaves the score clipped at 0, the points add up to 0.', () => {
    const { total, ...points } = explainChange(
      inPoints({ result: -30.5, margin: -2.25 }),
      showing(-10),
      showing(-42.75),
    );
    assert.equal(total, 0);
    assert.equal(
      Object.values(points).reduce((sum, part) => sum + part, 0),
      0,
    );
  });

  test('If every part is 0, the result gets all points.', () => {
    assert.deepEqual(explainChange(none, showing(1600), showing(1601)), { ...none, total: 1, result: 1 });
  });

  test('No part is −0.', () => {
    const explained = explainChange(inPoints({ teammate: -0, margin: -0, result: 2 }), showing(1600), showing(1602));
    for (const [name, points] of Object.entries(explained)) assert.ok(!Object.is(points, -0), name);
  });
});

describe('The parts of a change', () => {
  test('The parts in logits add up to the change of what is shown.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const { after, parts } = rateMatch(match);
        for (const [slot, before] of statesBefore(match).entries()) {
          const change = (after[slot]?.shown ?? Number.NaN) - shownOf(before);
          const sum = changePartNames.reduce((total, name) => total + (parts[slot]?.[name] ?? Number.NaN), 0);
          assert.ok(Math.abs(change - sum) < 1e-12, `${change} is not ${sum}`);
        }
      }),
    );
  });

  test('Only newcomers have a placement, and only known players a guard.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const { parts } = rateMatch(match);
        for (const [slot, before] of statesBefore(match).entries()) {
          const { placement, guard } = parts[slot] ?? assert.fail();
          assert.equal(knownState(before) === null ? guard : placement, 0);
        }
      }),
    );
  });

  test('Whole points add up exactly to the change of the score.', () => {
    fc.assert(
      fc.property(aMatch, (match) => {
        const { after, parts } = rateMatch(match);
        for (const [slot, before] of statesBefore(match).entries()) {
          const state = after[slot] as RatingState;
          const { total, ...points } = explainChange(parts[slot] ?? assert.fail(), before, state);
          assert.equal(total, scoreOf(state) - scoreOf(before));
          assert.equal(
            Object.values(points).reduce((sum, part) => sum + part, 0),
            total,
          );
          assert.ok(Object.values(points).every((part) => Number.isInteger(part) && !Object.is(part, -0)));
        }
      }),
    );
  });
});
