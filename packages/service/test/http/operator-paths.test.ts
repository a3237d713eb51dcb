/** Which connections and spellings find which paths of `openapi.json`: laws over all of its operations, on the whole service. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, before, describe, test } from 'node:test';
import { assemble } from '../../src/assemble.ts';
import { serviceContext } from '../../src/context.ts';
import { SecondPort } from '../../src/runtime/second-port.ts';
import { type Operation, operations, pathOf } from './contract/document.ts';
import { exchange, listening, type RawAnswer } from './support.ts';

const second = new SecondPort();
const { app } = assemble(serviceContext({ engine: 'postgres' } as never), {
  operatorToken: 'operator-token-of-the-test',
  rateLimits: null,
  log: 'silent',
  timeouts: { headersMs: 300, requestMs: 600, checkMs: 50 },
  paces: { anonymous: { pass: async () => {} }, probes: { pass: async () => {} } },
  servesOperators: (socket) => second.has(socket),
});
let mainPort = 0;
let adminPort = 0;
before(async () => {
  mainPort = await listening(app);
  ({ port: adminPort } = await second.open(app.server, { host: '127.0.0.1', port: 0 }));
});
after(() => Promise.all([app.close(), second.close()]));

const HEADERS = 'Host: x\r\nContent-Length: 0\r\nX-Request-Id: the-same\r\nConnection: close\r\n\r\n';
const ask = (port: number, method: string, path: string) => exchange(port, `${method} ${path} HTTP/1.1\r\n${HEADERS}`);

/** A path of the operation, each parameter with the same value. */
function exampleOf(operation: Operation): string {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return pathOf(operation, Object.fromEntries(names.map((name) => [name, '7'])));
}

const isOperators = ({ path }: Operation): boolean => path.startsWith('/admin/') || path === '/metrics';

describe('with a port for operators', () => {
  test('the other port answers their paths exactly like a path that does not exist, whatever the method', async () => {
    const unknownTo = new Map<string, RawAnswer>();
    for (const operation of operations.filter(isOperators)) {
      const path = exampleOf(operation);
      for (const method of [operation.method, 'OPTIONS', 'PROPFIND', 'FOO']) {
        const hidden = await ask(mainPort, method, path);
        const unknown = unknownTo.get(method) ?? (await ask(mainPort, method, '/v1/nothing'));
        unknownTo.set(method, unknown);
        const { date: _, ...headers } = hidden.headers;
        const { date: __, ...expected } = unknown.headers;
        const length = (fields: object) => ({ ...fields, 'content-length': '' });
        assert.deepEqual([hidden.status, length(headers)], [404, length(expected)], `${method} ${path}`);
        assert.equal(hidden.body, unknown.body.replace('/v1/nothing', path), `${method} ${path}`);
      }
    }
  });

  test('their port has every operation, and the other port all but theirs', async () => {
    const missing = async (port: number): Promise<string[]> => {
      const names: string[] = [];
      for (const operation of operations) {
        const { problem } = await ask(port, operation.method, exampleOf(operation));
        if (problem.code === 'route_not_found') names.push(operation.name);
      }
      return names;
    };
    assert.deepEqual(await missing(adminPort), []);
    assert.deepEqual(
      await missing(mainPort),
      operations.filter(isOperators).map(({ name }) => name),
    );
  });

  test('their port has the limits and timeouts of the other', async () => {
    const large = await exchange(adminPort, `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`);
    assert.deepEqual([large.status, large.problem.code], [431, 'headers_too_large']);
    const slow = await exchange(adminPort, 'GET /metrics HTTP/1.1\r\n');
    assert.deepEqual([slow.status, slow.problem.code], [408, 'request_timeout']);
  });

  test('closing the service closes idle connections of their port', async () => {
    const other = new SecondPort();
    const { port } = await other.open(app.server, { host: '127.0.0.1', port: 0 });
    const socket = net.connect(port, '127.0.0.1');
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    app.server.closeIdleConnections();
    await Promise.all([once(socket, 'close'), other.close()]);
  });
});

test('no operation is found if a fixed segment of its path is escaped', async () => {
  const escaped = (text: string): string => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;
  for (const operation of operations) {
    const path = exampleOf(operation);
    const segments = path.split('/');
    const patterns = operation.path.split('/');
    for (const [index, pattern] of patterns.entries()) {
      if (pattern === '') continue;
      const disguised = segments.map((segment, at) => (at === index ? escaped(segment) : segment)).join('/');
      const { problem } = await ask(adminPort, operation.method, disguised);
      const isFound = problem.code !== 'route_not_found';
      assert.equal(isFound, pattern.startsWith('{'), `${operation.method} ${disguised}`);
    }
  }
});
