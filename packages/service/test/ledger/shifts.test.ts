/** What the ledger writes for the progress: the shifts of scores, and what matches first showed. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Database, statement } from '@bandeja/postgres/database';
import { MODEL_VERSION, scoreOfShown } from '@bandeja/rating';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { World } from '../support/world.ts';

interface Shift {
  readonly player_id: string;
  readonly cause: string;
  readonly version: number;
  readonly shown_before: number;
  readonly shown_after: number;
}

const allShifts = statement(
  'test_score_shifts',
  'select * from score_shifts where player_id = any($1::uuid[]) order by player_id, version',
);
const allFirst = statement(
  'test_first_shown',
  `select l.match_id, l.first_shown from match_ratings l join matches m on m.id = l.match_id
   where m.player_ids[1] = any($1::uuid[]) order by l.match_id`,
);

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  const shiftsOf = ({ players }: World) => database.query<Shift>(allShifts, [players]);
  const firstOf = ({ players }: World) =>
    database.query<{ match_id: string; first_shown: number[] | null }>(allFirst, [players]);
  /** Three matches, whose changes are settled in the background. */
  async function openWorld(): Promise<World> {
    const world = await World.open(database, { closureMax: 0 });
    await world.submit([world.match(10), world.match(11, [0, 4, 2, 5]), world.match(12, [6, 1, 3, 7])]);
    return world;
  }

  describe(`the shifts of scores, on ${engine}`, () => {
    test('the shifts of a change that is settled in the background lead to the current scores, and append none', async () => {
      const world = await openWorld();
      assert.deepEqual(await shiftsOf(world), []);
      await world.send(world.match(9, [0, 6, 2, 7]));
      await world.settler().finish();
      await world.assertExact();
      const shifts = await shiftsOf(world);
      const scores = await Promise.all(world.players.map((_, seat) => world.ratingOf(seat)));
      for (const [player_id, own] of Map.groupBy(shifts, (shift) => shift.player_id)) {
        const ends = own.map(({ shown_after }) => scoreOfShown(shown_after));
        assert.deepEqual(
          own.slice(1).map(({ shown_before }) => scoreOfShown(shown_before)),
          ends.slice(0, -1),
        );
        assert.equal(ends.at(-1), scores[world.players.indexOf(player_id)]?.service_score);
      }
      assert.ok(shifts.length > 0 && shifts.every(({ cause }) => cause === 'older_result'));
      const kept = (await firstOf(world)).filter(({ first_shown }) => first_shown !== null);
      assert.ok(kept.length > 0);
      await world.send(world.match(8, [0, 6, 2, 7]));
      await world.settler().finish();
      for (const { match_id, first_shown } of kept) {
        const again = (await firstOf(world)).find((row) => row.match_id === match_id);
        assert.deepEqual(again?.first_shown, first_shown);
      }
    });

    test('a starting level that is settled in the background names itself', async () => {
      const world = await openWorld();
      await world.giveLevel(0, 2600);
      await world.settler().finish();
      const shifts = await shiftsOf(world);
      assert.ok(shifts.length > 0 && shifts.every(({ cause }) => cause === 'starting_level'));
    });

    const late = [
      ['before the first match of the player', 'norte', 9, [0, 6, 2, 7], true],
      ['before the first match of the player', 'sur', 9, [0, 6, 2, 7], true],
      ['after the first match of the player', 'sur', 10.5, [0, 4, 2, 5], true],
      ['of players that its marks reach later', 'sur', 10.5, [1, 4, 2, 5], false],
    ] as const;
    for (const [which, partner, day, seats, isSpread] of late)
      test(`a starting level does not name itself if a late match by ${partner} ${which} is settled with it`, async () => {
        const world = await openWorld();
        await world.giveLevel(0, 400);
        if (isSpread) await world.spreadMarks();
        await world.send(world.match(day, seats, {}, partner));
        await world.settler().finish();
        await world.assertExact();
        const shifts = await shiftsOf(world);
        assert.ok(shifts.length > 0 && shifts.every(({ cause }) => cause === 'older_result'));
      });

    test('a rebuild keeps the shifts and what matches first showed, even if it repairs ratings', async () => {
      const world = await openWorld();
      const late = world.match(9, [0, 6, 2, 7]);
      await world.send(late);
      await world.settler().finish();
      const stored = [await shiftsOf(world), await firstOf(world)];
      await world.rebuild();
      assert.deepEqual([await shiftsOf(world), await firstOf(world)], stored);
      await database.script(
        `update match_ratings set weight = weight / 2, after[3] = after[3] + 1 where match_id = '${late.id}'`,
      );
      await world.rebuild();
      await world.assertExact();
      assert.deepEqual([await shiftsOf(world), await firstOf(world)], stored);
    });

    test('a rebuild with another model removes them', async () => {
      const world = await openWorld();
      await world.send(world.match(9, [0, 6, 2, 7]));
      await world.settler().finish();
      await database.script(
        `update ledger_state set model_version = 'pair-0'; update match_ratings set model_version = 'pair-0';
         update player_ratings set model_version = 'pair-0', mean = mean + 1, shown = shown + 1 where model_version is not null`,
      );
      await world.rebuild();
      assert.equal((await world.state()).model_version, MODEL_VERSION);
      await world.assertExact();
      assert.deepEqual(await shiftsOf(world), []);
      assert.ok((await firstOf(world)).every(({ first_shown }) => first_shown === null));
    });
  });
});
