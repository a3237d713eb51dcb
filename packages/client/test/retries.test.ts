import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exponentialBackoff, readRetryAfter } from '../src/retries.ts';

describe('The wait between attempts', () => {
  const failed = (attempt: number, retryAfterMs: number | null = null) => ({
    attempt,
    retryAfterMs,
    hasAnswered: true,
  });
  const longest = exponentialBackoff({ retries: 9, random: () => 0 });

  it('the wait doubles up to its maximum, and the number of attempts is limited', () => {
    const waits = Array.from({ length: 10 }, (_, index) => longest(failed(index + 1)));
    assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, null]);
  });

  it('the wait is randomly shortened by up to a quarter', () => {
    const shortest = exponentialBackoff({ retries: 9, random: () => 1 });
    assert.deepEqual([shortest(failed(1)), shortest(failed(9))], [188, 11_250]);
  });

  it('the wait is at least the service’s Retry-After, unless that is too long', () => {
    assert.equal(longest(failed(1, 3000)), 3000);
    assert.equal(longest(failed(3, 1)), 1000);
    assert.equal(longest(failed(1, 3_600_000)), null);
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
    it(`Retry-After ${header} is parsed`, () => assert.equal(readRetryAfter(header, now), ms));
  }
});
