import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FairQueue } from '../../../src/domain/intake/fair-queue.ts';

/** A queue of texts, each as heavy as it is long. */
const queueOf = (entries: readonly (readonly [string, string])[]): FairQueue<string> => {
  const queue = new FairQueue<string>((one) => one.length);
  for (const [owner, one] of entries) queue.push(owner, one);
  return queue;
};

const taken = (queue: FairQueue<string>, weight: number, isFree?: (owner: string) => boolean): string[] =>
  queue.take(weight, isFree).map(({ one }) => one);

describe('a fair queue', () => {
  it('takes one of each owner in turn, whoever came first and however much waits', () => {
    const queue = queueOf([...'aaaa'].map((one) => ['ana', one] as const));
    queue.push('bea', 'b');
    queue.push('cruz', 'c');
    assert.deepEqual(taken(queue, 4), ['a', 'b', 'c', 'a']);
    assert.deepEqual(taken(queue, 4), ['a', 'a']);
    assert.deepEqual(taken(queue, 4), []);
  });

  it('goes on with the turns where it stopped', () => {
    const queue = queueOf([
      ['ana', 'a'],
      ['ana', 'a'],
      ['bea', 'b'],
    ]);
    assert.deepEqual(taken(queue, 1), ['a']);
    assert.deepEqual(taken(queue, 1), ['b']);
    assert.deepEqual(taken(queue, 1), ['a']);
  });

  it('takes no more than a weight, but for one that is heavier by itself', () => {
    const queue = queueOf([
      ['ana', 'aaaaa'],
      ['bea', 'bb'],
      ['cruz', 'cc'],
    ]);
    assert.deepEqual(taken(queue, 3), ['aaaaa']);
    assert.deepEqual(taken(queue, 3), ['bb']);
    assert.deepEqual(taken(queue, 3), ['cc']);
  });

  it('leaves out whose turn it may not be now, and does not lose their turns', () => {
    const queue = queueOf([
      ['ana', 'a'],
      ['bea', 'b'],
      ['cruz', 'c'],
    ]);
    assert.deepEqual(
      taken(queue, 9, (owner) => owner !== 'ana'),
      ['b', 'c'],
    );
    assert.deepEqual(taken(queue, 9), ['a']);
  });

  it('knows how much waits, in all and of each', () => {
    const queue = queueOf([
      ['ana', 'aa'],
      ['bea', 'b'],
      ['ana', 'a'],
    ]);
    assert.deepEqual([queue.weight, queue.weightOf('ana'), queue.weightOf('bea'), queue.weightOf('eva')], [4, 3, 1, 0]);
    queue.take(2);
    assert.deepEqual([queue.weight, queue.weightOf('ana')], [2, 1]);
  });

  it('gives out everything once, each owner’s in the order of coming', () => {
    const anEntry = fc.tuple(fc.constantFrom('ana', 'bea', 'cruz'), fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(fc.array(anEntry), fc.integer({ min: 1, max: 8 }), (entries, weight) => {
        const queue = new FairQueue<{ owner: string; size: number; place: number }>((one) => one.size);
        for (const [place, [owner, size]] of entries.entries()) queue.push(owner, { owner, size, place });
        const taken: { owner: string; size: number; place: number }[] = [];
        for (let some = queue.take(weight); some.length > 0; some = queue.take(weight))
          taken.push(...some.map(({ one }) => one));
        assert.equal(queue.weight, 0);
        for (const owner of ['ana', 'bea', 'cruz']) {
          const places = (all: readonly { owner: string; place: number }[]): number[] =>
            all.filter((one) => one.owner === owner).map((one) => one.place);
          assert.deepEqual(places(taken), places(entries.map(([of], place) => ({ owner: of, place }))));
        }
        assert.equal(taken.length, entries.length);
      }),
    );
  });
});
