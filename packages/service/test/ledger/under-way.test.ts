/** A verification beside everything else that goes on: it reports nothing that is only on its way. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '@bandeja/postgres/database';
import { verifyRatings } from '../../src/verification/verify.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import type { World } from '../support/world.ts';
import { openSeasonWorld, playSeason } from './season.ts';
import { tampered } from './tampering.ts';

const SEASON = 60;

onEachEngine((engine) => {
  /** A fresh season a suite, and a player who has never played. */
  function useSeason(): () => World {
    let database: Database;
    let world: World;
    before(async () => {
      database = await openMigratedDatabase(engine);
      world = await openSeasonWorld(database);
      await playSeason(world, SEASON, 23);
      await world.join();
    });
    after(() => database.close());
    return () => world;
  }

  describe(`what a settlement will still change is not reported, on ${engine}`, () => {
    const world = useSeason();
    const verify = () => verifyRatings(world().context(), { blockMatches: 7 });
    const exact = (query: string) => tampered(world().database, query, verify);
    const late = 30;

    test('verification reports nothing after a deferred late match or during its settlement', async () => {
      const { matches } = await verify();
      const lateMatch = world().match(-late);
      await world().send(lateMatch, { closureMax: 0 });
      const owed = await verify();
      assert.deepEqual([owed.matches, owed.differences], [matches + 1, 0]);
      assert.ok(owed.unsettled > 10 && owed.unsettled < matches, `${owed.unsettled} of ${matches}`);
      const { unsettled_players: waiting, players } = owed;
      assert.ok(waiting >= 4 && waiting < players, `${waiting} of ${players} players`);

      const place = `played_at >= '${world().at(-late)}'`;
      const one = (table: string, order: string) =>
        `match_id = (select match_id from ${table} order by ${order} limit 1)`;
      const last = one('match_ratings', 'played_at desc, match_id desc');
      const first = one('match_ratings', 'played_at, match_id');
      const nudge = 'update match_ratings set after[1] = after[1] + 0.25 where';
      // Only the players of the late match are marked. All others must keep the chain.
      const marked = '(select player_id from player_ratings where unsettled_at is not null)';
      const unmarked = `(select match_id from match_ratings where player_ids[1] not in ${marked} and ${place} order by played_at limit 1)`;
      const broken = await exact(`${nudge} match_id = ${unmarked}`);
      assert.deepEqual([broken.differences, broken.examples[0]?.field], [1, 'mean_before']);
      const current = await exact(
        `update player_ratings set mean = mean + 0.25 where player_id =
           (select player_id from player_ratings where unsettled_at is null and last_played_at >= '${world().at(-late)}' limit 1)`,
      );
      assert.deepEqual([current.differences, current.examples[0]?.field], [1, 'mean']);
      await world().spreadMarks();
      const alone = await exact(
        `update player_ratings set unsettled_at = null, unsettled_match = null, is_spread = null, changed_by = null where player_id =
           (select player_id from player_ratings where unsettled_at is not null and unsettled_match <> '${lateMatch.id}' limit 1)`,
      );
      assert.ok(alone.examples.some((one) => one.field === 'mark' && one.stored === 'absent'));

      assert.equal((await exact(`${nudge} ${last} and ${place}`)).differences, 0, 'a state that is not settled');
      assert.equal((await exact(`${nudge} ${first}`)).differences, 1, 'a state that is');
      const given = await exact(`update match_ratings set weight = weight / 2 where ${last}`);
      assert.deepEqual([given.differences, given.examples[0]?.field], [1, 'weight']);
      const gone = await exact(`delete from match_ratings where ${last}`);
      assert.deepEqual([gone.differences, gone.examples[0]?.field], [1, 'ledger_row']);

      const settler = world().settler(5);
      // Once the reach is marked, fewer wait. From then on, matches are settled one after the other.
      let left = owed.unsettled;
      while ((await settler.step()) === 'more') {
        const found = await verify();
        assert.deepEqual([found.matches, found.differences], [matches + 1, 0]);
        assert.ok(found.unsettled <= left, `${left} matches were unsettled, ${found.unsettled} are`);
        left = found.unsettled;
      }
      assert.deepEqual([left, (await verify()).unsettled_players], [0, 0]);
    });
  });

  describe(`a verification while matches keep coming, on ${engine}`, () => {
    const world = useSeason();

    test('verification reports nothing while late and punctual matches arrive', async () => {
      const settler = world().settler(4);
      let isOver = false;
      const submitting = (async () => {
        for (let count = 0; !isOver; count += 1) {
          const seats = [0, 1, 2, 3].map((place) => (count + 2 * place) % 12);
          const match = world().match(count % 3 === 0 ? -40 : count / 10_000 - 0.9, seats);
          if (count % 2 === 0) await world().spreadMarks();
          await world().send(match, { closureMax: count % 2 === 0 ? 0 : 1000 });
          if (count % 5 === 4) await world().void(match);
          await settler.step();
          await turn();
        }
        return settler.finish();
      })();
      const seen = new Set<number>();
      try {
        // A busy machine may serve several verifications before a match.
        for (let round = 0; round < 8 || seen.size < 4; round += 1) {
          assert.ok(round < 500, 'hardly a match arrived during the verifications');
          const { differences, examples, matches } = await verifyRatings(world().context(), { blockMatches: 9 });
          assert.deepEqual([differences, examples], [0, []]);
          seen.add(matches);
        }
      } finally {
        isOver = true;
        await submitting;
      }
      const { differences, unsettled } = await verifyRatings(world().context());
      assert.deepEqual([differences, unsettled], [0, 0]);
    });
  });

  describe(`history that moves behind a verification, on ${engine}`, () => {
    const world = useSeason();

    test('history that changes during a verification is read again before a difference is reported', async () => {
      const reported: number[] = [];
      const reached = Promise.withResolvers<void>();
      // Behind the verification by then, and settled at once: many players of the blocks to come have other ratings.
      const submitting = reached.promise.then(() => world().send(world().match(-SEASON), { closureMax: 1000 }));
      const { differences } = await verifyRatings(world().context(), {
        blockMatches: 2,
        onProgress: ({ done }) => {
          reported.push(done);
          if (done === 4) reached.resolve();
        },
      });
      await submitting;
      assert.equal(differences, 0);
      // The embedded database serves others between two blocks, PostgreSQL beside its one snapshot.
      assert.equal(reported.filter((done) => done === 0).length, engine === 'pglite' ? 2 : 1);
    });
  });
});
