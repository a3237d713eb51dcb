import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { test } from 'node:test';
import { holdPort } from '../../src/runtime/port-hold.ts';

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function isTaken(port: number): Promise<boolean> {
  const other = net.createServer().listen(port, '127.0.0.1');
  try {
    await once(other, 'listening');
    other.close();
    return false;
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'EADDRINUSE');
    return true;
  }
}

test('a held port closes connections, and is taken until the server that gets it closes', {
  timeout: 10_000,
}, async (t) => {
  const number = await freePort();
  const port = await holdPort('127.0.0.1', number);
  await assert.rejects(fetch(`http://127.0.0.1:${number}/`));
  const server = http.createServer((_request, response) => response.end('served'));
  t.after(() => server.close());
  const attempts = Array.from({ length: 50 }, async (_, index) => {
    for (let turn = 0; turn < index; turn += 1) await new Promise(setImmediate);
    return isTaken(number);
  });
  await port.handOver(server);
  port.release();
  assert.deepEqual(new Set(await Promise.all(attempts)), new Set([true]));
  assert.equal(await (await fetch(`http://127.0.0.1:${number}/`)).text(), 'served');
  server.close();
  await once(server, 'close');
  assert.equal(await isTaken(number), false);
});

test('a held port that no server gets is free again after its release', async () => {
  const number = await freePort();
  const port = await holdPort('127.0.0.1', number);
  assert.equal(await isTaken(number), true);
  port.release();
  assert.equal(await isTaken(number), false);
});
