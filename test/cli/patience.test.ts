import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { delayAfter, longPatience, readRetryAfter, shortPatience } from '../../src/cli/api/transport.ts';

describe('patience', () => {
  it('doubles the wait up to its longest, then gives up', () => {
    const waits = Array.from({ length: 10 }, (_, index) => delayAfter(index + 1, null, longPatience));
    assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, null]);
  });

  it('does not try a person’s own', () => {
    const waits = [1, 2, 3].map((attempt) => delayAfter(attempt, null, shortPatience));
    assert.deepEqual(waits, [150, 300, null]);
  });

  it('waits at least as long as the service asks, unless that is too long', () => {
    assert.equal(delayAfter(1, 3000, longPatience), 3000);
    assert.equal(delayAfter(3, 1, longPatience), 1000);
    assert.equal(delayAfter(1, 3_600_000, longPatience), null);
  });

  const now = Date.UTC(2026, 4, 1, 12, 0, 0);
  const headers: [header: string | null, ms: number | null][] = [
    [null, null],
    ['0', 0],
    ['7', 7000],
    ['Fri, 01 May 2026 12:00:09 GMT', 9000],
    ['Fri, 01 May 2026 11:00:00 GMT', 0],
    ['soon', null],
  ];
  for (const [header, ms] of headers) {
    it(`reads Retry-After ${header}`, () => assert.equal(readRetryAfter(header, now), ms));
  }
});
