import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Progress } from '@bandeja/contract/progress';
import type { SessionRecap } from '@bandeja/contract/sessions';
import { aClub, type Club } from '../support/club.ts';
import { setsOf } from '../support/matches.ts';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const pathOf = (ref: string): string => `/v1/matches/sessions/${encodeURIComponent(ref)}`;
  const recapOf = async (club: Club, ref = 'night-42'): Promise<SessionRecap> => {
    const answer = await club.partner.request<SessionRecap>('GET', pathOf(ref));
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  /** A match of the session at this minute of the evening. */
  const atMinute = (club: Club, minute: number, change: object = {}, places?: readonly number[]) =>
    club.submit(
      club.match({ session_external_ref: 'night-42', played_at: `2026-05-01T20:${minute}:00Z`, ...change }, places),
    );

  describe('the recap of a session answers 200', () => {
    it('with what happened in it', async () => {
      const club = await aClub(service(), { players: 5 });
      const labels = { venue_label: 'Club Norte', competition_type: 'social' };
      const matches = [
        await atMinute(club, 10, { set_scores: setsOf('6-4'), duration_minutes: 20, ...labels }),
        await atMinute(club, 30, { set_scores: setsOf('6-0'), duration_minutes: 15.1, ...labels }),
        await atMinute(club, 50, { set_scores: setsOf('3-6'), winning_team: 'B' }, [0, 1, 2, 4]),
      ];
      await atMinute(club, 55, { trust_tier: 'player_confirmed' });
      const voided = await atMinute(club, 56);
      await club.partner.request('POST', `/v1/matches/${voided.id}/void`, { body: { reason: 'Twice.' } });
      const recap = await recapOf(club);
      assert.deepEqual(recap.matches, { completed: 3, pending: 1, voided: 1 });
      assert.deepEqual([recap.venue_label, recap.competition_type], ['Club Norte', 'social']);
      assert.deepEqual([recap.started_at, recap.ended_at], ['2026-05-01T20:10:00.000Z', '2026-05-01T20:50:00.000Z']);
      assert.deepEqual([recap.average_duration_minutes, recap.duration_sample], [17.6, 2]);
      assert.deepEqual(recap.unique_players.count, 5);
      assert.deepEqual(recap.scorelines.closest?.match_id, matches[0]?.id);
      assert.deepEqual(recap.scorelines.most_lopsided?.match_id, matches[1]?.id);
      assert.deepEqual([recap.scorelines.close_matches, recap.scorelines.lopsided_matches], [0, 1]);
      const names = (places: readonly number[]) => places.map((place) => club.players[place]?.username);
      assert.deepEqual(
        recap.leaderboard.map((row) => row.username),
        [...names([0, 1]).sort(), ...names([4]), ...names([2]), ...names([3])],
      );
      // The other pairs have fewer than three matches together.
      assert.deepEqual(
        recap.pairs.map((pair) => [pair.wins, pair.played]),
        [[2, 3]],
      );
      for (const row of recap.leaderboard) {
        const moves = matches.flatMap((match) => match.participants).filter((one) => one.profile_id === row.profile_id);
        assert.equal(
          row.service_score_change,
          moves.reduce((sum, one) => sum + (one.rating_change?.delta ?? 0), 0),
        );
      }
    });

    it('ranked by points where all scorelines are in points, and by what is asked for', async () => {
      const club = await aClub(service());
      await atMinute(club, 10, { set_scores: setsOf('13-11') });
      await atMinute(club, 20, { set_scores: setsOf('13-11') }, [0, 2, 1, 3]);
      await atMinute(club, 30, { set_scores: setsOf('2-22'), winning_team: 'B' }, [0, 1, 2, 3]);
      const ranked = async (query?: object) => {
        const answer = await club.partner.request<SessionRecap>('GET', pathOf('night-42'), { query: { ...query } });
        const { ranked_by, leaderboard } = answer.body;
        return [ranked_by, leaderboard.map((row) => club.players.findIndex((one) => one.username === row.username))];
      };
      // Points: 28, 26, 46, 44 of 72; wins: 2, 1, 2, 1.
      assert.deepEqual(await ranked(), ['points', [2, 3, 0, 1]]);
      assert.deepEqual(await ranked({ rank_by: 'points' }), ['points', [2, 3, 0, 1]]);
      assert.deepEqual(await ranked({ rank_by: 'wins' }), ['wins', [2, 0, 3, 1]]);
    });

    it('with the confidence after the last rated match of the night, not after later ones', async () => {
      const club = await aClub(service(), { players: 5 });
      await club.submit(club.match({ played_at: '2026-04-01T20:00:00Z' }));
      await atMinute(club, 10, {}, [0, 1, 2, 3]);
      await atMinute(club, 20, { outcome: 'walkover', set_scores: [] }, [0, 1, 2, 4]);
      const confidence = async () =>
        new Map((await recapOf(club)).leaderboard.map((row) => [row.username, row.confidence_level]));
      const before = await confidence();
      const [first, , , , absent] = club.players;
      assert.equal(before.get(first?.username ?? ''), 'provisional');
      assert.equal(before.get(absent?.username ?? ''), null);
      for (let day = 10; day < 30; day += 1) {
        await club.submit(club.match({ played_at: `2026-06-${day}T20:00:00Z`, set_scores: setsOf('6-1 6-2') }));
      }
      const { body } = await club.partner.request<Progress>('GET', `/v1/players/${first?.username}/progress`);
      assert.notEqual(body.points.at(-1)?.confidence_level, 'provisional');
      assert.deepEqual(await confidence(), before);
    });

    it('with a sentence for players on their first night, and none for others', async () => {
      const club = await aClub(service(), { players: 5 });
      await club.submit(club.match({ played_at: '2026-04-01T20:00:00Z' }, [0, 1, 2, 3]));
      await atMinute(club, 10, {}, [0, 1, 2, 4]);
      const { leaderboard } = await recapOf(club);
      const first = leaderboard.filter((row) => row.first_session);
      const { service_score } = (await club.profile(club.players[4] ?? assert.fail())).rating;
      assert.deepEqual(
        first.map((row) => [row.username, row.note?.code, row.note?.values.service_score]),
        [[club.players[4]?.username, 'first_session', service_score]],
      );
      assert.ok(leaderboard.every((row) => row.first_session || row.note === null));
      const { text, values } = first[0]?.note ?? assert.fail();
      assert.match(text, /^First session: placed at \d+ after 1 match\. Each result counts/);
      assert.equal(values.matches, 1);
    });

    it('over the partner’s own matches only, though another has a session of the same name', async () => {
      const [club, other] = [await aClub(service()), await aClub(service())];
      await atMinute(club, 10);
      await atMinute(other, 20);
      assert.deepEqual((await recapOf(club)).matches, { completed: 1, pending: 0, voided: 0 });
      assert.equal((await recapOf(other)).started_at, '2026-05-01T20:20:00.000Z');
    });

    for (const ref of ['audit', 'confirm', 'a/b', '100 % & ñ?#', '🎾'.repeat(128), '"\\\u2028']) {
      it(`by the reference ${ref.slice(0, 12)}, exactly as it was sent`, async () => {
        const club = await aClub(service());
        await club.submit(club.match({ session_external_ref: ref }));
        assert.equal((await recapOf(club, ref)).session_external_ref, ref);
      });
    }
  });

  describe('the recap of a session answers 404 session_not_found', () => {
    for (const ref of ['night-43', 'Night-42', 'night-42 ', 's'.repeat(129), '\0']) {
      it(`for ${JSON.stringify(ref.slice(0, 12))}, of which the partner has no match`, async () => {
        const [club, other] = [await aClub(service()), await aClub(service())];
        await atMinute(club, 10);
        if (ref.length < 20 && ref !== '\0') await other.submit(other.match({ session_external_ref: ref }));
        assert.equal((await club.partner.refusal('session_not_found', 'GET', pathOf(ref))).status, 404);
      });
    }
  });

  describe('a player who is in a recap', () => {
    it('is named as now', async () => {
      const [home, other] = [await aClub(service()), await aClub(service())];
      const match: OwnMatchView = await home.submit({ ...other.match(), session_external_ref: 'night-42' });
      const display_name = freshName('Ana');
      const username = other.players[0]?.username ?? '';
      await other.partner.request('PATCH', `/v1/players/${username}`, {
        body: { display_name },
      });
      const { unique_players } = await recapOf(home);
      assert.equal(unique_players.players.find((player) => player.username === username)?.display_name, display_name);
      assert.equal(match.participants.length, unique_players.count);
    });
  });
});
