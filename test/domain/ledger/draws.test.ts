/** A pool with draws: its ratings do not depend on the order of arrival, and a replay verifies them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyRatings } from '../../../src/domain/ledger/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { setsOf } from '../../support/matches.ts';
import { World } from '../../support/world.ts';

const DRAW = { winning_team: null, set_scores: setsOf('12-12') };
const FOURS = [
  [0, 1, 2, 3],
  [3, 0, 2, 1],
  [2, 1, 0, 3],
  [1, 3, 0, 2],
] as const;

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe(`draws, on ${engine}`, () => {
    test('that come late, that become wins and that were wins leave what a replay from nothing gives', async () => {
      const world = await World.open(database);
      const matches = Array.from({ length: 12 }, (_, day) =>
        world.match(day, FOURS[day % 4], day % 2 === 0 ? DRAW : {}),
      );
      // Every third comes after the others.
      for (const late of [false, true]) {
        for (const [index, match] of matches.entries()) if ((index % 3 === 0) === late) await world.send(match);
      }
      const [drawn = assert.fail(), won = assert.fail(), another = assert.fail()] = matches;
      await world.amend(drawn, { winning_team: 'B', set_scores: setsOf('4-20') });
      await world.amend(won, DRAW);
      await world.void(another);
      await world.settler(5).finish();
      await world.assertExact();
      const { differences, unsettled } = await verifyRatings(world.context());
      assert.deepEqual([differences, unsettled], [0, 0]);
    });

    test('give the same ratings whichever team is called A', async () => {
      const scores: number[][] = [];
      for (const seats of [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
      ]) {
        const world = await World.open(database);
        const swapped = seats[0] === 3;
        await world.send(
          world.match(1, seats, {
            set_scores: setsOf(swapped ? '2-6 3-6' : '6-2 6-3'),
            winning_team: swapped ? 'B' : 'A',
          }),
        );
        const { participants } = await world.send(world.match(2, seats, DRAW));
        const after = participants.map((one) => one.rating_change?.service_score_after ?? 0);
        scores.push(swapped ? after.reverse() : after);
      }
      assert.deepEqual(scores[0], scores[1]);
    });
  });
});
