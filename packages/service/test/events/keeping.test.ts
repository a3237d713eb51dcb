/** How long events are kept, and what a restore from a dump changes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, type Queryable, statement } from '@bandeja/postgres/database';
import { listEvents } from '../../src/events/feed.ts';
import { advanceEventClock, trimEventLog } from '../../src/events/log-store.ts';
import { trimJob } from '../../src/trim-job.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { World } from '../support/world.ts';

const age = statement('test_age_events', 'update event_log set at = at - make_interval(days => $1)');
const old = statement(
  'test_old_events',
  `select (count(*) filter (where at < clock_timestamp() - interval '30 days'))::integer as rows,
     (count(distinct partner_id) filter (where at > clock_timestamp() - interval '30 days'))::integer as partners from event_log`,
);
const dumpOfLargerServer = statement('test_dump_of_larger_server', 'update event_clock set xid_offset = 1000000000');
const onNewServer = statement('test_on_new_server', 'update event_clock set xid_offset = 0');

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  const job = (world: World) => trimJob(world.context(), { eventsDays: 30, deliveriesDays: 40 });

  /** The ids of the events after one. */
  async function read(world: World, id?: string, partner = 'norte'): Promise<string[]> {
    const after = id === undefined ? null : { parameter: 'after', id };
    return (await listEvents(world.calledBy(partner), { after, limit: 100 })).data.map((event) => event.id);
  }

  const trim = (batch = 1_000, by: Queryable = database): Promise<void> =>
    trimEventLog(by, { days: 30, batch, stopping: new AbortController().signal });

  /** The ids of the next events, a page. */
  async function readPage(world: World, id: string): Promise<string[]> {
    const { data } = await listEvents(world.calledBy('norte'), { after: { parameter: 'after', id }, limit: 5 });
    return data.map((event) => event.id);
  }

  describe('events that are older than EVENTS_DAYS', () => {
    it('are removed, except for the newest change of each partner, from which a reader goes on', async () => {
      const world = await World.open(database, { players: 4 });
      await world.send(world.match(1, [0, 1, 2, 3], {}, 'sur'));
      await world.send(world.match(2));
      await feedCaughtUp(database);
      const [all, ofGuest] = [await read(world), await read(world, undefined, 'sur')];
      await database.query(age, [29]);
      await trim();
      assert.deepEqual(await read(world), all);
      await database.query(age, [2]);
      await trim();
      assert.deepEqual(await read(world), all.slice(-5));
      assert.deepEqual(await read(world, undefined, 'sur'), ofGuest);
      assert.deepEqual(await read(world, all.at(-1)), []);
      await assert.rejects(read(world, all[0]), { code: 'invalid_query' });
      await world.send(world.match(3));
      await feedCaughtUp(database);
      assert.equal((await read(world, all.at(-1))).length, 5);
    });

    it('are removed in batches that read each old row once, and one young row of each partner', async () => {
      const world = await World.open(database, { players: 4 });
      for (let day = 0; day < 7; day += 1) await world.send(world.match(day));
      await database.query(age, [32]);
      for (let day = 7; day < 14; day += 1) await world.send(world.match(day));
      const [{ rows, partners } = assert.fail()] = await database.query<{ rows: number; partners: number }>(old);
      let batches = 0;
      const counting: Queryable = {
        query: (...call) => {
          batches += 1;
          return database.query(...call);
        },
        script: (sql) => database.script(sql),
      };
      await trim(2, counting);
      await feedCaughtUp(database);
      assert.equal((await read(world)).length, 7 * 5);
      // The newest change of a partner without young ones is old, and stays.
      assert.equal(batches, Math.floor((rows + partners) / 2) + 1);
      await trim(2);
      assert.equal((await read(world)).length, 7 * 5);
    });

    it('are removed beside a reader, which misses and repeats no young event', async () => {
      const world = await World.open(database, { players: 4 });
      for (let day = 0; day < 7; day += 1) await world.send(world.match(day));
      await database.query(age, [32]);
      for (let day = 7; day < 17; day += 1) await world.send(world.match(day));
      await feedCaughtUp(database);
      const [stored, found] = [await read(world), [] as string[]];
      const young = stored.slice(-10 * 5);
      const removing = trim(1);
      for (let at = stored.at(-10 * 5 - 1) ?? ''; ; ) {
        // The reader is at the newest old event. Once that is removed, it starts with the oldest one.
        const page = await readPage(world, at).catch(async (error: { code: string }) => {
          assert.deepEqual([error.code, found], ['invalid_query', []]);
          return (await read(world)).slice(0, 5);
        });
        if (page.length === 0) break;
        found.push(...page);
        at = page.at(-1) ?? '';
      }
      await removing;
      assert.deepEqual(found, young);
      assert.deepEqual(await read(world), young);
    });
  });

  describe('the job that removes old events', () => {
    it('runs on one node, until that one stops', async () => {
      const world = await World.open(database, { players: 4 });
      const [first, second] = [job(world), job(world)];
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
      for (let start = 0; start < 2; start += 1) await advanceEventClock(database);
      await world.send(world.match(3));
      await feedCaughtUp(database);
      assert.deepEqual((await read(world)).slice(0, before.length), before);
      assert.equal((await read(world, before.at(-1))).length, 5);
    });
  });
});
