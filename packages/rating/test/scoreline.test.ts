import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  isMatchTieBreak,
  lengthOf,
  type Scoring,
  type SetScore,
  scoringOf,
  targetOf,
  type Units,
  unitsOf,
} from '../src/index.ts';
import { aScoreline } from './arbitraries.ts';

const mirrored = (sets: readonly SetScore[]): SetScore[] => sets.map(([a, b]) => [b, a]);
const games = (won: number, lost: number): Units => ({ won, lost, std: 20 });
const points = (won: number, lost: number): Units => ({ won, lost, std: 120 });

/** `6-4 4-6 10-7` as sets, in the order of play. */
function setsOf(scoreline: string): SetScore[] {
  return scoreline.split(' ').flatMap((set): SetScore[] => {
    const [won, lost] = set.split('-');
    return won === undefined || lost === undefined ? [] : [[Number(won), Number(lost)]];
  });
}

type Row = readonly [title: string, scoreline: string, scoring: Scoring | null, units: Units | null, length: number];

const inferred: readonly Row[] = [
  ['no scoreline, like a retired match', '', null, null, 1],
  ['two sets', '6-4 7-5', 'games', games(13, 9), 1],
  ['two bagels, as long as any best of three', '6-0 6-0', 'games', games(12, 0), 1],
  ['three sets', '6-7 7-6 7-6', 'games', games(20, 19), 1],
  ['three sets, the winners with fewer games', '7-6 0-6 7-6', 'games', games(14, 18), 1],
  ['best of five', '6-7 7-6 4-6 7-6 7-2', 'games', games(31, 27), 1],
  ['one set to six', '6-4', 'games', games(6, 4), 0.5],
  ['one set of 7–6', '7-6', 'games', games(7, 6), 0.5],
  ['a pro set of 8–5', '8-5', 'games', games(8, 5), (8 / 6) * 0.5],
  ['a pro set of 9–7', '9-7', 'games', games(9, 7), (8 / 6) * 0.5],
  ['one short set', '4-2', 'games', games(4, 2), (4 / 6) * 0.5],
  ['two short sets', '4-2 4-1', 'games', games(8, 3), 4 / 6],
  ['short sets with a match tie-break', '4-2 3-5 10-6', 'games', games(8, 7), 4 / 6],
  ['a match tie-break', '6-4 4-6 10-7', 'games', games(11, 10), 1],
  ['a match tie-break that the winners of the match lost', '6-4 6-4 8-10', 'games', games(12, 9), 1],
  ['a match tie-break that went on', '7-6 6-7 15-13', 'games', games(14, 13), 1],
  ['a level match tie-break, which counts as a game for neither team', '6-4 4-6 10-10', 'games', games(10, 10), 1],
  ['a long third set after a pro set', '9-7 4-6 10-8', 'games', games(23, 21), 1],
  ['a long second set', '6-4 10-8', 'games', games(16, 12), 1],
  ['a long third set of four', '6-4 4-6 12-10 6-0', 'games', games(28, 20), 1],
  ['a set of nothing', '0-0', 'games', null, 1],
  ['americano to 24', '16-8', 'points', points(16, 8), 0.2],
  ['americano to 32', '21-11', 'points', points(21, 11), 32 / 120],
  ['americano that the winners lost', '10-14', 'points', points(10, 14), 0.2],
  ['rounds of points, the later ones short', '11-9 3-2 10-4', 'points', points(24, 15), 39 / 120],
  ['points beyond a standard match', '99-61', 'points', points(99, 61), 1],
];

/** Scorelines whose submitted scoring differs from the guessed one. */
const submitted: readonly Row[] = [
  ['few points', '5-3', 'points', points(5, 3), 8 / 120],
  ['points that look like a match tie-break', '6-4 4-6 10-7', 'points', points(20, 17), 37 / 120],
  ['no points', '0-0', 'points', null, 1],
  ['a long first set of games', '11-9', 'games', games(11, 9), (8 / 6) * 0.5],
  ['a long first set of three', '10-8 4-6 10-7', 'games', games(24, 21), 1],
];

describe('A scoreline gives its units and the length of its format', () => {
  for (const [title, scoreline, scoring, units, length] of inferred) {
    test(`${title}: ${scoreline || 'none'}`, () => {
      const sets = setsOf(scoreline);
      assert.equal(scoringOf(sets), scoring);
      assert.deepEqual(unitsOf(sets, scoring), units);
      assert.equal(lengthOf(sets, scoring), length);
    });
  }

  for (const [title, scoreline, scoring, units, length] of submitted) {
    test(`${title}, submitted as ${scoring}: ${scoreline}`, () => {
      const sets = setsOf(scoreline);
      assert.notEqual(scoringOf(sets), scoring);
      assert.deepEqual(unitsOf(sets, scoring), units);
      assert.equal(lengthOf(sets, scoring), length);
    });
  }

  test('Seen from the other side, a scoreline has the same length and swapped units.', () => {
    fc.assert(
      fc.property(aScoreline, (sets) => {
        const scoring = scoringOf(sets);
        const units = unitsOf(sets, scoring);
        assert.equal(scoringOf(mirrored(sets)), scoring);
        assert.equal(lengthOf(mirrored(sets), scoring), lengthOf(sets, scoring));
        const other = units === null ? null : { ...units, won: units.lost, lost: units.won };
        assert.deepEqual(unitsOf(mirrored(sets), scoring), other);
      }),
    );
  });

  test('A length is above 0 and at most 1.', () => {
    fc.assert(
      fc.property(aScoreline, fc.constantFrom<Scoring>('games', 'points'), (sets, scoring) => {
        const length = lengthOf(sets, scoring);
        assert.ok(length > 0 && length <= 1);
      }),
    );
  });
});

test('If a side has 10 or more in the first set, the scoring is points, else games: all 144 sets to 11.', () => {
  for (let won = 0; won <= 11; won += 1) {
    for (let lost = 0; lost <= 11; lost += 1) {
      assert.equal(scoringOf([[won, lost]]), won >= 10 || lost >= 10 ? 'points' : 'games');
    }
  }
});

test('The target of a set follows from its larger number: all 121 sets to 10.', () => {
  const targets = [4, 4, 4, 4, 4, 4, 6, 6, 8, 8, 8];
  for (let won = 0; won <= 10; won += 1) {
    for (let lost = 0; lost <= 10; lost += 1) assert.equal(targetOf([won, lost]), targets[Math.max(won, lost)]);
  }
});

describe('A match tie-break is the third of three sets, to 10 or more or 1–0, after two of at most 7', () => {
  const yes = ['6-4 4-6 10-8', '7-6 6-7 12-14', '4-2 2-4 10-0', '6-4 4-6 1-0'];
  const no = [
    '',
    '10-8',
    '6-4 10-8',
    '6-4 4-6 9-7',
    '6-4 4-6 1-1',
    '8-6 6-8 1-0',
    '6-4 1-0',
    '8-6 4-6 10-8',
    '6-4 6-8 10-8',
    '6-4 4-6 10-8 6-4',
    '10-8 4-6 10-8',
  ];

  for (const scoreline of yes) {
    const sets = setsOf(scoreline);

    test(`${scoreline} has one`, () => {
      assert.equal(isMatchTieBreak(sets), true);
      assert.equal(isMatchTieBreak(mirrored(sets), 'games'), true);
    });

    test(`${scoreline} in points has none`, () => {
      assert.equal(isMatchTieBreak(sets, 'points'), false);
      assert.equal(isMatchTieBreak(sets, null), false);
    });
  }

  for (const scoreline of no) {
    test(`${scoreline || 'no scoreline'} has none`, () => {
      const sets = setsOf(scoreline);
      assert.equal(isMatchTieBreak(sets), false);
      assert.equal(isMatchTieBreak(sets, 'games'), false);
    });
  }
});
