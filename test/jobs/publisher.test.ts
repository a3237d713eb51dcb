/** The publisher that runs with the service: events come without anybody asking for them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishEvents } from '../../src/domain/events/publish.ts';
import { listEvents } from '../../src/domain/events/read.ts';
import { publisherJob } from '../../src/jobs/publisher.ts';
import { type Database, statement } from '../../src/store/engine/database.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { interrupted } from '../support/interrupted.ts';
import { runJob } from '../support/jobs.ts';
import { until } from '../support/receiver.ts';
import { World } from '../support/world.ts';

const age = statement('test_age_published', "update change_log set at = at - interval '40 days'");
const oldChanges = statement(
  'test_count_old_changes',
  "select count(*)::integer as count from change_log where at < clock_timestamp() - interval '35 days'",
);

/** Far longer than anything here takes. */
const PATIENCE_MS = 30_000;

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  const countOf = async (world: World): Promise<number> =>
    (await listEvents(world.calledBy(), { after: null, limit: 100 })).data.length;

  const countOldChanges = async (): Promise<number> =>
    (await database.query<{ count: number }>(oldChanges))[0]?.count ?? 0;

  async function untilThereAre(world: World, count: number): Promise<void> {
    for (const deadline = performance.now() + PATIENCE_MS; (await countOf(world)) < count; ) {
      assert.ok(performance.now() < deadline, 'the events have not come');
      await sleep(5);
    }
  }

  describe(`while publishers run, on ${engine}`, () => {
    it('events of what is committed can be read, each once, however many publishers there are', async () => {
      const world = await World.open(database, { players: 4 });
      const faults: unknown[] = [];
      const onError = (error: unknown) => faults.push(error);
      const publishers = [1, 2].map(() => runJob(publisherJob(world.context(), 5), onError));
      for (let day = 1; day <= 5; day += 1) await world.send(world.match(day));
      await untilThereAre(world, 4 + 5 * 5);
      await Promise.all(publishers.map((publisher) => publisher.stop()));
      assert.equal(await countOf(world), 4 + 5 * 5);
      assert.deepEqual(faults, []);
      await world.send(world.match(6));
      await sleep(50);
      assert.equal(await countOf(world), 4 + 5 * 5);
    });

    it('a fault is told of, and what it kept from being published is published after it', async () => {
      const world = await World.open(database, { players: 4 });
      let fails = true;
      const unsteady = interrupted(database, () => {
        if (fails) throw new Error('the database is away');
      });
      const faulty = Promise.withResolvers<unknown>();
      const publisher = runJob(publisherJob({ ...world.context(), database: unsteady }, 5), faulty.resolve);
      assert.match(String(await faulty.promise), /the database is away/);
      fails = false;
      await untilThereAre(world, 4);
      await publisher.stop();
    });

    it('old events are removed, also while there is something to publish at every look', async () => {
      const world = await World.open(database, { players: 4 });
      for (let day = 1; day <= 3; day += 1) await world.send(world.match(day));
      while ((await publishEvents(world.context())) > 0 /* go on */);
      await database.query(age);
      let day = 4;
      const busy = interrupted(database, async ({ what }) => {
        if (what === 'event_publisher_look') await world.send(world.match(day++));
      });
      const publisher = runJob(publisherJob({ ...world.context(), database: busy }, 5), (error) =>
        assert.fail(error as Error),
      );
      await until(async () => (await countOldChanges()) <= 2);
      await publisher.stop();
    });

    it('one that ends at any moment loses no event and gives none twice', async () => {
      const world = await World.open(database, { players: 4 });
      const moments = [
        'event_publisher_look',
        'event_publisher_lock',
        'event_publisher_publish',
        'commit',
        'committed',
      ];
      for (const [index, moment] of moments.entries()) {
        await world.send(world.match(index + 1));
        const ending = interrupted(database, ({ what }) => {
          if (what === moment) throw new Error(`killed at ${moment}`);
        });
        await assert.rejects(publishEvents({ ...world.context(), database: ending }), /killed/);
        while ((await publishEvents(world.context())) > 0 /* go on */);
        assert.equal(await countOf(world), 4 + 5 * (index + 1));
      }
    });
  });
});
