import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MatchView, OwnMatchView } from '@bandeja/contract/matches';
import type { Player } from '@bandeja/contract/players';
import { aClub, type Club, share } from '../support/club.ts';
import { aMatch, four } from '../support/matches.ts';
import { allByCursor, pageOf } from '../support/paging.ts';
import { onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const pathOf = ({ username }: Pick<Player, 'username'>): string => `/v1/players/${username}/matches`;
  const historyOf = async (partner: TestPartner, player: Player, query: Record<string, string | number> = {}) =>
    (await pageOf<MatchView>(partner, pathOf(player), query)).data;
  const first = (club: Club): Player => club.players[0] ?? assert.fail();

  describe('the history of a player', () => {
    it('lists the completed matches, newest first, and own matches exactly as single reads return them', async () => {
      const club = await aClub(service(), { players: 5 });
      const days = ['2026-05-02', '2026-05-04', '2026-05-03'];
      const matches: OwnMatchView[] = [];
      for (const day of days)
        matches.push(await club.submit(club.match({ played_at: `${day}T19:00:00Z`, venue_label: 'Club' })));
      await club.submit(club.match({ trust_tier: 'player_confirmed' }));
      const voided = await club.submit();
      await club.partner.request('POST', `/v1/matches/${voided.id}/void`, { body: { reason: 'Twice.' } });
      const wanted = [matches[1], matches[2], matches[0]].map((match) => match?.id);
      const history = await historyOf(club.partner, first(club));
      assert.deepEqual(
        history.map((match) => match.id),
        wanted,
      );
      for (const match of history) assert.deepEqual(match, await club.read(match.id ?? ''));
      assert.deepEqual(await historyOf(club.partner, club.players[4] ?? assert.fail()), []);
    });

    it('includes walkovers, which change no ratings', async () => {
      const club = await aClub(service());
      const match = await club.submit(club.match({ outcome: 'walkover' }));
      assert.deepEqual(await historyOf(club.partner, first(club)), [match]);
    });

    it('lists a match that was confirmed late in the order of play', async () => {
      const club = await aClub(service());
      const played = (day: number, trust_tier = 'imported') =>
        club.submit(club.match({ played_at: `2026-05-0${day}T19:00:00Z`, trust_tier }));
      const pending = await played(2, 'player_confirmed');
      const [one, three] = [await played(1), await played(3)];
      await club.partner.request('POST', `/v1/matches/${pending.id}/confirm`);
      assert.deepEqual(
        (await historyOf(club.partner, first(club))).map((match) => match.id),
        [three.id, pending.id, one.id],
      );
    });
  });

  describe('another partner’s match', () => {
    /** Two clubs; the home club submits a match of a private and three public players, all with labels. */
    async function twoClubs() {
      const [home, other] = [await aClub(service(), { players: 3 }), await aClub(service())];
      const [hidden] = await home.partner.freshPlayers(1, { profile_is_public: false });
      assert.ok(hidden !== undefined);
      const participants = four(...home.players, hidden).map((one, slot) => ({
        ...one,
        court_position: slot % 2 ? 'left' : 'right',
      }));
      const labels = {
        session_external_ref: 'night-42',
        venue_label: 'Club Norte',
        competition_type: 'league',
        duration_minutes: 50,
      };
      const match = await home.submit(
        aMatch({
          ...labels,
          participants,
          set_scores: [
            { set_number: 1, team_a_games: 1, team_b_games: 0, game_winners: ['A'], first_server_team: 'B' },
          ],
        }),
      );
      return { home, other, hidden, match };
    }

    it('is shown without its labels, and with its private players hidden', async () => {
      const { home, other, match } = await twoClubs();
      const [seen] = await historyOf(other.partner, first(home));
      assert.deepEqual(seen, {
        ...match,
        id: null,
        external_ref: null,
        session_external_ref: null,
        venue_label: null,
        participants: [
          ...match.participants.slice(0, 3),
          {
            ...match.participants[3],
            profile_id: null,
            username: null,
            display_name: 'Private player',
            identity: 'hidden',
            rating_change: null,
          },
        ],
      });
    });

    it('shows a private player to a partner with that player on a roster, still without its labels', async () => {
      const { home, other, hidden, match } = await twoClubs();
      await share(hidden, home, other);
      const [seen] = await historyOf(other.partner, hidden);
      assert.deepEqual(seen?.participants, match.participants);
      assert.deepEqual([seen?.id, seen?.external_ref, seen?.venue_label], [null, null, null]);
    });

    it('is listed in one history with own matches, which are shown in full', async () => {
      const { home, other } = await twoClubs();
      const own = await other.submit(
        aMatch({
          played_at: '2026-05-02T19:00:00Z',
          venue_label: 'Club Sur',
          participants: four(first(home), ...other.players.slice(0, 3)),
        }),
      );
      const history = await historyOf(other.partner, first(home));
      assert.deepEqual(
        history.map((match) => match.id),
        [own.id, null],
      );
      assert.deepEqual(history[0], own);
      const [theirs] = await historyOf(home.partner, first(home));
      assert.deepEqual([theirs?.id, theirs?.venue_label], [null, null]);
    });

    it('still shows its submitter the username of a player who became private, and nothing else', async () => {
      const { home, other } = await twoClubs();
      const guest = first(other);
      const match = await home.submit(aMatch({ participants: four(...home.players, guest) }));
      await other.partner.request('PATCH', `/v1/players/${guest.username}`, { body: { profile_is_public: false } });
      await home.partner.refusal('player_not_found', 'GET', pathOf(guest));
      const seen = (await historyOf(home.partner, first(home))).find((one) => one.id === match.id);
      const participants = match.participants.map((one) =>
        one.username === guest.username
          ? { ...one, display_name: guest.username, identity: 'hidden', rating_change: null }
          : one,
      );
      assert.deepEqual(seen, { ...match, participants });
    });
  });

  describe('the pages of a history', () => {
    it('lose no earlier match after matches at the cursor’s instant are voided', async () => {
      const club = await aClub(service());
      const matches: OwnMatchView[] = [];
      for (const day of [3, 3, 2, 1]) {
        matches.push(await club.submit(club.match({ outcome: 'walkover', played_at: `2026-05-0${day}T19:00:00Z` })));
      }
      const path = pathOf(first(club));
      const { pagination } = await pageOf(club.partner, path, { limit: 2 });
      for (const { id } of matches.slice(0, 2)) {
        await club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Twice.' } });
        const rest = await pageOf<MatchView>(club.partner, path, { cursor: pagination.next_cursor ?? assert.fail() });
        assert.deepEqual(
          rest.data.map((match) => match.id),
          [matches[2]?.id, matches[3]?.id],
        );
      }
    });

    it('have cursors without match ids', async () => {
      const [home, other] = [await aClub(service()), await aClub(service())];
      const [one, two] = [await home.submit(), await home.submit()];
      const { pagination } = await pageOf(other.partner, pathOf(first(home)), { limit: 1 });
      const cursor = Buffer.from(pagination.next_cursor ?? assert.fail(), 'base64url').toString();
      assert.ok(!cursor.includes(one.id) && !cursor.includes(two.id), cursor);
    });

    it('contain only matches at or after `since` and before `until`', async () => {
      const club = await aClub(service());
      for (const day of [1, 2, 3, 4])
        await club.submit(club.match({ played_at: `2026-05-0${day}T19:00:00Z`, outcome: 'walkover' }));
      const days = async (query: Record<string, string | number>) =>
        (await historyOf(club.partner, first(club), query)).map((match) => Number(match.played_at.slice(8, 10)));
      assert.deepEqual(await days({ since: '2026-05-02T19:00:00Z', until: '2026-05-04T19:00:00Z' }), [3, 2]);
      assert.deepEqual(await days({ since: '2026-05-04T19:00:00.001Z' }), []);
      for (const year of ['0000', '0001', '0099', '0100', '1969']) {
        const instant = `${year}-01-01T00:00:00Z`;
        assert.deepEqual(await days({ since: instant, offset: 1, limit: 2 }), [3, 2], instant);
        assert.deepEqual(await days({ until: instant, offset: 1, limit: 2 }), [], instant);
      }
      const paged = await allByCursor<MatchView>(club.partner, pathOf(first(club)), {
        since: '2026-05-02T19:00:00Z',
        limit: 1,
      });
      assert.equal(paged.length, 3);
    });
  });
});
