import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { drillApp, goodKey, listening, slowRoute } from './support.ts';

const unreachable = { state: 'unreachable', upkeep: [] } as const;

test('/health/live returns 200 in any state of the database', async (t) => {
  const response = await drillApp(t, { health: async () => unreachable }).inject('/health/live');
  assert.deepEqual([response.statusCode, response.json()], [200, { status: 'live' }]);
});

test('/health/ready returns 200 if the database is healthy', async (t) => {
  const response = await drillApp(t).inject('/health/ready');
  assert.deepEqual([response.statusCode, response.json()], [200, { status: 'ready', failing_upkeep: [] }]);
});

test('/health/ready returns 503 not_ready otherwise', async (t) => {
  const response = await drillApp(t, { health: async () => unreachable }).inject('/health/ready');
  assert.deepEqual([response.statusCode, response.json().code], [503, 'not_ready']);
  assert.equal(response.headers['retry-after'], '1');
});

test('/health/ready reports a full disk', async (t) => {
  const app = drillApp(t, { health: async () => ({ ...unreachable, state: 'disk full' }) });
  const response = await app.inject('/health/ready');
  assert.deepEqual([response.statusCode, response.json().code], [503, 'not_ready']);
  assert.match(response.json().detail, /disk of the database is full.* without a restart/);
});

test('/health/ready reports a schema that is newer than the service', async (t) => {
  const app = drillApp(t, { health: async () => ({ ...unreachable, state: 'newer schema' }) });
  const response = await app.inject('/health/ready');
  assert.deepEqual([response.statusCode, response.json().code], [503, 'not_ready']);
  assert.match(response.json().detail, /Another node has migrated the database.* Stop this node/);
});

test('/health/ready reports failing upkeep, with status 200', async (t) => {
  const upkeep = [
    { chore: 'checkpoint', failures: 1, failingMs: null },
    { chore: 'vacuum', failures: 3, failingMs: 41_900 },
  ] as const;
  const app = drillApp(t, { health: async () => ({ state: 'healthy', upkeep }) });
  const ready = await app.inject('/health/ready');
  const failing = [{ chore: 'vacuum', failing_seconds: 41 }];
  assert.deepEqual([ready.statusCode, ready.json()], [200, { status: 'ready', failing_upkeep: failing }]);
});

test('/health/ready reports that the service starts or stops', async (t) => {
  for (const state of ['starting', 'stopping'] as const) {
    const app = drillApp(t, { health: async () => ({ ...unreachable, state }) });
    const response = await app.inject('/health/ready');
    assert.deepEqual([response.statusCode, response.json().detail], [503, `The service is ${state}.`]);
  }
});

test('a stopping service closes connections after their responses', async (t) => {
  let isStopping = false;
  const app = drillApp(t, { isStopping: () => isStopping });
  const connectionOf = async (url: string) => (await app.inject({ url, headers: goodKey })).headers['connection'];
  assert.equal(await connectionOf('/v1/drills'), 'keep-alive');
  isStopping = true;
  for (const url of ['/v1/drills', '/health/ready', '/nothing']) assert.equal(await connectionOf(url), 'close', url);
});

test('closing lets a request in flight finish, sends its response, and ends its connection', async (t) => {
  const { routes, arrived, release } = slowRoute();
  const app = drillApp(t, { routes, isStopping: () => true });
  const socket = net.connect(await listening(app), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write('GET /v1/slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await arrived;
  let closed = false;
  const closing = app.close().then(() => {
    closed = true;
  });
  await wait(50);
  assert.equal(closed, false);
  release();
  await Promise.all([closing, once(socket, 'close')]);
  assert.match(text, /^HTTP\/1\.1 200/);
  assert.match(text, /connection: close/i);
  assert.match(text, /\{"done":true\}$/);
});

test('a closing service is not ready, and still responds to requests over open connections', async (t) => {
  const release = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const app = drillApp(t, {
    isStopping: () => true,
    health: async () => ({ ...unreachable, state: 'stopping' }),
    routes: [
      (door) => {
        door.route({
          method: 'POST',
          url: '/v1/slow',
          config: { access: { kind: 'public' } },
          handler: async () => {
            arrived.resolve();
            await release.promise;
            return {};
          },
        });
      },
    ],
  });
  const port = await listening(app);
  const [holder, other] = [net.connect(port, '127.0.0.1'), net.connect(port, '127.0.0.1')];
  let text = '';
  other.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  holder.write('POST /v1/slow HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  // Half a request, so that the connection is not idle and stays open.
  other.write('GET /health/ready HTTP/1.1\r\nHost: x\r\n');
  await arrived.promise;
  await wait(20);
  const closing = app.close();
  await wait(20);
  other.write('\r\n');
  await once(other, 'close');
  release.resolve();
  await closing;
  assert.match(text, /^HTTP\/1\.1 503/);
  assert.match(text, /connection: close/i);
  assert.match(text, /"code":"not_ready"/);
});
