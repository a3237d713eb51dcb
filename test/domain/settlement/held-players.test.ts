/** Whose ratings are bound to move by a late match that waits: its four players are told so, and nobody else. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getCard } from '../../../src/domain/card/index.ts';
import { searchPlayers } from '../../../src/domain/players/index.ts';
import { addMember, getLeaderboard, putRoster } from '../../../src/domain/rosters/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { lateOf, openRestingScene, REST_MS } from './resting.ts';
import type { Scene } from './scene.ts';

const ROSTER = 'everybody';

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** The players who are told to be settling, by their numbers, after it was seen to be the same wherever they are shown. */
  async function settlingOf(scene: Scene): Promise<number[]> {
    const [context, caller] = [scene.context(), scene.caller('norte')];
    await putRoster(context, caller, ROSTER, undefined);
    const settling: number[] = [];
    for (const seat of scene.players.keys()) {
      await addMember(context, caller, ROSTER, scene.username(seat));
      const { rating_status: status } = await scene.ratingOf(seat);
      if (status === 'settling') settling.push(seat);
      assert.equal((await getCard(context, caller, scene.username(seat))).rating.rating_status, status);
    }
    const page = { limit: 100, offset: 0, after: null };
    const found = await searchPlayers(context, scene.username(0).slice(0, -1), page);
    const board = await getLeaderboard(context, caller, ROSTER, '90d', page);
    const members = [...board.data, ...board.unranked];
    assert.equal(members.length, scene.players.length);
    for (const list of [found.data, members]) {
      const usernames = list.flatMap((one) => (one.rating.rating_status === 'settling' ? one.username : []));
      assert.deepEqual(usernames.sort(), settling.map((seat) => scene.username(seat)).sort());
    }
    return settling;
  }

  describe(`the players of a late match that waits, on ${engine}`, () => {
    test('are settling wherever they are shown, until it is settled, and nobody else is', async () => {
      const { scene } = await openRestingScene(database);
      assert.deepEqual(await settlingOf(scene), []);
      await scene.send(lateOf(scene));
      assert.deepEqual(await settlingOf(scene), [1, 3, 5, 7]);
      // Who plays with them meanwhile is moved by nothing that waits.
      await scene.send(scene.match(30, [0, 1, 2, 3]));
      assert.deepEqual(await settlingOf(scene), [1, 3, 5, 7]);
      scene.now += REST_MS;
      await scene.settler(3).finish();
      assert.deepEqual(await settlingOf(scene), []);
      await scene.assertExact();
    });

    test('are settling also if they have no rated match so far', async () => {
      const { scene } = await openRestingScene(database);
      await scene.send(scene.match(9.5, [1, 3, 8, 9]));
      assert.deepEqual(await settlingOf(scene), [1, 3, 8, 9]);
      assert.equal((await scene.ratingOf(8)).matches_played, 0);
      scene.now += REST_MS;
      await scene.settler(3).finish();
      assert.deepEqual(await settlingOf(scene), []);
      await scene.assertExact();
    });

    test('are settling as long as any of their matches waits', async () => {
      const { scene } = await openRestingScene(database);
      const [first, second] = [lateOf(scene), scene.match(9.6, [1, 3, 0, 2])];
      await scene.submit([first, second]);
      assert.deepEqual(await settlingOf(scene), [0, 1, 2, 3, 5, 7]);
      await scene.void(first);
      assert.deepEqual(await settlingOf(scene), [0, 1, 2, 3]);
      await scene.void(second);
      assert.deepEqual(await settlingOf(scene), []);
      await scene.assertExact();
    });

    test('are those whom an amendment names, and no more those whom it takes out', async () => {
      const { scene } = await openRestingScene(database);
      const late = lateOf(scene);
      await scene.send(late);
      await scene.amend(late, { participants: scene.participants([8, 1, 3, 0]) });
      assert.deepEqual(await settlingOf(scene), [0, 1, 3, 8]);
      await scene.amend(late, { outcome: 'walkover', set_scores: null });
      assert.deepEqual(await settlingOf(scene), []);
      await scene.assertExact();
    });
  });
});
