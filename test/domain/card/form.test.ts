import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formOf } from '../../../src/domain/card/form.ts';

/** Results as they are spoken, newest first. */
const wonOf = (results: string): boolean[] => [...results].map((one) => one === 'W');
const labelOf = (results: string): string => formOf(wonOf(results), 1).label;

describe('the form of a player', () => {
  it('shows the newest ten results, newest first', () => {
    assert.deepEqual(formOf(wonOf('WLLWWWWWWLWW'), 1).results, [...'WLLWWWWWWL']);
  });

  it('is new below three matches, whatever they brought', () => {
    for (const results of ['', 'W', 'L', 'WW', 'LL']) assert.equal(labelOf(results), 'new', results);
  });

  it('is hot from 70 % on and cold down to 30 %, both included', () => {
    const labels = {
      WWW: 'hot',
      WWL: 'steady',
      WLL: 'steady',
      LLL: 'cold',
      WWWL: 'hot',
      WWLL: 'steady',
      WLLL: 'cold',
      WWWWWWWLLL: 'hot',
      WWWWWWLLLL: 'steady',
      WWWWLLLLLL: 'steady',
      WWWLLLLLLL: 'cold',
    };
    for (const [results, label] of Object.entries(labels)) assert.equal(labelOf(results), label, results);
  });

  it('judges the newest ten only', () => {
    assert.equal(labelOf(`${'W'.repeat(10)}${'L'.repeat(40)}`), 'hot');
  });

  it('has the streak that it is given, in the newest result', () => {
    assert.deepEqual(formOf(wonOf('LLW'), 2).streak, { result: 'L', length: 2 });
    assert.deepEqual(formOf(wonOf('WWW'), 61).streak, { result: 'W', length: 61 });
    assert.equal(formOf([], 0).streak, null);
  });
});
