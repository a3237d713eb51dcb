/** A partner whose changes were settled rests nine times as long: what it sends meanwhile keeps nobody else waiting. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '../../../src/store/engine/database.ts';
import { readLedgerRow } from '../../../src/store/ledger/ledger.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { lateOf, openRestingScene, REST_MS } from './resting.ts';
import type { SceneMatch } from './scene.ts';

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** Whether the ledger has a row of the match. */
  const isInLedger = async (match: SceneMatch): Promise<boolean> =>
    (await readLedgerRow(database, match.id)) !== undefined;

  describe(`a late match of a resting partner, on ${engine}`, () => {
    test('is stored and completed and settling, outside the ledger, and no other match is told to be', async () => {
      const { scene, days } = await openRestingScene(database);
      const late = lateOf(scene);
      const answer = await scene.send(late);
      assert.deepEqual([answer.status, answer.rating_status], ['completed', 'settling']);
      assert.equal(await scene.statusOf(late), 'settling');
      assert.equal(await isInLedger(late), false);
      for (const match of days) assert.equal(await scene.statusOf(match), 'settled');
      await scene.assertExact([late]);
      scene.now += REST_MS;
      await scene.settler(3).finish();
      await scene.assertExact();
    });

    test('enters when the rest is over, not before, and all is exact then', async () => {
      const { scene } = await openRestingScene(database);
      const late = lateOf(scene);
      await scene.send(late);
      const settler = scene.settler(3);
      for (const ms of [0, REST_MS - 1]) {
        scene.now += ms;
        assert.deepEqual(await settler.step(), { status: 'idle' });
      }
      await scene.assertExact([late]);
      scene.now += 1;
      assert.equal((await settler.step()).status, 'settled');
      assert.equal(await isInLedger(late), true);
      assert.equal(await scene.statusOf(late), 'settling');
      await settler.finish();
      assert.equal(await scene.statusOf(late), 'settled');
      await scene.assertExact();
    });

    test('is applied at once when the rest is over and no settler has looked yet', async () => {
      const { scene } = await openRestingScene(database);
      scene.now += REST_MS;
      const late = lateOf(scene);
      const answer = await scene.send(late);
      assert.deepEqual([answer.rating_status, await isInLedger(late)], ['settling', true]);
      await scene.settler(3).finish();
      await scene.assertExact();
    });

    test('keeps neither other partners’ late matches waiting nor what its players play after it', async () => {
      const { scene } = await openRestingScene(database);
      const late = lateOf(scene);
      await scene.send(late);
      const others = [scene.match(9.7, [0, 1, 2, 3], {}, 'sur'), scene.match(30, [1, 3, 0, 8])];
      const [first = assert.fail(), second = assert.fail()] = others;
      const answer = await scene.send(first);
      assert.deepEqual([answer.rating_status, await isInLedger(first)], ['settling', true]);
      await scene.send(second);
      const settler = scene.settler(3);
      await settler.finish();
      await scene.assertExact([late]);
      for (const match of others) assert.equal(await scene.statusOf(match), 'settled');
      assert.equal(await scene.statusOf(late), 'settling');
      scene.now += REST_MS;
      await settler.finish();
      await scene.assertExact();
    });

    test('is settled in its request if it reaches few, and on its way if a run is still to come by', async () => {
      const { scene } = await openRestingScene(database);
      assert.equal((await scene.send(lateOf(scene, 18.5), 100)).rating_status, 'settled');
      await scene.assertExact();
      await scene.send(scene.match(9.3, [0, 1, 2, 3], {}, 'sur'));
      const settler = scene.settler(3);
      await settler.step();
      const riding = lateOf(scene, 12.5);
      const answer = await scene.send(riding);
      assert.deepEqual([answer.rating_status, await isInLedger(riding)], ['settling', true]);
      await settler.finish();
      await scene.assertExact();
    });

    test('that was confirmed only now waits like any other', async () => {
      const { scene } = await openRestingScene(database);
      const pending = scene.match(9.5, [1, 3, 5, 8], { trust_tier: 'player_confirmed' });
      await scene.send(pending);
      const confirmed = await scene.confirm(pending);
      assert.deepEqual([confirmed.status, confirmed.rating_status], ['completed', 'settling']);
      assert.equal(await isInLedger(pending), false);
      assert.equal((await scene.ratingOf(8)).matches_played, 0);
      await scene.assertExact([pending]);
      scene.now += REST_MS;
      await scene.settler().finish();
      await scene.assertExact();
    });

    test('waits together with more than enter at once, and one run settles all of them', async () => {
      const { scene } = await openRestingScene(database);
      const many = Array.from({ length: 105 }, (_, index) => {
        const seats = [index, index + 2, index + 3, index + 5].map((seat) => seat % 12);
        return scene.match(9.1 + index / 500, seats);
      });
      const [first = assert.fail()] = many;
      for (const view of await scene.submit(many)) assert.equal(view.rating_status, 'settling');
      await scene.assertExact(many);
      const settler = scene.settler(50);
      scene.now += REST_MS;
      // A hundred enter at once, and there is no run as long as any are left.
      await settler.step();
      assert.equal((await scene.state()).run, null);
      await settler.step();
      const { run, owed } = await scene.state();
      assert.deepEqual([run?.settled_until.played_at, owed], [Date.parse(first.body.played_at), null]);
      await settler.finish();
      await scene.assertExact();
    });
  });

  describe(`while a late match waits, on ${engine}`, () => {
    async function openWaitingScene() {
      const { scene, days } = await openRestingScene(database);
      const late = lateOf(scene);
      await scene.send(late);
      return { scene, late, days };
    }

    test('it can be voided, and never enters', async () => {
      const { scene, late } = await openWaitingScene();
      assert.equal((await scene.void(late)).rating_status, 'unrated');
      await scene.assertExact();
      scene.now += REST_MS;
      assert.deepEqual(await scene.settler().step(), { status: 'idle' });
      await scene.assertExact();
    });

    test('it can be amended, and waits on as it is then', async () => {
      const { scene, late } = await openWaitingScene();
      const participants = scene.participants([8, 9, 0, 2]);
      const played_at = new Date(scene.instant(9.2)).toISOString();
      const amended = await scene.amend(late, { participants, played_at, winning_team: 'B', set_scores: null });
      assert.deepEqual([amended.revision, amended.rating_status], [2, 'settling']);
      await scene.assertExact([late]);
      scene.now += REST_MS;
      await scene.settler(4).finish();
      await scene.assertExact();
    });

    test('it can be amended into one that simply appends, and is settled at once', async () => {
      const { scene, late } = await openWaitingScene();
      const amended = await scene.amend(late, { played_at: new Date(scene.instant(30)).toISOString() });
      assert.deepEqual([amended.rating_status, await isInLedger(late)], ['settled', true]);
      await scene.assertExact();
    });

    test('it can be amended into a walkover, which is not rated', async () => {
      const { scene, late } = await openWaitingScene();
      assert.equal((await scene.amend(late, { outcome: 'walkover', set_scores: null })).rating_status, 'unrated');
      await scene.assertExact();
    });

    test('it stays what it is when nothing of it that is rated is amended', async () => {
      const { scene, late } = await openWaitingScene();
      const amended = await scene.amend(late, { venue_label: 'Club Norte' });
      assert.deepEqual([amended.revision, amended.rating_status], [2, 'settling']);
      await scene.assertExact([late]);
      scene.now += REST_MS;
      await scene.settler(4).finish();
      await scene.assertExact();
    });
  });

  describe(`what a resting partner takes out of the ledger, on ${engine}`, () => {
    test('by a void is out at once, and is owed until the rest is over: all from there on is settling', async () => {
      const { scene, days } = await openRestingScene(database);
      const [first = assert.fail(), second = assert.fail()] = days;
      await scene.void(first);
      assert.equal((await scene.state()).owed?.due_at, scene.now + REST_MS);
      assert.equal(await scene.statusOf(second), 'settling');
      const settler = scene.settler(4);
      scene.now += REST_MS - 1;
      assert.deepEqual(await settler.step(), { status: 'idle' });
      await scene.assertSettledPart();
      scene.now += 1;
      await settler.finish();
      await scene.assertExact();
    });

    test('is settled earlier when another partner’s change has to be anyway', async () => {
      const { scene, days } = await openRestingScene(database);
      await scene.void(days[0] ?? assert.fail());
      await scene.send(scene.match(12.5, [0, 1, 2, 3], {}, 'sur'));
      assert.equal((await scene.state()).owed?.due_at, scene.now);
      await scene.settler(4).finish();
      await scene.assertExact();
    });

    test('by an amendment is out at once, and the match as amended waits', async () => {
      const { scene, days } = await openRestingScene(database);
      const [first = assert.fail()] = days;
      const amended = await scene.amend(first, { winning_team: 'B', set_scores: null });
      assert.deepEqual([amended.rating_status, await isInLedger(first)], ['settling', false]);
      assert.equal((await scene.state()).owed?.due_at, scene.now + REST_MS);
      scene.now += REST_MS;
      await scene.settler(4).finish();
      await scene.assertExact();
    });
  });
});
