/** A connection's requests one after another, and clients that do not read, over real sockets. */
import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import net from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Fields } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import type { Timeouts } from '../../../src/http/admission/limits.ts';
import type { RouteModule } from '../../../src/http/route.ts';
import { answerOf, drillApp, listening, type RawAnswer } from '../support.ts';

const MIB = 1024 * 1024;
/** More than the buffers of the operating system take of an answer that is not read. */
const LARGE = 24 * MIB;

async function openApp(t: TestContext, timeouts: Partial<Timeouts> = {}) {
  const seen = { handled: 0 };
  const routes: RouteModule = (app) => {
    for (const method of ['GET', 'POST'] as const) {
      app.route({
        method,
        url: '/v1/sized',
        schema: {
          querystring: Fields({
            bytes: Type.Integer({ minimum: 2, default: LARGE }),
            ms: Type.Integer({ minimum: 0, default: 0 }),
          }),
        },
        config: { access: { kind: 'partner', scopes: [] } },
        handler: async ({ query }, reply) => {
          seen.handled += 1;
          await wait(query.ms);
          return reply.header('content-type', 'application/json').send(`"${'x'.repeat(query.bytes - 2)}"`);
        },
      });
    }
  };
  const sockets: net.Socket[] = [];
  // Before the app is closed, which waits for its connections.
  t.after(() => sockets.map((socket) => socket.destroy()));
  const app = drillApp(t, { timeouts: { checkMs: 50, ...timeouts }, routes: [routes] });
  const port = await listening(app);
  /** A client that has sent these bytes and reads nothing. */
  const silent = async (bytes: string): Promise<net.Socket> => {
    const socket = net.connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {}).pause();
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  };
  const noConnection = async (): Promise<void> => {
    const count = promisify(app.server.getConnections.bind(app.server));
    while ((await count()) > 0) await wait(10);
  };
  return { seen, silent, noConnection };
}

const request = (query = '', method = 'GET') =>
  `${method} /v1/sized${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\n${method === 'POST' ? 'Content-Length: 0\r\n' : ''}\r\n`;

/** All responses on a connection until it closes. @param rest runs after each MiB, while the client does not read */
async function answersOf(socket: net.Socket, rest?: () => Promise<unknown>): Promise<RawAnswer[]> {
  const chunks: Buffer[] = [];
  let length = 0;
  socket.on('data', (chunk: Buffer) => {
    const isStep = Math.floor(length / MIB) !== Math.floor((length + chunk.length) / MIB);
    chunks.push(chunk);
    length += chunk.length;
    if (!isStep || rest === undefined) return;
    socket.pause();
    void rest().then(() => socket.resume());
  });
  socket.resume();
  await once(socket, 'close');
  const answers: RawAnswer[] = [];
  for (let text = Buffer.concat(chunks).toString('latin1'); text !== ''; ) {
    const answer = answerOf(text);
    answers.push(answer);
    text = text.slice(text.indexOf('\r\n\r\n') + 4 + answer.body.length);
  }
  return answers;
}

// The tests mostly wait, so they run at once.
describe('requests sent before the first response has arrived', { concurrency: true }, () => {
  for (const count of [2, 5_000]) {
    test(`are not handled if ${count} come at once: the first response announces that the connection closes`, async (t) => {
      const { seen, silent } = await openApp(t);
      const [first, ...others] = await answersOf(await silent(request('?bytes=100&ms=5').repeat(count)));
      assert.deepEqual([first?.status, first?.body.length, first?.headers['connection']], [200, 100, 'close']);
      assert.deepEqual([others.length, seen.handled], [0, 1]);
    });
  }

  test('are not handled if they come during the first response, which arrives in full', async (t) => {
    const { seen, silent } = await openApp(t);
    const socket = await silent(request());
    while (seen.handled < 1) await wait(5);
    await wait(50);
    socket.write(request());
    const [first, ...others] = await answersOf(socket);
    assert.deepEqual([first?.body.length, others.length, seen.handled], [LARGE, 0, 1]);
  });

  test('are not read, even if tens of thousands come', async (t) => {
    let read = 0;
    const note = (): void => {
      read += 1;
    };
    diagnostics.subscribe('http.server.request.start', note);
    t.after(() => diagnostics.unsubscribe('http.server.request.start', note));
    const { silent } = await openApp(t);
    const socket = await silent(request('?bytes=100&ms=1000'));
    socket.write(request('?bytes=100').repeat(50_000));
    socket.resume();
    await once(socket, 'data');
    // Node takes 64 KiB from a connection at a time.
    assert.ok(read < 3_000, `${read} requests`);
  });

  test('are not handled after a target that the router rejects', async (t) => {
    const { seen, silent } = await openApp(t);
    const answers = await answersOf(await silent(`GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n${request('?bytes=100')}`));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400],
    );
    assert.equal(seen.handled, 0);
  });

  const unreadable = {
    'that are not HTTP': 'nonsense\r\n\r\n',
    'that ask for a tunnel': 'CONNECT a:1 HTTP/1.1\r\n\r\n',
  };
  for (const [which, bytes] of Object.entries(unreadable)) {
    test(`${which} get no response`, async (t) => {
      const { silent } = await openApp(t);
      const answers = await answersOf(await silent(request('?bytes=100&ms=5') + bytes));
      assert.ok(answers.length <= 1);
      for (const { status } of answers) assert.equal(status, 200);
    });
  }

  test('are handled on the same connection if sent after the response instead', async (t) => {
    const { silent } = await openApp(t);
    const socket = (await silent(request('?bytes=100'))).resume();
    for (let count = 0; count < 3; count += 1) {
      await once(socket, 'data');
      socket.write(request('?bytes=100'));
    }
    await once(socket, 'data');
    assert.equal(socket.closed, false);
  });
});

describe('a client that does not read its response', { concurrency: true }, () => {
  const idleMs = 400;

  async function assertCutOff(socket: net.Socket): Promise<void> {
    // A waiting client notices the lost connection when it reads; a writing client may have noticed already.
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    // Not `once`, which rejects if the connection is reset.
    while (!socket.closed) await wait(10);
    assert.ok(bytes < LARGE, `${bytes} bytes`);
  }

  test('loses its connection', async (t) => {
    const { silent, noConnection } = await openApp(t, { idleMs });
    const socket = await silent(request());
    await noConnection();
    await assertCutOff(socket);
  });

  for (const [what, bytes] of Object.entries({ 'single bytes': 'G', 'whole requests': request('?bytes=100') })) {
    test(`loses its connection even if it keeps sending ${what}`, async (t) => {
      const { seen, silent, noConnection } = await openApp(t, { idleMs, headersMs: 1_000, requestMs: 1_000 });
      const socket = await silent(request());
      while (seen.handled < 1) await wait(5);
      const sending = setInterval(() => socket.write(bytes), 20);
      t.after(() => clearInterval(sending));
      await noConnection();
      await assertCutOff(socket);
    });
  }

  test('keeps its connection if it reads slowly, and gets the whole response', async (t) => {
    // Much longer than one pause of the client, and shorter than the 24 pauses of the whole response.
    const { silent } = await openApp(t, { idleMs: 2_000 });
    const socket = await silent(request().replace('Host: x', 'Host: x\r\nConnection: close'));
    const [answer] = await answersOf(socket, () => wait(110));
    assert.deepEqual([answer?.status, answer?.body.length], [200, LARGE]);
  });

  test('and has sent an incomplete request gets one response only', async (t) => {
    const { seen, silent } = await openApp(t, { headersMs: 1_000, requestMs: 1_000 });
    const socket = await silent(`${request().replace(/\r\n$/, 'Content-Length: 9\r\n\r\n')}x`);
    while (seen.handled < 1) await wait(5);
    await wait(2_000);
    const [answer, ...others] = await answersOf(socket);
    assert.deepEqual([answer?.status, answer?.body.length, others.length], [200, LARGE, 0]);
  });
});
