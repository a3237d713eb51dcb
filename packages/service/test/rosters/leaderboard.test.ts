import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Player } from '@bandeja/contract/players';
import type { RankedPlayer, UnrankedPlayer } from '@bandeja/contract/rosters';
import { statement } from '@bandeja/postgres/database';
import type { Leaderboard } from '../../src/rosters/leaderboard.ts';
import { readStandings } from '../../src/rosters/standings-store.ts';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { allByCursor, allByOffset, pageOf } from '../support/paging.ts';
import { freshName, onEachEngine, type PageBody, type TestPartner, useTestService } from '../support/service.ts';

type Answer = PageBody<RankedPlayer> & Pick<Leaderboard, 'unranked' | 'inactive'>;
const PATH = '/v1/rosters/night/leaderboard';
const DAY_MS = 86_400_000;

onEachEngine((engine) => {
  const service = useTestService({ engine });
  let partner: TestPartner;
  let players: Player[];

  const read = async (query: Record<string, string | number> = {}) =>
    (await partner.request<Answer>('GET', PATH, { query })).body;

  /** The first pair beats the second, some days ago. */
  const win = async (of: TestPartner, daysAgo: number, named: readonly string[]) => {
    const played_at = new Date(service().context.now() - daysAgo * DAY_MS).toISOString();
    const body = aMatch({ played_at, participants: four(...named), set_scores: setsOf('6-2 6-2') });
    assert.equal((await of.request('POST', '/v1/matches', { body })).status, 201);
  };
  const play = (daysAgo: number, places: readonly number[]) =>
    win(
      partner,
      daysAgo,
      places.map((place) => players[place]?.username ?? assert.fail()),
    );

  before(async () => {
    partner = await service().freshPartner();
    players = await partner.freshPlayers(6, { profile_is_public: false, roster_slug: 'night' });
    for (const daysAgo of [50, 49, 48, 47, 46, 45]) await play(daysAgo, [0, 1, 2, 3]);
    for (const daysAgo of [5, 4, 3, 2]) await play(daysAgo, [2, 3, 0, 1]);
    await play(1, [4, 2, 0, 1]);
  });

  describe('GET /v1/rosters/{slug}/leaderboard', () => {
    it('ranks members by score, and lists members without a rank separately', async () => {
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

    it('is drawn as a picture with the ranked people only', async () => {
      const { data } = await read();
      const { status, text, headers } = await partner.request('GET', '/v1/leaderboard.svg?window=7d&theme=dark');
      assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml; charset=utf-8']);
      const names = players.map(({ display_name }) => display_name);
      const drawn = [...text.matchAll(/<text[^>]*>(.*?)<\/text>/g)].flatMap(([, words = '']) =>
        names.filter((name) => words.includes(name)),
      );
      assert.deepEqual(
        drawn,
        data.map(({ display_name }) => display_name),
      );
      assert.equal((await partner.request('GET', '/v1/leaderboard.svg?window=1d')).status, 400);
    });

    it('shows the score change and the previous rank over a window', async () => {
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

    it('shows no change for members who have not played within the window', async () => {
      const club = await service().freshPartner();
      const members = await club.freshPlayers(4, { profile_is_public: false, roster_slug: 'night' });
      const named = members.map(({ username }) => username);
      for (let daysAgo = 25; daysAgo > 10; daysAgo -= 1) await win(club, daysAgo, named);
      const { body } = await club.request<Answer>('GET', PATH, { query: { window: '7d' } });
      assert.deepEqual(
        body.data.map(({ rank, previous_rank, service_score_change }) => [rank, previous_rank, service_score_change]),
        [
          [1, 1, 0],
          [2, 2, 0],
          [3, 3, 0],
          [4, 4, 0],
        ],
      );
    });

    it('gives no previous rank to members who had not played before the window, even with a starting level', async () => {
      const club = await service().freshPartner();
      const members = await club.freshPlayers(4, { profile_is_public: false, roster_slug: 'night' });
      const named = members.map(({ username }) => username);
      const level = { value: 5, source: 'coach' };
      await club.request('PATCH', `/v1/players/${named[0]}`, { body: { starting_level: level } });
      for (let daysAgo = 20; daysAgo > 5; daysAgo -= 1) await win(club, daysAgo, named);
      const { body } = await club.request<Answer>('GET', PATH, { query: { window: '30d' } });
      assert.deepEqual(
        body.data.map(({ previous_rank }) => previous_rank),
        [null, null, null, null],
      );
    });

    it('ranks the more certain of two equal scores first, then by username, on every page', async () => {
      const club = await service().freshPartner();
      const members = await club.freshPlayers(4, { profile_is_public: false, roster_slug: 'night' });
      const named = members.map(({ username }) => username);
      for (let daysAgo = 25; daysAgo > 10; daysAgo -= 1) await win(club, daysAgo, named);
      const order = async () => (await club.request<Answer>('GET', PATH)).body.data.map(({ username }) => username);
      const [first, second] = [named.slice(0, 2).sort(), named.slice(2).sort()];
      assert.deepEqual(await order(), [...first, ...second]);
      const late = first[1] ?? assert.fail();
      const sql =
        'update player_ratings set variance = variance / 2 where player_id = (select id from players where username = $1)';
      await service().context.database.query(statement('test_more_certain', sql), [late]);
      assert.deepEqual(await order(), [...first.toReversed(), ...second]);
      const whole = await allByOffset<RankedPlayer>(club, PATH, { limit: 100 });
      for (const limit of [1, 2, 3]) assert.deepEqual(await allByCursor(club, PATH, { limit }), whole);
    });

    it('lists members without a match for a year as inactive, without a rank and a percentile, after those not ranked yet', async () => {
      const club = await service().freshPartner();
      const members = await club.freshPlayers(10, { profile_is_public: false, roster_slug: 'night' });
      const names = members.map(({ username }) => username);
      const play = async (place: number, days: readonly number[]) => {
        for (const daysAgo of days) await win(club, daysAgo, names.slice(place, place + 4));
      };
      const year = Array.from({ length: 12 }, (_, index) => 380 - index);
      await play(0, year);
      await play(
        4,
        year.map((daysAgo) => daysAgo - 300),
      );
      const { body } = await club.request<Answer>('GET', PATH);
      const inactive = new Set(names.slice(0, 4));
      assert.deepEqual(new Set(body.inactive.map(({ username }) => username)), inactive);
      assert.deepEqual(new Set(body.data.map(({ username }) => username)), new Set(names.slice(4, 8)));
      assert.deepEqual(new Set(body.unranked.map(({ username }) => username)), new Set(names.slice(8)));
      for (const { rating, last_played_at } of body.inactive) {
        assert.deepEqual([rating.percentile, rating.last_played_at], [null, last_played_at]);
      }
      const rest = await allByCursor<UnrankedPlayer>(club, PATH, { limit: 2, ranked: 'false' });
      const beside = [...body.unranked, ...body.inactive];
      assert.deepEqual(
        rest.map(({ username }) => username),
        beside.map(({ username }) => username),
      );
    });

    it('has players with a starting level, at the score that it gives them', async () => {
      const club = await service().freshPartner();
      const body = {
        username: freshName('stated'),
        starting_level: { value: 5, source: 'coach' },
        roster_slug: 'night',
      };
      const { rating } = (await club.request<Player>('POST', '/v1/players', { body })).body;
      const { unranked } = (await club.request<Answer>('GET', PATH)).body;
      assert.deepEqual(
        unranked.map((one) => one.rating),
        [rating],
      );
      assert.ok(rating.service_score > 1500);
    });

    it('of a partner has the players that it registered and those in its matches, as far as it may see them', async () => {
      const [club, other] = [await service().freshPartner(), await service().freshPartner()];
      const [own = assert.fail(), ...more] = await club.freshPlayers(2, { profile_is_public: false });
      const [met = assert.fail(), stranger = assert.fail()] = await other.freshPlayers(2, { profile_is_public: true });
      const participants = four(own.username, more[0]?.username ?? '', met.username, stranger.username);
      assert.equal((await club.request('POST', '/v1/matches', { body: aMatch({ participants }) })).status, 201);
      await other.freshPlayers(1, { profile_is_public: true });
      await other.request('PATCH', `/v1/players/${stranger.username}`, { body: { profile_is_public: false } });
      const { body } = await club.request<Answer>('GET', '/v1/leaderboard');
      const expected = [own, ...more, met].map(({ username }) => username).sort();
      assert.deepEqual(body.unranked.map(({ username }) => username).sort(), expected);
      const empty = await (await service().freshPartner()).request<Answer>('GET', '/v1/leaderboard');
      assert.deepEqual([empty.status, empty.body.data, empty.body.unranked], [200, [], []]);
    });

    it('shows the starting level of a player, and the source to the creator alone', async () => {
      const [club, other] = [await service().freshPartner(), await service().freshPartner()];
      const starting_level = { value: 3.5, source: 'coach' } as const;
      const [stated = assert.fail()] = await club.freshPlayers(1, { profile_is_public: true, starting_level });
      const rest = await other.freshPlayers(3, { profile_is_public: false });
      const participants = four(stated.username, ...rest.map(({ username }) => username));
      assert.equal((await other.request('POST', '/v1/matches', { body: aMatch({ participants }) })).status, 201);
      const levelFor = async (reader: TestPartner) =>
        (await reader.request<Answer>('GET', '/v1/leaderboard')).body.unranked.find(
          ({ profile_id }) => profile_id === stated.id,
        )?.starting_level;
      assert.deepEqual(await levelFor(club), stated.starting_level);
      assert.deepEqual(await levelFor(other), { ...stated.starting_level, source: null, stated_at: null });
    });

    it('includes a match at the exact start of the window', async () => {
      const club = await service().freshPartner();
      const members = await club.freshPlayers(4, { profile_is_public: false, roster_slug: 'night' });
      const now = service().context.now();
      const playedAt = now - 20 * DAY_MS;
      const { database } = service().context;
      const all = { after: null, limit: 10, offset: 0 };
      const standings = (since: number) =>
        readStandings(
          database,
          { partnerId: club.id, slug: 'night' },
          {
            now,
            since,
            ranked: all,
            others: all,
            othersOfEach: null,
          },
        );
      for (let match = 0; match < 8; match += 1) {
        const played_at = new Date(playedAt + match * DAY_MS).toISOString();
        const participants = four(...members.map(({ username }) => username));
        const body = aMatch({ played_at, participants, set_scores: setsOf('6-2 6-2') });
        assert.equal((await club.request('POST', '/v1/matches', { body })).status, 201);
        if (match > 0) continue;
        const { others } = await standings(playedAt);
        assert.deepEqual(
          others.map((row) => row.shown_before),
          [null, null, null, null],
        );
        for (const row of (await standings(playedAt + 1)).others) assert.equal(row.shown_before, row.shown);
      }
      const { ranked } = await standings(playedAt);
      assert.deepEqual(
        ranked.map((row) => row.shown_before),
        [null, null, null, null],
      );
      for (const row of (await standings(playedAt + 1)).ranked) assert.notEqual(row.shown_before, null);
    });

    describe('with members who play at different rates', () => {
      let club: TestPartner;
      let names: string[];

      before(async () => {
        club = await service().freshPartner();
        const members = await club.freshPlayers(9, { profile_is_public: false, roster_slug: 'night' });
        names = members.map(({ username }) => username);
        for (let match = 0; match < 40; match += 1) {
          // Number 2 stops half way, when number 7 begins; number 8 plays only at the end.
          const places = [match % 3, 3 + (match % 2), 5 + (match % 2), match < 20 ? 2 : 7, match < 38 ? 4 : 8, 0, 1, 6];
          const usernames = [...new Set(places)].slice(0, 4).map((place) => names[place] ?? assert.fail());
          const body = aMatch({
            played_at: new Date(service().context.now() - (60 - 1.4 * match) * DAY_MS).toISOString(),
            participants: four(...usernames),
            winning_team: match % 5 < 3 ? 'A' : 'B',
          });
          assert.equal((await club.request('POST', '/v1/matches', { body })).status, 201);
        }
      });

      /** The score of a player before an instant; null before the first match. */
      const scoreBefore = async (username: string, since: number): Promise<number | null> => {
        const path = `/v1/players/${username}/progress`;
        const { body } = await club.request<{ points: { at: string; service_score: number }[] }>('GET', path);
        return body.points.findLast(({ at }) => Date.parse(at) < since)?.service_score ?? null;
      };

      for (const window of ['7d', '30d', '90d']) {
        it(`ranks each member by the number of higher scores, now and ${window} ago`, async () => {
          const since = service().context.now() - Number.parseInt(window, 10) * DAY_MS;
          const { data } = (await club.request<Answer>('GET', PATH, { query: { window } })).body;
          const scores = data.map(({ rating }) => rating.service_score);
          const before = await Promise.all(data.map(({ username }) => scoreBefore(username, since)));
          // Equal scores of that time are in the order of now.
          const above = (earlier: number, place: number) =>
            before.filter((one, other) => one !== null && (one > earlier || (one === earlier && other < place)));
          for (const [index, entry] of data.entries()) {
            const [own = 0, earlier = null] = [scores[index], before[index]];
            assert.equal(entry.rank, 1 + index);
            assert.equal(entry.previous_rank, earlier === null ? null : 1 + above(earlier, index).length);
            assert.equal(entry.service_score_change, own - (earlier ?? 1500));
          }
          assert.ok(data.length > 5);
        });
      }
    });

    it('lists the first unranked members with its first page only', async () => {
      const whole = await read();
      const first = await read({ limit: 3 });
      const second = await read({ limit: 3, cursor: first.pagination.next_cursor ?? assert.fail() });
      const third = await read({ limit: 3, offset: 3 });
      assert.deepEqual([first.unranked, second.unranked, third.unranked], [whole.unranked, [], []]);
      assert.deepEqual((await read({ limit: 1, offset: 0 })).unranked, whole.unranked.slice(0, 1));
    });

    it('has an empty ranking for an empty roster', async () => {
      await partner.request('PUT', '/v1/rosters/empty');
      const { body } = await partner.request<Answer>('GET', '/v1/rosters/empty/leaderboard');
      assert.deepEqual([body.data, body.unranked], [[], []]);
    });
  });

  describe('unranked members', () => {
    let club: TestPartner;
    let members: Player[];
    const UNRANKED = { ranked: 'false' };
    const page = (query: Record<string, string | number> = {}) =>
      pageOf<UnrankedPlayer>(club, PATH, { ...UNRANKED, ...query }) as Promise<PageBody<UnrankedPlayer> & Answer>;

    /** Two matches of each pair against the next, so that each player has one or two; the last six have none. */
    before(async () => {
      club = await service().freshPartner();
      members = await club.freshPlayers(18, { profile_is_public: false, roster_slug: 'night' });
      for (const first of [0, 2, 4, 6, 8]) {
        const named = members.slice(first, first + 4).map(({ username }) => username);
        const body = aMatch({ external_ref: `from-${first}`, participants: four(...named) });
        assert.equal((await club.request('POST', '/v1/matches', { body })).status, 201);
      }
    });

    it('are listed by score, uncertainty and username, with the matches that they still need', async () => {
      const { data, unranked, pagination } = await page();
      assert.equal(data.length, members.length);
      assert.deepEqual(unranked, []);
      assert.deepEqual(pagination, { limit: 25, offset: 0, has_more: false, next_cursor: null });
      const order = data.map((one) => [-one.rating.service_score, one.rating.uncertainty, one.username] as const);
      assert.deepEqual(
        order,
        order.toSorted(([a, x, m], [b, y, n]) => a - b || x - y || (m < n ? -1 : 1)),
      );
      assert.ok(new Set(order.map(([score]) => score)).size > 3);
      for (const one of data) {
        assert.equal(one.matches_to_rank, 3 - one.rating.matches_played);
        assert.equal('rank' in one || 'previous_rank' in one, false);
      }
      assert.deepEqual(await beside({ limit: 7 }), data.slice(0, 7));
    });

    /** The unranked members on the first page of the ranking. */
    const beside = async (query: Record<string, number>) =>
      (await club.request<Answer>('GET', PATH, { query })).body.unranked;
  });
});
