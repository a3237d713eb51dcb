import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { aClub, type Club } from '../support/club.ts';
import { aMatch, four } from '../support/matches.ts';
import { allByCursor, pageOf } from '../support/paging.ts';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';

const LIST = '/v1/matches';

/** Submits `each` matches at each of `instants` instants, and returns them in the order of the list. */
async function season(club: Club, instants: number, each: number, change: (index: number) => object = () => ({})) {
  const matches: OwnMatchView[] = [];
  for (let index = 0; index < instants * each; index += 1) {
    const played_at = new Date(Date.UTC(2026, 4, 1 + (index % instants), 19)).toISOString();
    matches.push(await club.submit(club.match({ played_at, outcome: 'walkover', ...change(index) })));
  }
  return matches.sort((a, b) =>
    a.played_at === b.played_at ? (a.id < b.id ? 1 : -1) : a.played_at < b.played_at ? 1 : -1,
  );
}

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const ids = (matches: readonly OwnMatchView[]): string[] => matches.map((match) => match.id);

  describe('listing matches returns 200', () => {
    it('with the partner’s own matches, newest first, then by id, each exactly as a single read returns it', async () => {
      const [club, other] = [await aClub(service()), await aClub(service())];
      await other.submit(club.match());
      const matches = await season(club, 3, 2);
      const { data, pagination } = await pageOf<OwnMatchView>(club.partner, LIST);
      assert.deepEqual(data, matches);
      assert.deepEqual(pagination, { limit: 25, offset: 0, has_more: false, next_cursor: null });
    });

    it('with an empty list for a partner without matches', async () => {
      const { partner } = await aClub(service(), { players: 0 });
      assert.deepEqual((await pageOf(partner, LIST)).data, []);
    });
  });

  describe('finding matches returns 200', () => {
    it('with the match of a reference, and with nothing for another partner’s', async () => {
      const [club, other] = [await aClub(service()), await aClub(service())];
      const { id } = await club.submit(club.match({ external_ref: 'night-1' }));
      await club.submit(club.match({ external_ref: 'night-10' }));
      const found = async ({ partner }: Club) =>
        ids((await pageOf<OwnMatchView>(partner, LIST, { external_ref: 'night-1' })).data);
      assert.deepEqual([await found(club), await found(other)], [[id], []]);
    });

    it('with the partner’s matches of a player in any status, by username and by id, and with the other filters', async () => {
      const [club, other] = [await aClub(service(), { players: 5 }), await aClub(service())];
      const [ana = assert.fail()] = club.players;
      const on = (day: number, changes = {}, places = [0, 1, 2, 3]) =>
        club.submit(club.match({ played_at: `2026-05-0${day}T19:00:00Z`, ...changes }, places));
      const completed = await on(1);
      const pending = await on(2, { trust_tier: 'player_confirmed' });
      const voided = await on(3);
      await club.partner.request('POST', `${LIST}/${voided.id}/void`, { body: { reason: 'Twice.' } });
      await on(4, {}, [1, 2, 3, 4]);
      await other.submit(aMatch({ participants: four(ana, ...other.players.slice(0, 3)) }));
      await club.partner.request('PATCH', `/v1/players/${ana.username}`, { body: { profile_is_public: false } });
      const found = async (query: Record<string, string | number>) =>
        ids((await pageOf<OwnMatchView>(club.partner, LIST, query)).data);
      const all = [voided.id, pending.id, completed.id];
      for (const player of [ana.username, ana.username.toUpperCase(), ana.id]) {
        assert.deepEqual(await found({ player }), all);
      }
      assert.deepEqual(await found({ player: ana.id, status: 'pending' }), [pending.id]);
      assert.deepEqual(await found({ player: ana.username, until: '2026-05-02T00:00:00Z' }), [completed.id]);
      assert.deepEqual(await found({ player: ana.username, limit: 1, offset: 1 }), [pending.id]);
      const first = await pageOf<OwnMatchView>(club.partner, LIST, { player: ana.id, limit: 2 });
      assert.deepEqual(ids(first.data), all.slice(0, 2));
      const cursor = first.pagination.next_cursor ?? assert.fail();
      assert.deepEqual(await found({ player: ana.id, limit: 2, cursor }), all.slice(2));
      assert.deepEqual(await found({ player: freshName('nobody') }), []);
      // In a pending match, each place has an index.
      for (const { username } of club.players.slice(1, 4)) {
        assert.deepEqual(await found({ player: username, status: 'pending' }), [pending.id]);
      }
    });
  });

  describe('the pages of a list', () => {
    it('lose and repeat no match when matches are added between two pages', async () => {
      const club = await aClub(service());
      const matches = ids(await season(club, 2, 3));
      const first = await pageOf<OwnMatchView>(club.partner, LIST, { limit: 2 });
      await club.submit(club.match({ played_at: '2026-06-01T19:00:00Z' }));
      const cursor = first.pagination.next_cursor ?? assert.fail();
      const rest = await pageOf<OwnMatchView>(club.partner, LIST, { limit: 100, cursor });
      assert.deepEqual([...ids(first.data), ...ids(rest.data)], matches);
    });
  });

  describe('a list is filtered', () => {
    const at = (day: number): string => `2026-05-0${day}T19:00:00Z`;

    it('to matches at or after `since` and before `until`', async () => {
      const club = await aClub(service());
      await season(club, 4, 2);
      const days = async (query: Record<string, string>) =>
        (await pageOf<OwnMatchView>(club.partner, LIST, query)).data.map((match) =>
          Number(match.played_at.slice(8, 10)),
        );
      assert.deepEqual(await days({ since: at(3) }), [4, 4, 3, 3]);
      assert.deepEqual(await days({ until: at(3) }), [2, 2, 1, 1]);
      assert.deepEqual(await days({ since: at(2), until: at(4) }), [3, 3, 2, 2]);
      assert.deepEqual(
        await days({ since: '2026-05-03T21:00:00.000+02:00', until: '2026-05-03T19:00:00.001Z' }),
        [3, 3],
      );
      assert.deepEqual(await days({ since: at(3), until: at(3) }), []);
      assert.deepEqual(await days({ since: at(4), until: at(2) }), []);
      assert.equal((await days({ since: '0001-01-01T00:00:00Z' })).length, 8);
      assert.deepEqual(await days({ until: '0001-01-01T00:00:00Z' }), []);
      assert.equal((await days({ since: '1969-12-31T23:59:59Z', until: '9999-12-31T23:59:59Z' })).length, 8);
    });

    it('to one session, compared exactly', async () => {
      const club = await aClub(service());
      const sessions = ['night', 'Night', 'night ', 'ni%ght', null];
      const matches = await season(club, 5, 1, (index) => ({ session_external_ref: sessions[index] }));
      for (const session of sessions.slice(0, 4)) {
        const query = { session_external_ref: session ?? '' };
        const wanted = matches.filter((match) => match.session_external_ref === session);
        assert.deepEqual((await pageOf(club.partner, LIST, query)).data, wanted);
      }
      assert.deepEqual((await pageOf(club.partner, LIST, { session_external_ref: 'nig' })).data, []);
    });

    it('to one status, or contains all', async () => {
      const club = await aClub(service());
      const tiers = ['imported', 'player_confirmed', 'imported'];
      const matches = await season(club, 3, 1, (index) => ({ trust_tier: tiers[index] }));
      const oldest = matches.at(-1)?.id ?? assert.fail();
      await club.partner.request('POST', `/v1/matches/${oldest}/void`, { body: { reason: 'Twice.' } });
      const list = async (query: object) => (await pageOf<OwnMatchView>(club.partner, LIST, { ...query })).data;
      assert.deepEqual(
        (await list({})).map(({ status }) => status),
        ['completed', 'pending', 'voided'],
      );
      for (const [index, status] of ['completed', 'pending', 'voided'].entries()) {
        assert.deepEqual(ids(await list({ status })), [matches[index]?.id]);
      }
    });

    it('by all filters together, page by page', async () => {
      const club = await aClub(service());
      const matches = await season(club, 4, 4, (index) => ({
        session_external_ref: index % 3 === 0 ? 'night' : 'other',
        trust_tier: index % 2 === 0 ? 'imported' : 'player_confirmed',
      }));
      const query = { session_external_ref: 'night', status: 'pending', since: at(3), until: at(5), limit: 1 };
      const wanted = matches.filter(
        (one) => one.session_external_ref === 'night' && one.status === 'pending' && one.played_at > '2026-05-03',
      );
      assert.ok(wanted.length > 1);
      assert.deepEqual(await allByCursor(club.partner, LIST, query), wanted);
    });
  });
});
