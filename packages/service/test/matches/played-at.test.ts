import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aMatch } from '../support/matches.ts';
import { faultsIn, submissionOf } from './reading.ts';

/** Text, instant in UTC. In these tests the server's clock shows 22:00:00 on 1 May 2026. */
const taken: readonly (readonly [text: string, instant: number])[] = [
  ['1970-01-01T00:00:00Z', 0],
  ['1970-01-01T02:00:00+02:00', 0],
  ['1969-12-31T23:30:00.001-00:30', 1],
  ['2024-02-29T12:00:00Z', Date.UTC(2024, 1, 29, 12)],
  ['2026-05-01T19:10:00Z', Date.UTC(2026, 4, 1, 19, 10)],
  ['2026-05-01T19:10:59.5Z', Date.UTC(2026, 4, 1, 19, 10, 59, 500)],
  ['2026-05-01T22:05:00Z', Date.UTC(2026, 4, 1, 22, 5)],
  ['2026-05-01T22:05:00.000999999Z', Date.UTC(2026, 4, 1, 22, 5)],
];

const refused: Readonly<Record<string, readonly string[]>> = {
  // `parseInstant` has its own tests of every form.
  bad_format: ['', '2026-05-01', '2026-05-01T19:10:00', '2026-02-29T12:00:00Z'],
  out_of_range: [
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00+00:01',
    '0001-01-01T00:00:00Z',
    '0000-02-29T00:00:00Z',
  ],
  played_at_in_future: [
    '2026-05-01T22:05:00.001Z',
    '2026-05-02T00:05:01+02:00',
    '2027-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
  ],
};

describe('The instant of a match', () => {
  for (const [text, instant] of taken) {
    test(`${text} is taken, to the millisecond`, () => {
      assert.equal(submissionOf(aMatch({ played_at: text })).played_at, instant);
    });
  }

  for (const [code, texts] of Object.entries(refused)) {
    for (const text of texts) {
      test(`${JSON.stringify(text)} is refused as ${code}`, () => {
        assert.deepEqual(faultsIn(aMatch({ played_at: text })), [`/played_at ${code}`]);
      });
    }
  }
});
