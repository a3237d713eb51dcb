import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BODY_BYTES_MAX } from '../../src/http/admission/limits.ts';
import { drillApp, faultsShown, goodKey, handled, jsonType, postDrill } from './support.ts';

const valid = '{"name":"ana","count":1}';

describe('415 unsupported_media_type', () => {
  const post = (t: Parameters<typeof drillApp>[0], headers: Record<string, string>) =>
    drillApp(t).inject({ method: 'POST', url: '/v1/drills', headers: { ...goodKey, ...headers }, payload: valid });

  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
  ]) {
    test(`${type} is JSON`, async (t) => {
      assert.equal((await post(t, { 'content-type': type })).statusCode, 201);
    });
  }

  for (const type of [
    'text/plain',
    'application/problem+json',
    'application/jsonp',
    'application/json; charset=latin1',
    'application/json, text/plain',
    'application/x-www-form-urlencoded',
    'nonsense',
    '',
  ]) {
    test(`${JSON.stringify(type)} is not JSON`, async (t) => {
      const response = await post(t, { 'content-type': type });
      assert.deepEqual([response.statusCode, response.json().code], [415, 'unsupported_media_type']);
      const wanted = type.endsWith('latin1') ? 'The charset must be UTF-8.' : 'Send application/json.';
      if (type !== '') assert.equal(response.json().detail, `The body has the media type ${type}. ${wanted}`);
    });
  }

  test('a body without a media type is rejected', async (t) => {
    assert.equal((await post(t, {})).statusCode, 415);
  });

  test('a compressed body is rejected as compressed, not as malformed', async (t) => {
    assert.equal((await post(t, { ...jsonType, 'content-encoding': 'gzip' })).statusCode, 415);
    assert.equal((await post(t, { ...jsonType, 'content-encoding': 'identity' })).statusCode, 201);
  });
});

describe('413 body_too_large', () => {
  test('a body of 32 KiB is accepted, and a body with one byte more is rejected', async (t) => {
    const app = drillApp(t);
    const filled = valid + ' '.repeat(32 * 1024 - valid.length);
    assert.equal((await postDrill(app, filled)).statusCode, 201);
    const response = await postDrill(app, `${filled} `);
    assert.equal(response.statusCode, 413);
    assert.partialDeepStrictEqual(response.json(), {
      code: 'body_too_large',
      detail: 'The body is larger than 32 KiB.',
    });
  });
});

describe('400 malformed_json', () => {
  const rows: readonly (readonly [string, string | Buffer, string?])[] = [
    ['nothing', '', 'The body is empty.'],
    ['half a value', '{"name":'],
    ['two values', '{} {}'],
    ['a trailing comma', '{"count":1,\n}', 'The body is not valid JSON: line 2, column 1.'],
    ['a comment', '/* */{}'],
    ['single quotes', "{'count':1}"],
    ['NaN', '{"count":NaN}'],
    ['a number with a leading zero', '{"count":01}'],
    ['a raw control character in a string', '{"name":"a\u0001"}'],
    ['a raw NUL in a string', '{"name":"a\u0000"}'],
    [
      'a byte order mark',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(valid)]),
      'The body begins with a byte order mark. Send it without.',
    ],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      'The body is not valid UTF-8.',
    ],
    [
      'an overlong escape of UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc0, 0x80]), Buffer.from('"}')]),
      'The body is not valid UTF-8.',
    ],
    [
      'a surrogate in UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      'The body is not valid UTF-8.',
    ],
    ['UTF-16', Buffer.from(valid, 'utf16le')],
  ];
  for (const [name, payload, detail] of rows) {
    test(`${name} is not JSON`, async (t) => {
      handled.length = 0;
      const response = await postDrill(drillApp(t), payload);
      assert.equal(response.statusCode, 400);
      const body = response.json();
      assert.equal(body.code, 'malformed_json');
      // Some messages of Node have no position. No part of the body is repeated.
      if (detail === undefined) assert.match(body.detail, /^The body is not valid JSON(: line 1, column \d+)?\.$/);
      else assert.equal(body.detail, detail);
      assert.deepEqual(handled, []);
    });
  }
});

describe('JSON values', () => {
  const received = async (t: Parameters<typeof drillApp>[0], payload: string) =>
    (await postDrill(drillApp(t), payload)).json().received;

  test('6.0, 6e0 and -0 are integers', async (t) => {
    assert.equal((await received(t, '{"name":"a","count":6.0}')).count, 6);
    assert.equal((await received(t, '{"name":"a","count":6e0}')).count, 6);
    assert.equal((await received(t, '{"name":"a","count":-0}')).count, 0);
  });

  test('the last of two equal keys in an object counts', async (t) => {
    assert.equal((await received(t, '{"name":"a","count":99,"count":2}')).count, 2);
    assert.deepEqual(faultsShown(await postDrill(drillApp(t), '{"name":"a","count":2,"count":99}')), [
      '/count out_of_range',
    ]);
  });

  test('text keeps every character, without trimming or normalisation', async (t) => {
    assert.equal((await received(t, '{"name":" e\\u0301 ","count":1}')).name, ' e\u0301 ');
    assert.equal((await received(t, '{"name":"🎾🎾🎾🎾🎾","count":1}')).name, '🎾🎾🎾🎾🎾');
  });

  test('null in an optional field counts as absent', async (t) => {
    const optional = 'ratio at id team yes code list'.split(' ').map((name) => `"${name}":null`);
    assert.equal((await received(t, `{"name":"a","count":1,${optional}}`)).team, null);
  });

  test('names from Object.prototype are ordinary unknown fields, and change no prototype', async (t) => {
    const payload =
      '{"name":"a","count":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}';
    const response = await postDrill(drillApp(t), payload);
    assert.equal(response.statusCode, 422);
    assert.deepEqual(faultsShown(response), [
      '/__proto__ unknown_field',
      '/constructor unknown_field',
      '/toString unknown_field',
    ]);
    assert.equal(({} as { polluted?: number }).polluted, undefined);
  });

  test('a body nested as deeply as its size allows is rejected without a crash', async (t) => {
    const depth = BODY_BYTES_MAX / 2 - 100;
    for (const payload of [
      `${'['.repeat(depth)}${']'.repeat(depth)}`,
      `{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    ]) {
      const response = await postDrill(drillApp(t), payload);
      assert.deepEqual([response.statusCode, response.json().code], [422, 'invalid_body']);
    }
  });
});

describe('a POST or PUT that needs no body', () => {
  const url = '/v1/drills/0190a0b0-1111-7222-8333-444455556666/confirm';
  const rows: readonly (readonly [string, Record<string, string>, string | undefined, number])[] = [
    ['nothing at all', {}, undefined, 200],
    ['a media type without a body', jsonType, undefined, 200],
    ['another media type without a body', { 'content-type': 'text/plain' }, undefined, 200],
    ['{} as JSON', jsonType, '{}', 200],
    ['{} without a media type', {}, '{}', 200],
    ['{} as text', { 'content-type': 'text/plain' }, '{}', 415],
    ['a field', jsonType, '{"x":1}', 422],
    ['a list', jsonType, '[]', 422],
    ['null', jsonType, 'null', 422],
    ['half a value', {}, '{', 400],
  ];
  for (const [name, headers, payload, status] of rows) {
    test(`${name} is ${status}`, async (t) => {
      const request = { method: 'POST', url, headers: { ...goodKey, ...headers } } as const;
      const response = await drillApp(t).inject(payload === undefined ? request : { ...request, payload });
      assert.equal(response.statusCode, status);
      if (status === 200) assert.deepEqual(response.json().received, {});
    });
  }

  test('a body whose fields are all optional may be left out', async (t) => {
    const app = drillApp(t);
    const none = await app.inject({ method: 'PUT', url: '/v1/rosters/club', headers: goodKey });
    assert.deepEqual(none.json().received, {});
    const some = await app.inject({
      method: 'PUT',
      url: '/v1/rosters/club',
      headers: { ...goodKey, ...jsonType },
      payload: '{"name":"Club"}',
    });
    assert.deepEqual(some.json().received, { name: 'Club' });
  });

  test('a PATCH without a body is rejected', async (t) => {
    const response = await drillApp(t).inject({
      method: 'PATCH',
      url: '/v1/drills/0190a0b0-1111-7222-8333-444455556666',
      headers: goodKey,
    });
    assert.equal(response.statusCode, 415);
  });

  test('the body of a GET or DELETE is ignored', async (t) => {
    const app = drillApp(t);
    const headers = { ...goodKey, 'content-type': 'text/plain' };
    const deleted = await app.inject({ method: 'DELETE', url: '/v1/rosters/club', headers, payload: '{' });
    assert.equal(deleted.statusCode, 204);
    assert.equal((await app.inject({ method: 'GET', url: '/v1/drills', headers, payload: '{' })).statusCode, 200);
  });
});
