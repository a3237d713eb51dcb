/** Lists whose entries are large: a page ends at 1 MiB, too. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AuditEntry } from '@bandeja/contract/audit';
import type { OwnMatchView } from '@bandeja/contract/matches';
import fc from 'fast-check';
import { listAudit, listMatchAudit } from '../../src/audit/list.ts';
import type { ChainCursor } from '../../src/audit/store.ts';
import type { HistoryCursor } from '../../src/matches/history-store.ts';
import { listMatches, listPlayerHistory } from '../../src/matches/read.ts';
import type { PageOf } from '../../src/paging/list-page.ts';
import type { Page } from '../../src/paging/page.ts';
import type { TimeKey } from '../../src/paging/time-order.ts';
import { searchPlayers } from '../../src/players/search.ts';
import type { UsernameKey } from '../../src/players/store.ts';
import { listMembers } from '../../src/rosters/members.ts';
import type { MemberKey } from '../../src/rosters/members-store.ts';
import { listRosters } from '../../src/rosters/rosters.ts';
import type { SlugKey } from '../../src/rosters/store.ts';
import { listSessions } from '../../src/sessions/list.ts';
import type { SessionEnd } from '../../src/sessions/session-list-store.ts';
import { aClub, type Club } from '../support/club.ts';
import { allByCursor, pageOf } from '../support/paging.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const MIB = 1024 * 1024;

/** As large as a scoreline can be: fifteen sets with the winner of each of their 197 games. */
const longest = Array.from({ length: 15 }, (_, index) => ({
  set_number: index + 1,
  team_a_games: 99,
  team_b_games: 98,
  game_winners: [...Array(99).fill('A'), ...Array(98).fill('B')],
  first_server_team: 'A',
}));

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  describe('a list of more than 1 MiB', () => {
    let club: Club;
    const COUNT = 75;

    before(async () => {
      club = await aClub(service());
      const matches = Array.from({ length: COUNT }, () => club.match({ set_scores: longest }));
      for (let from = 0; from < COUNT; from += 5) {
        const body = { matches: matches.slice(from, from + 5) };
        assert.equal((await club.partner.request('POST', '/v1/matches/batch', { body })).status, 200);
      }
    });

    for (const [name, path, limit] of [
      ['matches', () => '/v1/matches', 100],
      ['a player’s history', () => `/v1/players/${club.players[0]?.username}/matches`, 100],
      ['the audit chain', () => '/v1/audit', 1000],
    ] as const) {
      it(`of ${name} gives as much as fits into 1 MiB, and the rest by the cursor`, async () => {
        const answer = await club.partner.request<{ data: object[] }>('GET', path(), { query: { limit } });
        const { data, pagination } = await pageOf<{ id?: string; seq?: number }>(club.partner, path(), { limit });
        assert.ok(answer.text.length <= MIB && answer.text.length > MIB - 20_000, `${answer.text.length} bytes`);
        assert.equal(pagination.has_more, true);
        assert.equal(pagination.limit, limit);
        const all = await allByCursor<{ id?: string; seq?: number }>(club.partner, path(), { limit });
        assert.equal(new Set(all.map(({ id, seq }) => id ?? seq)).size, COUNT);
        const rest = await pageOf(club.partner, path(), { limit, offset: data.length });
        assert.deepEqual([...data, ...rest.data], all);
      });
    }
  });

  describe('the joined pages of each list, for any page size in bytes', () => {
    let club: Club;

    before(async () => {
      club = await aClub(service(), { players: 6 });
      for (let index = 0; index < 9; index += 1) {
        const { id } = await club.submit(
          club.match({
            // Three matches an instant.
            played_at: `2026-05-0${1 + (index % 3)}T19:10:00Z`,
            session_external_ref: `night-${index % 4}`,
            set_scores: longest.slice(0, 1 + ((5 * index) % 14)),
          }),
        );
        if (index % 2 === 0) {
          const body = { set_scores: longest.slice(0, 3), venue_label: 'Club Norte' };
          assert.equal((await club.partner.request('PATCH', `/v1/matches/${id}`, { body })).status, 200);
        }
        await club.partner.request('PUT', `/v1/rosters/night-${index}`);
      }
      for (const { username } of club.players) {
        assert.equal((await club.partner.request('PUT', `/v1/rosters/night-0/members/${username}`)).status, 204);
      }
    });

    /** Compares the pages of a list, of any size, with one page of the whole list. */
    async function check<T, K>(read: (page: Page<K>) => Promise<PageOf<T, K>>, bytesAtMost: number): Promise<void> {
      const whole = (await read({ limit: 100, offset: 0, after: null })).data;
      assert.ok(whole.length > 1);
      const sizes = fc.record({
        limit: fc.integer({ min: 1, max: whole.length + 1 }),
        bytesMax: fc.integer({ min: 1, max: bytesAtMost }),
      });
      const byCursor = async (size: { limit: number; bytesMax: number }) => {
        const visited: T[] = [];
        for (let after: K | null | undefined; after !== null; ) {
          const page: PageOf<T, K> = await read({ ...size, offset: 0, after: after ?? null });
          visited.push(...page.data);
          after = page.next;
        }
        assert.deepEqual(visited, whole);
      };
      const byOffset = async (size: { limit: number; bytesMax: number }) => {
        const visited: T[] = [];
        for (let hasMore = true; hasMore; ) {
          const page = await read({ ...size, offset: visited.length, after: null });
          visited.push(...page.data);
          hasMore = page.next !== null;
        }
        assert.deepEqual(visited, whole);
      };
      await fc.assert(fc.asyncProperty(sizes, byCursor), { numRuns: 15 });
      await fc.assert(fc.asyncProperty(sizes, byOffset), { numRuns: 15 });
    }

    const anyTime = { since: null, until: null };

    it('are the matches', () =>
      check(
        (page: Page<TimeKey>) =>
          listMatches(
            club.partner.context,
            {
              ...anyTime,
              session_external_ref: null,
              external_ref: null,
              player: null,
              status: null,
              confirmation_state: null,
            },
            page,
          ),
        60_000,
      ));
    it('are the history of a player', () =>
      check(
        (page: Page<HistoryCursor>) =>
          listPlayerHistory(club.partner.context, club.players[0]?.username ?? '', anyTime, page),
        60_000,
      ));
    it('are the audit chain', () => check((page: Page<ChainCursor>) => listAudit(club.partner.context, page), 60_000));
    it('are the audit trail of a match', async () => {
      const matches = await allByCursor<OwnMatchView>(club.partner, '/v1/matches', { limit: 100 });
      const amended = matches.find(({ revision }) => revision === 2) ?? assert.fail();
      await check<AuditEntry, { seq: number }>(
        (page) => listMatchAudit(club.partner.context, amended.id, page),
        40_000,
      );
    });
    it('are the sessions', () =>
      check((page: Page<SessionEnd>) => listSessions(club.partner.context, anyTime, page), 1_000));
    it('are the rosters', () => check((page: Page<SlugKey>) => listRosters(club.partner.context, page), 1_000));
    it('are the members of a roster', () =>
      check((page: Page<MemberKey>) => listMembers(club.partner.context, 'night-0', page), 1_000));
    it('are the players that a search finds', () =>
      check((page: Page<UsernameKey>) => searchPlayers(club.partner.context, 'player-', page), 2_000));
  });
});
