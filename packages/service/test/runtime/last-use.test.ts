import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordUse } from '../../src/runtime/last-use.ts';

describe('the use of a credential', () => {
  test('is recorded the first time, and then once a minute', async () => {
    let touched = 0;
    const touch = async () => {
      touched += 1;
    };
    const at = (lastUsedAt: number | null, now: number) => recordUse(lastUsedAt, now, touch);
    assert.deepEqual([await at(null, 0), await at(0, 59_999), await at(0, 60_000)], [true, false, true]);
    assert.equal(touched, 2);
  });

  test('does not fail the request if it cannot be recorded, as with a full disk', async () => {
    assert.equal(await recordUse(null, 0, () => Promise.reject(new Error('disk full'))), false);
  });
});
