import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { openRequestQueue } from '../../../src/http/admission/request-queues.ts';
import type { RouteModule } from '../../../src/http/route.ts';
import { until } from '../../support/until.ts';
import { drillApp, goodKey, jsonType, listening } from '../support.ts';

/** A route whose responses the test sends. */
function aSlowRoute() {
  const begun: (() => void)[] = [];
  const routes: RouteModule = (app) => {
    for (const method of ['GET', 'POST'] as const) {
      app.route({
        method,
        url: '/v1/slow',
        schema: {},
        config: { access: { kind: 'partner', plans: ['pro'], scopes: ['write:matches'] } },
        handler: () => new Promise((resolve) => begun.push(() => resolve({}))),
      });
    }
    app.route({
      method: 'GET',
      url: '/v1/elsewhere',
      schema: {},
      config: { access: { kind: 'partner', scopes: [] }, ownQueue: () => true },
      handler: async () => ({}),
    });
  };
  return { begun, routes: [routes] };
}

/** A partner may have one running request and one queued. */
const limited = () => ({
  live: openRequestQueue({ running: 10, queued: 10 }),
  test: openRequestQueue({ running: 10, queued: 10 }),
  limitsOf: () => ({ running: 1, queued: 1 }),
});

const stranger = { authorization: 'Bearer stranger' };

function start(t: TestContext) {
  const [{ begun, routes }, requestQueues] = [aSlowRoute(), limited()];
  const app = drillApp(t, { requestQueues, routes });
  return {
    app,
    begun,
    requestQueues,
    ask: (headers = goodKey) => app.inject({ url: '/v1/slow', headers }),
    untilCount: (running: number, queued: number): Promise<void> =>
      until(() => begun.length === running && requestQueues.live.state.waiting === queued),
  };
}

describe('the request queue of a partner', () => {
  test('delays requests above one limit, and refuses requests above another', async (t) => {
    const { ask, begun, untilCount } = start(t);
    const [first, second] = [ask(), ask()];
    await untilCount(1, 1);
    const third = await ask();
    assert.deepEqual([third.statusCode, third.json().code, third.headers['retry-after']], [503, 'overloaded', '1']);
    begun[0]?.();
    assert.equal((await first).statusCode, 200);
    await untilCount(2, 0);
    begun[1]?.();
    assert.equal((await second).statusCode, 200);
  });

  test('delays no other partner, no route with its own queue, and no health check', async (t) => {
    const { app, ask, begun, untilCount } = start(t);
    const waiting = [ask(), ask()];
    await untilCount(1, 1);
    const ofStranger = ask(stranger);
    for (const url of ['/health/live', '/health/ready', '/v1/elsewhere']) {
      assert.equal((await app.inject({ url, headers: goodKey })).statusCode, 200, url);
    }
    await untilCount(2, 1);
    begun[1]?.();
    assert.equal((await ofStranger).statusCode, 200);
    begun[0]?.();
    await untilCount(3, 0);
    begun[2]?.();
    await Promise.all(waiting);
  });

  test('refuses a request before its body is read, and after key, plan and scope were checked', async (t) => {
    const { app, ask, begun, untilCount } = start(t);
    const waiting = [ask(), ask()];
    await untilCount(1, 1);
    for (const [key, code] of [
      ['good', 'overloaded'],
      ['wrong', 'invalid_credentials'],
      ['starter', 'plan_forbidden'],
      ['scopeless', 'insufficient_scope'],
    ]) {
      const headers = { authorization: `Bearer ${key}`, ...jsonType };
      const refused = await app.inject({ method: 'POST', url: '/v1/slow?x=1', headers, payload: '{' });
      assert.equal(refused.json().code, code);
    }
    begun[0]?.();
    await untilCount(2, 0);
    begun[1]?.();
    await Promise.all(waiting);
  });

  test('skips a request whose client has disconnected', async (t) => {
    const { app, ask, begun, requestQueues, untilCount } = start(t);
    const port = await listening(app);
    let closed = 0;
    app.server.on('connection', (socket) =>
      socket.on('close', () => {
        closed += 1;
      }),
    );
    const connected = () => {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET /v1/slow HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\n\r\n');
      return socket;
    };
    const staying = connected();
    await untilCount(1, 0);
    const leaving = connected();
    await untilCount(1, 1);
    leaving.destroy();
    await until(() => closed === 1);
    begun[0]?.();
    await until(() => requestQueues.live.state.waiting === 0);
    assert.equal(begun.length, 1);
    staying.destroy();
    const next = ask();
    await untilCount(2, 0);
    begun[1]?.();
    assert.equal((await next).statusCode, 200);
  });
});
