import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { delayAfter, longPatience, readRetryAfter, shortPatience } from '../../src/cli/api/transport.ts';
import { fields, table } from '../../src/cli/print.ts';
import { printable } from '../../src/cli/terminal.ts';

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

describe('tables', () => {
  it('line columns up, numbers to the right, absent values as dashes', () => {
    assert.equal(
      table(
        ['name', 'score'],
        [
          ['Íñigo', 1500],
          ['Ana', 980],
          ['Tom', null],
        ],
      ),
      'name   score\nÍñigo   1500\nAna      980\nTom        –\n',
    );
    assert.equal(
      fields([
        ['id', 'x'],
        ['longer', null],
      ]),
      'id      x\nlonger  –\n',
    );
    assert.equal(table(['name'], []), 'Nothing to show.\n');
  });

  it('write counts in groups of three digits, and scores as they are', () => {
    assert.equal(
      table(
        ['score', 'matches'],
        [
          [1500, { count: 12_345 }],
          [980, { count: 7 }],
        ],
      ),
      'score  matches\n 1500   12,345\n  980        7\n',
    );
  });

  it('let no text from elsewhere move the cursor or turn the line around', () => {
    assert.equal(printable('a\u001b[2Jb\u0007\u202ec\n'), 'a\ufffd[2Jb\ufffd\ufffdc\ufffd');
    assert.ok(!table(['name'], [['\u001b[31m']]).includes('\u001b'));
  });
});
