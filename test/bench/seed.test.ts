/** What benches measure on is a history that the service itself would have written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededDatabase } from '../../bench/seed/databases.ts';
import { verifyRatings } from '../../src/domain/verification/index.ts';
import { postgresDatabase } from '../../src/store/engine/postgres.ts';
import { sharedPostgres } from '../support/postgres.ts';

test('A seeded history is rated in its own order, also where a player plays on two nights at once', async (t) => {
  // 40 nights at any time, of 300 players; more matches than are folded at once.
  const size = { matches: 13_200, players: 300, partners: 2, days: 2 };
  const { url, drop } = await seededDatabase(await sharedPostgres(), size);
  t.after(drop);
  const database = postgresDatabase({ url });
  t.after(() => database.close());
  const { matches, differences, examples } = await verifyRatings({ database, now: Date.now });
  assert.equal(matches, size.matches);
  assert.equal(differences, 0, JSON.stringify(examples[0]));
});
