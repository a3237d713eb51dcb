/** What an unsettled change makes `settling`: what it reaches, and for a moment everything later of linked regions. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Problem } from '@bandeja/contract/errors/problem';
import type { Database } from '@bandeja/postgres/database';
import { GUARD_WAIT_MS, MARKED_MAX } from '../../src/ledger/with-players.ts';
import { readSettlementProgress } from '../../src/settlement/marks-store.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { foundPlayers } from '../support/founding.ts';
import { interrupted } from '../support/interrupted.ts';
import { LocalNode } from '../support/node.ts';
import { NOW, type TestMatch, World } from '../support/world.ts';

/** Two partners with eight players each: seats 0–7 are norte's, 8–15 are sur's. */
async function openRegions(database: Database): Promise<World> {
  const world = await World.open(database, { players: 8 });
  const usernames = Array.from({ length: 8 }, (_, index) => world.username(8 + index));
  world.players.push(...(await foundPlayers(database, world.partner('sur'), usernames, NOW)));
  return world;
}

/** Matches of norte's players on the days 10 and 12, and of sur's on the days 11 and 13. */
async function playDays(world: World): Promise<{ norte: TestMatch; sur: TestMatch }> {
  await world.submit([world.match(10, [0, 1, 2, 3]), world.match(12, [0, 1, 2, 3])]);
  const [norte, sur] = [world.match(14, [4, 5, 6, 7]), world.match(13, [8, 9, 10, 11], {}, 'sur')];
  await world.send(norte);
  await world.send(world.match(11, [8, 9, 10, 11], {}, 'sur'));
  await world.send(sur);
  return { norte, sur };
}

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe(`while the reach of a large change is followed, on ${engine}`, () => {
    test('later matches of its region are settling, and nothing of a partner whose players never met its own', async () => {
      const world = await openRegions(database);
      const { norte, sur } = await playDays(world);
      assert.equal((await world.send(world.match(9, [0, 1, 2, 3]))).rating_status, 'settling');
      assert.equal(await world.statusOf(norte), 'settling');
      assert.equal(await world.statusOf(sur), 'settled');
      assert.equal((await world.ratingOf(8)).rating_status, 'settled');
      const appended = await world.send(world.match(20, [12, 13, 14, 15], {}, 'sur'));
      assert.equal(appended.rating_status, 'settled');
      const late = await world.send(world.match(12, [8, 9, 12, 13], {}, 'sur'), { closureMax: 10 });
      assert.equal(late.rating_status, 'settled');
      await world.spreadMarks();
      assert.equal(await world.statusOf(norte), 'settled', 'the change does not reach it');
      await world.settler().finish();
      await world.assertExact();
    });

    for (const name of ['before it', 'during it'] as const) {
      test(`later matches of a partner whose players have met its own ${name} are settling`, async () => {
        const world = await openRegions(database);
        const { sur } = await playDays(world);
        const meet = () => world.send(world.match(15, [4, 5, 14, 15], {}, 'sur'));
        if (name === 'before it') await meet();
        await world.send(world.match(9, [0, 1, 2, 3]));
        if (name === 'during it') {
          assert.equal((await meet()).rating_status, 'settling');
          // The new match may be reached, so its players are marked. The other matches of sur are not behind it.
          assert.equal((await world.ratingOf(14)).rating_status, 'settling');
        } else {
          assert.equal(await world.statusOf(sur), 'settling');
          assert.equal((await world.ratingOf(14)).rating_status, 'settling');
        }
        await world.spreadMarks();
        assert.equal(await world.statusOf(sur), 'settled', 'nothing has reached it');
        await world.settler().finish();
        await world.assertExact();
      });
    }

    test('a chain of partners whose players have met is covered, however long it is', async () => {
      const names = ['norte', 'sur', 'este', 'oeste'] as const;
      const world = await World.open(database, { players: 4, partners: names });
      for (const name of names.slice(1)) {
        const usernames = Array.from({ length: 4 }, (_, index) => world.username(world.players.length + index));
        world.players.push(...(await foundPlayers(database, world.partner(name), usernames, NOW)));
      }
      await world.send(world.match(10, [0, 1, 2, 3]));
      for (const [day, seats] of [
        [20, [2, 3, 4, 5]],
        [21, [6, 7, 8, 9]],
      ] as const) {
        await world.send(world.match(day, seats));
      }
      const [este, oeste] = [
        world.match(30, [8, 9, 10, 11], {}, 'este'),
        world.match(31, [12, 13, 14, 15], {}, 'oeste'),
      ];
      for (const match of [este, oeste]) await world.send(match);
      await world.send(world.match(9, [0, 1, 2, 3]));
      assert.deepEqual([await world.statusOf(este), await world.statusOf(oeste)], ['settling', 'settled']);
      await world.settler().finish();
      await world.assertExact();
    });

    test('a match that is appended to a covered region is settling until the reach is known', async () => {
      const world = await openRegions(database);
      await playDays(world);
      await world.send(world.match(9, [0, 1, 2, 3]));
      const stranger = world.match(21, [4, 5, 6, 7]);
      assert.equal((await world.send(stranger)).rating_status, 'settling');
      const reached = world.match(22, [3, 4, 5, 6]);
      assert.equal((await world.send(reached)).rating_status, 'settling');
      await world.spreadMarks();
      assert.equal(await world.statusOf(stranger), 'settled');
      assert.equal(await world.statusOf(reached), 'settling');
      await world.settler().finish();
      await world.assertExact();
    });
  });

  // The embedded database has one connection, so no transaction reads while another one commits.
  if (engine === 'postgres') {
    describe(`regions that are linked beside a transaction, on ${engine}`, () => {
      test('a match is settling if its regions were linked, after a guard was set, while it was rated', async () => {
        const world = await openRegions(database);
        await playDays(world);
        const [isRating, othersHaveCommitted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        let isLocked = false;
        const delayed = interrupted(database, async ({ what }) => {
          // The first conditions are read with the locks.
          if (what === 'region_links_among' || (what === 'ledger_conditions' && isLocked)) {
            isRating.resolve();
            await othersHaveCommitted.promise;
          }
          if (what === 'ledger_conditions') isLocked = true;
        });
        const sent = world.send(world.match(20, [4, 5, 12, 13]), { node: new LocalNode(delayed) });
        await isRating.promise;
        const [large, linking] = [world.match(9, [0, 1, 2, 3], {}, 'sur'), world.match(15, [6, 7, 14, 15], {}, 'sur')];
        for (const match of [large, linking]) assert.equal((await world.send(match)).rating_status, 'settling');
        othersHaveCommitted.resolve();
        assert.equal((await sent).rating_status, 'settling');
        assert.equal((await world.ratingOf(12)).rating_status, 'settling', 'the guard does not cover this region');
        await world.settler().finish();
        await world.assertExact();
      });
    });
  }

  describe(`large changes of one partner, on ${engine}`, () => {
    test('a large change waits while the reach of the last one is followed, and is refused with overloaded after two seconds', async () => {
      const world = await openRegions(database);
      await playDays(world);
      await world.send(world.match(9, [0, 1, 2, 3]));
      const stored = await world.stored();
      const next = world.match(11, [4, 5, 6, 7]);
      const startedAt = performance.now();
      await assert.rejects(world.send(next), { code: 'overloaded' });
      assert.ok(performance.now() - startedAt >= GUARD_WAIT_MS);
      assert.deepEqual(await world.stored(), stored);
      const waiting = world.send(next);
      await world.spreadMarks();
      assert.equal((await waiting).rating_status, 'settling');
      await world.settler().finish();
      await world.assertExact();
    });

    test('another partner’s large change does not wait, nor does a change of players who are marked already', async () => {
      const world = await openRegions(database);
      await playDays(world);
      await world.send(world.match(9, [0, 1, 2, 3]));
      assert.equal((await world.send(world.match(9.5, [0, 1, 2, 3]))).rating_status, 'settling');
      assert.equal((await world.send(world.match(9, [8, 9, 10, 11], {}, 'sur'))).rating_status, 'settling');
      await world.settler().finish();
      await world.assertExact();
    });

    test('after the reach is marked, the next large change waits nine times as long as the marking took, as Retry-After reports', async () => {
      const world = await openRegions(database);
      await playDays(world);
      await world.send(world.match(9, [0, 1, 2, 3]));
      await database.script(`update guards set marking = interval '10 s'`);
      const settler = world.settler();
      await settler.finish();
      assert.equal(await world.isSettled(), true);
      await assert.rejects(world.send(world.match(11, [4, 5, 6, 7])), ({ code, headers }: Problem) => {
        assert.equal(code, 'overloaded');
        const seconds = Number(headers['Retry-After']);
        assert.ok(seconds > 60 && seconds < 100, `Retry-After: ${seconds}`);
        return true;
      });
      const small = await world.send(world.match(11, [4, 5, 6, 7]), { closureMax: 10 });
      assert.equal(small.rating_status, 'settled');
      await database.script(
        `update settlements set paused_until = paused_until - interval '91 s', since = since - interval '1 h'`,
      );
      assert.equal((await world.send(world.match(11.1, [4, 5, 6, 7]))).rating_status, 'settling');
      const { unsettled_ms: age } = await readSettlementProgress(database);
      assert.ok(age !== null && age < 600_000, 'the earlier change is settled');
      await settler.finish();
      await world.assertExact();
    });

    test('a partner with too many marked players gets rate_limited for a large change, and stores small ones', async () => {
      const world = await openRegions(database);
      await playDays(world);
      await world.send(world.match(9, [0, 1, 2, 3]));
      await world.spreadMarks();
      const marked = Array.from({ length: MARKED_MAX.starter }, (_, index) => `${world.username(0)}-${index}`);
      await foundPlayers(database, world.partner(), marked, NOW);
      world.partners.set('norte', { ...world.partner(), plan: 'starter' });
      const others = `player_id in (select id from players where username like '${world.username(0)}-%')`;
      await database.script(
        `update player_ratings set unsettled_at = now(), unsettled_match = gen_random_uuid(), is_spread = true,
           changed_by = '${world.partner().partnerId}' where ${others}`,
      );
      const large = world.match(11, [4, 5, 6, 7]);
      await assert.rejects(world.send(large), (error: unknown) => {
        const { code, headers } = error as { code: string; headers: Record<string, string> };
        assert.deepEqual([code, headers['Retry-After']], ['rate_limited', '5']);
        return true;
      });
      assert.equal((await world.send(large, { closureMax: 10 })).rating_status, 'settled');
      assert.equal((await world.send(world.match(9, [8, 9, 10, 11], {}, 'sur'))).rating_status, 'settling');
      await database.script(
        `update player_ratings set unsettled_at = null, unsettled_match = null, is_spread = null, changed_by = null where ${others}`,
      );
      await world.settler(50).finish();
      await world.assertExact();
    });
  });
});
