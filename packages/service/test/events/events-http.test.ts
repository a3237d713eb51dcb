import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Event } from '@bandeja/contract/events';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { statement } from '@bandeja/postgres/database';
import { aClub, type Club, faultsOf, share } from '../support/club.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { aMatch, four } from '../support/matches.ts';
import { freshName, onEachEngine, type PageBody, type ProblemBody, useTestService } from '../support/service.ts';

const forget = statement(
  'test_forget_events',
  `delete from event_log where partner_id = $1 and id in (
     select id from event_log where partner_id = $1 order by position, id limit $2)`,
);

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const page = (club: Pick<Club, 'partner'>, query = '') =>
    club.partner.request<PageBody<Event>>('GET', `/v1/events${query}`);
  /** All current events of a partner. */
  async function eventsOf(club: Pick<Club, 'partner'>): Promise<Event[]> {
    await feedCaughtUp(service().database);
    const events: Event[] = [];
    for (;;) {
      const last = events.at(-1);
      const { body } = await page(club, last === undefined ? '' : `?after=${last.id}`);
      events.push(...body.data);
      if (!body.pagination.has_more) return events;
    }
  }
  const ratingsOf = (events: readonly Event[]) =>
    events.flatMap((event) => (event.type === 'rating.updated' ? [event.data] : []));

  describe('reading events', () => {
    it('returns pages, oldest first, each starting after the last event of the previous page', async () => {
      const club = await aClub(service());
      const match = await club.submit();
      const all = await eventsOf(club);
      assert.equal(all.length, 9);
      const first = await page(club, '?limit=7');
      assert.equal(first.status, 200);
      assert.deepEqual(first.body, {
        data: all.slice(0, 7),
        pagination: { limit: 7, offset: null, has_more: true, next_cursor: all[6]?.id },
      });
      const rest = { data: all.slice(7), pagination: { limit: 50, offset: null, has_more: false, next_cursor: null } };
      assert.deepEqual((await page(club, `?after=${all[6]?.id}`)).body, rest);
      assert.deepEqual((await page(club, `?cursor=${all[6]?.id}`)).body, rest);
      assert.deepEqual((await page(club, `?after=${all[8]?.id}`)).body.data, []);
      const completed = all.find(({ type }) => type === 'match.completed');
      assert.deepEqual(completed?.data, { match });
    });

    it('returns only the last event with `latest`, and newer events after it', async () => {
      const club = await aClub(service());
      const { partner } = club;
      const nobody = await service().freshPartner();
      assert.deepEqual((await page({ partner: nobody }, '?latest=true')).body.data, []);
      await club.submit();
      const all = await eventsOf(club);
      assert.deepEqual((await page(club, '?latest=true')).body.data, all.slice(-1));
      await club.submit();
      await eventsOf(club);
      const later = await page(club, `?after=${all.at(-1)?.id}`);
      assert.ok(later.body.data.some(({ type }) => type === 'match.completed'));
      const both = await partner.request<ProblemBody>('GET', `/v1/events?latest=true&after=${all[0]?.id}`);
      assert.deepEqual([both.status, both.body.code], [400, 'invalid_query']);
    });

    it('returns invalid_query for an `after` that isn’t an event of the caller', async () => {
      const [club, other] = [await aClub(service()), await aClub(service())];
      const [own, others] = [await eventsOf(club), await eventsOf(other)];
      const last = own.at(-1)?.id ?? '';
      const wrong = ['x', `${last}0`, last.toUpperCase(), others.at(-1)?.id ?? '', 'evt_1-0-00000000'];
      for (const after of wrong) {
        const { status, body } = await club.partner.request<ProblemBody>('GET', `/v1/events?after=${after}`);
        assert.deepEqual([status, body.code, faultsOf(body)], [400, 'invalid_query', ['after bad_format']], after);
      }
      const both = await club.partner.request<ProblemBody>('GET', `/v1/events?after=${last}&cursor=${last}`);
      assert.deepEqual(faultsOf(both.body), ['after conflicting', 'cursor conflicting']);
    });

    it('reports removed events for an `after` that is no longer stored', async () => {
      const club = await aClub(service());
      const events = await eventsOf(club);
      await service().database.query(forget, [club.partner.id, 2]);
      const { status, body } = await club.partner.request<ProblemBody>('GET', `/v1/events?after=${events[1]?.id}`);
      assert.deepEqual([status, faultsOf(body)], [400, ['after bad_format']]);
      assert.match(body.errors?.[0]?.detail ?? '', /kept for at least 30 days/);
      assert.deepEqual((await page(club)).body.data, events.slice(2));
      assert.deepEqual((await page(club, `?after=${events[2]?.id}`)).body.data, events.slice(3));
    });
  });

  describe('the events of a partner', () => {
    it('omit matches of other partners, and include ratings of the partner’s players only', async () => {
      const [home, guest] = [await aClub(service()), await aClub(service(), { players: 1, isPublic: true })];
      await home.partner.request('PUT', '/v1/rosters/guests');
      const players = [home.players[0], home.players[1], home.players[2], guest.players[0]].map(
        (player) => player ?? assert.fail(),
      );
      const match = await home.submit(aMatch({ participants: four(...players) }));
      assert.deepEqual(
        ratingsOf(await eventsOf(home)).map((one) => [one.profile_id, one.match_id]),
        players.slice(0, 3).map(({ id }) => [id, match.id]),
      );
      const guestEvents = await eventsOf(guest);
      assert.deepEqual(
        guestEvents.map(({ type }) => type),
        ['player.registered', 'rating.updated'],
      );
      assert.deepEqual(
        ratingsOf(guestEvents).map((one) => [one.profile_id, one.match_id]),
        [[guest.players[0]?.id, null]],
      );
    });

    it('include ratings of a shared private player, and hide the name after the player leaves the roster', async () => {
      const [home, guest] = [await aClub(service(), { isPublic: false }), await aClub(service(), { players: 0 })];
      const [ana = assert.fail()] = home.players;
      await share(ana, home, guest);
      await home.submit();
      const [shared] = ratingsOf(await eventsOf(guest));
      assert.deepEqual([shared?.profile_id, shared?.username], [ana.id, ana.username]);
      assert.equal(ratingsOf(await eventsOf(home)).length, 4);
      await guest.partner.request('DELETE', `/v1/rosters/guests/members/${ana.username}`);
      assert.equal(ratingsOf(await eventsOf(guest))[0]?.username, null);
      await home.submit(home.match({ external_ref: freshName('later'), played_at: '2026-05-03T10:00:00Z' }));
      assert.equal(ratingsOf(await eventsOf(guest)).length, 1);
    });

    it('hide the name of a player who has become private, even in old match events', async () => {
      const [home, guest] = [await aClub(service(), { players: 1 }), await aClub(service(), { players: 3 })];
      const [ana = assert.fail()] = home.players;
      await guest.submit(aMatch({ participants: four(...guest.players, ana) }));
      const nameOf = async () => {
        const completed = (await eventsOf(guest)).find(({ type }) => type === 'match.completed');
        const { match } = (completed?.data ?? assert.fail()) as { match: OwnMatchView };
        return match.participants[3]?.display_name;
      };
      assert.equal(await nameOf(), ana.display_name);
      await home.partner.request('PATCH', `/v1/players/${ana.username}`, { body: { profile_is_public: false } });
      assert.equal(await nameOf(), ana.username);
    });
  });
});
