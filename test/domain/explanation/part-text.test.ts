import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PartFacts, partText } from '../../../src/domain/explanation/part-text.ts';

const facts: PartFacts = {
  result: 'won',
  winProbability: 0.42,
  expectedShare: 0.51,
  share: 0.57,
  unit: 'games',
  daysSince: 3,
};
const marginOf = (expectedShare: number, share: number, others: Partial<PartFacts> = {}): string =>
  partText('margin', 2, { ...facts, expectedShare, share, ...others });

describe('the sentence about a draw', () => {
  it('says whether level was more or less than expected', () => {
    const drawn = { ...facts, result: 'drew' as const };
    assert.equal(
      partText('result', -4, { ...drawn, winProbability: 0.58 }),
      'A draw. You were given 58 % to win, so level is less than expected.',
    );
    assert.equal(partText('result', 4, drawn), 'A draw. You were given 42 % to win, so level is more than expected.');
  });
});

describe('the sentence about a scoreline', () => {
  it('says what was expected and what was taken, in whole percentages', () => {
    assert.equal(marginOf(0.51, 0.57), 'The ratings pointed to 51 % of the games; you took 57 %.');
    assert.equal(
      marginOf(0.405, 0.33, { unit: 'points' }),
      'The ratings pointed to 41 % of the points; you took 33 %.',
    );
  });

  it('has a decimal more where whole percentages look alike', () => {
    assert.equal(marginOf(0.5462, 0.5454), 'The ratings pointed to 54.6 % of the games; you took 54.5 %.');
    assert.equal(marginOf(0.996, 1), 'The ratings pointed to 99.6 % of the games; you took 100.0 %.');
  });

  it('names one share where two of them look alike even so', () => {
    assert.equal(marginOf(0.5451, 0.5454), 'You took 54.5 % of the games, about what the ratings pointed to.');
  });

  it('says so where the result had already counted for more than the scoreline', () => {
    const lost = { ...facts, result: 'lost' as const, expectedShare: 0.53, share: 0.5 };
    assert.equal(
      partText('margin', -3, { ...facts, expectedShare: 0.45, share: 0.5 }),
      'The ratings pointed to 45 % of the games; you took 50 %. The win had already counted for more.',
    );
    assert.equal(
      partText('margin', 3, lost),
      'The ratings pointed to 53 % of the games; you took 50 %. The defeat had already counted for more.',
    );
    assert.equal(partText('margin', -3, lost), 'The ratings pointed to 53 % of the games; you took 50 %.');
  });

  it('never gives the same figure for both', () => {
    for (let expected = 0; expected <= 1000; expected++) {
      for (const distance of [0, 0.0004, 0.001, 0.004, 0.01]) {
        const [first, second] = marginOf(expected / 1000, expected / 1000 + distance).match(/[\d.]+ %/g) ?? [];
        assert.notEqual(first, second);
      }
    }
  });
});

describe('the sentence about a score that does not fall', () => {
  it('says what comes of it', () => {
    assert.equal(
      partText('protection', 1, facts),
      'You won, so your score does not fall. Your next gain is 1 point smaller.',
    );
    assert.equal(
      partText('protection', -4, facts),
      'Your score did not fall after an earlier win; these points make up for that.',
    );
  });
});
