/** A verification beside everything else that goes on: it reports nothing that is only on its way. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { verifyRatings } from '../../../src/domain/ledger/index.ts';
import { voidMatch } from '../../../src/domain/matches/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { calledBy } from '../../support/context.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { TestSettler } from './clock.ts';
import { settleAll } from './plots.ts';
import { SeasonClub, tampered } from './seasons.ts';
import { contextOf, NOW } from './stored-ledger.ts';

const SEASON = 60;

onEachEngine((engine) => {
  /** A fresh club a suite. */
  function useClub(): { database: () => Database; club: () => SeasonClub } {
    let database: Database;
    let club: SeasonClub;
    before(async () => {
      database = await openMigratedDatabase(engine);
      club = await SeasonClub.found(database);
      await club.playSeason(SEASON, 23);
    });
    after(() => database.close());
    return { database: () => database, club: () => club };
  }

  describe(`what a settlement will still change is not reported, on ${engine}`, () => {
    const { database, club } = useClub();
    const verify = () => verifyRatings(contextOf(database()), { blockMatches: 7 });
    const exact = (query: string) => tampered(database(), query, verify);
    const late = 30;

    test('neither after a late match that is left to a settlement, nor while it is settled', async () => {
      const { matches } = await verify();
      await club().submit([club().match(late)], 0);
      const owed = await verify();
      assert.deepEqual([owed.matches, owed.differences], [matches + 1, 0]);
      assert.ok(owed.unsettled > 10 && owed.unsettled < matches, `${owed.unsettled} of ${matches}`);
      const { unsettled_players: waiting, players } = owed;
      assert.ok(waiting >= 4 && waiting < players, `${waiting} of ${players} players`);

      const place = `played_at >= '${new Date(NOW - late * 86_400_000).toISOString()}'`;
      const one = (table: string, order: string) =>
        `match_id = (select match_id from ${table} order by ${order} limit 1)`;
      const last = one('match_ratings', 'played_at desc, match_id desc');
      const first = one('match_ratings', 'played_at, match_id');
      const nudge = 'update match_ratings set after[1] = after[1] + 0.25 where';
      assert.equal((await exact(`${nudge} ${last} and ${place}`)).differences, 0, 'a state that is not settled');
      assert.equal((await exact(`${nudge} ${first}`)).differences, 1, 'a state that is');
      const given = await exact(`update match_ratings set weight = weight / 2 where ${last}`);
      assert.deepEqual([given.differences, given.examples[0]?.field], [1, 'weight']);
      const gone = await exact(`delete from match_ratings where ${last}`);
      assert.deepEqual([gone.differences, gone.examples[0]?.field], [1, 'ledger_row']);

      const settler = new TestSettler(database(), 5);
      let left = owed.unsettled;
      for (let isOver = false; !isOver; ) {
        const step = await settler.step();
        assert.equal(step.status, 'settled');
        isOver = step.status === 'settled' && step.isRunOver;
        const found = await verify();
        assert.deepEqual([found.matches, found.differences], [matches + 1, 0]);
        assert.ok(found.unsettled <= left);
        left = found.unsettled;
      }
      assert.deepEqual([left, (await verify()).unsettled_players], [0, 0]);
    });
  });

  describe(`a verification while matches keep coming, on ${engine}`, () => {
    const { database, club } = useClub();

    test('reports nothing, whether they are late or not, settled at once or left to a settlement', async () => {
      const settler = new TestSettler(database(), 4);
      let isOver = false;
      const submitting = (async () => {
        for (let count = 0; !isOver; count += 1) {
          const players = [0, 1, 2, 3].map((place) => club().players[(count + 2 * place) % 12] ?? '');
          const match = club().match(count % 3 === 0 ? 40 : 0.9 - count / 10_000, players);
          await club().submit([match], count % 2 === 0 ? 0 : 1000);
          if (count % 5 === 4)
            await voidMatch(calledBy(contextOf(database()), club().caller), club().idOf(match), 'Twice.');
          await settler.step();
          await turn();
        }
        return settleAll(database(), [settler]);
      })();
      const seen = new Set<number>();
      for (let round = 0; round < 12; round += 1) {
        const { differences, examples, matches } = await verifyRatings(contextOf(database()), { blockMatches: 9 });
        assert.deepEqual([differences, examples], [0, []]);
        seen.add(matches);
      }
      isOver = true;
      await submitting;
      assert.ok(seen.size > 3, 'nothing came meanwhile');
      const { differences, unsettled } = await verifyRatings(contextOf(database()));
      assert.deepEqual([differences, unsettled], [0, 0]);
    });
  });

  describe(`history that moves behind a verification, on ${engine}`, () => {
    const { database, club } = useClub();

    test('is no difference: read a block at a time, all of it is read again before anything is reported', async () => {
      const told: number[] = [];
      const reached = Promise.withResolvers<void>();
      // Behind the verification by then, and settled at once: many players of the blocks to come have other ratings.
      const submitting = reached.promise.then(() => club().submit([club().match(SEASON)], 1000));
      const { differences } = await verifyRatings(contextOf(database()), {
        blockMatches: 2,
        onProgress: ({ done }) => {
          told.push(done);
          if (done === 4) reached.resolve();
        },
      });
      await submitting;
      assert.equal(differences, 0);
      // The embedded database serves others between two blocks, PostgreSQL beside its one snapshot.
      assert.equal(told.filter((done) => done === 0).length, engine === 'pglite' ? 2 : 1);
    });
  });
});
