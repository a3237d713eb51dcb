import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoize } from '../../src/runtime/memoize.ts';

describe('memoize', () => {
  it('caches the first result and calls again only after a failure', async () => {
    let calls = 0;
    const made = memoize(async () => {
      calls += 1;
      if (calls === 1) throw new Error('the file cannot be read');
      return calls;
    });
    await assert.rejects(made(), /cannot be read/);
    assert.deepEqual([await made(), await made(), calls], [2, 2, 2]);
  });
});
