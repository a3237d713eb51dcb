/** The provisional change of a late match that its request did not settle: where it is shown, and that nothing is held back. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { getCard } from '../../src/card/get-card.ts';
import { serviceContext } from '../../src/context.ts';
import { getExplanation } from '../../src/explanation/get-explanation.ts';
import { getSessionRecap } from '../../src/sessions/get-recap.ts';
import { Settler } from '../../src/settlement/settler.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { changesOf } from '../support/matches.ts';
import { type TestMatch, World } from '../support/world.ts';

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** Eight matches that all follow from the matches of day 10. */
  async function playEight(): Promise<World> {
    const world = await World.open(database);
    await world.submit([0, 1, 2, 3, 4, 5, 6, 7].map((day) => world.match(10 + day, [day, day + 1, day + 2, day + 3])));
    return world;
  }

  const explanationOf = (world: World, { id, partner }: TestMatch) => getExplanation(world.calledBy(partner), id);

  describe(`the provisional change of a late match, on ${engine}`, () => {
    test('the provisional change is shown in lists, histories, cards and the recap', async () => {
      const world = await playEight();
      const session = { session_external_ref: world.username(0), winning_team: 'B', set_scores: null };
      const late = world.match(9, [1, 3, 5, 7], session);
      const answer = await world.send(late);
      assert.equal(answer.rating_status, 'settling');
      assert.equal(await world.statusOf(late), 'settling');
      for (const { username } of answer.participants) {
        const card = await getCard(world.calledBy(), username ?? '');
        const shown = card.last_matches.find((match) => match.id === late.id);
        if (shown !== undefined) assert.deepEqual(shown, answer);
      }
      const recap = await getSessionRecap(world.calledBy(), session.session_external_ref);
      for (const row of recap.leaderboard) {
        const participant = answer.participants.find((one) => one.profile_id === row.profile_id);
        assert.equal(row.service_score_change, participant?.rating_change?.delta);
      }
      await world.settler(3).finish();
      await world.assertExact();
    });

    test('the parts of the explanation add up to the provisional change', async () => {
      const world = await playEight();
      const late = world.match(9, [1, 3, 5, 9]);
      const answer = await world.send(late);
      const { participants } = await explanationOf(world, late);
      assert.deepEqual(
        participants.map(({ service_score_before, service_score_after, delta }) => ({
          service_score_before,
          service_score_after,
          delta,
        })),
        changesOf(answer),
      );
      for (const { parts, delta } of participants) {
        const sum = (parts ?? assert.fail()).reduce((points, part) => points + part.points, 0);
        assert.equal(sum, delta);
      }
      await world.settler(3).finish();
      await world.assertExact();
    });

    test('the provisional change is applied immediately, even if earlier ones are not settled yet', async () => {
      const world = await playEight();
      await world.send(world.match(9, [0, 2, 4, 6]));
      for (const day of [8, 7]) {
        await world.spreadMarks();
        const before = await world.ratingOf(1);
        const answer = await world.send(world.match(day, [1, 3, 5, 7]));
        assert.equal(answer.rating_status, 'settling');
        assert.equal(changesOf(answer)[0]?.service_score_before, before.service_score);
        const { service_score, rating_status } = await world.ratingOf(1);
        assert.deepEqual([service_score, rating_status], [changesOf(answer)[0]?.service_score_after, 'settling']);
        assert.equal((await world.ratingOf(0)).rating_status, 'settling');
      }
      await world.settler(3).finish();
      await world.assertExact();
    });

    test('the provisional change is settled once its partner has paused for a second, or after ten seconds', async () => {
      for (const [isDue, changedAgo, since] of [
        [false, '0.1 s', '9 s'],
        [true, '1.1 s', '1.1 s'],
        [true, '0.1 s', '10.1 s'],
        // The database's clock was set back.
        [true, '-1 day', '0 s'],
      ] as const) {
        const world = await playEight();
        await world.send(world.match(9, [0, 2, 4, 6]));
        await world.spreadMarks();
        await database.script(
          `update settlements set changed_at = clock_timestamp() - interval '${changedAgo}',
             since = clock_timestamp() - interval '${since}'`,
        );
        const settler = new Settler(serviceContext(database), { stepMatches: 1 });
        await world.endLease();
        assert.equal(await settler.step(), isDue ? 'more' : 'idle');
        await settler.stop();
        await world.settler(3).finish();
        await world.assertExact();
      }
    });
  });
});
