import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Turns } from '../../../src/domain/settlement/turns.ts';

/** Work that goes on until it is told to end, and a note of the order in which it began. */
function works() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async (): Promise<string> => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    return name;
  };
  const endFirst = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun, work, endFirst };
}

describe('Turns', () => {
  it('lets two of one partner work at once, and the others of that partner in the order in which they came', async () => {
    const { begun, work, endFirst } = works();
    const turns = new Turns();
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => turns.take(['a'], work(name)));
    await new Promise(setImmediate);
    assert.deepEqual(begun, ['a1', 'a2']);
    await endFirst();
    assert.deepEqual(begun, ['a1', 'a2', 'a3']);
    while (begun.length < 4) await endFirst();
    for (let left = 3; left > 0; left--) await endFirst();
    assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'a4']);
  });

  it('does not let a partner who has to wait hold up those behind it', async () => {
    const { begun, work } = works();
    const turns = new Turns();
    for (const name of ['a1', 'a2', 'a3']) void turns.take(['a'], work(name));
    void turns.take(['b'], work('b1'));
    await new Promise(setImmediate);
    assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  });

  it('lets four work at once', async () => {
    const { begun, work, endFirst } = works();
    const turns = new Turns();
    for (const partner of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) void turns.take([partner], work(partner));
    await new Promise(setImmediate);
    assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
    await endFirst();
    assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'e']);
  });

  it('gives the turn on when work fails', async () => {
    const turns = new Turns();
    const fail = (): Promise<never> => Promise.reject(new Error('it failed'));
    for (let times = 0; times < 7; times++) await assert.rejects(turns.take(['a'], fail), /it failed/);
    assert.equal(await turns.take(['a'], async () => 'done'), 'done');
  });
});
