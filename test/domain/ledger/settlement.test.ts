/** What the contract says of late matches that are not settled within their request, and of what settles them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  comparePlaces,
  rateForLedger,
  stateOfPlayer,
  statesAfter,
  statesBefore,
} from '../../../src/domain/ledger/index.ts';
import { submitMatches } from '../../../src/domain/matches/index.ts';
import { scoreOfShown } from '../../../src/rating/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { readLedgerRow } from '../../../src/store/ledger/ledger.ts';
import { readPlayerRatings } from '../../../src/store/ledger/ratings.ts';
import { withBits } from '../../rating/bits.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { storedRows } from '../../support/stored.ts';
import { changesOf, Scene, type SceneMatch } from './scene.ts';
import { ratedMatchOf } from './stored-ledger.ts';

/** Six matches of players 0–7 from day 10 on, each from the players of those before; players 8–11 play on day 2 only. */
async function playSix(scene: Scene): Promise<{ early: SceneMatch; six: readonly SceneMatch[] }> {
  const early = scene.match(2, [8, 9, 10, 11]);
  const six = [
    scene.match(10, [0, 1, 2, 3]),
    scene.match(12, [4, 5, 6, 7]),
    scene.match(14, [0, 4, 1, 5]),
    scene.match(16, [2, 6, 3, 7]),
    scene.match(18, [0, 1, 6, 7]),
    scene.match(20, [2, 3, 4, 5]),
  ];
  for (const match of [early, ...six]) assert.equal((await scene.send(match)).rating_status, 'settled');
  return { early, six };
}

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  const lateMatch = (scene: Scene, day = 13): SceneMatch => scene.match(day, [0, 2, 4, 6]);

  describe(`a late match that reaches too much for its request, on ${engine}`, () => {
    test('is applied at once to the present states of its players, and answers with that provisional change', async () => {
      const scene = await Scene.open(database);
      await playSix(scene);
      const late = lateMatch(scene);
      const four = [0, 2, 4, 6].map((seat) => scene.player(seat));
      const present = new Map((await readPlayerRatings(database, scene.players)).map((row) => [row.player_id, row]));
      const stateOf = (id: string) => stateOfPlayer(present.get(id) ?? assert.fail());
      const [a = '', b = '', c = '', d = ''] = four;
      const rated = ratedMatchOf(scene.caller('norte').partnerId, late.body, 'completed') ?? assert.fail();
      const wanted = rateForLedger(rated, [stateOf(a), stateOf(b), stateOf(c), stateOf(d)]);

      const answer = await scene.send(late);
      assert.equal(answer.rating_status, 'settling');
      assert.deepEqual(
        changesOf(answer),
        statesAfter(wanted).map(({ shown }, slot) => {
          const [before, after] = [scoreOfShown(statesBefore(wanted)[slot]?.shown ?? null), scoreOfShown(shown)];
          return { service_score_before: before, service_score_after: after, delta: after - before };
        }),
      );
      assert.deepEqual(withBits(await readLedgerRow(database, late.id)), withBits(wanted));
      const states = statesAfter(wanted);
      for (const row of await readPlayerRatings(database, scene.players)) {
        const state = states[four.indexOf(row.player_id)];
        if (state === undefined) assert.deepEqual(row, present.get(row.player_id));
        else assert.deepEqual(withBits(stateOfPlayer(row)), withBits(state));
      }
      await scene.settler().finish();
      await scene.assertExact();
    });

    test('leaves what was before it settled, and all from there on settling until it is settled', async () => {
      const scene = await Scene.open(database);
      const { early, six } = await playSix(scene);
      const others = [
        scene.match(15, [8, 9, 10, 11], { trust_tier: 'player_confirmed' }),
        scene.match(21, [8, 9, 10, 11], { outcome: 'walkover', set_scores: null }),
        scene.match(22, [8, 9, 10, 11]),
      ];
      for (const match of others) await scene.send(match);
      await scene.void(others[2] ?? assert.fail());
      const late = lateMatch(scene);
      await scene.send(late);

      const statuses = async () => ({
        before: await Promise.all([early, ...six.slice(0, 2)].map((match) => scene.statusOf(match))),
        from: await Promise.all([late, ...six.slice(2)].map((match) => scene.statusOf(match))),
        unrated: await Promise.all(others.map((match) => scene.statusOf(match))),
        playersBefore: await ratingStatuses(scene, [8, 9, 10, 11]),
        playersFrom: await ratingStatuses(scene, [0, 1, 2, 3, 4, 5, 6, 7]),
      });
      const { playersFrom, from, ...rest } = await statuses();
      assert.deepEqual([from, playersFrom], [Array(5).fill('settling'), Array(8).fill('settling')]);
      const steady = {
        before: Array(3).fill('settled'),
        unrated: Array(3).fill('unrated'),
        playersBefore: Array(4).fill('settled'),
      };
      assert.deepEqual(rest, steady);

      await scene.settler().finish();
      const settled = { from: Array(5).fill('settled'), playersFrom: Array(8).fill('settled') };
      assert.deepEqual(await statuses(), { ...steady, ...settled });
      await scene.assertExact();
    });

    test('is settled step by step: at or before the settled place every double is exact', async () => {
      const scene = await Scene.open(database);
      const { six } = await playSix(scene);
      await scene.send(lateMatch(scene));
      const settler = scene.settler();
      assert.deepEqual(await settler.step(), { status: 'settled', matches: 0, isRunOver: false });
      let settled = await scene.assertSettledPart();
      assert.equal(settled, 3, 'what was before the late match');
      for (const match of [null, ...six.slice(2)]) {
        const place = (await scene.state()).run?.position ?? assert.fail('the run is over early');
        assert.deepEqual(await settler.step(), { status: 'settled', matches: 1, isRunOver: false });
        const next = (await scene.state()).run?.position ?? assert.fail('the run is over early');
        assert.ok(comparePlaces(place, next) < 0);
        if (match !== null) assert.equal(next.match_id, match.id);
        settled += 1;
        assert.equal(await scene.assertSettledPart(), settled);
      }
      assert.deepEqual(await settler.step(), { status: 'settled', matches: 0, isRunOver: false });
      assert.deepEqual(await settler.step(), { status: 'settled', matches: 0, isRunOver: true });
      assert.deepEqual(await settler.step(), { status: 'idle' });
      await scene.assertExact();
    });

    test('tells in a dry run that it will be settling, with the same change, and stores nothing', async () => {
      const scene = await Scene.open(database);
      await playSix(scene);
      const late = lateMatch(scene);
      const rows = await storedRows(database);
      const [stored, state] = [await scene.stored(), await scene.state()];
      const request = { actor: scene.caller('norte'), body: late.body };
      const [foreseen] = await submitMatches(scene.context(), [request], { dryRun: true });
      assert.ok(foreseen?.status === 'created');
      assert.equal(foreseen.match.rating_status, 'settling');
      assert.deepEqual(await storedRows(database), rows);
      assert.deepEqual([await scene.stored(), await scene.state()], [stored, state]);
      const sent = await scene.send(late);
      assert.deepEqual(sent, foreseen.match);
      await scene.settler().finish();
      await scene.assertExact();
    });
  });

  describe(`a void or an amendment that reaches too much, on ${engine}`, () => {
    test('of a player’s only match leaves the player unrated at once', async () => {
      const scene = await Scene.open(database);
      const only = scene.match(9, [0, 4, 2, 8]);
      await scene.send(only);
      const six = [scene.match(10, [0, 1, 2, 3]), scene.match(11, [4, 1, 2, 3])];
      await scene.submit(six);
      const voided = await scene.void(only);
      assert.deepEqual([voided.rating_status, changesOf(voided)], ['unrated', Array(4).fill(null)]);
      const { matches_played, service_score, last_played_at, rating_status } = await scene.ratingOf(8);
      assert.deepEqual([matches_played, service_score, last_played_at, rating_status], [0, 1500, null, 'settled']);
      assert.deepEqual(await ratingStatuses(scene, [0, 1, 2, 3, 4]), Array(5).fill('settling'));
      assert.equal(await scene.assertSettledPart(), 0);
      await scene.settler().finish();
      await scene.assertExact();
    });

    test('of a player’s last match takes the player back to the match before it, at once and exactly', async () => {
      const scene = await Scene.open(database);
      const { six } = await playSix(scene);
      const [third = assert.fail()] = six.slice(2);
      const withEight = scene.match(15, [8, 0, 2, 4]);
      await scene.send(withEight, 1000);
      await scene.void(withEight);
      assert.equal((await scene.ratingOf(8)).rating_status, 'settled');
      assert.equal((await scene.ratingOf(8)).matches_played, 1);
      assert.equal(await scene.statusOf(third), 'settled');
      assert.equal(await scene.assertSettledPart(), 4);
      await scene.settler().finish();
      await scene.assertExact();
    });

    for (const [name, amendment] of [
      ['its winner', () => ({ winning_team: 'B', set_scores: null })],
      ['its day, to an earlier one', (scene: Scene) => ({ played_at: new Date(scene.instant(5)).toISOString() })],
      ['its day, to a later one', (scene: Scene) => ({ played_at: new Date(scene.instant(19)).toISOString() })],
      ['its day, to after all others', (scene: Scene) => ({ played_at: new Date(scene.instant(30)).toISOString() })],
      ['its players', (scene: Scene) => ({ participants: scene.participants([8, 1, 9, 3]) })],
      ['its outcome to a walkover', () => ({ outcome: 'walkover', set_scores: null })],
    ] as const) {
      test(`of ${name} answers at once, and is exact once it is settled`, async () => {
        const scene = await Scene.open(database);
        const { six } = await playSix(scene);
        const [match = assert.fail(), second = assert.fail()] = six;
        const view = await scene.amend(match, amendment(scene));
        const isRated = view.outcome !== 'walkover';
        assert.deepEqual([view.revision, view.rating_status], [2, isRated ? 'settling' : 'unrated']);
        assert.ok(changesOf(view).every((change) => (change === null) === !isRated));
        assert.equal(await scene.statusOf(second), 'settling');
        await scene.assertSettledPart();
        await scene.settler(2).finish();
        await scene.assertExact();
      });
    }
  });

  describe(`a change is settled within its request, on ${engine}`, () => {
    for (const [limit, status] of [
      [4, 'settled'],
      [3, 'settling'],
    ] as const) {
      test(`when it reaches at most so many matches: of ${limit} with 4 reached it is ${status}`, async () => {
        const scene = await Scene.open(database);
        const { six } = await playSix(scene);
        await scene.submit([scene.match(25, [8, 9, 10, 11])]);
        const answer = await scene.send(lateMatch(scene), limit);
        assert.equal(answer.rating_status, status);
        assert.equal((await scene.state()).next === null, status === 'settled');
        const [last = assert.fail()] = six.slice(-1);
        assert.equal(await scene.statusOf(last), status);
        await scene.settler().finish();
        await scene.assertExact();
      });
    }

    test('but not while an earlier one is left to a settlement, however little it reaches', async () => {
      const scene = await Scene.open(database);
      await playSix(scene);
      await scene.send(lateMatch(scene));
      assert.equal((await scene.send(scene.match(19, [0, 1, 8, 9]), 1000)).rating_status, 'settling');
      assert.equal((await scene.send(scene.match(1, [8, 9, 10, 11]), 1000)).rating_status, 'settling');
      await scene.settler(3).finish();
      await scene.assertExact();
    });
  });
});

function ratingStatuses(scene: Scene, seats: readonly number[]): Promise<string[]> {
  return Promise.all(seats.map(async (seat) => (await scene.ratingOf(seat)).rating_status));
}
