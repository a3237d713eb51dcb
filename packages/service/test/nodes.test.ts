/** Several nodes of the service on one PostgreSQL, as separate processes: their starts and upgrades. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { asSuperuser, createDatabase, sharedPostgres } from '@bandeja/postgres/test/support/postgres';
import { createMigratedPostgres } from './support/database.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';

const OPERATOR_TOKEN = 'operator-token-of-the-test';

async function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return asSuperuser({ ...(await sharedPostgres()), url }, sql);
}

test('after another node has migrated the database, a node stays ready at first, and logs the reason once', async (t) => {
  const url = await createMigratedPostgres();
  const node = await startServiceProcess({ environment: { DATABASE_URL: url, OPERATOR_TOKEN } });
  t.after(() => node.kill());
  await run(url, `insert into schema_migrations values (9999, 'later', 'checksum', now())`);

  for (let probe = 0; probe < 3; probe += 1) assert.equal((await fetch(`${node.url}/health/ready`)).status, 200);
  const logged = node.output().match(/another node has migrated the database: [^"]*/g);
  assert.equal(logged?.length, 1, node.output());
  assert.match(logged?.[0] ?? '', /has schema 9999, but this version knows only up to \d+: stop this node/);
});

const appliedBy = (node: ServiceProcess): string[] => node.output().match(/applied migration \d+/g) ?? [];

test('two nodes that start at once on an empty database both become ready, and apply each migration once', async (t) => {
  const { url } = await createDatabase();
  const environment = { DATABASE_URL: url, OPERATOR_TOKEN };
  const starts = [startServiceProcess({ environment }), startServiceProcess({ environment })];
  t.after(() => Promise.all(starts.map((start) => start.then((node) => node.kill()).catch(() => {}))));
  const nodes = await Promise.all(starts);
  const applied = await run(url, 'select version from schema_migrations order by version');
  const versions = applied.map(({ version }) => `applied migration ${version}`);
  assert.ok(versions.length > 0);
  assert.deepEqual(nodes.flatMap(appliedBy).sort(), versions);
});

test('a node whose port is in use names the port and migrates nothing', async () => {
  const { url } = await createDatabase();
  const holder = net.createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as net.AddressInfo;
  const environment = { DATABASE_URL: url, OPERATOR_TOKEN, PORT: String(port) };
  await assert.rejects(startServiceProcess({ environment }), ({ message }) =>
    message.includes(`port ${port} on 127.0.0.1 is in use: stop the process that listens there`),
  );
  holder.close();
  assert.deepEqual(await run(url, "select tablename from pg_tables where schemaname = 'public'"), []);
});
