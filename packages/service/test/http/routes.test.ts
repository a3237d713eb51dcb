import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { drillApp, goodKey } from './support.ts';

const id = '0190a0b0-1111-7222-8333-444455556666';

describe('404 route_not_found', () => {
  for (const url of ['/v1', '/v1/drills/', '/V1/drills', '//v1/drills', '/v1/drills/7/confirm/', '/v1//drills', '*']) {
    test(`${url} is not a route, and the response does not ask for a key`, async (t) => {
      const response = await drillApp(t).inject({ method: 'GET', url });
      assert.deepEqual([response.statusCode, response.json().code], [404, 'route_not_found']);
      assert.equal(response.headers['www-authenticate'], undefined);
    });
  }

  test('an empty path segment matches no route, with any method', async (t) => {
    const app = drillApp(t);
    for (const method of ['PUT', 'DELETE', 'GET'] as const) {
      const response = await app.inject({ method, url: '/v1/rosters/', headers: goodKey });
      assert.deepEqual([method, response.statusCode, response.json().code], [method, 404, 'route_not_found']);
    }
  });
});

test('/ redirects to the documentation without a key', async (t) => {
  const response = await drillApp(t).inject('/');
  assert.deepEqual([response.statusCode, response.headers['location']], [302, '/docs']);
});

describe('405 method_not_allowed', () => {
  const rows = [
    ['/v1/drills', 'GET, HEAD, POST'],
    ['/v1/drills/numbers', 'GET, HEAD'],
    [`/v1/drills/${id}`, 'PATCH'],
    [`/v1/drills/${id}/confirm`, 'POST'],
    ['/v1/rosters/club', 'DELETE, PUT'],
    ['/health/live', 'GET, HEAD'],
  ] as const;
  for (const [url, allow] of rows) {
    test(`${url} allows ${allow} and rejects every other method`, async (t) => {
      const app = drillApp(t);
      const others = METHODS.filter((method) => method !== 'CONNECT' && !allow.split(', ').includes(method));
      for (const method of others) {
        const response = await app.inject({ method: method as NonNullable<InjectOptions['method']>, url });
        assert.deepEqual([method, response.statusCode, response.headers.allow], [method, 405, allow]);
        if (method !== 'HEAD') assert.equal(response.json().code, 'method_not_allowed');
      }
    });
  }

  test('a static path takes precedence over a path with a parameter', async (t) => {
    const response = await drillApp(t).inject({ method: 'PATCH', url: '/v1/drills/numbers', headers: goodKey });
    assert.deepEqual([response.statusCode, response.headers.allow], [405, 'GET, HEAD']);
  });
});

describe('HEAD', () => {
  test('returns the response of GET without the body', async (t) => {
    const app = drillApp(t);
    const got = await app.inject({ url: '/v1/drills', headers: goodKey });
    const headed = await app.inject({ method: 'HEAD', url: '/v1/drills', headers: goodKey });
    assert.equal(headed.statusCode, 200);
    assert.equal(headed.headers['content-length'], got.headers['content-length']);
    assert.equal(headed.headers['content-type'], got.headers['content-type']);
  });

  test('requires a key like GET', async (t) => {
    assert.equal((await drillApp(t).inject({ method: 'HEAD', url: '/v1/drills' })).statusCode, 401);
  });
});

describe('path parameters', () => {
  const patch = async (t: Parameters<typeof drillApp>[0], segment: string) => {
    const headers = { ...goodKey, 'content-type': 'application/json' };
    return drillApp(t).inject({ method: 'PATCH', url: `/v1/drills/${segment}`, headers, payload: '{}' });
  };

  test('a lower-case UUID is a valid id', async (t) => {
    assert.equal((await patch(t, id)).json().id, id);
  });

  for (const segment of ['7', id.toUpperCase(), `${id}0`, `%00${id}`, `${id}%00`, `{${id}}`, '%F0%9F%8E%BE', 'a%2Fb']) {
    test(`the malformed id ${segment} is treated as absent`, async (t) => {
      const response = await patch(t, segment);
      assert.deepEqual([response.statusCode, response.json().code], [404, 'match_not_found']);
    });
  }

  for (const segment of ['%FF', '%', '%zz', '%C3', '%ED%A0%80', '%C0%80', 'a%2F%FF']) {
    test(`${segment} in a path is malformed_request`, async (t) => {
      const response = await patch(t, segment);
      assert.deepEqual([response.statusCode, response.json().code], [400, 'malformed_request']);
      const detail = `The path contains “${segment.replace('a', '')}”, which is not UTF-8 in percent escapes.`;
      assert.equal(response.json().detail, detail);
      assert.equal(response.headers['content-type'], 'application/problem+json');
      assert.equal(response.headers['x-request-id'], response.json().request_id);
    });
  }

  test('a slug may contain any character, escaped', async (t) => {
    const url = `/v1/rosters/${encodeURIComponent('á/b ?#%🎾')}`;
    const response = await drillApp(t).inject({ method: 'PUT', url, headers: goodKey });
    assert.equal(response.json().slug, 'á/b ?#%🎾');
  });

  test('128 escaped characters outside the ASCII range are not too long for the router', async (t) => {
    const url = `/v1/rosters/${encodeURIComponent('🎾'.repeat(64))}`;
    assert.equal((await drillApp(t).inject({ method: 'PUT', url, headers: goodKey })).json().slug, '🎾'.repeat(64));
    const tooLong = `/v1/rosters/${encodeURIComponent('🎾'.repeat(65))}`;
    assert.equal((await drillApp(t).inject({ method: 'PUT', url: tooLong, headers: goodKey })).statusCode, 404);
  });
});
