import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Analysis } from '@bandeja/contract/analysis';
import type { Card } from '@bandeja/contract/card';
import type { Player } from '@bandeja/contract/players';
import { insertCalibration } from '../../src/calibration/store.ts';
import { aClub, type Club, share } from '../support/club.ts';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  const pathOf = ({ username }: Pick<Player, 'username'>): string => `/v1/players/${username}/analysis`;
  const first = (club: Club): Player => club.players[0] ?? assert.fail();

  async function analysisOf(partner: TestPartner, player: Player, query: Record<string, string | number> = {}) {
    const answer = await partner.request<Analysis>('GET', pathOf(player), { query });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  const rate = (won: number, played: number) => ({ value: null, won, played, interval: null });
  const none = rate(0, 0);
  /** A day in May, at eight in the evening. */
  const onDay = (day: number): string => `2026-05-${String(day).padStart(2, '0')}T20:00:00Z`;

  describe('The analysis of a player', () => {
    it('the analysis of a night equals a scorer’s count', async () => {
      const club = await aClub(service());
      const [ana, bea] = club.players;
      // Ana serves first; she holds five times, her opponents four of five, which is 6–4.
      const game_winners = [...'ABABABABAA'];
      const set = { set_number: 1, team_a_games: 6, team_b_games: 4, game_winners, first_server_team: 'A' };
      await club.submit(
        club.match({
          played_at: onDay(1),
          set_scores: [set],
          competition_type: 'league',
          participants: club
            .match()
            .participants.map((one, slot) => ({ ...one, court_position: slot % 2 ? 'left' : 'right' })),
        }),
      );
      await club.submit(club.match({ played_at: onDay(2), winning_team: 'B', set_scores: setsOf('7-6 3-6 8-10') }));
      const analysis = await analysisOf(club.partner, first(club));
      assert.deepEqual(analysis.sample, {
        matches: 2,
        matches_with_scores: 2,
        sets: 4,
        sets_with_game_order: 1,
        sets_with_server: 1,
        games_with_server: 10,
        from: '2026-05-01T20:00:00.000Z',
        to: '2026-05-02T20:00:00.000Z',
      });
      assert.deepEqual(analysis.matches, rate(1, 2));
      assert.deepEqual(analysis.sets, {
        all: rate(2, 4),
        first: rate(2, 2),
        deciding: rate(0, 1),
        tie_break: rate(1, 2),
        close: rate(2, 2),
        lopsided: none,
      });
      assert.deepEqual(analysis.games, {
        all: { value: 0.4848, won: 16, played: 33, interval: [0.325, 0.6478] },
        serving: { value: 1, won: 5, played: 5, interval: [0.5655, 1] },
        receiving: { value: 0.2, won: 1, played: 5, interval: [0.0362, 0.6245] },
      });
      assert.deepEqual(analysis.court_position, { left: none, right: rate(1, 1) });
      assert.deepEqual(analysis.competition, { social: none, training: none, league: rate(1, 1), tournament: none });
      assert.deepEqual(
        analysis.teammates.map(({ profile_id, username, matches }) => [profile_id, username, matches]),
        [[bea?.id, bea?.username, rate(1, 2)]],
      );
      assert.equal(analysis.expectation.actual_wins, 1);
      assert.equal(analysis.player.id, ana?.id);
    });

    it('the expectations equal those of the previews', async () => {
      const club = await aClub(service());
      let expected = 0;
      for (let day = 1; day <= 4; day += 1) {
        const { external_ref: _, winning_team: __, ...preview } = club.match({ played_at: onDay(day) });
        const { body } = await club.partner.request<{ win_probability: { A: number } }>('POST', '/v1/matches/preview', {
          body: preview,
        });
        expected += body.win_probability.A;
        await club.submit(club.match({ played_at: onDay(day) }));
      }
      const { expectation } = await analysisOf(club.partner, first(club));
      assert.deepEqual(expectation, { expected_wins: Math.round(expected * 100) / 100, actual_wins: 4 });
    });

    it('only completed matches count: walkovers nowhere, retired ones as results', async () => {
      const club = await aClub(service());
      await club.submit(club.match({ played_at: onDay(1), set_scores: setsOf('6-4 6-4'), outcome: 'retired' }));
      await club.submit(club.match({ played_at: onDay(2), outcome: 'walkover' }));
      await club.submit(club.match({ played_at: onDay(3), trust_tier: 'player_confirmed' }));
      const voided = await club.submit(club.match({ played_at: onDay(4) }));
      await club.partner.request('POST', `/v1/matches/${voided.id}/void`, { body: { reason: 'Twice.' } });
      const { sample, matches, sets, games } = await analysisOf(club.partner, first(club));
      assert.deepEqual([sample.matches, sample.matches_with_scores, sample.to], [1, 0, '2026-05-01T20:00:00.000Z']);
      assert.deepEqual([matches, sets.all, games.all], [rate(1, 1), none, none]);
    });

    it('`limit` counts the newest matches without walkovers', async () => {
      const club = await aClub(service());
      for (const [index, winning_team] of ['A', 'B', 'A', 'B', 'B'].entries()) {
        await club.submit(club.match({ played_at: onDay(index + 1), winning_team }));
      }
      await club.submit(club.match({ played_at: onDay(9), outcome: 'walkover' }));
      const over = async (limit: number) => (await analysisOf(club.partner, first(club), { limit })).matches;
      assert.deepEqual(await over(1), rate(0, 1));
      assert.deepEqual(await over(3), rate(1, 3));
      assert.equal((await over(200)).played, 5);
      assert.equal((await analysisOf(club.partner, first(club))).sample.matches, 5);
    });

    it('the default limit is the newest 50 matches', async () => {
      const club = await aClub(service());
      for (let batch = 0; batch < 3; batch += 1) {
        const matches = Array.from({ length: 17 }, (_, index) =>
          club.match({ played_at: onDay(1 + batch * 9), duration_minutes: index + 1 }),
        );
        await club.partner.request('POST', '/v1/matches/batch', { body: { matches } });
      }
      assert.equal((await analysisOf(club.partner, first(club))).sample.matches, 50);
      assert.equal((await analysisOf(club.partner, first(club), { limit: 51 })).sample.matches, 51);
    });

    it('a clear pattern gives an insight', async () => {
      const club = await aClub(service());
      for (let day = 1; day <= 4; day += 1) await club.submit(club.match({ played_at: onDay(day) }));
      const { insights } = await analysisOf(club.partner, first(club));
      const streak = {
        code: 'streak',
        text: 'Won the last 4 matches.',
        values: { result: 'won', counted: 'all', matches: 4 },
        direction: 'strength',
        sample: 4,
        weight: 1,
      };
      assert.deepEqual(
        insights.find(({ code }) => code === 'streak'),
        streak,
      );
    });

    it('the change of the score covers 30 days for every limit', async () => {
      const club = await aClub(service());
      const ago = (days: number): string => new Date(service().context.now() - days * 86_400_000).toISOString();
      await club.submit(
        club.match({
          competition_type: 'league',
          played_at: ago(31),
          winning_team: 'B',
          set_scores: setsOf('1-6 1-6'),
        }),
      );
      const { service_score: before } = (await club.profile(first(club))).rating;
      for (let day = 30; day > 18; day -= 1) {
        await club.submit(
          club.match({ competition_type: 'league', played_at: ago(day - 0.5), set_scores: setsOf('6-1 6-1') }),
        );
      }
      await club.submit(
        club.match({ competition_type: 'league', played_at: ago(1), winning_team: 'B', set_scores: setsOf('6-7 6-7') }),
      );
      const { service_score: now } = (await club.profile(first(club))).rating;
      const { insights } = await analysisOf(club.partner, first(club), { limit: 1 });
      assert.deepEqual(insights, [
        {
          code: 'score_move',
          text: `Up ${now - before} points in 30 days (13 matches).`,
          values: { moved: 'up', points: now - before, days: 30, matches: 13 },
          direction: 'strength',
          sample: 13,
          weight: 1.2,
        },
      ]);
    });

    it('the inactivity is the time since the last match', async () => {
      const club = await aClub(service());
      for (let day = 1; day <= 5; day += 1) {
        await club.submit(club.match({ played_at: onDay(day), winning_team: day % 2 ? 'A' : 'B' }));
      }
      const { insights } = await analysisOf(club.partner, first(club));
      const days = Math.floor((service().context.now() - Date.parse(onDay(5))) / 86_400_000);
      assert.deepEqual(
        insights.map(({ code, text }) => [code, text]),
        [['inactive', `No match for ${days} days, so the score is less certain.`]],
      );
    });

    it('the analysis uses the hold rate of the latest calibration', async () => {
      const club = await aClub(service());
      // Everybody is broken all the time; the winners change places, so that all are rated alike.
      const game_winners = [...'BABABABABABAA'];
      const set = { set_number: 1, team_a_games: 7, team_b_games: 6, game_winners, first_server_team: 'A' };
      for (let day = 1; day <= 8; day += 1) {
        await club.submit(
          club.match({ played_at: onDay(day), set_scores: [set] }, day % 2 ? [0, 1, 2, 3] : [0, 2, 1, 3]),
        );
      }
      const expectedBreaks = async (): Promise<number> => {
        const { insights } = await analysisOf(club.partner, first(club));
        const { text } = insights.find(({ code }) => code === 'return') ?? assert.fail(JSON.stringify(insights));
        return Number(
          /^Your pair broke serve in 48 of 48 return games; about (\d+) expected against these opponents\.$/.exec(
            text,
          )?.[1],
        );
      };
      const before = await expectedBreaks();
      const calibration = { model_version: 'pair-3', steepness: 1, penalty: 1.5, matches: 8, service_games: 96 };
      await insertCalibration(service().database, { ...calibration, calibrated_at: 1, hold_rate: 0.5 });
      const after = await expectedBreaks();
      await service().database.script('delete from calibrations');
      assert.ok(before >= 17 && before <= 20 && after >= 23 && after <= 26, `${before}, then ${after}`);
    });

    it('the username may be in any case, and matches of all partners count', async () => {
      const [home, other] = [await aClub(service()), await aClub(service())];
      await home.submit();
      const guests = four(first(home), ...other.players.slice(0, 3));
      await other.submit(aMatch({ participants: guests, winning_team: 'B', played_at: onDay(2) }));
      const username = first(home).username.toUpperCase();
      assert.deepEqual((await analysisOf(home.partner, { ...first(home), username })).matches, rate(1, 2));
    });
  });

  describe('A teammate that is hidden from the caller', () => {
    /** Two clubs; at home a public player plays beside two private ones and a public one. */
    async function twoClubs() {
      const [home, other] = [await aClub(service()), await aClub(service())];
      const hidden = await home.partner.freshPlayers(2, { profile_is_public: false });
      const [ana, bea, cruz, dani] = home.players;
      assert.ok(ana !== undefined && bea !== undefined && cruz !== undefined && dani !== undefined);
      for (const [index, teammate] of [...hidden, ...hidden, bea].entries()) {
        const participants = four(ana, teammate, cruz, dani);
        await home.submit(aMatch({ participants, played_at: onDay(index + 1), set_scores: setsOf('6-4 6-4') }));
      }
      return { home, other, hidden, bea };
    }

    it('the response does not contain a hidden teammate', async () => {
      const { home, other, hidden } = await twoClubs();
      const { text } = await other.partner.request('GET', pathOf(first(home)));
      for (const { id, username } of hidden) assert.ok(!text.includes(id) && !text.includes(username), text);
    });

    it('a match with one is in no expectation, whichever matches are read', async () => {
      const { home, other } = await twoClubs();
      const expectations = async ({ partner }: Club) => {
        const found: Analysis['expectation'][] = [];
        for (const limit of [1, 2, 5]) found.push((await analysisOf(partner, first(home), { limit })).expectation);
        return found;
      };
      // The newest match is the one of four public players.
      const [newest, ...more] = await expectations(other);
      assert.equal(newest?.actual_wins, 1);
      assert.deepEqual(more, [newest, newest]);
      assert.deepEqual(
        (await expectations(home)).map(({ actual_wins }) => actual_wins),
        [1, 2, 5],
      );
    });

    it('a match with one is in no consistency', async () => {
      const { home, other } = await twoClubs();
      const cardOf = async ({ partner }: Club) =>
        (await partner.request<Card>('GET', `/v1/players/${first(home).username}/card`)).body;
      assert.equal((await cardOf(home)).consistency.sample, 5);
      assert.equal((await cardOf(other)).consistency.sample, 1);
    });

    it('the club that created the player, or has the player on a roster, sees the name', async () => {
      const { home, other, hidden } = await twoClubs();
      const named = async (club: Club) =>
        (await analysisOf(club.partner, first(home))).teammates.map(({ username }) => username);
      assert.equal((await named(home)).length, 3);
      const [guest] = hidden;
      await share(guest ?? assert.fail(), home, other);
      const seen = await named(other);
      assert.ok(seen.includes(guest?.username ?? '') && seen.includes(null) && seen.length === 3);
    });
  });
});
