/** A session as long as it can be, such as a league: 1,000 matches, inserted through the store. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { SessionRecap, SessionSummary } from '@bandeja/contract/sessions';
import type { Transaction } from '@bandeja/postgres/database';
import { getSessionRecap } from '../../src/sessions/get-recap.ts';
import { aClub, type Club } from '../support/club.ts';
import { allByCursor } from '../support/paging.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { MINUTE, storeCopies } from './copies.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  let club: Club;
  const at = Date.parse('2026-05-01T00:00:00Z');

  const store = (count: number, ref: string, until: number, change?: Parameters<typeof storeCopies>[5]) =>
    storeCopies(service(), club, count, ref, until, change);

  const recapOf = async (ref: string): Promise<SessionRecap> => {
    const answer = await club.partner.request<SessionRecap>('GET', `/v1/matches/sessions/${ref}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  describe('a session longer than one read', () => {
    before(async () => {
      club = await aClub(service());
    });

    const set = { set_number: 1, team_a_games: 6, team_b_games: 4, game_winners: null, first_server_team: null };

    for (const count of [199, 200, 1_000]) {
      it(`of ${count} matches at one instant counts each once, with the greatest id last`, async () => {
        const ids = await store(count, `at once ${count}`, at - 5_000 * MINUTE, (index) => ({
          played_at: at - 5_000 * MINUTE,
          set_scores: [set],
          duration_minutes: index < count / 2 ? 20 : 40,
        }));
        const recap = await recapOf(`at once ${count}`);
        assert.equal(recap.matches.completed, count);
        const played = recap.leaderboard.map((row) => [row.played, row.games_won + row.games_lost]);
        assert.deepEqual(played, Array(4).fill([count, 10 * count]));
        assert.equal(recap.scorelines.close_matches + recap.scorelines.lopsided_matches, 0);
        assert.equal(recap.scorelines.most_lopsided?.match_id, ids.sort().at(-1));
        assert.equal(recap.duration_sample, count);
        const longer = Math.floor(count / 2);
        const minutes = (20 * (count - longer) + 40 * longer) / count;
        assert.equal(recap.average_duration_minutes, Math.round(minutes * 10) / 10);
      });
    }
  });

  describe('a session of 1,000 matches', () => {
    before(async () => {
      club = await aClub(service());
      await store(1, 'night 1', at - 9_000 * MINUTE);
      await store(1, 'night 2', at - 2_000 * MINUTE);
      await store(500, 'league', at, { venue_label: 'Old' });
      await store(300, 'league', at + 500 * MINUTE, { venue_label: 'New' });
      const pending = { status: 'pending', completed_at: null } as const;
      await store(200, 'league', at + 1_100 * MINUTE, pending);
      await store(1, 'night 3', at + 2_000 * MINUTE);
    });

    it('has a recap of all its completed matches', async () => {
      const recap = await recapOf('league');
      assert.deepEqual(recap.matches, { completed: 800, pending: 200, voided: 0 });
      assert.equal(recap.started_at, new Date(at - 499 * MINUTE).toISOString());
      assert.equal(recap.ended_at, new Date(at + 500 * MINUTE).toISOString());
      assert.deepEqual(
        recap.leaderboard.map((row) => row.played),
        [800, 800, 800, 800],
      );
      assert.deepEqual(
        recap.pairs.map((pair) => pair.played),
        [800, 800],
      );
      assert.equal(recap.venue_label, 'Old');
    });

    it('does not delay reads of other partners while it is read', async () => {
      const stranger = await service().freshPartner();
      const answered: string[] = [];
      const recap = recapOf('league').then(() => answered.push('recap'));
      const read = stranger.request('GET', '/v1/matches').then(() => answered.push('read'));
      await Promise.all([recap, read]);
      assert.deepEqual(answered, ['read', 'recap']);
    });

    it('has the same recap if its transaction is retried', async () => {
      const { database } = service().context;
      const twice: typeof database = Object.create(database, {
        query: { value: database.query.bind(database) },
        transaction: {
          value: (work: Parameters<typeof database.transaction>[0], options: object) => {
            const tried = (transaction: Transaction) => work(transaction).then(() => work(transaction));
            return database.transaction(tried, options);
          },
        },
      });
      const found = await getSessionRecap({ ...club.partner.context, database: twice }, 'league');
      assert.deepEqual(found, await recapOf('league'));
    });

    it('is listed with all its matches and times, and with the venue of its recap', async () => {
      const all = await allByCursor<SessionSummary>(club.partner, '/v1/sessions', { limit: 4 });
      assert.deepEqual(
        all.find((one) => one.session_external_ref === 'league'),
        {
          session_external_ref: 'league',
          name: null,
          started_at: new Date(at - 499 * MINUTE).toISOString(),
          ended_at: new Date(at + 1_100 * MINUTE).toISOString(),
          matches: 1_000,
          players: 4,
          venue_label: 'Old',
        },
      );
    });
  });

  describe('a session of hundreds of players', () => {
    const PLAYERS = 320;
    const lists = ({ unique_players: { players }, leaderboard, pairs }: SessionRecap): (readonly object[])[] => [
      players,
      leaderboard,
      pairs,
    ];
    const read = async (query: Record<string, number>) =>
      (await club.partner.request<SessionRecap>('GET', '/v1/matches/sessions/crowd', { query })).body;

    before(async () => {
      club = await aClub(service(), { players: PLAYERS });
      const ids = club.players.map(({ id }) => id);
      // Each pair plays three times, so that it is listed.
      await store(3 * PLAYERS, 'crowd', at, (index) => ({
        player_ids: [0, 1, 5, 12].map((place) => ids[(index + place) % PLAYERS] ?? assert.fail()),
        duration_minutes: 20,
      }));
    });

    it('is returned in parts; the first has at most 300 entries of each list', async () => {
      const first = await recapOf('crowd');
      assert.equal(first.unique_players.count, PLAYERS);
      assert.deepEqual(
        lists(first).map((list) => list.length),
        [300, 300, 300],
      );
      for (const limit of [100, 299, 300]) {
        const parts: SessionRecap[] = [];
        for (let offset = 0; parts.at(-1)?.pairs.length !== 0; offset += limit)
          parts.push(await read({ limit, offset }));
        const [players = [], leaderboard = [], pairs = []] = [0, 1, 2].map((list) =>
          parts.flatMap((part) => lists(part)[list] ?? []),
        );
        assert.deepEqual([players.length, leaderboard.length, pairs.length], [PLAYERS, PLAYERS, 2 * PLAYERS]);
        assert.equal(new Set(leaderboard.map((row) => JSON.stringify(row))).size, PLAYERS);
        assert.deepEqual(
          [players, leaderboard, pairs].map((list) => list.slice(0, 300)),
          lists(first),
        );
      }
    });
  });
});
