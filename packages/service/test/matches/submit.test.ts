import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MatchViewWithWarnings } from '@bandeja/contract/matches';
import { matchId } from '../../src/matches/decide.ts';
import { aClub } from '../support/club.ts';
import { aMatch, asRead, four, movesOf, setsOf } from '../support/matches.ts';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('submitting a match returns 201', () => {
    it('with the match that later reads return, and its address in Location', async () => {
      const club = await aClub(service());
      const { status, headers, body } = await club.partner.request<MatchViewWithWarnings>('POST', '/v1/matches', {
        body: club.match({ set_scores: setsOf('6-4 7-5'), duration_minutes: 55 }),
      });
      assert.equal(status, 201);
      assert.equal(headers['location'], `/v1/matches/${body.id}`);
      const read = await club.partner.request('GET', headers['location']);
      assert.equal(read.status, 200);
      assert.deepEqual(read.body, asRead(body));
    });

    it('with all submitted values and the results of the match', async () => {
      const club = await aClub(service());
      const [ana, bea, cruz, dani] = await Promise.all(club.players.map((player) => club.profile(player)));
      const game_winners = [...'ABAABABABA'];
      const sent = {
        external_ref: 'night-42-m7',
        played_at: '2026-05-01T21:10:00.1239+02:00',
        winning_team: 'A',
        trust_tier: 'tournament_official',
        outcome: 'played',
        competition_type: 'league',
        scoring: 'games',
        duration_minutes: 54.5,
        venue_label: ' Club "Norte" – Pista 1 ',
        session_external_ref: 'night/42',
        set_scores: [
          { set_number: 2, team_a_games: 6, team_b_games: 0 },
          { set_number: 1, team_a_games: 6, team_b_games: 4, game_winners, first_server_team: 'B' },
        ],
      };
      const participants = [
        { username: dani?.username.toUpperCase(), team: 'B', court_position: 'right' },
        { profile_id: ana?.id, team: 'A', court_position: 'left' },
        { profile_id: cruz?.id, username: null, team: 'B' },
        { username: bea?.username, team: 'A', court_position: null },
      ];
      const match = await club.submit({ ...sent, participants });
      const now = new Date(service().context.now()).toISOString();
      assert.ok(match.created_at <= now);
      const place = (player: typeof ana, team: string, court_position: string | null, slot: number) => ({
        profile_id: player?.id,
        username: player?.username,
        display_name: player?.display_name,
        identity: 'shown',
        team,
        court_position,
        won: team === 'A',
        rating_change: match.participants[slot]?.rating_change,
      });
      assert.deepEqual(match, {
        ...sent,
        id: matchId(club.partner.id, 'night-42-m7', Date.UTC(2026, 4, 1, 19, 10, 0, 123)),
        status: 'completed',
        revision: 1,
        played_at: '2026-05-01T19:10:00.123Z',
        participants: [
          place(dani, 'B', 'right', 0),
          place(ana, 'A', 'left', 1),
          place(cruz, 'B', null, 2),
          place(bea, 'A', null, 3),
        ],
        set_scores: [
          { set_number: 1, team_a_games: 6, team_b_games: 4, game_winners, first_server_team: 'B' },
          { set_number: 2, team_a_games: 6, team_b_games: 0, game_winners: null, first_server_team: null },
        ],
        confirmation: null,
        rating_status: 'settled',
        created_at: match.created_at,
        completed_at: match.created_at,
        voided_at: null,
        void_reason: null,
      });
    });

    it('with nulls and an empty list for omitted fields', async () => {
      const club = await aClub(service());
      const match = await club.submit();
      const { competition_type, scoring, duration_minutes, venue_label, session_external_ref } = match;
      assert.deepEqual(
        [competition_type, scoring, duration_minutes, venue_label, session_external_ref],
        Array(5).fill(null),
      );
      assert.deepEqual([match.set_scores, match.outcome], [[], 'played']);
    });

    it('with the largest match that the rules allow, unchanged', async () => {
      const club = await aClub(service());
      const game_winners = [...'A'.repeat(99), ...'B'.repeat(99)];
      const set_scores = Array.from({ length: 15 }, (_, index) => ({
        set_number: index + 1,
        team_a_games: 99,
        team_b_games: 99,
        game_winners,
        first_server_team: 'A',
      }));
      const labels = {
        external_ref: '🎾'.repeat(128),
        session_external_ref: '%2F\\"\u2028'.repeat(21),
        venue_label: 'ß'.repeat(120),
      };
      const match = await club.submit(club.match({ ...labels, set_scores, duration_minutes: 5e-324 }));
      assert.deepEqual(match.set_scores, set_scores);
      assert.equal(match.duration_minutes, 5e-324);
      assert.deepEqual([match.external_ref, match.session_external_ref, match.venue_label], Object.values(labels));
      assert.deepEqual(await club.read(match.id), match);
    });

    it('for references that differ in case, in spaces, or in Unicode normalization', async () => {
      const club = await aClub(service());
      const references = ['m', 'M', 'm ', ' m', '\u00e9', 'e\u0301'];
      const ids = [];
      for (const external_ref of references) ids.push((await club.submit(club.match({ external_ref }))).id);
      assert.equal(new Set(ids).size, references.length);
    });
  });

  describe('the trust tier decides whether a match completes at once', () => {
    for (const trust_tier of ['partner_attested', 'tournament_official', 'imported']) {
      it(`a ${trust_tier} match is completed, and changes ratings`, async () => {
        const club = await aClub(service());
        const match = await club.submit(club.match({ trust_tier }));
        assert.deepEqual(
          [match.status, match.rating_status, match.completed_at],
          ['completed', 'settled', match.created_at],
        );
        for (const [slot, player] of club.players.entries()) {
          const { rating } = await club.profile(player);
          assert.deepEqual(movesOf(match)[slot], [1500, rating.service_score]);
          assert.deepEqual([rating.matches_played, rating.last_played_at], [1, match.played_at]);
        }
      });
    }

    it('a player_confirmed match is pending, and changes no ratings', async () => {
      const club = await aClub(service());
      const match = await club.submit(club.match({ trust_tier: 'player_confirmed' }));
      assert.deepEqual([match.status, match.rating_status, match.completed_at], ['pending', 'unrated', null]);
      assert.deepEqual(movesOf(match), [null, null, null, null]);
      for (const player of club.players) assert.deepEqual((await club.profile(player)).rating, player.rating);
    });
  });

  describe('the outcome decides how a match is rated', () => {
    it('a walkover is completed and changes no ratings', async () => {
      const club = await aClub(service());
      const match = await club.submit(club.match({ outcome: 'walkover' }));
      assert.deepEqual([match.status, match.rating_status, match.outcome], ['completed', 'unrated', 'walkover']);
      assert.deepEqual(movesOf(match), [null, null, null, null]);
      for (const player of club.players) assert.deepEqual((await club.profile(player)).rating, player.rating);
    });

    it('a retirement is rated as a win with an unknown score', async () => {
      const [one, other] = [await aClub(service()), await aClub(service())];
      const retired = await one.submit(one.match({ outcome: 'retired', set_scores: setsOf('1-6 0-2') }));
      assert.deepEqual(movesOf(retired), movesOf(await other.submit()));
      assert.equal(retired.set_scores.length, 2);
    });
  });

  describe('the change of a rating', () => {
    it('is the score after minus the score before, and the next match starts from the score after', async () => {
      const club = await aClub(service(), { players: 6 });
      const scores = new Map(club.players.map((player) => [player.id, 1500]));
      const nights = [
        [0, 1, 2, 3],
        [4, 5, 0, 2],
        [1, 4, 3, 5],
        [0, 3, 1, 4],
      ];
      for (const [index, places] of nights.entries()) {
        const match = await club.submit(
          club.match({ played_at: `2026-05-0${index + 1}T19:10:00Z`, winning_team: index % 2 ? 'A' : 'B' }, places),
        );
        for (const { profile_id, rating_change } of match.participants) {
          assert.ok(rating_change !== null && profile_id !== null);
          assert.equal(rating_change.service_score_before, scores.get(profile_id));
          assert.equal(rating_change.delta, rating_change.service_score_after - rating_change.service_score_before);
          scores.set(profile_id, rating_change.service_score_after);
        }
      }
      for (const player of club.players)
        assert.equal((await club.profile(player)).rating.service_score, scores.get(player.id));
    });
  });

  describe('players are found', () => {
    it('by a username that looks like another player’s id', async () => {
      const club = await aClub(service());
      const [odd] = await club.partner.freshPlayers(1, { username: club.players[0]?.id ?? '' });
      const participants = [...four(...club.players.slice(0, 3)), { username: odd?.username, team: 'B' }];
      const match = await club.submit(aMatch({ participants }));
      assert.deepEqual(
        match.participants.map(({ profile_id }) => profile_id),
        [...club.players.slice(0, 3), odd].map((player) => player?.id),
      );
    });

    it('with their current display name', async () => {
      const club = await aClub(service());
      const match = await club.submit();
      const display_name = freshName('Ana');
      await club.partner.request('PATCH', `/v1/players/${club.players[0]?.username}`, { body: { display_name } });
      assert.equal((await club.read(match.id)).participants[0]?.display_name, display_name);
    });
  });
});
