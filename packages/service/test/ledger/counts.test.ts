/** A profile counts every match at once: no settlement takes back what a change has done to its own players. */
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

  describe(`a match of a player, on ${engine}`, () => {
    test('is counted at every moment, and so are amendments and voids, in any order of changes and steps', async () => {
      const property = fc.asyncProperty(fc.array(aChange, { minLength: 2, maxLength: 8 }), async (changes) => {
        const world = await World.open(database);
        const season = await playSeason(world);
        let settler = world.settler();
        for (const [index, change] of changes.entries()) {
          const name = `${change.verb} ${index}`;
          await makeChange(world, season, change, index);
          await assertCounts(world, `after ${name}`);
          if (change.isTakenOver) settler = world.settler(2);
          for (let step = 0; step < change.steps; step += 1) {
            await settler.step();
            await assertCounts(world, `after step ${step} after ${name}`);
          }
          await world.spreadMarks();
        }
        await settler.finish();
        await assertCounts(world, 'in the end');
        await world.assertExact();
      });
      await fc.assert(property, { numRuns: 4 });
    });
  });
});
