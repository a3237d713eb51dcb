/** The content, order and recipients of events. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Event } from '@bandeja/contract/events';
import type { Database } from '@bandeja/postgres/database';
import { erasePlayer } from '../../src/erasures/erase.ts';
import { listEvents } from '../../src/events/feed.ts';
import { addMember } from '../../src/rosters/members.ts';
import { putRoster } from '../../src/rosters/rosters.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { changesOf } from '../support/matches.ts';
import { World } from '../support/world.ts';

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** All events of a partner, read in pages. */
  async function eventsOf(world: World, partner = 'norte', limit = 3): Promise<Event[]> {
    await feedCaughtUp(database);
    const events: Event[] = [];
    for (;;) {
      const last = events.at(-1);
      const after = last === undefined ? null : { parameter: 'after', id: last.id };
      const page = await listEvents(world.calledBy(partner), { after, limit });
      events.push(...page.data);
      if (page.next === null) return events;
    }
  }

  const typesOf = (events: readonly Event[]) => events.map(({ type }) => type);
  const ratingsOf = (events: readonly Event[]) =>
    events.flatMap((event) => (event.type === 'rating.updated' ? [event.data] : []));
  const matchesOf = (events: readonly Event[]) =>
    events.flatMap((event) => ('match' in event.data ? [{ type: event.type, match: event.data.match }] : []));

  describe('events', () => {
    it('report each registration, match and rating in chronological order', async () => {
      const world = await World.open(database, { players: 4 });
      const match = await world.send(world.match(1));
      const events = await eventsOf(world);
      const registered = Array(4).fill('player.registered');
      assert.deepEqual(typesOf(events), [...registered, 'match.completed', ...Array(4).fill('rating.updated')]);
      assert.deepEqual(matchesOf(events), [{ type: 'match.completed', match }]);
      assert.deepEqual(
        ratingsOf(events),
        match.participants.map(({ profile_id, username, rating_change }) => ({
          profile_id,
          username,
          sequence: 2,
          match_id: match.id,
          service_score_before: rating_change?.service_score_before,
          service_score_after: rating_change?.service_score_after,
        })),
      );
      assert.deepEqual(await eventsOf(world, 'norte', 100), events);
    });

    it('show the match in its state at the time of the event', async () => {
      const world = await World.open(database, { players: 5, closureMax: 300 });
      const pending = world.match(1, [0, 1, 2, 3], { trust_tier: 'player_confirmed', venue_label: 'Norte' });
      const views = [await world.send(pending), await world.confirm(pending)];
      views.push(
        await world.amend(pending, { played_at: world.at(2), participants: world.participants([4, 1, 2, 3]) }),
      );
      views.push(await world.amend(pending, { venue_label: 'Sur', winning_team: 'B', set_scores: null }));
      views.push(await world.void(pending));
      const matchEvents = matchesOf(await eventsOf(world));
      const types = ['match.pending', 'match.completed', 'match.amended', 'match.amended', 'match.voided'];
      assert.deepEqual(
        matchEvents.map(({ type }) => type),
        types,
      );
      const unrated = views.map((view) => ({
        ...view,
        rating_status: 'unrated',
        participants: view.participants.map((one) => ({ ...one, rating_change: null })),
      }));
      assert.deepEqual(
        matchEvents.map(({ match }) => match),
        unrated,
      );
    });

    it('report each rating that changes because of another match, with increasing sequences', async () => {
      const world = await World.open(database, { players: 6, closureMax: 300 });
      const first = world.match(1, [0, 1, 2, 3]);
      await world.submit([first, world.match(2, [0, 4, 1, 5])]);
      await world.void(first);
      const ratings = ratingsOf(await eventsOf(world));
      const moved = ratings.slice(8);
      const before = new Map(ratings.slice(0, 8).map((one) => [one.profile_id, one.service_score_after]));
      assert.deepEqual(moved.map((one) => one.profile_id).sort(), world.players.toSorted());
      for (const one of moved) {
        assert.equal(one.service_score_before, before.get(one.profile_id));
        const seat = world.players.indexOf(one.profile_id ?? '');
        assert.equal(one.service_score_after, (await world.ratingOf(seat)).service_score);
        assert.equal(one.match_id, seat < 4 ? first.id : null);
      }
      for (const id of world.players) {
        const sequences = ratings.filter((one) => one.profile_id === id).map((one) => one.sequence);
        assert.deepEqual(
          sequences,
          sequences.toSorted((a, b) => a - b),
        );
        assert.equal(new Set(sequences).size, sequences.length);
      }
    });

    it('omit the names of erased players, and report the erasure to the creator and to the owners of their rosters', async () => {
      const world = await World.open(database, { players: 4 });
      const match = await world.send(world.match(1));
      await putRoster(world.calledBy('sur'), 'night', {});
      await addMember(world.calledBy('sur'), 'night', world.username(0));
      assert.ok(JSON.stringify(await eventsOf(world)).includes(world.username(0)));
      await erasePlayer(world.calledBy(), world.username(0));
      const events = await eventsOf(world);
      assert.ok(!JSON.stringify(events).includes(world.username(0)));
      const gone = { profile_id: world.player(0), username: null, display_name: null };
      assert.deepEqual([events.at(-1)?.type, events.at(-1)?.data], ['player.erased', gone]);
      assert.deepEqual(events[0]?.data, { ...gone, profile_id: null });
      const [first] = matchesOf(events)[0]?.match.participants ?? [];
      const erased = {
        profile_id: null,
        username: null,
        display_name: 'Erased player',
        identity: 'erased',
        rating_change: null,
      };
      assert.deepEqual(first, { ...match.participants[0], ...erased });
      assert.deepEqual(
        ratingsOf(events).map((one) => [one.profile_id, one.service_score_before === null]),
        match.participants.map((one, place) => (place === 0 ? [null, true] : [one.profile_id, false])),
      );
      const last = (await eventsOf(world, 'sur')).at(-1);
      assert.deepEqual([last?.type, last?.data], ['player.erased', gone]);
    });

    it('report the ratings that a settlement changes', async () => {
      const world = await World.open(database, { players: 6 });
      await world.submit([world.match(2, [0, 1, 2, 3]), world.match(3, [0, 4, 1, 5])]);
      const late = await world.send(world.match(1, [0, 1, 2, 3], { winning_team: 'B', set_scores: null }));
      assert.ok(changesOf(late)[0]);
      await world.settler(5).finish();
      const ratings = ratingsOf(await eventsOf(world));
      const settled = ratings.slice(12);
      assert.ok(settled.length > 0 && settled.every((one) => one.match_id === null));
      const scores = new Map(ratings.map((one) => [one.profile_id, one.service_score_after]));
      for (const [seat, id] of world.players.entries()) {
        assert.equal(scores.get(id), (await world.ratingOf(seat)).service_score);
      }
    });
  });
});
