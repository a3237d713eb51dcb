/** The contract about changes of past matches: which ones their request settles, and what the others make `settling` until they are settled. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Database, statement } from '@bandeja/postgres/database';
import { scoreOf, scoreOfShown } from '@bandeja/rating';
import { withBits } from '@bandeja/rating/test/bits';
import { readLedgerRow } from '../../src/history/ledger-store.ts';
import { readPlayerRatings } from '../../src/history/ratings-store.ts';
import { rateForLedger } from '../../src/history/states.ts';
import { getMatch } from '../../src/matches/read.ts';
import { submitMatches } from '../../src/matches/submit.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { changesOf } from '../support/matches.ts';
import { storedRows } from '../support/stored.ts';
import { type TestMatch, World } from '../support/world.ts';

/** Six matches of players 0–7 from day 10 on, each from the players of those before; players 8–11 play on day 2 only. */
async function playSix(world: World): Promise<{ early: TestMatch; six: readonly TestMatch[] }> {
  const early = world.match(2, [8, 9, 10, 11]);
  const six = [
    world.match(10, [0, 1, 2, 3]),
    world.match(12, [4, 5, 6, 7]),
    world.match(14, [0, 4, 1, 5]),
    world.match(16, [2, 6, 3, 7]),
    world.match(18, [0, 1, 6, 7]),
    world.match(20, [2, 3, 4, 5]),
  ];
  for (const match of [early, ...six]) assert.equal((await world.send(match)).rating_status, 'settled');
  return { early, six };
}

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  const lateMatch = (world: World, day = 13): TestMatch => world.match(day, [0, 2, 4, 6]);

  describe(`a late match that reaches too much for its request, on ${engine}`, () => {
    test('a large late match is applied immediately to its players, and returns a provisional change', async () => {
      const world = await World.open(database);
      await playSix(world);
      const late = lateMatch(world);
      const four = [0, 2, 4, 6].map((seat) => world.player(seat));
      const present = new Map((await readPlayerRatings(database, world.players)).map((row) => [row.player_id, row]));
      const stateOf = (id: string) => (present.get(id) ?? assert.fail()).state;
      const [a = '', b = '', c = '', d = ''] = four;
      const rated = world.ratedMatch(late) ?? assert.fail();
      const wanted = rateForLedger(rated, [stateOf(a), stateOf(b), stateOf(c), stateOf(d)]);

      const answer = await world.send(late);
      assert.equal(answer.rating_status, 'settling');
      assert.deepEqual(
        changesOf(answer),
        wanted.after.map(({ shown }, slot) => {
          const [before, after] = [scoreOf(wanted.before[slot as 0]), scoreOfShown(shown)];
          return { service_score_before: before, service_score_after: after, delta: after - before };
        }),
      );
      assert.deepEqual(withBits(await readLedgerRow(database, late.id)), withBits(wanted));
      const states = wanted.after;
      for (const row of await readPlayerRatings(database, world.players)) {
        const state = states[four.indexOf(row.player_id)];
        if (state === undefined) assert.deepEqual(row, present.get(row.player_id));
        else assert.deepEqual(withBits(row.state), withBits(state));
      }
      await world.settler().finish();
      await world.assertExact();
    });

    test('a large late match makes settling what it reaches and no more, once its reach is marked', async () => {
      const world = await World.open(database);
      const { early, six } = await playSix(world);
      const others = [
        world.match(15, [8, 9, 10, 11], { trust_tier: 'player_confirmed' }),
        world.match(21, [8, 9, 10, 11], { outcome: 'walkover', set_scores: null }),
        world.match(22, [8, 9, 10, 11]),
      ];
      for (const match of others) await world.send(match);
      await world.void(others[2] ?? assert.fail());
      const stranger = world.match(23, [8, 9, 10, 11]);
      await world.send(stranger);
      const late = lateMatch(world);
      await world.send(late);

      const statuses = async () => ({
        before: await Promise.all([early, ...six.slice(0, 2)].map((match) => world.statusOf(match))),
        from: await Promise.all([late, ...six.slice(2)].map((match) => world.statusOf(match))),
        stranger: [await world.statusOf(stranger), ...(await ratingStatuses(world, [8, 9, 10, 11]))],
        unrated: await Promise.all(others.map((match) => world.statusOf(match))),
        players: await ratingStatuses(world, [0, 1, 2, 3, 4, 5, 6, 7]),
      });
      const steady = { before: Array(3).fill('settled'), unrated: Array(3).fill('unrated') };
      const settling = { from: Array(5).fill('settling'), players: Array(8).fill('settling') };
      // While the reach is followed, everything later counts as reached.
      assert.deepEqual(await statuses(), { ...steady, ...settling, stranger: Array(5).fill('settling') });
      await world.spreadMarks();
      assert.deepEqual(await statuses(), { ...steady, ...settling, stranger: Array(5).fill('settled') });
      await world.settler().finish();
      const settled = { from: Array(5).fill('settled'), players: Array(8).fill('settled') };
      assert.deepEqual(await statuses(), { ...steady, ...settled, stranger: Array(5).fill('settled') });
      await world.assertExact();
    });

    test('a large late match is settled in steps, and what is settled is exact and stays so', async () => {
      const world = await World.open(database);
      await playSix(world);
      await world.send(lateMatch(world));
      const settler = world.settler();
      let settled = await world.assertSettledPart();
      assert.equal(settled, 3, 'the matches before the late one');
      for (let steps = 0; (await settler.step()) === 'more'; steps += 1) {
        assert.ok(steps < 50, 'the settler does not come to an end');
        const now = await world.assertSettledPart();
        assert.ok(now >= settled, `${settled} matches were settled, ${now} are`);
        settled = now;
      }
      assert.equal(settled, 8);
      assert.equal(await settler.step(), 'idle');
      await world.assertExact();
    });

    test('a dry run of a large late match returns settling and the same change, and stores nothing', async () => {
      const world = await World.open(database);
      await playSix(world);
      const late = lateMatch(world);
      const rows = await storedRows(database);
      const [stored, state] = [await world.stored(), await world.state()];
      const [foreseen] = await submitMatches(world.calledBy(late.partner), [late.body], { dryRun: true });
      assert.ok(foreseen?.status === 'created');
      assert.equal(foreseen.match.rating_status, 'settling');
      assert.deepEqual(await storedRows(database), rows);
      assert.deepEqual([await world.stored(), await world.state()], [stored, state]);
      const sent = await world.send(late);
      const { warnings: _, ...match } = foreseen.match;
      assert.deepEqual(sent, match);
      await world.settler().finish();
      await world.assertExact();
    });
  });

  describe(`a void or an amendment that reaches too much, on ${engine}`, () => {
    test('voiding a player’s only match leaves the player unrated immediately', async () => {
      const world = await World.open(database);
      const only = world.match(9, [0, 4, 2, 8]);
      await world.send(only);
      const six = [world.match(10, [0, 1, 2, 3]), world.match(11, [4, 1, 2, 3])];
      await world.submit(six);
      const voided = await world.void(only);
      assert.deepEqual([voided.rating_status, changesOf(voided)], ['unrated', Array(4).fill(null)]);
      const { matches_played, service_score, last_played_at, rating_status } = await world.ratingOf(8);
      assert.deepEqual([matches_played, service_score, last_played_at, rating_status], [0, 1500, null, 'settled']);
      assert.deepEqual(await ratingStatuses(world, [0, 1, 2, 3, 4]), Array(5).fill('settling'));
      assert.equal(await world.assertSettledPart(), 0);
      await world.settler().finish();
      await world.assertExact();
    });

    test('voiding a player’s last match restores the previous state immediately and exactly', async () => {
      const world = await World.open(database);
      const { six } = await playSix(world);
      const [third = assert.fail()] = six.slice(2);
      const withEight = world.match(15, [8, 0, 2, 4]);
      await world.send(withEight, { closureMax: 1000 });
      await world.void(withEight);
      assert.equal((await world.ratingOf(8)).rating_status, 'settled');
      assert.equal((await world.ratingOf(8)).matches_played, 1);
      assert.equal(await world.statusOf(third), 'settled');
      assert.equal(await world.assertSettledPart(), 4);
      await world.settler().finish();
      await world.assertExact();
    });

    for (const [name, amendment] of [
      ['its winner', () => ({ winning_team: 'B', set_scores: null })],
      ['its day, to an earlier one', (world: World) => ({ played_at: world.at(5) })],
      ['its day, to a later one', (world: World) => ({ played_at: world.at(19) })],
      ['its day, to after all others', (world: World) => ({ played_at: world.at(30) })],
      ['its players', (world: World) => ({ participants: world.participants([8, 1, 9, 3]) })],
      ['its outcome to a walkover', () => ({ outcome: 'walkover', set_scores: null })],
    ] as const) {
      test(`of ${name} answers at once, and is exact once it is settled`, async () => {
        const world = await World.open(database);
        const { six } = await playSix(world);
        const [match = assert.fail(), second = assert.fail()] = six;
        const view = await world.amend(match, amendment(world));
        const isRated = view.outcome !== 'walkover';
        assert.deepEqual([view.revision, view.rating_status], [2, isRated ? 'settling' : 'unrated']);
        assert.ok(changesOf(view).every((change) => (change === null) === !isRated));
        assert.equal(await world.statusOf(second), 'settling');
        await world.assertSettledPart();
        await world.settler(2).finish();
        await world.assertExact();
      });
    }
  });

  describe(`a change that its request may settle, on ${engine}`, () => {
    for (const [limit, status] of [
      [4, 'settled'],
      [3, 'settling'],
    ] as const) {
      test(`a change that affects 4 matches is ${status} within its request if the limit is ${limit}`, async () => {
        const world = await World.open(database);
        const { six } = await playSix(world);
        await world.submit([world.match(25, [8, 9, 10, 11])]);
        const answer = await world.send(lateMatch(world), { closureMax: limit });
        assert.equal(answer.rating_status, status);
        assert.equal(await world.isSettled(), status === 'settled');
        const [last = assert.fail()] = six.slice(-1);
        assert.equal(await world.statusOf(last), status);
        await world.settler().finish();
        await world.assertExact();
      });
    }

    test('a small change that an unsettled one does not reach is settled within its request, and keeps its rating change', async () => {
      const world = await World.open(database);
      await playSix(world);
      await world.send(world.match(25, [8, 9, 10, 11]));
      await world.send(lateMatch(world));
      await world.spreadMarks();
      const settler = world.settler(1);
      for (let steps = 0; steps < 4; steps += 1) {
        const small = world.match(22 + steps / 10, [8, 9, 10, 11]);
        const answer = await world.send(small, { closureMax: 10 });
        assert.equal(answer.rating_status, 'settled');
        const kept = await storedRatings(world, [8, 9, 10, 11]);
        await settler.step();
        assert.deepEqual(await storedRatings(world, [8, 9, 10, 11]), kept);
        assert.deepEqual(changesOf(await getMatch(world.calledBy(), small.id)), changesOf(answer));
        assert.equal(await world.isSettled(), false);
      }
      await settler.finish();
      await world.assertExact();
    });

    test('a small change is exact after any number of steps of a settlement that reaches it', async () => {
      for (let steps = 0, isOver = false; !isOver; steps += 1) {
        const world = await World.open(database);
        const { six } = await playSix(world);
        const [first = assert.fail()] = six;
        await world.void(first);
        const settler = world.settler(1);
        for (let step = 0; step < steps; step += 1) isOver = (await settler.step()) === 'idle';
        // Player 2 has not played before any more. Rows that are not settled yet show otherwise.
        await world.send(world.match(13, [2, 8, 9, 10]), { closureMax: 1000 });
        await world.assertSettledPart();
        await settler.finish();
        await world.assertExact();
      }
    });

    test('a change is not settled at once if it would undo an earlier provisional change', async () => {
      const world = await World.open(database);
      const { six } = await playSix(world);
      await world.send(lateMatch(world));
      const { service_score: provisional } = await world.ratingOf(4);
      // The ledger has later matches of player 4, whose states do not include the provisional change.
      const answer = await world.send(world.match(17, [4, 8, 9, 10]), { closureMax: 1000 });
      const [change = assert.fail()] = changesOf(answer);
      assert.deepEqual([answer.rating_status, change?.service_score_before], ['settling', provisional]);
      assert.equal((await world.ratingOf(4)).service_score, change?.service_score_after);
      assert.equal(await world.statusOf(six.at(-1) ?? assert.fail()), 'settling');
      await world.settler(3).finish();
      await world.assertExact();
    });
  });
});

const ratingRows = statement(
  'test_rating_rows',
  'select * from player_ratings where player_id = any($1::uuid[]) order by player_id',
);

/** The stored ratings of these players, with their versions, which show whether an equal rating was written. */
function storedRatings(world: World, seats: readonly number[]): Promise<unknown[]> {
  return world.database.query(ratingRows, [seats.map((seat) => world.player(seat))]);
}

function ratingStatuses(world: World, seats: readonly number[]): Promise<string[]> {
  return Promise.all(seats.map(async (seat) => (await world.ratingOf(seat)).rating_status));
}
