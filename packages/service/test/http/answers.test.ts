import assert from 'node:assert/strict';
import net from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@bandeja/contract/errors/problem';
import { type ErrorCode, errorRegistry } from '@bandeja/contract/errors/registry';
import { ConstraintViolation, DatabaseUnavailable } from '@bandeja/postgres/database';
import { drillApp, goodKey, listening, logSink, postDrill, slowRoute, whenThrown } from './support.ts';

describe('X-Request-Id', () => {
  const urls = ['/health/live', '/v1/drills', '/nothing', '/v1/drills?limit=0', '/v1/throws', '/v1/rosters/%FF'];
  for (const url of urls) {
    test(`is in the response to ${url}, and in its problem`, async (t) => {
      const response = await drillApp(t).inject({ url, headers: { 'x-request-id': 'mine-1' } });
      assert.equal(response.headers['x-request-id'], 'mine-1');
      if (response.statusCode >= 400) assert.equal(response.json().request_id, 'mine-1');
    });
  }

  test('is in the response to a rejected method', async (t) => {
    const response = await drillApp(t).inject({
      method: 'PUT',
      url: '/v1/drills',
      headers: { 'x-request-id': 'mine-2' },
    });
    assert.deepEqual([response.statusCode, response.headers['x-request-id']], [405, 'mine-2']);
  });

  const kept = ['a', '!~', 'a'.repeat(128), '{"x":1}'];
  const replaced = ['', 'a'.repeat(129), 'a b', 'á', 'a\tb'];
  for (const id of [...kept, ...replaced]) {
    test(`${JSON.stringify(id.slice(0, 12))} of ${id.length} is ${kept.includes(id) ? 'kept' : 'replaced'}`, async (t) => {
      const response = await drillApp(t).inject({ url: '/health/live', headers: { 'x-request-id': id } });
      if (kept.includes(id)) assert.equal(response.headers['x-request-id'], id);
      else assert.match(String(response.headers['x-request-id']), /^[0-9a-f-]{36}$/);
    });
  }
});

describe('every response', () => {
  test('forbids sniffing, framing, shared caching and referrers', async (t) => {
    for (const [url, caching] of [
      ['/v1/drills', 'private, no-cache'],
      ['/nothing', 'no-store'],
    ] as const) {
      const { headers } = await drillApp(t).inject({ url, headers: goodKey });
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['cache-control'], caching);
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.match(String(headers['content-security-policy']), /default-src 'none'; frame-ancestors 'none'/);
      assert.equal(headers['x-powered-by'], undefined);
    }
  });
});

describe('a problem', () => {
  const codes = Object.keys(errorRegistry) as ErrorCode[];
  for (const code of codes) {
    test(`${code} has the status and title of the registry`, async (t) => {
      const response = await whenThrown(drillApp(t), new Problem(code, 'A sentence.'));
      const { status, title } = errorRegistry[code];
      assert.equal(response.statusCode, status);
      assert.equal(response.headers['content-type'], 'application/problem+json');
      const listsFaults = code === 'invalid_body' || code === 'invalid_query';
      assert.deepEqual(response.json(), {
        type: `/docs/errors#${code}`,
        title,
        status,
        code,
        detail: 'A sentence.',
        request_id: response.headers['x-request-id'],
        ...(listsFaults ? { errors: [] } : {}),
      });
      const promisesRetry = status === 429 || status === 503;
      assert.equal(response.headers['retry-after'], promisesRetry ? '1' : undefined);
    });
  }

  test('contains its own members, faults and headers', async (t) => {
    const problem = new Problem('participant_not_eligible', undefined, {
      faults: [{ pointer: '/participants/0', code: 'participant_not_eligible', detail: 'x' }],
      extensions: { existing_match_id: '7' },
      headers: { 'Retry-After': '9' },
    });
    const response = await whenThrown(drillApp(t), problem);
    assert.equal(response.json().existing_match_id, '7');
    assert.equal(response.json().errors[0].pointer, '/participants/0');
    assert.equal(response.headers['retry-after'], '9');
    assert.equal(response.json().detail, errorRegistry.participant_not_eligible.meaning);
  });
});

describe('an internal error', () => {
  const secret = 'password=hunter2 SELECT * FROM players /srv/app/secret.ts';
  const cause = new Error(`cause: ${secret}`);
  const rows: readonly (readonly [string, unknown, number, string])[] = [
    ['an error', new Error(secret, { cause }), 500, 'internal_error'],
    ['a type error', new TypeError(secret), 500, 'internal_error'],
    ['a broken constraint', new ConstraintViolation(`x_${secret}`, { cause }), 500, 'internal_error'],
    ['an error that claims a status', Object.assign(new Error(secret), { statusCode: 418 }), 500, 'internal_error'],
    ['a thrown string', secret, 500, 'internal_error'],
    ['a thrown null', null, 500, 'internal_error'],
    ['a thrown undefined', undefined, 500, 'internal_error'],
    ['a database out of reach', new DatabaseUnavailable('unreachable', secret), 503, 'not_ready'],
    ['a database blocked by others', new DatabaseUnavailable('contention', secret), 503, 'overloaded'],
  ];
  for (const [name, error, status, code] of rows) {
    test(`${name} returns ${code} without internal details`, async (t) => {
      const response = await whenThrown(drillApp(t), error);
      assert.deepEqual([response.statusCode, response.json().code], [status, code]);
      const shown = JSON.stringify([response.headers, response.body]);
      assert.doesNotMatch(shown, /hunter2|SELECT|secret|\.ts\b|\bat /);
      assert.equal(response.headers['retry-after'], status === 503 ? '1' : undefined);
    });
  }

  test('the log contains the complete error under the request id', async (t) => {
    const { lines, stream } = logSink();
    const app = drillApp(t, { log: { level: 'info', stream } });
    const response = await whenThrown(app, new Error(secret, { cause }));
    const line = lines.find(({ level }) => level === 50);
    assert.equal(line?.['request_id'], response.json().request_id);
    const { message, stack } = (line?.['err'] ?? {}) as { message: string; stack: string };
    assert.match(message, /hunter2/);
    assert.match(stack, /answers\.test\.ts/);
    assert.match(stack, /cause: password/);
  });

  test('a response that JSON cannot represent becomes an internal_error', async (t) => {
    const wrong = drillApp(t, {
      routes: [
        (app) => {
          app.route({
            method: 'GET',
            url: '/v1/wrong',
            schema: { response: { 200: { type: 'object' } } },
            config: { access: { kind: 'public' } },
            handler: async () => ({ n: 1n }),
          });
        },
      ],
    });
    const response = await wrong.inject('/v1/wrong');
    assert.deepEqual([response.statusCode, response.json().code], [500, 'internal_error']);
  });
});

describe('the log', () => {
  test('has one line per request, with route, status, duration and partner', async (t) => {
    const { lines, stream } = logSink();
    const app = drillApp(t, { log: { level: 'info', stream } });
    const headers = { ...goodKey, 'x-request-id': 'r-1' };
    await app.inject({ url: '/v1/drills?q=mari', headers });
    assert.equal(lines.length, 1);
    const { time, pid, hostname, ms, ...line } = lines[0] ?? {};
    assert.deepEqual(line, {
      level: 30,
      request_id: 'r-1',
      method: 'GET',
      route: '/v1/drills',
      status: 200,
      partner_id: 'partner-1',
      key_id: 'key-1',
      msg: 'request',
    });
    assert.ok(typeof ms === 'number' && ms >= 0);
  });

  test('contains the pattern of a route, and nothing of an unknown path', async (t) => {
    const { lines, stream } = logSink();
    const app = drillApp(t, { log: { level: 'info', stream } });
    await app.inject({ method: 'PUT', url: '/v1/rosters/maria', headers: goodKey });
    await app.inject('/v1/maria');
    await app.inject('/v1/rosters/%FF');
    assert.deepEqual(
      lines.map(({ route, status }) => [route, status]),
      [
        ['/v1/rosters/:slug', 200],
        [null, 404],
        [null, 400],
      ],
    );
  });

  test('contains a code only for rejected requests', async (t) => {
    const { lines, stream } = logSink();
    const app = drillApp(t, { log: { level: 'info', stream } });
    await app.inject('/v1/maria');
    await app.inject('/v1/drills');
    await app.inject('/v1/rosters/%FF');
    await app.inject({ url: '/v1/drills', headers: goodKey });
    assert.deepEqual(
      lines.map(({ status, code }) => [status, code]),
      [
        [404, 'route_not_found'],
        [401, 'missing_credentials'],
        [400, 'malformed_request'],
        [200, undefined],
      ],
    );
  });

  test('has one line for a client that disconnected before its response', async (t) => {
    const { lines, stream } = logSink();
    const { routes, arrived, release } = slowRoute();
    const app = drillApp(t, { routes, log: { level: 'info', stream } });
    const socket = net.connect(await listening(app), '127.0.0.1');
    socket.write('GET /v1/slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrived;
    socket.destroy();
    while (!lines.some(({ route }) => route === '/v1/slow')) await wait(5);
    release();
    await app.close();
    const abandoned = lines.filter(({ route }) => route === '/v1/slow').map(({ msg, status }) => [msg, status]);
    assert.deepEqual(abandoned, [['request abandoned by the client', null]]);
  });

  test('never contains a key, a query or a body', async (t) => {
    const { lines, stream } = logSink();
    const app = drillApp(t, { log: { level: 'trace', stream } });
    await app.inject({ url: '/v1/drills?q=ma%FFria', headers: { authorization: 'Bearer hush' } });
    await app.inject({ url: '/v1/drills?q=maria', headers: { authorization: 'Bearer hush' } });
    await postDrill(app, '{"name":"maria","count":99}');
    await postDrill(app, '{"name":"maria');
    assert.ok(lines.length >= 4);
    assert.doesNotMatch(JSON.stringify(lines), /hush|Bearer|maria/i);
  });
});
