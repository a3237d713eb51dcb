/** The same matches make the same ledger in any order of arrival: each ledger equals the others and a full replay. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import fc from 'fast-check';
import { openMigratedDatabase } from '../support/database.ts';
import { type Engine, engines } from '../support/engines.ts';
import { bitsOfLedger } from '../support/ledgers.ts';
import type { TestMatch } from '../support/world.ts';
import { aSeason, BATCH, openSeasonWorld } from './season.ts';

const MATCHES = 40;
const PLAYERS = 12;

function batchesOf(matches: readonly TestMatch[], size: number): TestMatch[][] {
  return Array.from({ length: Math.ceil(matches.length / size) }, (_, index) =>
    matches.slice(index * size, (index + 1) * size),
  );
}

/** Lists of batches. The batches of a list are sent one after the other, the lists concurrently. */
type Arrival = (inOrder: readonly TestMatch[], shuffled: readonly TestMatch[]) => TestMatch[][][];

/** The embedded database has one connection, on which several senders are as one. */
const arrivals: Readonly<Record<Engine, Readonly<Record<string, Arrival>>>> = {
  pglite: { 'in shuffled batches': (_, shuffled) => [batchesOf(shuffled, BATCH)] },
  postgres: {
    'in shuffled batches, from both partners at once': (_, shuffled) =>
      ['norte', 'sur'].map((partner) => {
        const matches = shuffled.filter((one) => one.partner === partner);
        return batchesOf(matches, BATCH);
      }),
    'one by one, in the order of play': (inOrder) => [batchesOf(inOrder, 1)],
    'one by one, shuffled, over eight connections': (_, shuffled) =>
      Array.from({ length: 8 }, (_, place) => {
        const matches = shuffled.filter((_one, index) => index % 8 === place);
        return batchesOf(matches, 1);
      }),
  },
};

/** The ledger of the first arrival. */
let wanted: unknown;

for (const engine of engines) {
  describe(`on ${engine}, ${MATCHES} matches make the same ledger to the last bit`, () => {
    for (const [name, arrival] of Object.entries(arrivals[engine])) {
      describe(name, () => {
        let database: Database;
        before(async () => {
          database = await openMigratedDatabase(engine);
        });
        after(() => database.close());

        test(`${name}, on ${engine}`, async () => {
          const world = await openSeasonWorld(database, PLAYERS);
          const inOrder = aSeason(world, MATCHES, 42).map(({ match }) => match);
          const [shuffled = []] = fc.sample(fc.shuffledSubarray(inOrder, { minLength: MATCHES }), {
            seed: 7,
            numRuns: 1,
          });
          const sendAll = async (batches: readonly TestMatch[][]): Promise<void> => {
            for (const batch of batches) await world.submit(batch);
          };
          await Promise.all(arrival(inOrder, shuffled).map(sendAll));
          await world.assertExact();
          const stored = bitsOfLedger(await world.stored());
          wanted ??= stored;
          assert.deepEqual(stored, wanted);
        });
      });
    }
  });
}
