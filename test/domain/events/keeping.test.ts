/** Events are kept for 30 days, and the last one of each partner for ever. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { publishEvents, removeOldEvents } from '../../../src/domain/events/publish.ts';
import { listEvents } from '../../../src/domain/events/read.ts';
import { type Database, statement } from '../../../src/store/engine/database.ts';
import { trimEvents } from '../../../src/store/events/trim.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { World } from '../../support/world.ts';

const age = statement('test_age_changes', 'update change_log set at = at - make_interval(days => $1)');
const changes = statement('test_count_changes', 'select count(*)::integer as count from change_log');

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe('events that are older than 30 days', () => {
    const publish = async (world: World): Promise<void> => {
      while ((await publishEvents(world.context())) > 0 /* go on */);
    };
    const removeAll = async (world: World): Promise<void> => {
      while (await removeOldEvents(world.context()) /* go on */);
    };
    /** The ids of the events after one. */
    const read = async (world: World, id?: string, partner = 'norte'): Promise<string[]> => {
      const after = id === undefined ? null : { parameter: 'after', id };
      return (await listEvents(world.calledBy(partner), { after, limit: 100 })).data.map((event) => event.id);
    };
    const countChanges = async () => (await database.query<{ count: number }>(changes))[0]?.count;

    it('are removed, but for what the last of them belongs to, from which a reader can go on', async () => {
      const world = await World.open(database, { players: 4 });
      await world.send(world.match(1, [0, 1, 2, 3], {}, 'sur'));
      await world.send(world.match(2));
      await publish(world);
      const [all, told] = [await read(world), await read(world, undefined, 'sur')];
      await database.query(age, [29]);
      await removeAll(world);
      assert.deepEqual(await read(world), all);
      await database.query(age, [2]);
      await removeAll(world);
      assert.deepEqual(await read(world), all.slice(-5));
      assert.deepEqual(await read(world, undefined, 'sur'), told);
      assert.deepEqual(await read(world, all.at(-1)), []);
      await world.send(world.match(3));
      await publish(world);
      assert.equal((await read(world, all.at(-1))).length, 5);
    });

    it('leave nothing in the log, except what was never published', async () => {
      const world = await World.open(database, { players: 4 });
      for (let day = 0; day < 7; day += 1) await world.send(world.match(day));
      await publish(world);
      await database.query(age, [32]);
      await world.send(world.match(8));
      await world.send(world.match(9));
      await publish(world);
      await world.send(world.match(10));
      await database.query(age, [40]);
      while (await trimEvents(database, 30, 2) /* go on */);
      // Of both worlds: the last change of each of two partners, which for one of them is the same in both lists; and the new one.
      assert.equal((await read(world)).length, 5);
      assert.equal(await countChanges(), 4);
      await publish(world);
      assert.equal((await read(world)).length, 10);
    });
  });
});
