import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formOf } from '../../src/card/card.ts';

/** Results as letters, newest first. */
const wonOf = (results: string) => [...results].map((one) => ({ won: one === 'D' ? null : one === 'W' }));
const labelOf = (results: string): string => formOf(wonOf(results), 1).label;

describe('The form of a player', () => {
  it('the form shows the newest ten results, newest first', () => {
    assert.deepEqual(formOf(wonOf('WLLWWWWWWLWW'), 1).results, [...'WLLWWWWWWL']);
  });

  it('the form is new below three matches, for any results', () => {
    for (const results of ['', 'W', 'L', 'WW', 'LL']) assert.equal(labelOf(results), 'new', results);
  });

  it('the form is hot from 70 % and cold up to 30 %, both inclusive', () => {
    const labels = {
      WWW: 'hot',
      WWL: 'mixed',
      WLL: 'mixed',
      LLL: 'cold',
      WWWL: 'hot',
      WWLL: 'mixed',
      WLLL: 'cold',
      LWLLL: 'cold',
      WWWWWWWLLL: 'hot',
      WWWWWWLLLL: 'mixed',
      WWWWLLLLLL: 'mixed',
      LWWWLLLLLL: 'cold',
    };
    for (const [results, label] of Object.entries(labels)) assert.equal(labelOf(results), label, results);
  });

  it('the form is mixed if at least the newest two results contradict all ten', () => {
    const labels = {
      LWWWWWWWLL: 'hot',
      LLWWWWWWWW: 'mixed',
      LLLWWWWWWW: 'mixed',
      WLLLLLLLWW: 'cold',
      WWLLLLLLLL: 'mixed',
      WWWLLLLLLL: 'mixed',
    };
    for (const [results, label] of Object.entries(labels)) assert.equal(labelOf(results), label, results);
  });

  it('the form is mixed with fewer than three decided results, or if the newest two are draws', () => {
    const labels = {
      WDDDDDDDDD: 'mixed',
      DDD: 'mixed',
      LDLDDDDDDD: 'mixed',
      WDWDDDDDDW: 'hot',
      LDLDDDDDDL: 'cold',
      DDDWWWWWWW: 'mixed',
      DDLLLLLLLL: 'mixed',
      DWWWWWWWWW: 'hot',
      DLWWWWWWWW: 'hot',
    };
    for (const [results, label] of Object.entries(labels)) assert.equal(labelOf(results), label, results);
  });

  it('the form depends only on the newest ten results', () => {
    assert.equal(labelOf(`${'W'.repeat(10)}${'L'.repeat(40)}`), 'hot');
  });

  it('the form has a streak of the newest result', () => {
    assert.deepEqual(formOf(wonOf('LLW'), 2).streak, { result: 'L', length: 2 });
    assert.deepEqual(formOf(wonOf('DLW'), 1).streak, { result: 'D', length: 1 });
    assert.equal(formOf([], 0).streak, null);
  });
});
