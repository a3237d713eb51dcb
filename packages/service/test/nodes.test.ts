/** Several nodes of the service on one PostgreSQL, as separate processes: their starts and upgrades. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asSuperuser, sharedPostgres } from '@bandeja/postgres/test/support/postgres';
import { createMigratedPostgres } from './support/database.ts';
import { startServiceProcess } from './support/service-process.ts';

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
