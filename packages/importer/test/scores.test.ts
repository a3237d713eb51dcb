import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatScore, readScore, type SetGames, winnerByScore } from '../src/cells/score.ts';

const readable: [text: string, normal: string][] = [
  ['6-4 3-6 7-5', '6-4 3-6 7-5'],
  ['6-4, 3-6', '6-4 3-6'],
  ['6-4,3-6;7-5', '6-4 3-6 7-5'],
  ['6:4', '6-4'],
  ['6/4 6/3', '6-4 6-3'],
  ['6–4 3—6', '6-4 3-6'],
  ['6-4/3-6', '6-4 3-6'],
  ['6-4 / 3-6 / 10-8', '6-4 3-6 10-8'],
  ['6-4 | 3-6', '6-4 3-6'],
  ['6/4, 3/6 7/6(5)', '6-4 3-6 7-6'],
  ['6-4 3-6 (10-8)', '6-4 3-6 10-8'],
  ['6-4 3-6 [10/8]', '6-4 3-6 10-8'],
  ['6 - 4 3 - 6', '6-4 3-6'],
  ['7-6(5)', '7-6'],
  ['7-6 (5) 6-7(5-7) 6-1', '7-6 6-7 6-1'],
  ['6-4 3-6 [10-8]', '6-4 3-6 10-8'],
  ['6-4 3-6 10-8', '6-4 3-6 10-8'],
  ['6-4 3-6 1-0', '6-4 3-6 1-0'],
  ['6-4 3-6 1-0(7)', '6-4 3-6 10-7'],
  ['6:4 3:6 0:1 (9)', '6-4 3-6 9-11'],
  ['6-4 3-6 1-0 (13-11)', '6-4 3-6 13-11'],
  ['6-4 3-6 1-0 (10)', '6-4 3-6 1-0'],
  ['6-4 3-6 [1-0]', '6-4 3-6 1-0'],
  ['6-4 3-6 [7-3]', '6-4 3-6 1-0'],
  ['6-4 3-6 [7-9]', '6-4 3-6 0-1'],
  ['6-4 3-6 7-3', '6-4 3-6 7-3'],
  ['1-0(7)', '1-0'],
  ['21-11', '21-11'],
  ['  6-4\t3-6  ', '6-4 3-6'],
  ['06-04', '6-4'],
  ['', ''],
  ['   ', ''],
];

const unreadable = [
  '6',
  '6-',
  '-4',
  '6-4-3',
  '6/4/3/6',
  '6-43-6',
  '6-4 ret.',
  'W/O',
  '100-3',
  '6-4 3–',
  '04-jun',
  '6-4 (',
  '6.5-3',
  ', 6-4',
];

describe('A scoreline', () => {
  for (const [text, normal] of readable) {
    it(`“${text}” is read`, () => {
      const reading = readScore(text);
      assert.ok('value' in reading, JSON.stringify(reading));
      assert.equal(formatScore(reading.value), normal);
    });
  }

  for (const text of unreadable) {
    it(`“${text}” is rejected and quoted`, () => {
      const reading = readScore(text);
      assert.ok('fault' in reading, JSON.stringify(reading));
      assert.deepEqual(reading.fault, { code: 'fault.not_a_score', values: { text: text.trim() } });
    });
  }

  for (const text of [
    '[10-8]',
    '6-4 [10-8]',
    '6-4 3-6 [7-6]',
    '6-4 3-6 [6-4]',
    '8-6 3-8 [7-3]',
    '6-4 3-6 6-4 [10-8]',
    '21-11 11-21 [15-13]',
  ]) {
    it(`the match tie-break of “${text}” is rejected, because it would count as a set of games`, () => {
      const reading = readScore(text);
      assert.equal('fault' in reading && reading.fault.code, 'fault.not_a_match_tie_break');
    });
  }

  it('every written scoreline is read back', () => {
    const set = fc.record({ a: fc.nat(99), b: fc.nat(99) }, { noNullPrototype: true });
    fc.assert(
      fc.property(fc.array(set, { maxLength: 15 }), (sets) => {
        assert.deepEqual(readScore(formatScore(sets)), { value: sets });
      }),
    );
  });

  it('any text is read as sets or as a fault, without a crash', () => {
    const pieces = fc.array(fc.constantFrom('6', '4', '-', ':', '/', ' ', ',', '(', ')', '[', ']', '10', '–', 'x'), {
      maxLength: 30,
    });
    fc.assert(fc.property(pieces, (texts) => void readScore(texts.join(''))));
  });
});

describe('The winner by the score', () => {
  const cases: [text: string, winner: 'A' | 'B' | null][] = [
    ['6-4 6-3', 'A'],
    ['6-4 3-6 5-7', 'B'],
    ['6-4 3-6', 'B'],
    ['7-5 4-6', null],
    ['12-12', null],
    ['21-11', 'A'],
    ['7-5 4-6 10-8', 'A'],
    ['7-5 4-6 8-10', 'B'],
    ['7-5 4-6 0-1', 'B'],
    ['', null],
  ];
  for (const [text, winner] of cases) {
    it(`the winner of “${text}” is ${winner ?? 'unknown'}`, () => {
      const reading = readScore(text);
      assert.equal('value' in reading ? winnerByScore(reading.value) : 'unreadable', winner);
    });
  }

  it('swapping the sides swaps the winner', () => {
    const set = fc.record({ a: fc.nat(30), b: fc.nat(30) });
    const mirrored = (sets: SetGames[]) => sets.map(({ a, b }) => ({ a: b, b: a }));
    const opposite = { A: 'B', B: 'A' } as const;
    fc.assert(
      fc.property(fc.array(set, { maxLength: 6 }), (sets) => {
        const winner = winnerByScore(sets);
        assert.equal(winnerByScore(mirrored(sets)), winner && opposite[winner]);
      }),
    );
  });
});
