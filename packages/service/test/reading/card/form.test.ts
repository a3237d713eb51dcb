import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formOf } from '../../../src/reading/card/card.ts';

/** Results as they are spoken, newest first. */
const wonOf = (results: string) => [...results].map((one) => ({ won: one === 'D' ? null : one === 'W' }));
const labelOf = (results: string): string => formOf(wonOf(results)).label;

describe('the form of a player', () => {
  it('shows the newest ten results, newest first', () => {
    assert.deepEqual(formOf(wonOf('WLLWWWWWWLWW')).results, [...'WLLWWWWWWL']);
  });

  it('is new below three matches, whatever they brought', () => {
    for (const results of ['', 'W', 'L', 'WW', 'LL']) assert.equal(labelOf(results), 'new', results);
  });

  it('is hot from 70 % on and cold down to 30 %, both included', () => {
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

  it('is mixed where the newest two results or more run against all ten', () => {
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

  it('is mixed where fewer than three of ten are decided, and where the newest two results are draws', () => {
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

  it('judges the newest ten only', () => {
    assert.equal(labelOf(`${'W'.repeat(10)}${'L'.repeat(40)}`), 'hot');
  });

  it('has the streak of the newest result, over all matches', () => {
    assert.deepEqual(formOf(wonOf('LLW')).streak, { result: 'L', length: 2 });
    assert.deepEqual(formOf(wonOf(`${'W'.repeat(61)}L`)).streak, { result: 'W', length: 61 });
    assert.deepEqual(formOf(wonOf('W'.repeat(3))).streak, { result: 'W', length: 3 });
    assert.equal(formOf([]).streak, null);
  });
});
