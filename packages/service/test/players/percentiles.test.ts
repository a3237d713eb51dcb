import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { getCard } from '../../src/card/get-card.ts';
import { erasePlayer } from '../../src/erasures/erase.ts';
import { listPlayers } from '../../src/players/list.ts';
import { percentilesJob } from '../../src/players/percentiles-job.ts';
import { writePercentiles } from '../../src/players/percentiles-store.ts';
import { getPlayer } from '../../src/players/players.ts';
import { getLeaderboard } from '../../src/rosters/leaderboard.ts';
import { addMember } from '../../src/rosters/members.ts';
import { putRoster } from '../../src/rosters/rosters.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { interrupted } from '../support/interrupted.ts';
import { World } from '../support/world.ts';

const PAGE = { limit: 100, offset: 0, after: null };

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe('the percentile of a rating', () => {
    it('is the share of the players past provisional with a lower score, everywhere the same', async () => {
      // The days before the present of the world, so that no player is provisional by inactivity.
      const world = await World.open(database, { players: 12, start: Date.UTC(2026, 4, 1), closureMax: 300 });
      const call = world.calledBy();
      const profiles = () => Promise.all(world.players.map((_, seat) => getPlayer(call, world.username(seat))));
      for (let day = 0; day < 9; day += 1) {
        await world.send(world.match(day, [0, 1, 2, 3]));
        await world.send(world.match(day, [4, 0, 5, 6]));
      }
      await world.send(world.match(10, [7, 8, 9, 10]));
      // The first reads count themselves.
      const first = (await profiles()).map(({ rating }) => rating.percentile);
      assert.equal(first.filter((percentile) => percentile !== null).length, 7);

      await writePercentiles(database, world.context().now());
      await writePercentiles(database, world.context().now());
      const all = (await profiles()).map(({ rating }) => rating);
      assert.deepEqual(
        all.map(({ percentile }) => percentile),
        first,
      );
      const ranked = all.filter(({ confidence_level }) => confidence_level !== 'provisional');
      assert.equal(ranked.length, 7);
      for (const { service_score, confidence_level, percentile } of all) {
        const lower = ranked.filter((other) => other.service_score < service_score).length;
        const expected = Math.floor((100 * lower) / ranked.length);
        assert.equal(percentile, confidence_level === 'provisional' ? null : expected);
      }
      assert.ok(new Set(ranked.map(({ percentile }) => percentile)).size > 3);

      await putRoster(call, 'night', {});
      for (const seat of world.players.keys()) await addMember(call, 'night', world.username(seat));
      const board = await getLeaderboard(call, 'night', { window: '30d', ranked: true }, PAGE);
      const listed = await listPlayers(call, { q: null, roster: null }, PAGE);
      for (const [seat, rating] of all.entries()) {
        const username = world.username(seat);
        assert.deepEqual((await getCard(call, username)).rating, rating);
        assert.deepEqual(listed.data.find((player) => player.username === username)?.rating, rating);
        const row = [...board.data, ...board.unranked].find((one) => one.username === username);
        assert.deepEqual(row?.rating, rating);
      }

      const scores = ranked.map(({ service_score }) => service_score);
      const lowest = all.findIndex((one) => ranked.includes(one) && one.service_score === Math.min(...scores));
      await erasePlayer(call, world.username(lowest));
      await writePercentiles(database, world.context().now());
      for (const [seat, before] of all.entries()) {
        if (seat === lowest || before.confidence_level === 'provisional') continue;
        const { rating } = await getPlayer(call, world.username(seat));
        const lower = ranked.filter((other) => other.service_score < rating.service_score).length - 1;
        assert.equal(rating.percentile, Math.floor((100 * Math.max(lower, 0)) / (ranked.length - 1)));
      }
    });

    it('is counted by one process, as soon as there is a player to count, and again an hour later', async () => {
      const own = await openMigratedDatabase(engine);
      after(() => own.close());
      let counts = 0;
      const counted = interrupted(own, ({ what }) => {
        if (what === 'percentiles_write') counts += 1;
      });
      const world = await World.open(own, { players: 4, start: Date.UTC(2026, 4, 1) });
      const jobs = [1, 2, 3].map(() => percentilesJob({ ...world.context(), database: counted }));
      const runAll = async (): Promise<number> => {
        counts = 0;
        await Promise.all(jobs.map((job) => job.run(new AbortController().signal)));
        return counts;
      };
      assert.equal(await runAll(), 3, 'each process looks whether there is a player to count');
      for (let day = 0; day < 9; day += 1) await world.send(world.match(day, [0, 1, 2, 3]));
      assert.equal(await runAll(), 1);
      assert.equal((await getPlayer(world.calledBy(), world.username(0))).rating.percentile, 50);
      assert.equal(await runAll(), 0);
      await own.script("update leases set until = clock_timestamp() - interval '1 ms' where name = 'percentiles'");
      assert.equal(await runAll(), 1);
    });

    it('is counted again at once if a count fails', async () => {
      const own = await openMigratedDatabase(engine);
      after(() => own.close());
      const world = await World.open(own, { players: 4, start: Date.UTC(2026, 4, 1) });
      for (let day = 0; day < 9; day += 1) await world.send(world.match(day, [0, 1, 2, 3]));
      let fails = true;
      const failing = interrupted(own, ({ what }) => {
        if (fails && what === 'percentiles_write') throw new Error('the process stops');
      });
      const run = () => percentilesJob({ ...world.context(), database: failing }).run(new AbortController().signal);
      await assert.rejects(run(), /the process stops/);
      fails = false;
      await run();
      assert.equal((await getPlayer(world.calledBy(), world.username(0))).rating.percentile, 50);
    });
  });
});
