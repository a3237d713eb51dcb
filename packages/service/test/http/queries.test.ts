import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drillApp, faultsShown, goodKey } from './support.ts';

const get = (t: Parameters<typeof drillApp>[0], query: string) =>
  drillApp(t).inject({ url: `/v1/drills${query}`, headers: goodKey });

describe('a query that is taken', () => {
  const rows: readonly (readonly [string, string, Record<string, unknown>])[] = [
    ['defaults stand where nothing is sent', '', { limit: 3, offset: 0 }],
    ['an empty query is none', '?', { limit: 3, offset: 0 }],
    ['integers are read as such', '?limit=5&offset=0', { limit: 5, offset: 0 }],
    ['booleans are read as such', '?all=true', { limit: 3, offset: 0, all: true }],
    ['false is not true', '?all=false', { limit: 3, offset: 0, all: false }],
    [
      'an instant is read to milliseconds',
      '?since=2026-05-01T19:10:00.1239Z',
      { limit: 3, offset: 0, since: 1777662600123 },
    ],
    ['an offset is sent escaped', '?since=2026-05-01T21:10:00%2B02:00', { limit: 3, offset: 0, since: 1777662600000 }],
    ['a plus is a space', '?q=a+b', { limit: 3, offset: 0, q: 'a b' }],
    ['an escaped plus is a plus', '?q=a%2Bb', { limit: 3, offset: 0, q: 'a+b' }],
    ['names may be escaped too', '?%71=ab', { limit: 3, offset: 0, q: 'ab' }],
    ['text is UTF-8', '?q=%C3%A1%F0%9F%8E%BE', { limit: 3, offset: 0, q: 'á🎾' }],
    ['a value may hold an equals sign', '?q=a=b', { limit: 3, offset: 0, q: 'a=b' }],
    ['text is not trimmed', '?q=%20a%20', { limit: 3, offset: 0, q: ' a ' }],
  ];
  for (const [name, query, expected] of rows) {
    test(name, async (t) => {
      const response = await get(t, query);
      assert.equal(response.statusCode, 200);
      assert.deepEqual(response.json().received, expected);
    });
  }
});

describe('400 invalid_query', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a name of Object.prototype',
      '?__proto__=1&constructor=2',
      ['__proto__ unknown_field', 'constructor unknown_field'],
    ],
    ['a parameter without a name', '?=3', [' unknown_field']],
    ['a parameter repeated under an escape', '?limit=3&%6Cimit=3', ['limit repeated']],
    ['an unknown parameter repeated is one fault', '?x=1&x=2', ['x unknown_field']],
    ['an integer past what a double holds', '?limit=99999999999999999999', ['limit out_of_range']],
    ...['3%20', '٣', 'Infinity', 'NaN'].map(
      (text) =>
        [
          `the limit ${JSON.stringify(text)}`,
          `?limit=${encodeURIComponent(decodeURIComponent(text))}`,
          ['limit wrong_type'],
        ] as const,
    ),
    ['a parameter without a value', '?limit', ['limit wrong_type']],
    ['an offset whose plus became a space', '?since=2026-05-01T21:10:00+02:00', ['since bad_format']],
    [
      'everything at once, one entry a parameter',
      '?limit=0&q=a&x=1&side=up&side=up',
      ['limit out_of_range', 'q out_of_range', 'x unknown_field', 'side repeated'],
    ],
  ];
  for (const [name, query, expected] of rows) {
    test(name, async (t) => {
      const response = await get(t, query);
      assert.deepEqual([response.statusCode, response.json().code], [400, 'invalid_query']);
      assert.deepEqual(faultsShown(response), expected);
    });
  }

  test('a plus that became a space is explained', async (t) => {
    const [fault] = (await get(t, '?since=2026-05-01T21:10:00+02:00')).json().errors;
    assert.match(fault.detail, /write the plus sign as %2B/);
  });

  test('a route that has no parameters refuses every one', async (t) => {
    assert.deepEqual(faultsShown(await drillApp(t).inject('/health/live?x=1')), ['x unknown_field']);
  });

  test('a hundred parameters are shown, then the count of the others', async (t) => {
    const query = Array.from({ length: 120 }, (_, n) => `x${n}=1`).join('&');
    const { errors } = (await get(t, `?${query}`)).json();
    assert.equal(errors.length, 101);
    assert.deepEqual(errors.at(-1), { parameter: '', code: 'more', detail: '20 more faults were found.' });
  });
});

describe('400 malformed_request', () => {
  for (const query of ['?q=%', '?q=%F', '?q=%zz', '?q=%FF', '?q=%C3', '?q=%ED%A0%80', '?%FF=1', '?x=1&q=%E2%28%A1']) {
    test(`the bad escape in ${query}`, async (t) => {
      const response = await get(t, query);
      assert.deepEqual([response.statusCode, response.json().code], [400, 'malformed_request']);
      const bad = /%[^=]*/.exec(query)?.[0];
      assert.equal(response.json().detail, `The query contains “${bad}”, which is not UTF-8 in percent escapes.`);
    });
  }
});
