import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { test } from 'node:test';
import { checkPort, listen, stopListening } from '../../src/runtime/listen.ts';

const isRefused = ({ code }: NodeJS.ErrnoException): boolean => code === 'ECONNREFUSED';

test('a checked port is free, and refuses connections', async () => {
  const server = net.createServer();
  const { port } = await listen(server, { host: '127.0.0.1', port: 0 });
  await assert.rejects(checkPort({ host: '127.0.0.1', port }), { code: 'EADDRINUSE' });
  server.close();
  await once(server, 'close');
  await checkPort({ host: '127.0.0.1', port });
  await assert.rejects(once(net.connect(port, '127.0.0.1'), 'connect'), isRefused);
});

test('a server that stops listening answers the connections that wait to be accepted', async () => {
  const server = http.createServer((_request, response) => response.setHeader('connection', 'close').end('served'));
  const { port } = await listen(server, { host: '127.0.0.1', port: 0 });
  const sockets = Array.from({ length: 20 }, () => net.connect(port, '127.0.0.1'));
  const texts = sockets.map(async (socket) => {
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += chunk;
    return text;
  });
  // The kernel connects them in this tick. The server accepts none before the next turn of the event loop.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await stopListening(server);
  for (const text of await Promise.all(texts)) assert.match(text, /^HTTP\/1\.1 200 [\s\S]*served$/);
  await assert.rejects(once(net.connect(port, '127.0.0.1'), 'connect'), isRefused);
});
