import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { formatInstant, parseInstant } from '../src/instant.ts';

const DAY_MS = 86_400_000;
const inRange = fc.integer({ min: Date.UTC(1, 0, 2), max: Date.UTC(9999, 11, 30) });

describe('parseInstant', () => {
  const taken: readonly (readonly [string, string])[] = [
    ['2026-05-01T19:10:00Z', '2026-05-01T19:10:00.000Z'],
    ['2026-05-01T19:10:00.1Z', '2026-05-01T19:10:00.100Z'],
    ['2026-05-01T19:10:00.123Z', '2026-05-01T19:10:00.123Z'],
    ['2026-05-01T19:10:00.123999999Z', '2026-05-01T19:10:00.123Z'],
    ['2026-05-01T19:10:00.000000000Z', '2026-05-01T19:10:00.000Z'],
    ['2026-05-01T21:10:00+02:00', '2026-05-01T19:10:00.000Z'],
    ['2026-05-01T00:10:00-19:00', '2026-05-01T19:10:00.000Z'],
    ['2026-05-01T19:10:00+00:00', '2026-05-01T19:10:00.000Z'],
    ['2026-05-02T00:55:00+05:45', '2026-05-01T19:10:00.000Z'],
    ['2026-01-01T00:30:00+23:59', '2025-12-31T00:31:00.000Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['0050-06-15T12:00:00Z', '0050-06-15T12:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ];
  for (const [text, instant] of taken) {
    test(`${text} is ${instant}`, () => {
      const ms = parseInstant(text);
      assert.equal(ms === null ? null : formatInstant(ms), instant);
    });
  }

  const refused = [
    '',
    '2026-05-01',
    '2026-05-01T19:10Z',
    '2026-05-01T19:10:00',
    '2026-05-01t19:10:00Z',
    '2026-05-01T19:10:00z',
    '2026-05-01 19:10:00Z',
    ' 2026-05-01T19:10:00Z',
    '2026-05-01T19:10:00Z ',
    '2026-05-01T19:10:00Z\n',
    '2026-05-01T19:10:00.Z',
    '2026-05-01T19:10:00,5Z',
    '2026-05-01T19:10:00.1234567890Z',
    '2026-05-01T19:10:60Z',
    '2016-12-31T23:59:60Z',
    '2026-05-01T19:60:00Z',
    '2026-05-01T24:00:00Z',
    '2026-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-05-00T00:00:00Z',
    '2026-05-32T00:00:00Z',
    '2026-05-01T19:10:00-00:00',
    '2026-05-01T19:10:00+24:00',
    '2026-05-01T19:10:00+02:60',
    '2026-05-01T19:10:00+0200',
    '2026-05-01T19:10:00+02',
    '2026-05-01T19:10:00 +02:00',
    '+2026-05-01T19:10:00Z',
    '12026-05-01T19:10:00Z',
    '26-05-01T19:10:00Z',
    '2026-5-1T19:10:00Z',
    '２０２６-05-01T19:10:00Z',
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '1777662600000',
  ];
  for (const text of refused) {
    test(`${JSON.stringify(text)} is rejected`, () => assert.equal(parseInstant(text), null));
  }

  test('a formatted timestamp is parsed to the same value', () => {
    fc.assert(fc.property(inRange, (ms) => parseInstant(formatInstant(ms)) === ms));
  });

  test('the same moment in another zone is parsed to the same value', () => {
    fc.assert(
      fc.property(inRange, fc.integer({ min: -1439, max: 1439 }), (ms, minutes) => {
        fc.pre(minutes !== 0);
        const local = formatInstant(ms + minutes * 60_000).slice(0, -1);
        const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
        const zone = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
        return parseInstant(local + zone) === ms;
      }),
    );
  });

  test('decimals past the third are truncated, never rounded', () => {
    fc.assert(
      fc.property(inRange, fc.stringMatching(/^[0-9]{1,6}$/), (ms, more) => {
        return parseInstant(`${formatInstant(ms).slice(0, -1)}${more}Z`) === ms;
      }),
    );
  });

  test('a day is accepted exactly if it exists', () => {
    for (const year of [1900, 2000, 2024, 2026, 2100]) {
      const days = new Set<string>();
      for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += DAY_MS)
        days.add(formatInstant(ms).slice(0, 10));
      for (let month = 0; month <= 13; month += 1) {
        for (let day = 0; day <= 32; day += 1) {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          assert.equal(parseInstant(`${text}T12:00:00Z`) !== null, days.has(text), text);
        }
      }
    }
  });

  test('any text is parsed to whole milliseconds or null', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = parseInstant(text);
        return ms === null || Number.isSafeInteger(ms);
      }),
    );
  });
});
