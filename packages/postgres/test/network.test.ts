/** What a network does to connections: silence, a reset, and two ways to one server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { poolsTransactions } from '../src/pooler.ts';
import { postgresDatabase } from '../src/postgres.ts';
import { sql } from './conformance-subject.ts';
import { createDatabase, startPostgres } from './support/postgres.ts';

const select = sql('select pg_backend_pid() as pid');

interface Network {
  /** Opens the connection to the server. Default: to that of the URL. */
  readonly connect?: () => net.Socket;
  /** Called with what the client sends after the login. @returns whether it goes on */
  readonly pass?: (client: net.Socket) => boolean;
}

/** @returns the URL with a proxy instead of the server */
async function through(context: TestContext, url: string, { connect, pass = () => true }: Network): Promise<string> {
  const proxied = new URL(url);
  proxied.searchParams.delete('host');
  const { hostname: host, port } = proxied;
  const proxy = net.createServer((client) => {
    const server = connect?.() ?? net.connect({ host, port: Number(port) });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => {}).on('close', () => to.destroy());
    }
    server.pipe(client);
    // Q: a statement.
    client.on('data', (chunk) => {
      if (String.fromCharCode(chunk[0] ?? 0) !== 'Q' || pass(client)) server.write(chunk);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  context.after(() => proxy.close());
  proxied.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  return proxied.href;
}

describe('The network', () => {
  it('A connection that falls silent right after the login is unreachable after the timeout of connecting.', async (context) => {
    const { url } = await createDatabase();
    const silent = await through(context, url, { pass: () => false });
    const database = postgresDatabase({ url: silent, connectTimeoutMs: 500 });
    context.after(() => database.close());
    const startedAt = performance.now();
    await assert.rejects(database.query(select), /the database cannot be reached: Query read timeout/);
    assert.ok(performance.now() - startedAt < 5_000);
  });

  it('If the connection is lost while the pooler is looked at, only that fails.', async (context) => {
    const { url } = await createDatabase();
    const cut = await through(context, url, { pass: (client) => !client.resetAndDestroy() });
    await assert.rejects(poolsTransactions(cut), /ECONNRESET|terminated/);
  });

  it('Connections that reach one server by two addresses are all kept.', async (context) => {
    const server = await startPostgres();
    context.after(() => server.stop());
    const { url } = await createDatabase({ server });
    const { port, hostname: host } = new URL(url);
    const path = `${new URL(server.socketUrl).searchParams.get('host')}/.s.PGSQL.${port}`;
    let count = 0;
    const connect = () => net.connect(count++ % 2 === 0 ? { path } : { host, port: Number(port) });
    const database = postgresDatabase({ url: await through(context, url, { connect }) });
    context.after(() => database.close());
    const pids = async () => {
      const rows = await Promise.all([1, 2, 3, 4].map(() => database.query<{ pid: number }>(select)));
      return new Set(rows.flat().map(({ pid }) => pid));
    };
    const before = await pids();
    assert.equal(before.size, 4);
    assert.deepEqual(await pids(), before);
  });
});
