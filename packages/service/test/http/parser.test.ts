import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import net from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { BODY_BYTES_MAX } from '../../src/http/admission/limits.ts';
import { garbageCollector } from '../support/garbage.ts';
import { answerOf, drillApp, exchange, listening, logSink, postDrill } from './support.ts';

/** Short enough for a test, long enough for a busy machine. */
const timeouts = { headersMs: 300, requestMs: 600, checkMs: 50 };

const app = drillApp({ after }, { timeouts });
let port = 0;
before(async () => {
  port = await listening(app);
});
const head = (line: string, ...headers: string[]) => [line, 'Host: x', ...headers, '', ''].join('\r\n');
const postHead = (...headers: string[]) =>
  head('POST /v1/drills HTTP/1.1', 'Authorization: Bearer good', 'Content-Type: application/json', ...headers);

describe('a request that the HTTP parser rejects', () => {
  const rows: readonly (readonly [string, string | Buffer, number, string])[] = [
    ['no request line', 'nonsense\r\n\r\n', 400, 'malformed_request'],
    ['a version that does not exist', head('GET / HTTP/9.9'), 400, 'malformed_request'],
    ['a header without a colon', head('GET / HTTP/1.1', 'nonsense'), 400, 'malformed_request'],
    ['a space before the colon', head('GET / HTTP/1.1', 'X-A : 1'), 400, 'malformed_request'],
    ['a control character in a header', head('GET / HTTP/1.1', 'X-A: \u0001'), 400, 'malformed_request'],
    ['two lengths', postHead('Content-Length: 2', 'Content-Length: 3'), 400, 'malformed_request'],
    [
      'a length and chunks together',
      postHead('Content-Length: 2', 'Transfer-Encoding: chunked'),
      400,
      'malformed_request',
    ],
    ['a length that is not a number', postHead('Content-Length: x'), 400, 'malformed_request'],
    [
      'a chunk size that is not a number',
      `${postHead('Transfer-Encoding: chunked')}zz\r\n{}\r\n`,
      400,
      'malformed_request',
    ],
    ['headers of more than 16 KiB', head('GET / HTTP/1.1', `X-A: ${'a'.repeat(17_000)}`), 431, 'headers_too_large'],
    ['a target of more than 16 KiB', head(`GET /${'a'.repeat(17_000)} HTTP/1.1`), 431, 'headers_too_large'],
    ['TLS on a plain port', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]), 400, 'malformed_request'],
  ];
  for (const [name, bytes, status, code] of rows) {
    test(`${name}: ${status} ${code}, and the connection closes`, async () => {
      const answer = await exchange(port, bytes);
      assert.deepEqual([answer.status, answer.problem.code, answer.problem.status], [status, code, status]);
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      assert.equal(answer.headers['connection'], 'close');
    });
  }

  test('an unreadable request gets no request id', async () => {
    const answer = await exchange(port, 'nonsense\r\n\r\n');
    assert.equal(answer.headers['x-request-id'], undefined);
    assert.equal('request_id' in answer.problem, false);
  });

  test('a rejected request is logged in one line with its code', async (t) => {
    const { lines, stream } = logSink();
    const app = drillApp(t, { log: { level: 'info', stream } });
    await exchange(await listening(app), 'secret-nonsense\r\n\r\n');
    const [line] = lines.filter(({ msg }) => msg === 'the parser refused a request');
    assert.equal(line?.['code'], 'malformed_request');
    assert.doesNotMatch(JSON.stringify(lines), /secret-nonsense/);
  });
});

describe('invalid HTTP that Node accepts', () => {
  const rows = [
    ['no Host', 'GET /health/live HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['two keys', head('GET /v1/drills HTTP/1.1', 'Authorization: Bearer good', 'Authorization: Bearer good')],
    ['two media types', head('POST /v1/drills HTTP/1.1', 'Content-Type: application/json', 'content-type: text/plain')],
    ['a fragment in the target', head('GET /health/live#x HTTP/1.1')],
    ['raw bytes in the target', head('GET /health/live?\u00e9 HTTP/1.1')],
    ['an asterisk as the target', head('GET * HTTP/1.1')],
    ['an asterisk with a query as the target', head('GET *?x HTTP/1.1')],
    ['two asterisks as the target', head('OPTIONS ** HTTP/1.1')],
    ['a request line without a version, as in HTTP/0.9', 'GET /health/live\r\n\r\n'],
    ['a request line with HTTP/0.9', head('GET /health/live HTTP/0.9')],
    ['a request line with HTTP/2.0', head('GET /health/live HTTP/2.0')],
  ] as const;
  for (const [name, bytes] of rows) {
    test(`${name} is malformed_request, and the connection closes`, async () => {
      const answer = await exchange(port, Buffer.from(bytes, 'latin1'));
      assert.deepEqual([answer.status, answer.problem.code], [400, 'malformed_request']);
      assert.equal(answer.headers['x-request-id'], answer.problem.request_id);
      assert.equal(answer.headers['connection'], 'close');
    });
  }

  test('a single line of HTTP/0.9 is rejected once the client ends its side of the connection', async () => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.end('GET /health/live\r\n');
    await once(socket, 'close');
    assert.deepEqual([answerOf(text).status, answerOf(text).problem.code], [400, 'malformed_request']);
  });

  test('OPTIONS * is valid HTTP, and not an allowed method', async () => {
    const answer = await exchange(port, head('OPTIONS * HTTP/1.1'));
    assert.deepEqual([answer.status, answer.problem.code], [405, 'method_not_allowed']);
  });

  test('HTTP/1.0 needs no Host', async () => {
    assert.equal((await exchange(port, 'GET /health/live HTTP/1.0\r\n\r\n')).status, 200);
  });

  test('a target in absolute form is read like any other', async () => {
    assert.equal((await exchange(port, head('GET http://elsewhere/health/live HTTP/1.1'))).status, 200);
    assert.equal((await exchange(port, head('GET http://elsewhere HTTP/1.1'))).headers['location'], '/docs');
    const refused = await exchange(port, head('GET http://elsewhere/v1 HTTP/1.1'));
    assert.deepEqual([refused.status, refused.problem.code], [404, 'route_not_found']);
  });

  test('a requested upgrade is ignored', async () => {
    const answer = await exchange(port, head('GET /health/live HTTP/1.1', 'Connection: upgrade', 'Upgrade: h2c'));
    assert.equal(answer.status, 200);
  });

  test('an unknown expectation is ignored', async () => {
    assert.equal((await exchange(port, head('GET /health/live HTTP/1.1', 'Expect: miracles'))).status, 200);
  });
});

describe('methods that the parser does not know', () => {
  const rows = [
    ['FOO', '/v1/drills', 405, 'method_not_allowed', 'GET, HEAD, POST'],
    ['get', '/health/live', 405, 'method_not_allowed', 'GET, HEAD'],
    ['FOO', '/v1/drills/numbers?x=1', 405, 'method_not_allowed', 'GET, HEAD'],
    ['FOO', '/v1/drills/7', 405, 'method_not_allowed', 'PATCH'],
    ['FOO', '/v1/drills/numbers/numbers', 405, 'method_not_allowed', 'POST'],
    ['FOO', '/v1/drills/\u00e9', 400, 'malformed_request', undefined],
    ['FOO', '/v1/nothing', 404, 'route_not_found', undefined],
  ] as const;
  for (const [method, url, status, code, allow] of rows) {
    test(`${method} ${url} is ${status}`, async () => {
      const answer = await exchange(port, head(`${method} ${url} HTTP/1.1`));
      assert.deepEqual([answer.status, answer.problem.code, answer.headers['allow']], [status, code, allow]);
    });
  }

  test('CONNECT is rejected too', async () => {
    const answer = await exchange(port, head('CONNECT example.org:443 HTTP/1.1'));
    assert.deepEqual([answer.status, answer.problem.code], [404, 'route_not_found']);
  });
});

describe('408 request_timeout', () => {
  test('unfinished headers time out', async () => {
    const answer = await exchange(port, 'GET /health/live HTTP/1.1\r\nHost: x\r\n');
    assert.deepEqual([answer.status, answer.problem.code], [408, 'request_timeout']);
    assert.equal(answer.headers['connection'], 'close');
    assert.equal(answer.headers['x-request-id'], undefined);
  });

  test('an unfinished body times out, and the response contains its request id', async () => {
    const answer = await exchange(port, postHead('Content-Length: 100', 'X-Request-Id: mine'), '{"name":');
    assert.deepEqual([answer.status, answer.problem.code], [408, 'request_timeout']);
    assert.equal(answer.headers['x-request-id'], 'mine');
    assert.equal(answer.problem.request_id, 'mine');
  });
});

describe('413 body_too_large', () => {
  const tooMuch = 'x'.repeat(BODY_BYTES_MAX + 1024);

  test('a length above the limit is rejected before the body arrives', async () => {
    const answer = await exchange(port, postHead(`Content-Length: ${tooMuch.length}`));
    assert.deepEqual([answer.status, answer.problem.code], [413, 'body_too_large']);
  });

  test('a client that still sends the body gets the response, and can reuse the connection', async () => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.write(postHead(`Content-Length: ${tooMuch.length}`));
    for (let sent = 0; sent < tooMuch.length; sent += 65_536) {
      socket.write(tooMuch.slice(sent, sent + 65_536));
      await wait(1);
    }
    socket.write(head('GET /health/live HTTP/1.1', 'Connection: close'));
    await once(socket, 'close');
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test('chunks above the limit in total are rejected', async () => {
    const chunk = `${(4 * 1024).toString(16)}\r\n${'x'.repeat(4 * 1024)}\r\n`;
    const answer = await exchange(port, postHead('Transfer-Encoding: chunked'), chunk.repeat(9), '0\r\n\r\n');
    assert.deepEqual([answer.status, answer.problem.code], [413, 'body_too_large']);
  });

  test('chunks below the limit in total are accepted', async () => {
    const body = '{"name":"a","count":1}';
    const chunks = `5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`;
    assert.equal((await exchange(port, postHead('Transfer-Encoding: chunked'), chunks)).status, 201);
  });
});

describe('several requests on one connection', () => {
  /** Sends a request and, after its response, other bytes. @returns the status lines of both responses */
  async function exchangeTwice(port: number, first: string, second: string): Promise<string[] | null> {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.write(first);
    await once(socket, 'data');
    socket.write(second);
    await once(socket, 'close');
    return text.match(/HTTP\/1\.1 \d+/g);
  }
  const live = (...headers: string[]) => head('GET /health/live HTTP/1.1', ...headers);

  test('an unreadable request gets a response if the request before it has its response', async () => {
    const lines = await exchangeTwice(port, live(), 'nonsense\r\n\r\n');
    assert.deepEqual(lines, ['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  test('a rejected request leaves the connection open', async () => {
    const lines = await exchangeTwice(port, head('GET /nothing HTTP/1.1'), live('Connection: close'));
    assert.deepEqual(lines, ['HTTP/1.1 404', 'HTTP/1.1 200']);
  });
});

test('random bytes get a problem or a success, and never a 5xx status', async () => {
  const valid = Buffer.from(`${postHead('Content-Length: 22')}{"name":"a","count":1}`);
  const damaged = fc
    .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const bytes = Buffer.from(valid);
      for (const [index, byte] of changes) bytes[index] = byte;
      return bytes;
    });
  await Promise.all(
    fc.sample(damaged, 60).map(async (bytes) => {
      const { status, headers } = await exchange(port, bytes);
      assert.ok(status >= 200 && status < 500, `${status} for ${bytes.toString('hex')}`);
      if (status >= 400) assert.equal(headers['content-type'], 'application/problem+json', bytes.toString('hex'));
    }),
  );
});

test('an idle connection keeps no memory of its last request', async (t) => {
  const collectGarbage = garbageCollector();
  const seen: WeakRef<object>[] = [];
  const note = (message: unknown): void => {
    const { request, response, socket } = message as Record<'request' | 'response', object> & { socket: net.Socket };
    if (socket.localPort === port) seen.push(new WeakRef(request), new WeakRef(response));
  };
  diagnostics.subscribe('http.server.request.start', note);
  t.after(() => diagnostics.unsubscribe('http.server.request.start', note));
  const socket = net.connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write(head('GET /health/live HTTP/1.1'));
  await once(socket, 'data');
  // Pending work ends after some turns of the event loop, not after a time.
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  collectGarbage();
  assert.deepEqual(
    seen.map((one) => one.deref() === undefined),
    [true, true],
  );
});

test('the service still works after many unreadable requests', async () => {
  await Promise.all(Array.from({ length: 20 }, () => exchange(port, 'nonsense\r\n\r\n')));
  assert.equal((await postDrill(app, '{"name":"a","count":1}')).statusCode, 201);
});
