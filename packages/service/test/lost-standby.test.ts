import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { migrate } from '@bandeja/postgres/migrate';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { forgetStandby, loseStandby } from '@bandeja/postgres/test/support/lost-standby';
import { createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { serviceContext } from '../src/context.ts';
import { MIGRATIONS_DIRECTORY } from '../src/migrations.ts';
import { makeOperatorToken } from '../src/operators/environment-token.ts';
import { operatorFinder } from '../src/operators/operators.ts';
import { insertOperator } from '../src/operators/store.ts';
import { secretHash } from '../src/runtime/secret.ts';

test('operators get in while commits wait for a lost standby', async (t) => {
  const server = await startPostgres({ fsync: false });
  t.after(() => server.stop());
  const { url } = await createDatabase({ server });
  const database = postgresDatabase({ url });
  await migrate(database, MIGRATIONS_DIRECTORY);
  const token = makeOperatorToken();
  const row = { id: randomUUID(), name: 'ana', created_at: 0, last_used_at: null, revoked_at: null };
  await database.transaction((transaction) => insertOperator(transaction, row, secretHash(token)));

  await loseStandby(server);
  assert.equal(await operatorFinder(serviceContext(database), 'another-token-of-16')(token), 'ana');
  await forgetStandby(server);
  await database.close();
});
