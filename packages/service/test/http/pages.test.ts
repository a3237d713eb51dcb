import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fields, Uuid } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { decodeCursor, encodeCursor } from '../../src/http/lists.ts';
import { drillApp, faultsShown } from './support.ts';

describe('a cursor of another query', () => {
  const open = async (t: Parameters<typeof drillApp>[0], key: string, url: string) =>
    drillApp(t).inject({ url, headers: { authorization: `Bearer ${key}` } });
  const first = '/v1/drills/numbers?limit=2';

  test('is accepted for another key of the partner', async (t) => {
    const cursor = (await open(t, 'good', first)).json().pagination.next_cursor;
    assert.equal((await open(t, 'second', `/v1/drills/numbers?cursor=${cursor}`)).statusCode, 200);
  });

  test('is not reported for a fault of another parameter', async (t) => {
    const cursor = (await open(t, 'good', first)).json().pagination.next_cursor;
    const response = await open(t, 'good', `/v1/drills/numbers?cursor=${cursor}&odd=maybe`);
    assert.deepEqual(faultsShown(response), ['odd wrong_type']);
  });
});

describe('a cursor', () => {
  const shape = Fields({ played_at: Type.Integer(), id: Uuid() });
  const key = { played_at: 1777662600000, id: '0190a0b0-1111-7222-8333-444455556666' };
  const cursor = encodeCursor('matches', key);
  const raw = (text: string) => Buffer.from(text).toString('base64url');

  test('decodes to its original key', () => {
    assert.deepEqual({ ...decodeCursor(shape, cursor) }, { list: 'matches', key });
    assert.match(cursor, /^[A-Za-z0-9_-]+$/);
  });

  const rows: readonly (readonly [string, string])[] = [
    ['without a list name', raw(JSON.stringify([1, key]))],
    ['cut short', cursor.slice(0, -1)],
    ['with a suffix', `${cursor}A`],
    ['padded', `${cursor}=`],
    ['in plain base64', Buffer.from('["matches",{"played_at":1,"id":"??>>"}]').toString('base64')],
    ['that is not JSON', raw('nonsense')],
    ['that is not an array', raw('{"list":"matches"}')],
    ['without its key', raw('["matches"]')],
    ['with a key of wrong types', raw('["matches",{"played_at":"1","id":"x"}]')],
    ['with an extra field', raw(JSON.stringify(['matches', { ...key, x: 1 }]))],
    [
      'with a field of Object.prototype',
      raw('["matches",{"played_at":1,"id":"0190a0b0-1111-7222-8333-444455556666","__proto__":1}]'),
    ],
    ['with other whitespace than the original', raw(JSON.stringify(['matches', key], null, 1))],
    ['of invalid UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
    ['of 5,000 characters', 'A'.repeat(5000)],
    ['that is empty', ''],
  ];
  for (const [name, text] of rows) {
    test(`${name} is rejected`, () => assert.equal(decodeCursor(shape, text), null));
  }
});
