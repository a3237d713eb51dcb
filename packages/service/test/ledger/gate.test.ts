/** The race for which there is a history gate, played move by move: only a server has the connections for it. */
import { after, before, describe, test } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { CLOSURE_MAX } from '../../src/ledger/rate-change.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { World } from '../support/world.ts';
import { holdRating, untilWaiting } from './locks.ts';

describe('a late match reaches players who are playing at this moment', () => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase('postgres');
  });
  after(() => database.close());

  test('a late match and a concurrent match without common players both count', async () => {
    const world = await World.open(database, { players: 8, closureMax: CLOSURE_MAX });
    // Ratings are locked in this order: a match that waits for the last player has locked the others.
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, last = 0] = world.seatsInLockOrder();
    const late = world.match(1, [a, b, c, d], {}, 'sur');
    const between = world.match(2, [d, e, f, g]);
    const now = world.match(3, [e, f, g, last]);
    await world.send(between);

    const letGo = await holdRating(database, world.player(last));
    const appending = world.send(now);
    await untilWaiting(database, 1);
    const replaying = world.send(late);
    await untilWaiting(database, 2);
    await letGo();
    await Promise.all([appending, replaying]);
    await world.assertExact();
  });
});
