import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { statement } from '@bandeja/postgres/database';
import { aClub, type Club, faultsOf } from '../support/club.ts';
import { allByCursor, allByOffset, pageOf } from '../support/paging.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const LIST = '/v1/matches';

/** Submits matches at so many instants, some at each, and returns them in the order of the list. */
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

/** Far more matches than an offset reaches, three at each instant. */
const seedMatches = statement(
  'test_seed_matches',
  `insert into matches (id, partner_id, external_ref, status, played_at, winning_team, trust_tier, outcome, player_ids, teams,
     court_positions, set_scores, created_at, completed_at)
   select gen_random_uuid(), $1, 'seed-' || n, 'completed', '2026-01-01T00:00:00Z'::timestamptz + (n / 3) * interval '1 second', 'A',
     'imported', 'walkover', $2::uuid[], 'AABB', '----', '', now(), now()
   from generate_series(1, $3::integer) n`,
);

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  const ids = (matches: readonly OwnMatchView[]): string[] => matches.map((match) => match.id);

  describe('listing matches answers 200', () => {
    it('with the partner’s own, newest first, then by id, each as it is read alone', async () => {
      const [club, other] = [await aClub(service()), await aClub(service())];
      await other.submit(club.match());
      const matches = await season(club, 3, 2);
      const { data, pagination } = await pageOf<OwnMatchView>(club.partner, LIST);
      assert.deepEqual(data, matches);
      assert.deepEqual(pagination, { limit: 25, offset: 0, has_more: false, next_cursor: null });
    });

    it('with nothing for a partner without matches', async () => {
      const { partner } = await aClub(service(), { players: 0 });
      assert.deepEqual((await pageOf(partner, LIST)).data, []);
    });

    it('with 25 a page unless it is said otherwise, and up to 100', async () => {
      const club = await aClub(service());
      await season(club, 9, 3);
      assert.equal((await pageOf(club.partner, LIST)).data.length, 25);
      assert.equal((await pageOf(club.partner, LIST, { limit: 100 })).data.length, 27);
      assert.equal((await pageOf(club.partner, LIST, { limit: 1 })).data.length, 1);
    });
  });

  describe('the pages of a list', () => {
    for (const limit of [1, 4, 12]) {
      it(`reach every match exactly once, ${limit} a page, also where many were played at one instant`, async () => {
        const club = await aClub(service());
        const matches = ids(await season(club, 3, 4));
        assert.deepEqual(ids(await allByOffset(club.partner, LIST, { limit })), matches);
        assert.deepEqual(ids(await allByCursor(club.partner, LIST, { limit })), matches);
      });
    }

    it('lose and repeat nothing when matches come in between', async () => {
      const club = await aClub(service());
      const matches = ids(await season(club, 2, 3));
      const first = await pageOf<OwnMatchView>(club.partner, LIST, { limit: 2 });
      await club.submit(club.match({ played_at: '2026-06-01T19:00:00Z' }));
      const cursor = first.pagination.next_cursor ?? assert.fail();
      const rest = await pageOf<OwnMatchView>(club.partner, LIST, { limit: 100, cursor });
      assert.deepEqual([...ids(first.data), ...ids(rest.data)], matches);
    });

    it('go on by cursor from an offset, and past the last offset', async () => {
      const club = await aClub(service());
      const players = club.players.map((player) => player.id);
      await service().database.query(seedMatches, [club.partner.id, players, 10_030]);
      const rest = await allByCursor<OwnMatchView>(club.partner, LIST, { limit: 9, offset: 10_000 });
      assert.equal(new Set(ids(rest)).size, 30);
      assert.deepEqual(
        rest.map((match) => match.played_at),
        rest
          .map((match) => match.played_at)
          .sort()
          .reverse(),
      );
      assert.equal(rest.at(-1)?.played_at, '2026-01-01T00:00:00.000Z');
    });
  });

  describe('a list is narrowed', () => {
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

    it('to one status; without one it holds all', async () => {
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

    it('by everything together, page by page', async () => {
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

  describe('listing matches answers 400 invalid_query', () => {
    const cursor = (key: unknown, list = 'matches') => Buffer.from(JSON.stringify([list, key])).toString('base64url');
    const good = { played_at: 0, id: '019de4f2-a340-8f34-a99b-71224f08972d' };
    const rules: readonly { name: string; query: string; faults: readonly string[] }[] = [
      ...['0', '101', '-1', '1.5', '', 'ten', '1e1', '٢'].map((limit) => ({
        name: `for limit=${limit}`,
        query: `limit=${encodeURIComponent(limit)}`,
        faults: [`limit ${/^(0|101|-1)$/.test(limit) ? 'out_of_range' : 'wrong_type'}`],
      })),
      { name: 'for an offset below 0', query: 'offset=-1', faults: ['offset out_of_range'] },
      { name: 'for an offset above 10 000', query: 'offset=10001', faults: ['offset out_of_range'] },
      { name: 'for a parameter twice', query: 'limit=1&limit=1', faults: ['limit repeated'] },
      { name: 'for an unknown parameter', query: 'Limit=1', faults: ['Limit unknown_field'] },
      { name: 'for an unknown status', query: 'status=done', faults: ['status not_one_of'] },
      { name: 'for an instant without a zone', query: 'since=2026-05-01T19:00:00', faults: ['since bad_format'] },
      {
        name: 'for a plus sign that is not written %2B',
        query: 'until=2026-05-01T19:00:00+02:00',
        faults: ['until bad_format'],
      },
      { name: 'for an empty session', query: 'session_external_ref=', faults: ['session_external_ref out_of_range'] },
      {
        name: 'for a session with U+0000',
        query: 'session_external_ref=%00',
        faults: ['session_external_ref bad_format'],
      },
      { name: 'for a cursor that is none', query: 'cursor=next', faults: ['cursor bad_format'] },
      {
        name: 'for a cursor of another list',
        query: `cursor=${cursor(good, 'history')}`,
        faults: ['cursor bad_format'],
      },
      {
        name: 'for a cursor without an id',
        query: `cursor=${cursor({ played_at: 0 })}`,
        faults: ['cursor bad_format'],
      },
      {
        name: 'for a cursor before 1970',
        query: `cursor=${cursor({ ...good, played_at: -1 })}`,
        faults: ['cursor bad_format'],
      },
      {
        name: 'for a cursor past the year 9999',
        query: `cursor=${cursor({ ...good, played_at: 1e18 })}`,
        faults: ['cursor bad_format'],
      },
      {
        name: 'for a cursor and an offset',
        query: `offset=0&cursor=${cursor(good)}`,
        faults: ['cursor conflicting', 'offset conflicting'],
      },
      {
        name: 'for all of it at once',
        query: 'limit=0&since=now&sort=id',
        faults: ['limit out_of_range', 'since bad_format', 'sort unknown_field'],
      },
    ];
    for (const { name, query, faults } of rules) {
      it(name, async () => {
        const { partner } = await aClub(service(), { players: 0 });
        const answer = await partner.refusal('invalid_query', 'GET', `${LIST}?${query}`);
        assert.equal(answer.status, 400);
        assert.deepEqual(faultsOf(answer.body).sort(), faults);
      });
    }
  });
});
