/** Clients that ask and do not read, over real sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { Problem } from '../../../src/domain/errors/problem.ts';
import { Fields } from '../../../src/domain/shapes.ts';
import type { AppDependencies } from '../../../src/http/app.ts';
import { PIPELINED_MAX, STOOD_STILL_MS } from '../../../src/http/limits.ts';
import type { RouteModule } from '../../../src/http/route.ts';
import { explanationRoutes } from '../../../src/http/routes/explanation.ts';
import { matchRoutes } from '../../../src/http/routes/matches.ts';
import { answerOf, drillApp, listening, logSink, type RawAnswer } from './support.ts';

const MIB = 1024 * 1024;

/** More than the buffers of the operating system take of an answer that nobody reads. */
const LARGE = 24 * MIB;

const timeouts = { stalledMs: 400, checkMs: 50 };
/** Connections are closed for others only, not by themselves. */
const patient = { stalledMs: 600_000, checkMs: 50 };

/** Time that passes only when a test says so: on a busy machine a client would stand still for long between two steps of a test. */
function testClock() {
  let now = 0;
  return {
    elapsedMs: () => now,
    /** Lets time pass, once the service has seen how far each client is: it looks at them by the clock of the process. */
    async pass(ms: number): Promise<void> {
      await wait(2 * patient.checkMs);
      now += ms;
    },
  };
}

const access = { kind: 'partner', scopes: [] } as const;

/** Answers of any size. `running` counts the requests that are being handled, `most` the most at once. */
function sizedRoutes() {
  const seen = { running: 0, most: 0, handled: 0 };
  const routes: RouteModule = (app) => {
    for (const method of ['GET', 'POST'] as const) {
      app.route({
        method,
        url: '/v1/sized',
        schema: {
          querystring: Fields({
            bytes: Type.Integer({ minimum: 2, default: LARGE }),
            ms: Type.Integer({ minimum: 0, default: 0 }),
            dry_run: Type.Boolean({ default: false }),
            refused: Type.Boolean({ default: false }),
          }),
        },
        config: { access, isStored: ({ query }) => !(query as { dry_run: boolean }).dry_run },
        handler: async ({ query }, reply) => {
          if (query.refused) throw new Problem('invalid_body', 'x'.repeat(query.bytes));
          seen.running += 1;
          seen.most = Math.max(seen.most, seen.running);
          await wait(query.ms);
          seen.running -= 1;
          seen.handled += 1;
          return reply.header('content-type', 'application/json').send(`"${'x'.repeat(query.bytes - 2)}"`);
        },
      });
    }
  };
  return { seen, routes };
}

async function openApp(t: TestContext, changes: Partial<AppDependencies> = {}) {
  const { seen, routes } = sizedRoutes();
  const log = logSink();
  const sockets: net.Socket[] = [];
  // Before the app is closed, which waits for its connections.
  t.after(() => sockets.map((socket) => socket.destroy()));
  const app = drillApp(t, {
    timeouts,
    log: { level: 'warn', stream: log.stream },
    routes: [routes],
    unsentLimits: { ofCaller: 1000 * MIB, total: 1000 * MIB },
    ...changes,
  });
  const port = await listening(app);
  /** A client that has sent these bytes and reads nothing. */
  const silent = async (bytes = request()): Promise<net.Socket> => {
    const socket = net.connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {}).pause();
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  };
  return { lines: log.lines, seen, silent, read: async (bytes = request()) => readAnswer(await silent(bytes)) };
}

const request = (query = '', { key = 'good', method = 'GET' } = {}) =>
  `${method} /v1/sized${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${method === 'POST' ? 'Content-Length: 0\r\n' : ''}\r\n`;

/** Waits until the service has closed the connection, and says after how many ms that was. */
async function closedAfter(lines: readonly unknown[], count: number): Promise<number> {
  const from = performance.now();
  while (lines.length < count) await wait(10);
  return performance.now() - from;
}

/** Reads a whole answer. @param rest what the client does instead of reading, after each MiB */
async function readAnswer(socket: net.Socket, rest?: () => Promise<unknown>): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  socket.on('data', (chunk: Buffer) => {
    const isStep = Math.floor(length / MIB) !== Math.floor((length + chunk.length) / MIB);
    chunks.push(chunk);
    length += chunk.length;
    if (isStep && rest !== undefined) {
      socket.pause();
      void rest().then(() => socket.resume());
    }
    const start = chunks[0]?.toString('latin1') ?? '';
    const wanted = /\r\ncontent-length: (\d+)/i.exec(start)?.[1];
    if (wanted !== undefined && length >= start.indexOf('\r\n\r\n') + 4 + Number(wanted)) socket.destroy();
  });
  socket.resume();
  await once(socket, 'close');
  return answerOf(Buffer.concat(chunks).toString('latin1'));
}

/** All that a connection brings until it closes. */
async function textOf(socket: net.Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

function answersOf(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const answer = answerOf(rest);
    answers.push(answer);
    rest = rest.slice(rest.indexOf('\r\n\r\n') + 4 + answer.body.length);
  }
  return answers;
}

describe('a client that takes nothing of its answer', () => {
  test('loses its connection after a while, with a line in the log', async (t) => {
    const { lines, silent } = await openApp(t);
    await silent();
    const ms = await closedAfter(lines, 1);
    // The default is 30 seconds.
    assert.ok(ms >= timeouts.stalledMs && ms < 20_000, `${ms} ms`);
    const [{ msg, caller, bytes, stood_still_ms } = {}] = lines;
    assert.equal(msg, 'a connection was closed since its client took nothing of an answer');
    assert.deepEqual([caller, bytes], ['partner-1', LARGE]);
    assert.ok(Number(stood_still_ms) >= timeouts.stalledMs);
  });

  test('loses it although it goes on sending', async (t) => {
    const { lines, silent } = await openApp(t);
    const socket = await silent();
    const trickle = setInterval(() => socket.write('G'), 20);
    t.after(() => clearInterval(trickle));
    assert.ok((await closedAfter(lines, 1)) < 20_000);
  });

  test('loses it also when many small answers have piled up', async (t) => {
    const { lines, seen, silent } = await openApp(t);
    const socket = await silent('');
    let sent = 0;
    const more = setInterval(() => {
      if (seen.handled < sent) return;
      socket.write(request('?bytes=16000').repeat(PIPELINED_MAX));
      sent += PIPELINED_MAX;
    }, 5);
    t.after(() => clearInterval(more));
    await closedAfter(lines, 1);
    assert.equal(lines[0]?.['msg'], 'a connection was closed since its client took nothing of an answer');
  });

  test('keeps it if it reads slowly, and gets all of it', async (t) => {
    const { elapsedMs, pass } = testClock();
    // Long beside a rest, and short beside the 24 rests of the whole answer.
    const { lines, silent } = await openApp(t, { elapsedMs, timeouts: { stalledMs: 2_000, checkMs: 50 } });
    const { status, headers, body } = await readAnswer(await silent(), () => pass(240));
    assert.deepEqual([status, headers['content-length'], body.length], [200, `${LARGE}`, LARGE]);
    assert.deepEqual(lines, []);
  });

  test('keeps it while it waits for the service, and while it is idle', async (t) => {
    const { lines, silent } = await openApp(t);
    const socket = await silent(request(`?bytes=100&ms=${3 * timeouts.stalledMs}`));
    socket.resume();
    await once(socket, 'data');
    await wait(3 * timeouts.stalledMs);
    socket.write(request('?bytes=100'));
    await once(socket, 'data');
    assert.deepEqual(lines, []);
  });
});

describe('answers that wait to be read', () => {
  const unsentLimits = { ofCaller: 2.5 * LARGE, total: 3.5 * LARGE };

  test('are bounded for each caller: a read that is one too many is overloaded, until others have stood still', async (t) => {
    const { elapsedMs, pass } = testClock();
    const { lines, seen, silent, read } = await openApp(t, { unsentLimits, timeouts: patient, elapsedMs });
    const first = await silent();
    while (seen.handled < 1) await wait(5);
    await pass(1);
    await silent();
    while (seen.handled < 2) await wait(5);
    const refused = await read();
    assert.deepEqual([refused.status, refused.problem.code], [503, 'overloaded']);
    assert.deepEqual([refused.headers['retry-after'], refused.headers['etag']], ['1', undefined]);
    assert.equal(refused.headers['cache-control'], 'no-store');
    // Small answers, answers to writes, and those of others are given.
    assert.equal((await read(request('?bytes=10000'))).body.length, 10_000);
    assert.equal((await read(request('', { method: 'POST' }))).body.length, LARGE);
    assert.equal((await read(request('', { key: 'stranger' }))).body.length, LARGE);
    assert.deepEqual(lines, []);
    await pass(STOOD_STILL_MS);
    assert.equal((await read()).body.length, LARGE);
    assert.deepEqual(
      lines.map(({ msg, caller }) => [msg, caller]),
      [['a connection was closed to make room for others', 'partner-1']],
    );
    // The one that has waited longest did not get all of its answer.
    assert.ok((await textOf(first)).length < LARGE);
  });

  const generousToEach = { ...unsentLimits, ofCaller: 100 * LARGE };

  for (const query of ['?dry_run=true', '?refused=true']) {
    test(`are refused as those to reads are, if the request has stored nothing: POST ${query}`, async (t) => {
      const { elapsedMs } = testClock();
      const { seen, silent, read } = await openApp(t, { unsentLimits, timeouts: patient, elapsedMs });
      for (let index = 1; index <= 2; index += 1) {
        await silent();
        while (seen.handled < index) await wait(5);
      }
      const refused = await read(request(query, { method: 'POST' }));
      assert.deepEqual([refused.status, refused.problem.code], [503, 'overloaded']);
      assert.equal(refused.headers['retry-after'], '1');
    });
  }

  test('may be refused to dry runs and previews', (t) => {
    const storingNothing: string[] = [];
    const noteRoutes: RouteModule = (app) =>
      app.addHook('onRoute', ({ method, url, config }) => {
        if (config?.isStored?.({ query: { dry_run: true } }) === false) storingNothing.push(`${method} ${url}`);
      });
    drillApp(t, { routes: [noteRoutes, matchRoutes({} as never), explanationRoutes] });
    assert.deepEqual(storingNothing, ['POST /v1/matches', 'POST /v1/matches/batch', 'POST /v1/matches/preview']);
  });

  /** An app with so many answers that nobody reads, by key. They answer writes, so that none is refused. */
  async function holding(t: TestContext, counts: Readonly<Record<string, number>>, limits = { ...unsentLimits }) {
    const { elapsedMs, pass } = testClock();
    const app = await openApp(t, { unsentLimits: limits, timeouts: patient, elapsedMs });
    let sent = 0;
    for (const [key, count] of Object.entries(counts)) {
      for (let index = 0; index < count; index += 1) {
        await app.silent(request('', { key, method: 'POST' }));
        sent += 1;
        while (app.seen.handled < sent) await wait(5);
      }
    }
    return { ...app, pass };
  }

  test('are bounded in all: a caller who has more than an equal share is refused, others are not', async (t) => {
    const { lines, read } = await holding(t, { good: 4, stranger: 1 }, generousToEach);
    const refused = await read();
    assert.deepEqual([refused.status, refused.problem.code], [503, 'overloaded']);
    assert.equal((await read(request('', { key: 'stranger' }))).body.length, LARGE);
    assert.deepEqual(lines, []);
  });

  test('are bounded in all: of connections that have stood still, those of the heaviest callers are closed', async (t) => {
    const { lines, read, pass } = await holding(t, { stranger: 1, good: 4 }, generousToEach);
    await pass(STOOD_STILL_MS);
    assert.equal((await read(request('', { key: 'stranger' }))).body.length, LARGE);
    assert.deepEqual(
      lines.map(({ caller }) => caller),
      ['partner-1', 'partner-1', 'partner-1'],
    );
  });

  test('make room for an answer to a write as well', async (t) => {
    const { lines, read, pass } = await holding(t, { good: 2 });
    await pass(STOOD_STILL_MS);
    assert.equal((await read(request('', { method: 'POST' }))).body.length, LARGE);
    assert.equal(lines.length, 1);
  });

  test('are not counted any more once they are read, or their connection is closed', async (t) => {
    const { elapsedMs } = testClock();
    const { seen, silent, read } = await openApp(t, { unsentLimits, timeouts: patient, elapsedMs });
    // A caller may have two at once: the third and the fourth show whether the ones before are counted still.
    for (let index = 1; index <= 4; index += 1) {
      const socket = await silent();
      while (seen.handled < 2 * index - 1) await wait(5);
      socket.destroy();
      assert.equal((await read()).body.length, LARGE);
    }
  });
});

describe('requests that are sent without waiting for answers', () => {
  test('are handled one after another', async (t) => {
    const { seen, silent } = await openApp(t);
    const socket = await silent(request('?bytes=100&ms=5').repeat(PIPELINED_MAX));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.resume();
    while ((text.match(/HTTP\/1\.1 200/g) ?? []).length < PIPELINED_MAX) await wait(5);
    assert.deepEqual(seen, { running: 0, most: 1, handled: PIPELINED_MAX });
  });

  test('wait until the answer before them is taken', async (t) => {
    const { seen, silent } = await openApp(t, { timeouts: patient });
    await silent(request().repeat(10));
    await wait(500);
    assert.equal(seen.handled, 1);
  });

  for (const count of [120, 5_000]) {
    test(`if ${count} are sent at once, those that may wait are answered, and the others are not handled`, async (t) => {
      const log = logSink();
      const { seen, silent } = await openApp(t, { log: { level: 'info', stream: log.stream } });
      const answers = answersOf(await textOf(await silent(request('?bytes=100&ms=5').repeat(count))));
      assert.deepEqual(
        answers.map(({ status }) => status),
        Array(1 + PIPELINED_MAX).fill(200),
      );
      assert.deepEqual(
        answers.map(({ headers }) => headers['connection']),
        [...Array(PIPELINED_MAX).fill('keep-alive'), 'close'],
      );
      assert.equal(seen.handled, answers.length);
      assert.deepEqual(
        log.lines.map(({ msg }) => msg).filter((msg) => !/^request$|^Server/.test(String(msg))),
        ['a connection takes no more requests since its client sent too many without waiting for answers'],
      );
    });
  }

  test('are not handled after an answer that closes the connection', async (t) => {
    const { seen, silent } = await openApp(t);
    const malformed = request('?bytes=100').replace('Host: x', 'Host: x\r\nHost: y');
    const text = await textOf(await silent(request('?bytes=100') + malformed + request('?bytes=100')));
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 400']);
    assert.equal(seen.handled, 1);
  });
});

describe('a request that the parser refuses, behind an answer that is read late,', () => {
  const late = { ...patient, requestMs: 600, headersMs: 600 };
  const partHead = request('?bytes=100', { method: 'POST' }).replace(
    /Content-Length: 0\r\n\r\n$/,
    'X-Request-Id: mine\r\n',
  );
  const rows = [
    ['whose body does not end', `${partHead}Content-Length: 9\r\n\r\nx`, 408, 'mine'],
    ['whose headers do not end', partHead, 408, undefined],
    ['whose body is broken', `${partHead}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, 'mine'],
    ['that is no request', 'nonsense\r\n\r\n', 400, undefined],
  ] as const;
  for (const [name, bytes, status, id] of rows) {
    test(`${name}, is answered after it`, async (t) => {
      const log = logSink();
      const { seen, silent } = await openApp(t, { timeouts: late, log: { level: 'info', stream: log.stream } });
      const socket = await silent(request() + bytes);
      while (!log.lines.some(({ msg }) => msg === 'request refused by the parser')) await wait(5);
      // Neither the rest nor what follows is handled.
      socket.write(`12345678${request('?bytes=100')}`);
      const [first, second, ...others] = answersOf(await textOf(socket));
      assert.deepEqual([first?.status, first?.body.length], [200, LARGE]);
      assert.deepEqual([second?.status, second?.headers['x-request-id']], [status, id]);
      assert.deepEqual([others.length, seen.handled], [0, 1]);
    });
  }

  test('whose rest is missing, takes nothing from its own answer', async (t) => {
    const { seen, silent } = await openApp(t, { timeouts: late });
    const socket = await silent(`${request().replace(/\r\n$/, 'Content-Length: 9\r\n\r\n')}x`);
    while (seen.handled < 1) await wait(5);
    await wait(late.headersMs + 500);
    const [answer, ...others] = answersOf(await textOf(socket));
    assert.deepEqual([answer?.status, answer?.body.length, others.length], [200, LARGE, 0]);
  });

  test('and asks for a tunnel, is not answered, and the connection closes', async (t) => {
    const { silent } = await openApp(t, { timeouts: patient });
    const text = await textOf(await silent(`${request()}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`));
    assert.doesNotMatch(text, /HTTP\/1\.1 404/);
  });
});
