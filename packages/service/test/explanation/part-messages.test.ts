import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangePartName } from '@bandeja/rating';
import { type PartFacts, partMessage } from '../../src/explanation/part-messages.ts';
import type { Language } from '../../src/messages/languages.ts';

const facts: PartFacts = {
  result: 'won',
  winProbability: 0.42,
  expectedShare: 0.51,
  share: 0.57,
  unit: 'games',
  stated: null,
  scoreBefore: 1500,
  uncertaintyBefore: 288,
  isTeammateRated: true,
  teammateAbove: 0,
  moved: 0,
  held: 0,
};
const textOf = (code: ChangePartName, points: number, others: Partial<PartFacts> = {}): string =>
  partMessage('en', code, points, { ...facts, ...others }).text;
const marginOf = (expectedShare: number, share: number, others: Partial<PartFacts> = {}): string =>
  textOf('margin', share < expectedShare ? -2 : 2, { expectedShare, share, ...others });

describe('The sentence about a first match', () => {
  it('a first match’s sentence names the players whose ratings gave the start', () => {
    const byTeammate =
      'Your first match: your start was set by your teammate’s rating, and to a lesser extent by your opponents’.';
    assert.equal(textOf('placement', 144), byTeammate);
    assert.equal(textOf('placement', -20), byTeammate);
    assert.equal(
      textOf('placement', 30, { isTeammateRated: false }),
      'Your first match: your start was set by your opponents’ ratings.',
    );
  });
});

describe('The sentence about a first match with a starting level', () => {
  it('it has the level, the start among the four and its uncertainty', () => {
    const stated = { stated: { service_score: 1600, level: 3.5 }, scoreBefore: 1525, uncertaintyBefore: 162 };
    const inLanguage = (language: Language) => partMessage(language, 'placement', 13, { ...facts, ...stated });
    assert.deepEqual(inLanguage('en'), {
      text: 'You were entered as 3.5. With this teammate and these opponents you start at 1538, give or take 162.',
      values: { set_by: null, stated_service_score: 1600, stated_level: 3.5, service_score: 1538, uncertainty: 162 },
    });
    assert.match(inLanguage('es').text, /nivel de 3,5\..* 1538 puntos, con un margen de ±162\.$/);
    assert.match(inLanguage('pt').text, /nível 3,5\..* 1538 pontos, com uma margem de ±162\.$/);
  });
});

describe('The sentence about the teammate', () => {
  it('the teammate’s sentence has the direction of the teammate’s estimate', () => {
    const formatted = (points: number, teammateAbove: number) => textOf('teammate', points, { teammateAbove });
    assert.match(formatted(12, 0.4), /^You two chose to play .* level\. Your teammate’s was estimated higher\.$/);
    assert.match(formatted(-12, -0.4), /Your teammate’s was estimated lower\.$/);
  });
});

describe('The sentence about the result', () => {
  it('the result’s sentence has the chance before the match, never 0 % or 100 %', () => {
    assert.equal(textOf('result', 25), 'Your chance of winning was 42%, and you won.');
    assert.equal(textOf('result', -25, { result: 'lost' }), 'Your chance of winning was 42%, and you lost.');
    assert.equal(textOf('result', 90, { winProbability: 0.0031 }), 'Your chance of winning was 0.3%, and you won.');
    assert.equal(textOf('result', 1, { winProbability: 0.9962 }), 'Your chance of winning was 99.6%, and you won.');
  });

  it('the result’s sentence compares a draw with the expectation', () => {
    const drawn = (points: number, winProbability: number) =>
      textOf('result', points, { result: 'drew', winProbability });
    assert.equal(drawn(-4, 0.58), 'A draw. Your chance of winning was 58%, so a draw is worse than expected.');
    assert.equal(drawn(4, 0.42), 'A draw. Your chance of winning was 42%, so a draw is better than expected.');
    assert.equal(drawn(1, 0.504), 'A draw. Your chance of winning was 50%, so a draw is about what was expected.');
  });
});

describe('The sentence about a scoreline', () => {
  it('the scoreline’s sentence has the expected and the actual share in whole percentages', () => {
    assert.equal(marginOf(0.51, 0.57), 'The ratings pointed to 51% of the games; you took 57%.');
    assert.equal(marginOf(0.405, 0.33, { unit: 'points' }), 'The ratings pointed to 41% of the points; you took 33%.');
  });

  it('the scoreline’s sentence has a decimal if whole percentages are equal', () => {
    assert.equal(marginOf(0.5462, 0.5454), 'The ratings pointed to 54.6% of the games; you took 54.5%.');
    assert.equal(marginOf(0.996, 1), 'The ratings pointed to 99.6% of the games; you took 100.0%.');
  });

  it('the scoreline’s sentence has one share if two are equal even with a decimal', () => {
    assert.equal(marginOf(0.5451, 0.5454), 'You took 54.5% of the games, about what the ratings pointed to.');
  });

  it('the scoreline’s sentence explains that the result had counted for more', () => {
    const lost = { result: 'lost', expectedShare: 0.53, share: 0.5 } as const;
    assert.equal(
      textOf('margin', -3, { expectedShare: 0.45, share: 0.5 }),
      'The ratings pointed to 45% of the games; you took 50%. The result had already counted for more.',
    );
    assert.equal(
      textOf('margin', 3, lost),
      'The ratings pointed to 53% of the games; you took 50%. The result had already counted for more.',
    );
    assert.equal(textOf('margin', -3, lost), 'The ratings pointed to 53% of the games; you took 50%.');
  });

  it('the scoreline’s sentence has no expectation that contradicts the points', () => {
    assert.equal(
      textOf('margin', 3, { expectedShare: 0.668, share: 0.667 }),
      'You took 66.7% of the games, about what the ratings pointed to.',
    );
    assert.equal(
      textOf('margin', -4, { result: 'lost', expectedShare: 0.31, share: 0.32 }),
      'You took 32.0% of the games, about what the ratings pointed to.',
    );
  });

  it('the scoreline’s sentence never has the same figure twice', () => {
    for (let expected = 0; expected <= 1000; expected++) {
      for (const distance of [0, 0.0004, 0.001, 0.004, 0.01]) {
        const [first, second] = marginOf(expected / 1000, expected / 1000 + distance).match(/[\d.]+%/g) ?? [];
        assert.notEqual(first, second);
      }
    }
  });
});

describe('The sentence about a guard', () => {
  const won = { result: 'won', expectedShare: 0.7, share: 0.55, moved: -0.1, held: 0.1 } as const;
  const lost = { result: 'lost', expectedShare: 0.3, share: 0.45, moved: 0.1, held: -0.1 } as const;

  it('a close match explains why the score did not move against the result', () => {
    assert.equal(textOf('guard', 6, won), 'You won by less than expected; a win never lowers your score.');
    assert.equal(
      textOf('guard', -9, lost),
      'You lost by less than expected; a loss never raises your score. It counts for your next match.',
    );
  });

  it('no sentence says that a match was close if only the teammate moved the score', () => {
    const plainWin = 'You won; a win never lowers your score.';
    assert.equal(textOf('guard', 6, { ...won, moved: 0.1 }), plainWin);
    assert.equal(textOf('guard', 6, { ...won, share: 0.7 }), plainWin);
    assert.equal(textOf('guard', 6, { ...won, share: null, expectedShare: null }), plainWin);
    assert.equal(
      textOf('guard', -9, { ...lost, moved: -0.1 }),
      'You lost; a loss never raises your score. It counts for your next match.',
    );
  });

  it('points from before this match are carried over', () => {
    const carried = 'Carried over from your last match.';
    assert.equal(textOf('guard', -6, won), carried);
    assert.equal(textOf('guard', 9, lost), carried);
    assert.equal(textOf('guard', 9, { ...won, held: 0 }), carried);
    assert.equal(textOf('guard', -6, { ...lost, held: 0 }), carried);
    assert.equal(textOf('guard', 6, { ...won, result: 'drew', held: 0 }), carried);
  });
});

describe('A sentence', () => {
  it('a sentence comes with its values, rounded like responses', () => {
    const { text, values } = partMessage('es', 'margin', 3, { ...facts, expectedShare: 0.510_049, share: 4 / 7 });
    assert.equal(text, 'Según las puntuaciones os correspondía el 51\u00A0% de los juegos; ganasteis el 57\u00A0%.');
    assert.deepEqual(values, { unit: 'games', expected_share: 0.51, share: 0.5714, result_counted: 'as_usual' });
  });

  it('the values of a code always have the same fields, null if unused', () => {
    const valuesOf = (code: ChangePartName, points: number, others: Partial<PartFacts> = {}) =>
      partMessage('en', code, points, { ...facts, ...others }).values;
    assert.deepEqual(valuesOf('result', 2), { result: 'won', win_probability: 0.42, draw_was: null });
    assert.deepEqual(valuesOf('result', -4, { result: 'drew', winProbability: 0.58 }), {
      result: 'drew',
      win_probability: 0.58,
      draw_was: 'less',
    });
    assert.deepEqual(valuesOf('margin', 2, { expectedShare: 0.5451, share: 0.5454 }), {
      unit: 'games',
      expected_share: null,
      share: 0.5454,
      result_counted: 'as_usual',
    });
    assert.deepEqual(valuesOf('guard', 3, { held: 0.1 }), { guarded: 'win' });
    assert.deepEqual(valuesOf('guard', -3), { guarded: 'earlier' });
  });
});
