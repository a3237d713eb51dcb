import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { serviceContext } from '@bandeja/service/context';
import { createMigratedPostgres } from '@bandeja/service/test/support/database';
import { verifyRatings } from '@bandeja/service/verification/verify';
import { fill } from '../seed/fill.ts';

test('A seeded history has the ratings that the service itself would have stored', async (t) => {
  // 22 nights at any time among 300 players, so players have overlapping nights; more matches than one block.
  const size = { matches: 7_260, players: 300, partners: 2, days: 2 };
  const url = await createMigratedPostgres();
  await fill({ url, size, until: Date.now() - 7_200_000, onProgress: () => {} });
  const database = postgresDatabase({ url });
  t.after(() => database.close());
  const { matches, differences, examples } = await verifyRatings(serviceContext(database));
  assert.equal(matches, size.matches);
  assert.equal(differences, 0, JSON.stringify(examples[0]));
});
