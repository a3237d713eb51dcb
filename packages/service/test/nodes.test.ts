/** Several nodes of the service on one PostgreSQL, as separate processes: their starts and upgrades. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { type TestContext, test } from 'node:test';
import { asSuperuser, createDatabase, sharedPostgres } from '@bandeja/postgres/test/support/postgres';
import { createMigratedPostgres } from './support/database.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';

const OPERATOR_TOKEN = 'operator-token-of-the-test';

async function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return asSuperuser({ ...(await sharedPostgres()), url }, sql);
}

test('after another node has migrated the database, a node is not ready, and logs the reason once', async (t) => {
  const url = await createMigratedPostgres();
  const node = await startServiceProcess({ environment: { DATABASE_URL: url, OPERATOR_TOKEN } });
  t.after(() => node.kill());
  await run(url, `insert into schema_migrations values (9999, 'later', 'checksum', now())`);

  for (let probe = 0; probe < 3; probe += 1) {
    const response = await fetch(`${node.url}/health/ready`);
    assert.equal(response.status, 503);
    const { code, detail } = (await response.json()) as { code: string; detail: string };
    assert.equal(code, 'not_ready');
    assert.match(detail, /^Another node has migrated the database to a schema that this version does not know\. Stop/);
  }
  const logged = node.output().match(/another node has migrated the database: [^"]*/g);
  assert.equal(logged?.length, 1, node.output());
  assert.match(logged?.[0] ?? '', /has schema 9999, but this version knows only up to \d+: stop this node/);

  await run(url, 'delete from schema_migrations where version = 9999');
  assert.equal((await fetch(`${node.url}/health/ready`)).status, 200, 'it is ready after a rollback');
});

function startTwo(t: TestContext, url: string, more: Record<string, string> = {}) {
  const environment = { DATABASE_URL: url, OPERATOR_TOKEN, ...more };
  const starts = [startServiceProcess({ environment }), startServiceProcess({ environment })];
  t.after(() => Promise.all(starts.map((start) => start.then((node) => node.kill()).catch(() => {}))));
  return Promise.allSettled(starts);
}

const appliedBy = (node: ServiceProcess): string[] => node.output().match(/applied migration \d+/g) ?? [];

for (const [what, isEmpty] of [
  ['an empty database', true],
  ['a database with the present schema', false],
] as const) {
  test(`two nodes that start at once on ${what} both become ready, and apply each migration once`, async (t) => {
    const url = isEmpty ? (await createDatabase()).url : await createMigratedPostgres();
    const read = 'select version, applied_at from schema_migrations order by version';
    const before = isEmpty ? [] : await run(url, read);
    const nodes = (await startTwo(t, url)).map((start) =>
      start.status === 'fulfilled' ? start.value : assert.fail(String(start.reason)),
    );
    const after = await run(url, read);
    const versions = after.slice(before.length).map(({ version }) => `applied migration ${version}`);
    assert.deepEqual(nodes.flatMap(appliedBy).sort(), versions);
    assert.deepEqual(after.slice(0, before.length), before);
  });
}

test('of two nodes that start at once on one port, one becomes ready, and the other names the port and migrates nothing', async (t) => {
  const { url } = await createDatabase();
  const port = await freePort();
  const starts = await startTwo(t, url, { PORT: String(port) });
  const failed = starts.filter((start) => start.status === 'rejected').map(({ reason }) => String(reason));
  assert.equal(failed.length, 1, 'one becomes ready');
  assert.match(failed[0] ?? '', new RegExp(`port ${port} on 127.0.0.1 is in use: stop the process that listens there`));
  assert.doesNotMatch(failed[0] ?? '', /applied migration/);
});

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
