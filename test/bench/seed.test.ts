import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill } from '../../bench/seed/fill.ts';
import { serviceContext } from '../../src/domain/context.ts';
import { verifyRatings } from '../../src/domain/ledger/verify.ts';
import { postgresDatabase } from '../../src/store/engine/postgres.ts';
import { createMigratedPostgres } from '../support/database.ts';

test('A seeded history has the ratings that the service itself would have stored', async (t) => {
  // 40 nights at any time among 300 players, so players have overlapping nights; more matches than one block.
  const size = { matches: 13_200, players: 300, partners: 2, days: 2 };
  const url = await createMigratedPostgres();
  await fill({ url, size, until: Date.now() - 7_200_000, onProgress: () => {} });
  const database = postgresDatabase({ url });
  t.after(() => database.close());
  const { matches, differences, examples } = await verifyRatings(serviceContext(database));
  assert.equal(matches, size.matches);
  assert.equal(differences, 0, JSON.stringify(examples[0]));
});
