/** Each kind of change that a kept answer has to notice, one by one. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sharePlayer, updatePlayer } from '../../../src/domain/players/index.ts';
import { rebuildLedger } from '../../../src/domain/rebuild/index.ts';
import { putRoster, redeemShare, removeMember } from '../../../src/domain/rosters/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { insertCalibration } from '../../../src/store/ledger/calibrations.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { NOW } from '../ratings/stored-ledger.ts';
import { tamperWithAll } from '../rebuild/tampering.ts';
import { lateOf, openRestingScene, REST_MS } from '../settlement/resting.ts';
import { Scene } from '../settlement/scene.ts';
import { SideBySide } from './side-by-side.ts';

const DAY_MS = 86_400_000;
/** The seats of a scene that take part. */
const WATCHED = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** What the two clubs are answered about the players of a scene; `noticed` does something, and says whose answers it changed. */
  async function watch(scene: Scene) {
    const usernames = WATCHED.map((seat) => scene.username(seat));
    const both = new SideBySide(scene.context(), [scene.caller('norte'), scene.caller('sur')], usernames);
    await both.assertSame('the beginning');
    return async (what: string, act: () => Promise<unknown>): Promise<number[]> => {
      await act();
      const changed = await both.assertSame(what);
      return usernames.flatMap((username, seat) => (changed.has(username) ? seat : []));
    };
  }

  describe(`a kept answer, on ${engine}`, () => {
    test('tells of walkovers, which no rating knows of', async () => {
      const scene = await Scene.open(database);
      const noticed = await watch(scene);
      const walkover = { outcome: 'walkover', set_scores: null };
      const one = scene.match(10, [0, 1, 2, 3], walkover);
      const late = scene.match(9, [4, 5, 6, 7], { ...walkover, trust_tier: 'player_confirmed' });
      const played = scene.match(8, [6, 7, 8, 9]);
      assert.deepEqual(
        await noticed('a submission', () => scene.submit([one, late, played])),
        [0, 1, 2, 3, 6, 7, 8, 9],
      );
      assert.deepEqual(await noticed('a confirmation', () => scene.confirm(late)), [4, 5, 6, 7]);
      const other = { participants: scene.participants([4, 8, 6, 7]) };
      assert.deepEqual(await noticed('an exchange', () => scene.amend(late, other)), [4, 5, 6, 7, 8]);
      assert.deepEqual(await noticed('a void', () => scene.void(one)), [0, 1, 2, 3]);
    });

    test('tells of amendments that the rating does not depend on', async () => {
      const scene = await Scene.open(database);
      const match = scene.match(10, [0, 1, 2, 3]);
      await scene.send(match);
      const noticed = await watch(scene);
      for (const facts of [{ venue_label: 'Pista 1' }, { session_external_ref: 'night' }, { duration_minutes: 80 }]) {
        assert.deepEqual(await noticed('an amendment', () => scene.amend(match, facts)), [0, 1, 2, 3]);
      }
    });

    test('tells of all whom a late match reaches', async () => {
      const scene = await Scene.open(database);
      await scene.submit([scene.match(10, [0, 1, 2, 3]), scene.match(11, [3, 4, 5, 6])]);
      const noticed = await watch(scene);
      const late = scene.match(9, [0, 7, 8, 9]);
      assert.deepEqual(await noticed('a late match', () => scene.send(late, 1_000)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      assert.deepEqual(await noticed('its void', () => scene.void(late, 1_000)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });

    test('belongs to another version when a row was rated anew, though it moved nobody', async () => {
      const scene = await Scene.open(database);
      const match = scene.match(10, [0, 1, 2, 3]);
      await scene.submit([match, scene.match(12, [3, 4, 5, 6])]);
      const noticed = await watch(scene);
      // So unsure of its players is the first match that the time since then makes no difference to the next one; its row
      // tells the time, though, and `noticed` asserts the versions.
      const later = { played_at: new Date(scene.instant(10.5)).toISOString() };
      assert.deepEqual(await noticed('an amendment', () => scene.amend(match, later, 1_000)), [0, 1, 2, 3]);
    });

    test('tells of matches that wait, and wait no more', async () => {
      const { scene } = await openRestingScene(database);
      const noticed = await watch(scene);
      const [late, other] = [lateOf(scene), lateOf(scene, 9.6)];
      assert.deepEqual(await noticed('a wait', () => scene.send(late)), [1, 3, 5, 7]);
      assert.deepEqual(await noticed('another', () => scene.send(other)), [1, 3, 5, 7]);
      const exchanged = { participants: scene.participants([1, 3, 8, 9]) };
      assert.deepEqual(await noticed('an exchange', () => scene.amend(other, exchanged)), [5, 7, 8, 9]);
      assert.deepEqual(await noticed('a void', () => scene.void(other)), [1, 3, 8, 9]);
      scene.now += REST_MS;
      const settler = scene.settler(1);
      const told = new Set<number>();
      let isOver = false;
      while (!isOver) {
        const seats = await noticed('a step', async () => {
          isOver = (await settler.step()).status === 'idle';
        });
        for (const seat of seats) told.add(seat);
      }
      assert.deepEqual([...told].sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
      await scene.assertExact();
    });

    test('tells of a rebuild', async () => {
      const scene = await Scene.open(database);
      await scene.submit([scene.match(10, [0, 1, 2, 3]), scene.match(11, [3, 4, 5, 6])]);
      await tamperWithAll(database, scene);
      const noticed = await watch(scene);
      assert.deepEqual(await noticed('a rebuild', () => rebuildLedger(scene.context())), [0, 1, 2, 3, 4, 5, 6]);
    });

    test('tells the time', async () => {
      const scene = await Scene.open(database);
      for (const day of [10, 11, 12, 13, 14]) await scene.send(scene.match(day, [0, 1, 2, 3]));
      scene.now = scene.instant(14) + 7 * DAY_MS - 60_000;
      const noticed = await watch(scene);
      const until = (now: number) => async () => {
        scene.now = now;
      };
      const everybody = [0, 1, 2, 3];
      // The very instant is inside of a window.
      assert.deepEqual(await noticed('a minute', until(scene.instant(14) + 7 * DAY_MS)), []);
      assert.deepEqual(await noticed('a millisecond', until(scene.instant(14) + 7 * DAY_MS + 1)), everybody);
      // So long without a match that the days are told.
      assert.deepEqual(await noticed('three months', until(scene.instant(14) + 100 * DAY_MS - 60_000)), everybody);
      assert.deepEqual(await noticed('less than a minute', until(scene.instant(14) + 100 * DAY_MS - 1)), []);
      assert.deepEqual(await noticed('a day', until(scene.instant(14) + 100 * DAY_MS)), everybody);
      scene.now = NOW;
    });

    test('tells of a calibration', async () => {
      const scene = await Scene.open(database);
      for (const day of [10, 11, 12]) await scene.send(scene.match(day, [0, 1, 2, 3]));
      const noticed = await watch(scene);
      const found = { steepness: 1.5, hold_rate: 0.7, model_version: 'pair-1', matches: 1, service_games: 1 };
      const calibrate = () => insertCalibration(database, { ...found, calibrated_at: scene.now });
      assert.deepEqual(await noticed('a calibration', calibrate), [0, 1, 2, 3]);
    });

    test('tells of names, and of who may not be named any more', async () => {
      const scene = await Scene.open(database);
      await scene.send(scene.match(10, [0, 1, 2, 3]));
      await scene.send(scene.match(10, [0, 4, 5, 6], {}, 'sur'));
      const noticed = await watch(scene);
      const [context, norte] = [scene.context(), scene.caller('norte')];
      const change = (seat: number, display_name: string | null, profile_is_public: boolean | null) => () =>
        updatePlayer(context, norte, scene.username(seat), {
          display_name,
          country_code: undefined,
          profile_is_public,
        });
      assert.deepEqual(await noticed('a name', change(1, 'Bea', null)), [0, 1, 2, 3]);
      assert.deepEqual(await noticed('a name', change(6, 'Chus', null)), [0, 4, 5, 6]);
      // The other club goes on seeing who played in its own match, but not in the analysis of a teammate.
      assert.deepEqual(await noticed('turning private', change(6, null, false)), [5, 6]);
      assert.deepEqual(await noticed('turning private', change(0, null, false)), [0, 1, 2, 3, 4]);
      assert.deepEqual(await noticed('turning public', change(0, null, true)), [0, 1, 2, 3, 4]);
      const sur = scene.caller('sur');
      await putRoster(context, sur, 'known', undefined);
      assert.deepEqual(
        await noticed('being shared', async () => {
          const { share_code: code } = await sharePlayer(context, norte, scene.username(6), 1);
          await redeemShare(context, sur, 'known', code);
        }),
        [5, 6],
      );
      const leave = () => removeMember(context, sur, 'known', scene.username(6));
      assert.deepEqual(await noticed('leaving the roster', leave), [5, 6]);
    });
  });
});
