import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Analysis } from '@bandeja/contract/analysis';
import type { Card } from '@bandeja/contract/card';
import type { MatchView } from '@bandeja/contract/matches';
import type { Player } from '@bandeja/contract/players';
import fc from 'fast-check';
import { aClub, type Club, share } from '../support/club.ts';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { allByCursor } from '../support/paging.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

const DAY_MS = 86_400_000;

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const pathOf = ({ username }: Pick<Player, 'username'>): string => `/v1/players/${username}/card`;
  const first = (club: Club): Player => club.players[0] ?? assert.fail();

  async function cardOf(partner: TestPartner, player: Player): Promise<Card> {
    const answer = await partner.request<Card>('GET', pathOf(player));
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  /** Days and milliseconds before the service's current time. */
  const ago = (days: number, ms = 0): string => new Date(service().context.now() - days * DAY_MS - ms).toISOString();

  const noWindow = { matches: 0, wins: 0, draws: 0, losses: 0, win_rate: null, service_score_change: 0 };

  describe('The card of a player', () => {
    it('the card has every part, all empty, before the first match', async () => {
      const club = await aClub(service());
      const { rating, ...player } = first(club);
      assert.deepEqual(await cardOf(club.partner, first(club)), {
        player,
        rating,
        windows: { '7d': noWindow, '30d': noWindow, '90d': noWindow },
        form: { results: [], streak: null, label: 'new' },
        consistency: { value: null, label: 'new', sample: 0 },
        headline_insight: { code: 'no_matches', text: 'No matches yet', values: {}, sample: 0 },
        last_matches: [],
      });
    });

    it('the card of a season equals a scorer’s notes', async () => {
      const club = await aClub(service());
      const play = (days: number, winning_team: 'A' | 'B', changes: object = {}) =>
        club.submit(club.match({ played_at: ago(days), winning_team, ...changes }));
      // Oldest first: won, lost (retired), won, won; a walkover in between counts nowhere but in the list.
      const season = [
        await play(100, 'A', { set_scores: setsOf('6-4 6-4') }),
        await play(40, 'B', { outcome: 'retired', set_scores: setsOf('2-4') }),
        await play(20, 'A', { set_scores: setsOf('6-1 6-2') }),
        await play(10, 'B', { outcome: 'walkover' }),
        await play(3, 'A', { set_scores: setsOf('7-6 4-6 10-7') }),
      ];
      const change = (...places: number[]): number =>
        places.reduce((sum, place) => sum + (season[place]?.participants[0]?.rating_change?.delta ?? 0), 0);
      const card = await cardOf(club.partner, first(club));
      assert.deepEqual(card.windows, {
        '7d': { matches: 1, wins: 1, draws: 0, losses: 0, win_rate: 1, service_score_change: change(4) },
        '30d': { matches: 2, wins: 2, draws: 0, losses: 0, win_rate: 1, service_score_change: change(2, 4) },
        '90d': { matches: 3, wins: 2, draws: 0, losses: 1, win_rate: 0.6667, service_score_change: change(1, 2, 4) },
      });
      assert.deepEqual(card.form, {
        results: ['W', 'W', 'L', 'W'],
        streak: { result: 'W', length: 2 },
        label: 'hot',
      });
      assert.deepEqual(card.consistency, { value: null, label: 'new', sample: 3 });
      assert.deepEqual(card.rating, (await club.profile(first(club))).rating);
      assert.deepEqual(card.last_matches, season.toReversed());
    });

    it('a match at the lower edge of a window is inside the window', async () => {
      const club = await aClub(service());
      await club.submit(club.match({ played_at: ago(7, -20_000) }));
      await club.submit(club.match({ played_at: ago(30, 1) }));
      const { windows } = await cardOf(club.partner, first(club));
      assert.deepEqual([windows['7d'].matches, windows['30d'].matches, windows['90d'].matches], [1, 1, 2]);
    });

    it('the card has the headline and the sentences of the default analysis', async () => {
      const club = await aClub(service());
      for (let day = 8; day > 0; day -= 1) {
        await club.submit(club.match({ played_at: ago(day), set_scores: setsOf('6-4 6-4') }));
      }
      const analysis = await club.partner.request<Analysis>('GET', `/v1/players/${first(club).username}/analysis`);
      const [strongest] = analysis.body.insights;
      const { headline_insight, consistency } = await cardOf(club.partner, first(club));
      assert.ok(strongest !== undefined);
      const { code, text, values, sample } = strongest;
      assert.deepEqual(headline_insight, { code, text, values, sample });
      assert.equal(consistency.sample, 8);
      assert.ok(consistency.value !== null);
    });

    it('the headline of the card is never a streak, and is in the caller’s language', async () => {
      const club = await aClub(service());
      for (let day = 7; day > 0; day -= 1) await club.submit(club.match({ played_at: ago(day) }));
      const { rating, form } = await cardOf(club.partner, first(club));
      assert.deepEqual(form.streak, { result: 'W', length: 7 });
      const { service_score, uncertainty } = rating;
      const answer = await club.partner.request<Card>('GET', pathOf(first(club)), {
        headers: { 'accept-language': 'pt-BR' },
      });
      assert.equal(answer.headers['content-language'], 'pt');
      assert.deepEqual(answer.body.headline_insight, {
        code: 'first_matches',
        text: `Pontuação inicial, por agora após 7 encontros: ${service_score}.`,
        values: { stage: 'placing_longer', matches: 7, matches_needed: 3, service_score, uncertainty },
        sample: 7,
      });
      assert.equal(answer.body.rating.confidence_label, 'Provisória');
    });

    it('with strengths requested, the headline of the card is never a weakness', async () => {
      const club = await aClub(service());
      for (let day = 12; day > 0; day -= 1) {
        await club.submit(club.match({ played_at: ago(40 + day), set_scores: setsOf('6-4 6-4') }));
      }
      const loser = club.players[2] ?? assert.fail();
      const headlineOf = async (query: object) => {
        const { body } = await club.partner.request<Card>('GET', pathOf(loser), { query: { ...query } });
        return body.headline_insight;
      };
      assert.match((await headlineOf({})).text, /fewer|won 0 of/);
      assert.deepEqual(await headlineOf({ headline: 'strengths' }), {
        code: 'as_expected',
        text: '12 rated matches so far.',
        values: { won: null, draws: null, matches: 12, span: null, expected_wins: null, compared: null },
        sample: 12,
      });
    });

    it('the consistency covers the newest scored matches, however many unscored ones follow', async () => {
      const club = await aClub(service());
      const submitMany = async (count: number, daysAgo: number, sets: (index: number) => string | null) => {
        const matches = Array.from({ length: count }, (_, index) => {
          const set_scores = sets(index);
          return club.match({
            external_ref: freshName('match'),
            played_at: ago(daysAgo, index),
            set_scores: set_scores === null ? [] : setsOf(set_scores),
          });
        });
        const { status, body } = await club.partner.request('POST', '/v1/matches/batch', { body: { matches } });
        assert.equal(status, 200);
        assert.deepEqual(body['summary'], { created: count, duplicates: 0, conflicts: 0, rejected: 0 });
      };
      const consistency = async () => (await cardOf(club.partner, first(club))).consistency;
      await submitMany(8, 50, (index) => (index % 2 === 0 ? '6-0 6-0' : '7-6 7-6'));
      const alone = await consistency();
      assert.deepEqual([alone.sample, alone.value === null], [8, false]);
      for (const daysAgo of [40, 39]) await submitMany(25, daysAgo, () => '21-11');
      assert.deepEqual(await consistency(), alone);
      // Behind more others than are looked through at once at first.
      for (const daysAgo of [30, 29]) await submitMany(25, daysAgo, () => null);
      assert.deepEqual(await consistency(), alone);
      await submitMany(25, 20, () => '6-4 6-4');
      const { sample } = await consistency();
      assert.equal(sample, 30);
    });

    it('the streak covers the whole history, however long', async () => {
      const club = await aClub(service());
      const body = (results: string) => ({
        matches: [...results].map((result, index) =>
          club.match({
            external_ref: freshName('match'),
            // Seconds apart: the clock goes on while the bodies are made.
            played_at: ago(90 - days, index * 1000),
            winning_team: result === 'W' ? 'A' : 'B',
          }),
        ),
      });
      let days = 0;
      for (const results of ['WWWL', 'W'.repeat(25), 'W'.repeat(25), 'W'.repeat(11)]) {
        days += 1;
        const { status } = await club.partner.request('POST', '/v1/matches/batch', { body: body(results) });
        assert.equal(status, 200);
      }
      // Of the first batch the lost match is the oldest one.
      const [winner, , loser] = club.players;
      const [won, lost] = [
        await cardOf(club.partner, winner ?? assert.fail()),
        await cardOf(club.partner, loser ?? assert.fail()),
      ];
      assert.deepEqual(won.form.streak, { result: 'W', length: 64 });
      assert.deepEqual(lost.form.streak, { result: 'L', length: 64 });
      // A streak is never the headline, which depends on the newest fifty.
      assert.deepEqual(
        [won, lost].map(({ headline_insight: { code, sample } }) => [code, sample]),
        [
          ['as_expected', 50],
          ['as_expected', 50],
        ],
      );
    });

    it('the card equals a slow second calculation from the history', async () => {
      const match = fc.record({
        days: fc.integer({ min: 0, max: 120 }),
        team: fc.constantFrom('A', 'B'),
        outcome: fc.constantFrom('played', 'played', 'played', 'retired', 'walkover'),
        by: fc.integer({ min: 0, max: 1 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(match, { minLength: 1, maxLength: 40 }), async (played) => {
          const clubs = [await aClub(service()), await aClub(service(), { players: 0 })] as const;
          for (const [by, club] of clubs.entries()) {
            const matches = played
              .filter((one) => one.by === by)
              .map((one, index) =>
                aMatch({
                  participants: four(...clubs[0].players),
                  played_at: ago(one.days, 1_000 * index + by),
                  winning_team: one.team,
                  outcome: one.outcome,
                }),
              );
            for (let start = 0; start < matches.length; start += 25) {
              const body = { matches: matches.slice(start, start + 25) };
              assert.equal((await club.partner.request('POST', '/v1/matches/batch', { body })).status, 200);
            }
          }
          const player = first(clubs[0]);
          const history = await allByCursor<MatchView>(clubs[0].partner, `/v1/players/${player.username}/matches`, {});
          const card = await cardOf(clubs[0].partner, player);
          assert.deepEqual(card.last_matches, history.slice(0, 5));
          assert.deepEqual(
            { windows: card.windows, form: card.form },
            slowCard(history, player.username, service().context.now()),
          );
        }),
        { numRuns: 8 },
      );
    });
  });

  describe('Matches that other partners submitted', () => {
    it('a partner with shared access sees the card of a private player', async () => {
      const [home, other] = [await aClub(service(), { isPublic: false }), await aClub(service())];
      await home.submit(home.match({ played_at: ago(1) }));
      await other.partner.refusal('player_not_found', 'GET', pathOf(first(home)));
      await share(first(home), home, other);
      assert.equal((await cardOf(other.partner, first(home))).windows['7d'].matches, 1);
    });
  });

  describe('The picture of a card', () => {
    const pictureOf = (partner: TestPartner, player: Player, query: Record<string, string> = {}) =>
      partner.request('GET', `${pathOf(player)}.svg`, { query });

    it('the card picture shows the values of the card', async () => {
      const club = await aClub(service());
      await club.submit(club.match({ played_at: ago(1), set_scores: setsOf('6-4 7-5') }));
      const { status, headers, text } = await pictureOf(club.partner, first(club));
      const card = await cardOf(club.partner, first(club));
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'image/svg+xml; charset=utf-8');
      assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-[^']+'; frame-/);
      assert.ok(text.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'));
      for (const shown of [card.player.display_name, String(card.rating.service_score), '6-4 7-5', 'prefers-color']) {
        assert.ok(text.includes(shown), shown);
      }
    });

    it('the card picture has the requested colours', async () => {
      const club = await aClub(service());
      const [light, dark] = [
        (await pictureOf(club.partner, first(club), { theme: 'light' })).text,
        (await pictureOf(club.partner, first(club), { theme: 'dark' })).text,
      ];
      assert.doesNotMatch(light + dark, /prefers-color-scheme/);
      assert.notEqual(light, dark);
      await club.partner.refusal('invalid_query', 'GET', `${pathOf(first(club))}.svg`, { query: { theme: 'pink' } });
    });

    it('the card picture contains no player that is hidden from the caller', async () => {
      const [home, other] = [await aClub(service(), { players: 3 }), await aClub(service(), { players: 0 })];
      const [hidden] = await home.partner.freshPlayers(1, { profile_is_public: false, display_name: 'Secret' });
      await home.submit(aMatch({ participants: four(...home.players, hidden ?? assert.fail()), played_at: ago(1) }));
      assert.match((await pictureOf(home.partner, first(home))).text, /Secret/);
      const { text } = await pictureOf(other.partner, first(home));
      assert.doesNotMatch(text, /Secret/);
      assert.match(text, /Private/);
    });
  });
});

/** What a card says of windows and form, found by going through the whole history, one question at a time. */
function slowCard(history: readonly MatchView[], username: string, now: number): Pick<Card, 'windows' | 'form'> {
  const seen = history
    .filter((match) => match.outcome !== 'walkover')
    .map((match) => {
      const own = match.participants.find((one) => one.username === username) ?? assert.fail();
      return { at: Date.parse(match.played_at), won: own.won, delta: own.rating_change?.delta ?? 0 };
    });
  const windowOf = (days: number) => {
    const inside = seen.filter((match) => match.at >= now - days * DAY_MS);
    const wins = inside.filter((match) => match.won).length;
    return {
      matches: inside.length,
      wins,
      draws: 0,
      losses: inside.filter((match) => !match.won).length,
      win_rate: inside.length === 0 ? null : Number((wins / inside.length).toFixed(4)),
      service_score_change: inside.reduce((sum, match) => sum + match.delta, 0),
    };
  };
  const letters = seen.map((match) => (match.won ? 'W' : 'L')).join('');
  const [newest] = letters;
  const ten = letters.slice(0, 10);
  const share = ten.replaceAll('L', '').length / ten.length;
  return {
    windows: { '7d': windowOf(7), '30d': windowOf(30), '90d': windowOf(90) },
    form: {
      results: [...ten] as ('W' | 'L')[],
      streak:
        newest === undefined
          ? null
          : { result: newest as 'W' | 'L', length: (/^(W+|L+)/.exec(letters)?.[0] ?? assert.fail()).length },
      label:
        ten.length < 3
          ? 'new'
          : share >= 0.7 && !ten.startsWith('LL')
            ? 'hot'
            : share <= 0.3 && !ten.startsWith('WW')
              ? 'cold'
              : 'mixed',
    },
  };
}
