import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DatabaseUnavailable } from '@bandeja/postgres/database';
import { bearerToken } from '../../../src/http/admission/authentication.ts';
import { buildApp } from '../../../src/http/app.ts';
import { drillApp, goodKey } from '../support.ts';

describe('the Authorization header', () => {
  const rows: readonly (readonly [string | undefined, string | null])[] = [
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER abc', 'abc'],
    ['Bearer   abc', 'abc'],
    ['Bearer abc def', 'abc def'],
    [undefined, null],
    ['', null],
    ['Bearer', null],
    ['Bearer ', null],
    ['Bearer    ', null],
    ['Bearerabc', null],
    ['Basic abc', null],
    ['Bearer\tabc', null],
    ['Not Bearer abc', null],
    ['Bearer abc\ndef', null],
    ['abc', null],
  ];
  for (const [header, token] of rows) {
    test(`${JSON.stringify(header)} holds ${token === null ? 'no token' : JSON.stringify(token)}`, () => {
      assert.equal(bearerToken(header), token);
    });
  }
});

describe('401', () => {
  test('a wrong key is called one, without the faults of other credentials', async (t) => {
    const wrong = await drillApp(t).inject({ url: '/v1/drills', headers: { authorization: 'Bearer wrong' } });
    assert.deepEqual(
      [wrong.statusCode, wrong.json().code, wrong.json().detail],
      [401, 'invalid_credentials', 'The key is unknown, expired or revoked, or was not pasted whole.'],
    );
  });

  test('a partner’s key is not an operator token', async (t) => {
    const app = drillApp(t);
    const asPartner = await app.inject({ url: '/admin/v1/drills', headers: { authorization: 'Bearer good' } });
    assert.deepEqual([asPartner.statusCode, asPartner.json().code], [401, 'invalid_credentials']);
    assert.equal(
      asPartner.json().detail,
      'This is not an operator token of the service, or it was revoked. The initial token is in `OPERATOR_TOKEN`, or in ' +
        '`DATA_DIR/operator-token` for an embedded database.',
    );
    assert.doesNotMatch(asPartner.body, /key/);
    const asOperator = await app.inject({ url: '/admin/v1/drills', headers: { authorization: 'Bearer operator' } });
    assert.equal(asOperator.statusCode, 200);
    assert.equal((await app.inject({ url: '/admin/v1/drills' })).json().code, 'missing_credentials');
  });
});

describe('a gate that cannot ask its database', () => {
  test('is not ready, rather than calling a key wrong', async (t) => {
    const authenticate = () => Promise.reject(new DatabaseUnavailable('unreachable', 'gone'));
    const response = await drillApp(t, { authenticate }).inject({ url: '/v1/drills', headers: goodKey });
    assert.deepEqual([response.statusCode, response.json().code], [503, 'not_ready']);
  });

  test('is not ready, rather than calling an operator token wrong', async (t) => {
    const findOperator = () => Promise.reject(new DatabaseUnavailable('unreachable', 'gone'));
    const headers = { authorization: 'Bearer operator' };
    const response = await drillApp(t, { findOperator }).inject({ url: '/admin/v1/drills', headers });
    assert.deepEqual([response.statusCode, response.json().code], [503, 'not_ready']);
  });
});

describe('laying routes', () => {
  const register = (config: object, schema: object = {}) =>
    buildApp({
      context: {} as never,
      log: 'silent',
      health: async () => ({ state: 'healthy', upkeep: [] }),
      metrics: async () => '',
      authenticate: async () => null,
      findOperator: async () => null,
      enterSandbox: async () => assert.fail(),
      routes: [(app) => void app.route({ method: 'POST', url: '/x/:id', config, schema, handler: async () => ({}) })],
    });
  const access = { kind: 'public' };
  const params = { properties: { id: { type: 'string' } } };

  test('a route that does not say who may call it is refused', () => {
    assert.throws(() => register({}, { params }), /POST \/x\/:id has no config\.access/);
  });

  test('a path parameter without a shape is refused', () => {
    assert.throws(() => register({ access }), /has no shape for the path parameter id/);
  });

  test('a body shape whose faults could not be named is refused', () => {
    assert.throws(
      () => register({ access }, { params, body: { anyOf: [{ type: 'string' }] } }),
      /anyOf has no fault code/,
    );
  });
});
