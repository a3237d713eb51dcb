import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatMessage, formatText } from '../../src/messages/format.ts';
import { numberFormatter } from '../../src/messages/numbers.ts';

describe('A sentence', () => {
  test('a sentence is formatted in three languages with their number formats', () => {
    const values = { result: 'won', win_probability: 0.0042 } as const;
    assert.equal(formatText('en', 'explanation.result', values), 'Your chance of winning was 0.4%, and you won.');
    assert.equal(formatText('es', 'explanation.result', values), 'Tenías un 0,4\u00A0% de opciones de ganar; ganaste.');
    assert.equal(formatText('pt', 'explanation.result', values), 'Tinha 0,4% de hipóteses de ganhar; ganhou.');
  });

  test('a sentence uses the plural rules of its language: in Portugal 0 is plural', () => {
    assert.equal(formatText('pt', 'card.matches', { matches: 0 }), '0 encontros');
    assert.equal(formatText('pt', 'card.matches', { matches: 1 }), '1 encontro');
    assert.equal(formatText('es', 'card.matches', { matches: 3 }), '3 partidos');
  });

  test('a formatted sentence comes with its values', () => {
    const formatted = formatMessage('en', 'card.matches', { matches: 1 });
    assert.deepEqual(formatted, { text: '1 match', values: { matches: 1 } });
  });
});

describe('A number in a sentence', () => {
  const write = (value: number, style?: Parameters<typeof numberFormatter>[1]) =>
    ['en-GB', 'es-ES', 'pt-PT'].map((locale) => numberFormatter(locale, style).format(value));

  test('digits are grouped by the rules of the language, except in scores', () => {
    assert.deepEqual(write(1955), ['1,955', '1955', '1955']);
    assert.deepEqual(write(1955, 'score'), ['1955', '1955', '1955']);
    assert.deepEqual(write(12_000), ['12,000', '12.000', '12\u00A0000']);
  });

  test('a change has its sign, with a minus as wide as the plus', () => {
    assert.deepEqual(write(24, 'signed'), ['+24', '+24', '+24']);
    assert.deepEqual(write(-1024, 'signed'), ['−1024', '−1024', '−1024']);
    assert.deepEqual(write(0, 'signed'), ['0', '0', '0']);
  });

  test('an expected number has no decimals from 10 on', () => {
    assert.deepEqual(
      [0.34, 7.34, 9.96, 10.4, 192.4].map((value) => write(value, 'about')[1]),
      ['0,3', '7,3', '10', '10', '192'],
    );
  });

  test('a chance is never 0 % or 100 %', () => {
    assert.deepEqual(
      [0, 0.0003, 0.003, 0.42, 0.5049, 0.996, 0.9996, 1].map((value) => write(value, 'chance')[0]),
      ['0.1%', '0.1%', '0.3%', '42%', '50%', '99.6%', '99.9%', '99.9%'],
    );
  });
});
