/** Nothing takes away what a late match did to its players until a run computes the exact values. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import fc from 'fast-check';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { type TestMatch, World } from '../support/world.ts';

const SEATS = [...Array(12).keys()];

/** Twelve matches on the days 10 to 21, in which everybody meets. */
async function playSeason(world: World): Promise<TestMatch[]> {
  const season = SEATS.map((day) =>
    world.match(
      10 + day,
      [0, 1, 5, 8].map((step) => (day + step) % SEATS.length),
    ),
  );
  await world.submit(season);
  return season;
}

/** Asserts that each profile counts the matches that are rated by now. */
async function assertCounts(world: World, when: string): Promise<void> {
  const rated = world.rated();
  for (const seat of SEATS) {
    const played = rated.filter(({ player_ids: ids }) => ids.includes(world.player(seat))).length;
    assert.equal((await world.ratingOf(seat)).matches_played, played, `seat ${seat}, ${when}`);
  }
}

const aChange = fc.record({
  verb: fc.constantFrom('send' as const, 'send' as const, 'amend' as const, 'void' as const),
  day: fc.integer({ min: 5, max: 22 }),
  seats: fc.shuffledSubarray(SEATS, { minLength: 4, maxLength: 4 }),
  steps: fc.integer({ min: 0, max: 6 }),
  isTakenOver: fc.boolean(),
});
type Change = typeof aChange extends fc.Arbitrary<infer T> ? T : never;

/** @param season its matches that were not changed yet */
async function makeChange(world: World, season: TestMatch[], { verb, day, seats }: Change, index: number) {
  const at = day + index / 100;
  const old = verb === 'send' ? undefined : season.splice(day % season.length, 1)[0];
  if (old === undefined) await world.send(world.match(at, seats));
  else if (verb === 'void') await world.void(old);
  else await world.amend(old, { played_at: world.at(at), participants: world.participants(seats) });
}

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe(`a match that comes behind the run under way, on ${engine}`, () => {
    for (const isTakenOver of [false, true]) {
      const name = isTakenOver ? 'even if other nodes take the run over' : 'by the node that began it';
      test(`keeps its provisional scores until the next run, ${name}`, async () => {
        const world = await World.open(database);
        await playSeason(world);
        await world.send(world.match(9, [0, 3, 6, 9]));
        let settler = world.settler();
        for (let step = 0; step < 6; step += 1) await settler.step();
        const late = world.match(12.5, [1, 4, 7, 10]);
        await world.send(late);
        const provisional = await Promise.all([1, 4, 7, 10].map((seat) => world.ratingOf(seat)));
        await assertCounts(world, 'after the late match');
        for (let [isOver, steps] = [false, 0]; !isOver; steps += 1) {
          // A settler ends a run with its second step at the earliest.
          if (isTakenOver && steps < 6) {
            await world.endLease();
            settler = world.settler();
          }
          const step = await settler.step();
          assert.ok(step.status === 'settled');
          isOver = step.isRunOver;
          const now = await Promise.all([1, 4, 7, 10].map((seat) => world.ratingOf(seat)));
          assert.deepEqual(now, provisional);
          await assertCounts(world, 'in the run that misses the match');
        }
        await settler.finish();
        await assertCounts(world, 'after the next run');
        await world.assertExact();
      });
    }

    test('is counted at every moment, and so are amendments and voids, in any order of changes and steps', async () => {
      const property = fc.asyncProperty(fc.array(aChange, { minLength: 2, maxLength: 8 }), async (changes) => {
        const world = await World.open(database);
        const season = await playSeason(world);
        let settler = world.settler();
        for (const [index, change] of changes.entries()) {
          const name = `${change.verb} ${index}`;
          await makeChange(world, season, change, index);
          await assertCounts(world, `after ${name}`);
          if (change.isTakenOver) {
            await world.endLease();
            settler = world.settler(2);
          }
          for (let step = 0; step < change.steps; step += 1) {
            await settler.step();
            await assertCounts(world, `after step ${step} after ${name}`);
          }
        }
        await settler.finish();
        await assertCounts(world, 'in the end');
        await world.assertExact();
      });
      await fc.assert(property, { numRuns: 8 });
    });
  });
});
