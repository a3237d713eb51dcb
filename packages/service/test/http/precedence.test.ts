import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { drillApp, handled, jsonType } from './support.ts';

const large = `{"name": ${' '.repeat(513 * 1024)}`;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const good = bearer('good');
const json = { ...good, ...jsonType };
const csv = { accept: 'text/csv' };
const elsewhere = { cookie: 'bandeja-80=wrong', 'bandeja-mode': 'live', origin: 'https://evil.example' };

/** Each request is wrong in every way that comes after the one it is named for. */
const rows = [
  ['a bad escape before everything', 'PATCH /v1/drills/%FF?x=1', {}, large, '400 malformed_request'],
  ['a bad escape in the query before the route', 'PATCH /v1/nothing?x=%FF', {}, large, '400 malformed_request'],
  ['an unknown route before the key', 'POST /v1/nothing?x=1', {}, large, '404 route_not_found'],
  ['a wrong method before the key', 'PUT /v1/drills?x=1', {}, large, '405 method_not_allowed'],
  ['another page before the credential', 'POST /v1/drills?x=1', elsewhere, large, '403 cross_site_request'],
  ['a missing key before the plan', 'POST /v1/drills?x=1', {}, large, '401 missing_credentials'],
  ['a wrong key before the plan', 'POST /v1/drills?x=1', bearer('wrong'), large, '401 invalid_credentials'],
  ['suspension before the plan', 'POST /v1/drills?x=1', bearer('suspended'), large, '403 partner_suspended'],
  ['the plan before the scope', 'POST /v1/drills?x=1', bearer('starterScopeless'), large, '403 plan_forbidden'],
  ['the scope before the media type', 'POST /v1/drills?x=1', bearer('scopeless'), large, '403 insufficient_scope'],
  ['the scope before `Accept`', 'GET /v1/drills?x=1', { ...bearer('scopeless'), ...csv }, '', '403 insufficient_scope'],
  ['`Accept` before the query', 'GET /v1/drills?x=1', { ...good, ...csv }, '', '406 not_acceptable'],
  ['the media type before the size', 'POST /v1/drills?x=1', good, large, '415 unsupported_media_type'],
  ['the size before the syntax', 'POST /v1/drills?x=1', json, large, '413 body_too_large'],
  ['the syntax before the query', 'POST /v1/drills?x=1', json, '{', '400 malformed_json'],
  ['the query before the body', 'POST /v1/drills?x=1', json, '{}', '400 invalid_query'],
  ['the body before the path', 'PATCH /v1/drills/7', json, '{"x":1}', '422 invalid_body'],
  ['the path last', 'PATCH /v1/drills/7', json, '{}', '404 match_not_found'],
] as const;

// At once: the service waits for a second before it ends a connection whose body it does not read.
describe('a request that is wrong in several ways gets the first', { concurrency: rows.length }, () => {
  before(() => {
    handled.length = 0;
  });

  for (const [name, request, headers, payload, refusal] of rows) {
    test(name, async (t) => {
      const [method, url] = request.split(' ') as ['GET' | 'PATCH' | 'POST' | 'PUT', string];
      const response = await drillApp(t).inject({ method, url, headers, payload });
      assert.equal(`${response.statusCode} ${response.json().code}`, refusal);
      assert.deepEqual(handled, []);
    });
  }

  test('the rate comes after suspension and before the plan', async (t) => {
    const spendUnits = () => ({ isAllowed: false, limit: 600, remaining: 0, waitSeconds: 7 });
    const app = drillApp(t, { spendUnits });
    const of = (key: string) => app.inject({ method: 'POST', url: '/v1/drills', headers: bearer(key) });
    assert.equal((await of('suspended')).json().code, 'partner_suspended');
    const limited = await of('starter');
    assert.deepEqual([limited.statusCode, limited.json().code], [429, 'rate_limited']);
    assert.equal(limited.headers['retry-after'], '7');
    assert.equal(limited.headers['ratelimit-policy'], '"starter";q=600;w=60');
    assert.equal(limited.headers['ratelimit'], '"starter";r=0;t=7');
    assert.equal((await app.inject({ method: 'POST', url: '/v1/drills' })).json().code, 'missing_credentials');
  });
});
