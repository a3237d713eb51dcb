import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { getCard } from '../../src/card/get-card.ts';
import { serviceContext } from '../../src/context.ts';
import { erasePlayer } from '../../src/erasures/erase.ts';
import { listPlayers } from '../../src/players/list.ts';
import { countPercentiles } from '../../src/players/percentiles.ts';
import { pauseAfter, percentilesJob } from '../../src/players/percentiles-job.ts';
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
      // The days before the present of the world, so that nobody is provisional by inactivity.
      const world = await World.open(database, { players: 12, start: Date.UTC(2026, 4, 1) });
      const call = world.calledBy();
      const profiles = () => Promise.all(world.players.map((_, seat) => getPlayer(call, world.username(seat))));
      for (let day = 0; day < 9; day += 1) {
        await world.send(world.match(day, [0, 1, 2, 3]));
        await world.send(world.match(day, [4, 0, 5, 6]));
      }
      await world.send(world.match(10, [7, 8, 9, 10]));
      assert.ok((await profiles()).every(({ rating }) => rating.percentile === null));

      await countPercentiles(world.context());
      await countPercentiles(world.context());
      const all = (await profiles()).map(({ rating }) => rating);
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
      await countPercentiles(world.context());
      for (const [seat, before] of all.entries()) {
        if (seat === lowest || before.confidence_level === 'provisional') continue;
        const { rating } = await getPlayer(call, world.username(seat));
        const lower = ranked.filter((other) => other.service_score < rating.service_score).length - 1;
        assert.equal(rating.percentile, Math.floor((100 * Math.max(lower, 0)) / (ranked.length - 1)));
      }
    });

    it('is counted by one process, and not again until the next count is due', async () => {
      let counts = 0;
      const counted = interrupted(database, ({ what }) => {
        if (what === 'percentiles_size') counts += 1;
      });
      const jobs = [1, 2, 3].map(() => percentilesJob({ ...serviceContext(database), database: counted }));
      const { signal } = new AbortController();
      const runAll = () => Promise.all(jobs.map((job) => job.run(signal)));
      await runAll();
      await runAll();
      assert.equal(counts, 1);
      await database.script("update leases set until = clock_timestamp() - interval '1 ms' where name = 'percentiles'");
      await runAll();
      assert.equal(counts, 2);
    });
  });
});

describe('the percentiles are counted', () => {
  it('every minute, at most a two hundredth of the time, and every half hour at least', () => {
    assert.deepEqual([0, 300, 1_000, 60_000].map(pauseAfter), [60_000, 60_000, 200_000, 1_800_000]);
  });
});
