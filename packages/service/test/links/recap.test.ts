import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NightRecap } from '@bandeja/contract/nights';
import type { SessionRecap } from '@bandeja/contract/sessions';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { LinkedNight } from './linked-night.ts';

const PICTURE = 'image/svg+xml';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('the recap of a link', () => {
    it('has the ranking, the closest match and the upset of the partner’s, without ids and ratings', async () => {
      const partner = await service().freshPartner();
      const night = await LinkedNight.of(partner, { players: 4, body: { courts: 1, rounds: 3 } });
      const phone = await night.phone();
      const early = await phone.client.refusal('session_not_found', 'GET', '/v1/night/recap');
      assert.ok(!early.text.includes(night.ref), early.text);
      // Two players are far better before the night, so that a pair of the others can upset them.
      await night.open(1);
      const [a = 0, b = 0, c = 0, d = 0] = await night.seats(1, 1);
      const seats = [a, b, c, d].map((number) => night.players[number - 1] ?? assert.fail());
      for (const day of [1, 2, 3, 4]) {
        const body = aMatch({
          external_ref: `${night.ref}-${day}`,
          participants: four(...seats),
          set_scores: setsOf('6-0 6-0'),
          played_at: new Date(Date.now() - day * 86_400_000).toISOString(),
        });
        assert.equal((await partner.request('POST', '/v1/matches', { body })).status, 201);
      }
      assert.equal((await night.enterBy(phone, 1, 1, '11-13')).status, 201);
      await night.play(2);
      const { body, text } = await phone.client.request<NightRecap>('GET', '/v1/night/recap');
      const own = (await partner.request<SessionRecap>('GET', `/v1/matches/sessions/${night.ref}`)).body;
      assert.deepEqual(
        body.leaderboard.map(({ rank, games_won, wins }) => ({ rank, games_won, wins })),
        own.leaderboard.map(({ rank, games_won, wins }) => ({ rank, games_won, wins })),
      );
      assert.equal(body.closest?.set_scores, '13-11');
      assert.equal(body.biggest_upset?.played_at, own.biggest_upset?.played_at ?? assert.fail());
      assert.deepEqual(
        body.biggest_upset?.players.B.map(({ number }) => number),
        [c, d],
      );
      const poster = await phone.client.request('GET', '/v1/night/recap', { headers: { accept: PICTURE } });
      assert.match(poster.text, /Biggest upset/);
      assert.doesNotMatch(poster.text, /%/);
      assert.ok(!poster.text.includes(night.ref), poster.text);
      assert.doesNotMatch(text, /profile_id|username|match_id|service_score|expected|probability|external_ref/);
    });

    it('is a poster for a caller that accepts pictures, in the caller’s language', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      const phone = await night.phone();
      await night.play(1);
      const poster = await phone.client.request('GET', '/v1/night/recap?theme=dark', {
        headers: { accept: PICTURE, 'accept-language': 'es' },
      });
      assert.equal(poster.headers['content-type'], `${PICTURE}; charset=utf-8`);
      assert.deepEqual(
        [poster.headers['content-language'], poster.headers['vary']],
        ['es', 'Authorization, Cookie, Bandeja-Mode, Accept-Language, Accept'],
      );
      assert.match(poster.text, /^<svg/);
      for (const accept of ['*/*', 'application/json', `${PICTURE};q=0.1, application/json`]) {
        const { headers } = await phone.client.request('GET', '/v1/night/recap', { headers: { accept } });
        assert.match(headers['content-type'] ?? '', /^application\/json/, accept);
      }
    });
  });
});
