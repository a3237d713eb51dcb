/** How requests without a valid key are kept from delaying the others. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { Pace } from '../../src/http/admission/pace.ts';
import { drillApp, goodKey, Problem } from './support.ts';

/** A pace that lets no request pass until the test does, and counts who wants to. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen = { asked: 0 };
  const pass = (): Promise<void> => {
    seen.asked += 1;
    return promise;
  };
  return { seen, pass, open: resolve };
}

describe('a request without a valid key waits for its turn', () => {
  const kinds: readonly (readonly [string, number, InjectOptions])[] = [
    ['to a public route', 200, { url: '/metrics' }],
    ['to an unknown path, even with a key', 404, { url: '/nothing', headers: goodKey }],
    ['with a method that there is not', 405, { method: 'PUT', url: '/v1/drills/numbers', headers: goodKey }],
    ['to a path that is malformed', 400, { url: '/%zz', headers: goodKey }],
    ['that is malformed otherwise', 400, { url: '/v1/drills?x=%zz', headers: goodKey }],
    ['without a key', 401, { url: '/v1/drills' }],
    ['with a wrong key', 401, { url: '/v1/drills', headers: { authorization: 'Bearer wrong' } }],
    ['with a wrong cookie', 401, { url: '/v1/drills', headers: { cookie: 'bandeja-80=x', 'bandeja-mode': 'live' } }],
    ['with a wrong operator token', 401, { url: '/admin/v1/drills', headers: { authorization: 'Bearer wrong' } }],
  ];
  for (const [kind, status, options] of kinds) {
    test(`if it is one ${kind}; a request with a key does not`, async (t) => {
      const [anonymous, probes] = [gate(), gate()];
      const app = drillApp(t, { paces: { anonymous, probes } });
      let isAnswered = false;
      const waiting = app.inject(options).then((answer) => {
        isAnswered = true;
        return answer.statusCode;
      });
      const { statusCode } = await app.inject({ url: '/v1/drills/numbers', headers: goodKey });
      assert.deepEqual([statusCode, isAnswered, anonymous.seen.asked, probes.seen.asked], [200, false, 1, 0]);
      anonymous.open();
      assert.equal(await waiting, status);
    });
  }

  test('if it is one of a supervisor, but not behind the others', async (t) => {
    const [anonymous, probes] = [gate(), gate()];
    const app = drillApp(t, { paces: { anonymous, probes } });
    const waiting = ['/health/live', '/health/ready'].map(async (url) => (await app.inject(url)).statusCode);
    await app.inject({ url: '/v1/drills/numbers', headers: goodKey });
    assert.deepEqual([anonymous.seen.asked, probes.seen.asked], [0, 2]);
    probes.open();
    assert.deepEqual(await Promise.all(waiting), [200, 200]);
  });

  test('and is overloaded if too many wait', async (t) => {
    const full = { pass: () => Promise.reject(new Problem('overloaded')) };
    const app = drillApp(t, { paces: { anonymous: full, probes: full } });
    for (const url of ['/metrics', '/nothing', '/v1/drills', '/%zz']) {
      const { statusCode, headers, body } = await app.inject(url);
      assert.deepEqual([statusCode, headers['retry-after'], JSON.parse(body).code], [503, '1', 'overloaded']);
    }
  });
});

describe('the pace', () => {
  test('lets 50 pass at once, then one in each interval, and refuses those that would wait five seconds', async () => {
    let now = 10_000;
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    const pace = new Pace(100, { elapsedMs: () => now, wait });
    for (let count = 0; count < 50; count += 1) await pace.pass();
    assert.deepEqual(waits, []);
    for (let count = 0; count < 500; count += 1) await pace.pass();
    assert.deepEqual([waits[0], waits[1], waits.at(-1)], [10, 20, 5_000]);
    await assert.rejects(pace.pass(), { code: 'overloaded' });
    assert.equal(waits.at(-1), 1_000);
    now += 10;
    await pace.pass();
    await assert.rejects(pace.pass(), { code: 'overloaded' });
    now += 60_000;
    waits.length = 0;
    for (let count = 0; count < 51; count += 1) await pace.pass();
    assert.deepEqual(waits, [10]);
  });
});

describe('GET /metrics', () => {
  test('makes the metrics once a second, however many ask', async (t) => {
    let now = 0;
    let made = 0;
    const metrics = async (): Promise<string> => {
      made += 1;
      return `made ${made}`;
    };
    const app = drillApp(t, { metrics, elapsedMs: () => now });
    const read = async (): Promise<string> => (await app.inject('/metrics')).body;
    assert.deepEqual(await Promise.all([read(), read(), read()]), ['made 1', 'made 1', 'made 1']);
    now += 999;
    assert.equal(await read(), 'made 1');
    now += 1;
    assert.equal(await read(), 'made 2');
  });

  test('tries again at once if the metrics could not be made', async (t) => {
    let isWell = false;
    const metrics = async (): Promise<string> => {
      if (!isWell) throw new Error('no metrics');
      return 'well';
    };
    const app = drillApp(t, { metrics });
    assert.equal((await app.inject('/metrics')).statusCode, 500);
    isWell = true;
    assert.equal((await app.inject('/metrics')).body, 'well');
  });
});
