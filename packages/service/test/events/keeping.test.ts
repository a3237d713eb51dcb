/** How long events are kept, and what a restore from a dump changes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, statement } from '@bandeja/postgres/database';
import { listEvents, prepareEvents, removeOldEvents } from '../../src/events/feed.ts';
import { trimEventLog } from '../../src/events/log-store.ts';
import { trimJob } from '../../src/trim-job.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { World } from '../support/world.ts';

const age = statement('test_age_events', 'update event_log set at = at - make_interval(days => $1)');
const count = statement('test_count_events', 'select count(*)::integer as count from event_log');
const dumpOfLargerServer = statement('test_dump_of_larger_server', 'update event_clock set xid_offset = 1000000000');
const onNewServer = statement('test_on_new_server', 'update event_clock set xid_offset = 0');

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** The ids of the events after one. */
  async function read(world: World, id?: string, partner = 'norte'): Promise<string[]> {
    const after = id === undefined ? null : { parameter: 'after', id };
    return (await listEvents(world.calledBy(partner), { after, limit: 100 })).data.map((event) => event.id);
  }

  describe('events that are older than 30 days', () => {
    it('are removed, except for the newest change of each partner, from which a reader goes on', async () => {
      const world = await World.open(database, { players: 4 });
      await world.send(world.match(1, [0, 1, 2, 3], {}, 'sur'));
      await world.send(world.match(2));
      await feedCaughtUp(database);
      const [all, ofGuest] = [await read(world), await read(world, undefined, 'sur')];
      await database.query(age, [29]);
      assert.equal(await removeOldEvents(world.context()), false);
      assert.deepEqual(await read(world), all);
      await database.query(age, [2]);
      await removeOldEvents(world.context());
      assert.deepEqual(await read(world), all.slice(-5));
      assert.deepEqual(await read(world, undefined, 'sur'), ofGuest);
      assert.deepEqual(await read(world, all.at(-1)), []);
      await assert.rejects(read(world, all[0]), { code: 'invalid_query' });
      await world.send(world.match(3));
      await feedCaughtUp(database);
      assert.equal((await read(world, all.at(-1))).length, 5);
    });

    it('are removed in batches until only the newest change of each partner is left', async () => {
      const world = await World.open(database, { players: 4 });
      for (let day = 0; day < 7; day += 1) await world.send(world.match(day));
      await database.query(age, [32]);
      while ((await trimEventLog(database, 30, 2)) === 2 /* go on */);
      await feedCaughtUp(database);
      assert.equal((await read(world)).length, 5);
      // Of both worlds: two partners of the first, one of the second.
      assert.equal((await database.query<{ count: number }>(count))[0]?.count, 3);
    });
  });

  describe('the job that removes old events', () => {
    it('runs on one node, until that one stops', async () => {
      const world = await World.open(database, { players: 4 });
      const [first, second] = [trimJob(world.context()), trimJob(world.context())];
      const stopping = new AbortController().signal;
      await first.run(stopping);
      for (const day of [1, 2]) await world.send(world.match(day));
      await feedCaughtUp(database);
      await database.query(age, [31]);
      await second.run(stopping);
      assert.equal((await read(world)).length, 14);
      await first.close?.();
      await second.run(stopping);
      assert.equal((await read(world)).length, 5);
      await second.close?.();
    });
  });

  describe('events of a dump that is restored on a server with lower transaction ids', () => {
    it('keep ids and order, and new ones follow', async () => {
      const world = await World.open(database, { players: 4 });
      await database.query(dumpOfLargerServer);
      for (const day of [1, 2]) await world.send(world.match(day));
      await feedCaughtUp(database);
      const before = await read(world);
      await database.query(onNewServer);
      assert.equal((await read(world)).length, 4, 'the events of the dump are beyond the horizon');
      for (let start = 0; start < 2; start += 1) await prepareEvents(database);
      await world.send(world.match(3));
      await feedCaughtUp(database);
      assert.deepEqual((await read(world)).slice(0, before.length), before);
      assert.equal((await read(world, before.at(-1))).length, 5);
    });
  });
});
