import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Player } from '../../../src/domain/players/index.ts';
import type { Leaderboard } from '../../../src/domain/rosters/index.ts';
import { readStandings } from '../../../src/store/rosters/standings.ts';
import { aMatch, four, setsOf } from '../../support/matches.ts';
import {
  onEachEngine,
  type PageBody,
  type ProblemBody,
  type TestPartner,
  useTestService,
} from '../../support/service.ts';

type Answer = PageBody<Leaderboard['data'][number]> & Pick<Leaderboard, 'unranked'>;
const PATH = '/v1/rosters/night/leaderboard';
const DAY_MS = 86_400_000;

onEachEngine((engine) => {
  const service = useTestService({ engine });
  let partner: TestPartner;
  let players: Player[];

  const read = async (query: Record<string, string | number> = {}) =>
    (await partner.request<Answer>('GET', PATH, { query })).body;

  /** The first pair beats the second, so many days ago. */
  const play = async (daysAgo: number, places: readonly number[]) => {
    const named = places.map((place) => players[place]?.username ?? assert.fail());
    const played_at = new Date(service().context.now() - daysAgo * DAY_MS).toISOString();
    const body = aMatch({ played_at, participants: four(...named), set_scores: setsOf('6-2 6-2') });
    assert.equal((await partner.request('POST', '/v1/matches', { body })).status, 201);
  };

  before(async () => {
    partner = await service().freshPartner();
    players = await partner.freshPlayers(6, { profile_is_public: false, roster_slug: 'night' });
    for (const daysAgo of [50, 49, 48, 47, 46, 45]) await play(daysAgo, [0, 1, 2, 3]);
    for (const daysAgo of [5, 4, 3, 2]) await play(daysAgo, [2, 3, 0, 1]);
    await play(1, [4, 2, 0, 1]);
  });

  describe('GET /v1/rosters/{slug}/leaderboard', () => {
    it('ranks members by score, and lists those who cannot be ranked yet', async () => {
      const { data, unranked, pagination } = await read();
      const scores = data.map((entry) => entry.rating.service_score);
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
      assert.deepEqual(
        data.map((entry) => entry.username).sort(),
        players
          .slice(0, 4)
          .map((player) => player.username)
          .sort(),
      );
      assert.deepEqual(
        unranked.map((entry) => entry.username),
        players
          .slice(4)
          .map((player) => player.username)
          .sort(),
      );
      assert.deepEqual(pagination, { limit: 25, offset: 0, has_more: false, next_cursor: null });
      assert.equal('rank' in (unranked[0] ?? {}), false);
    });

    it('tells the change and the rank before over a window', async () => {
      const changeIn = async (window: string) => {
        const { data } = await read({ window });
        const entry = data.find(({ username }) => username === players[0]?.username) ?? assert.fail();
        const { body } = await partner.request<{ points: { at: string; delta: number }[] }>(
          'GET',
          `/v1/players/${players[0]?.username}/progress`,
          { query: { since: new Date(service().context.now() - Number.parseInt(window, 10) * DAY_MS).toISOString() } },
        );
        return [
          entry.service_score_change,
          body.points.reduce((sum, point) => sum + point.delta, 0),
          entry.previous_rank,
        ];
      };
      const [month, byMonth, monthRank] = await changeIn('30d');
      assert.equal(month, byMonth);
      assert.equal(monthRank, 1);
      const [quarter, byQuarter, quarterRank] = await changeIn('90d');
      assert.deepEqual([quarter, quarterRank], [byQuarter, null]);
    });

    it('leaves who has not played within the window where it was', async () => {
      const club = await service().freshPartner();
      const members = await club.freshPlayers(4, { profile_is_public: false, roster_slug: 'night' });
      const named = members.map(({ username }) => username);
      for (let daysAgo = 25; daysAgo > 10; daysAgo -= 1) {
        const played_at = new Date(service().context.now() - daysAgo * DAY_MS).toISOString();
        const body = aMatch({ played_at, participants: four(...named), set_scores: setsOf('6-2 6-2') });
        assert.equal((await club.request('POST', '/v1/matches', { body })).status, 201);
      }
      const { body } = await club.request<Answer>('GET', PATH, { query: { window: '7d' } });
      assert.deepEqual(
        body.data.map(({ rank, previous_rank, service_score_change }) => [rank, previous_rank, service_score_change]),
        [
          [1, 1, 0],
          [1, 1, 0],
          [3, 3, 0],
          [3, 3, 0],
        ],
      );
    });

    it('counts a match at the very beginning of the window as inside', async () => {
      const club = await service().freshPartner();
      const members = await club.freshPlayers(4, { profile_is_public: false, roster_slug: 'night' });
      const playedAt = service().context.now() - 20 * DAY_MS;
      const participants = four(...members.map(({ username }) => username));
      const body = aMatch({ played_at: new Date(playedAt).toISOString(), participants });
      assert.equal((await club.request('POST', '/v1/matches', { body })).status, 201);
      const standings = (since: number) =>
        readStandings(service().context.database, { partnerId: club.id, slug: 'night' }, since);
      for (const row of await standings(playedAt)) assert.equal(row.shown_before, null);
      for (const row of await standings(playedAt + 1)) assert.equal(row.shown_before, row.shown);
    });

    it('pages by offset and by cursor, with all who are unranked on the first page and nobody after it', async () => {
      const whole = await read();
      const first = await read({ limit: 3 });
      const cursor = first.pagination.next_cursor ?? assert.fail();
      const second = await read({ limit: 3, cursor });
      assert.deepEqual([...first.data, ...second.data], whole.data);
      const third = await read({ limit: 3, offset: 3 });
      assert.deepEqual(third.data, whole.data.slice(3));
      assert.deepEqual([first.unranked, second.unranked, third.unranked], [whole.unranked, [], []]);
      assert.equal((await read({ limit: 1, offset: 0 })).unranked.length, 2);
    });

    it('has an empty ranking for an empty roster, and none for a roster that is not there', async () => {
      await partner.request('PUT', '/v1/rosters/empty');
      const { body } = await partner.request<Answer>('GET', '/v1/rosters/empty/leaderboard');
      assert.deepEqual([body.data, body.unranked], [[], []]);
      const rival = await service().freshPartner();
      for (const [who, path] of [
        [partner, '/v1/rosters/nobodys/leaderboard'],
        [rival, PATH],
      ] as const) {
        const answer = await who.request<ProblemBody>('GET', path);
        assert.deepEqual([answer.status, answer.body.code], [404, 'roster_not_found']);
      }
    });

    it('refuses a window that there is not', async () => {
      const { status, body } = await partner.request<ProblemBody>('GET', PATH, { query: { window: '1y' } });
      assert.deepEqual([status, body.errors?.[0]?.parameter], [400, 'window']);
    });
  });
});
