import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEntry } from '@bandeja/contract/audit';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { type ChainEntry, chainFaults } from '../support/audit-chain.ts';
import { setsOf } from '../support/matches.ts';
import { freshPerson } from '../support/people.ts';
import { onEachEngine, type PageBody, type TestClient, useTestService } from '../support/service.ts';
import { LinkedNight } from './linked-night.ts';

/** Texts that no answer to a link may contain. */
const FORBIDDEN = /[0-9a-f]{8}-[0-9a-f]{4}-|username|profile_id|match_id|service_score|probability|external_ref/;

/** The id of a request may be a UUID. */
const assertNameless = (text: string): void => assert.doesNotMatch(text.replace(/"request_id":"[^"]*"/, ''), FORBIDDEN);

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const freshNight = async (options: Parameters<typeof LinkedNight.of>[1] = {}) =>
    LinkedNight.of(await service().freshPartner(), options);

  describe('a result that a link enters', () => {
    it('makes the match of the court, and is answered without ids', async () => {
      const night = await freshNight();
      const phone = await night.phone();
      await night.open(1);
      const entered = await night.enterBy(phone, 1, 1, '15-9');
      assert.equal(entered.status, 201);
      assertNameless(entered.text);
      const set_scores = [{ set_number: 1, team_a_games: 15, team_b_games: 9 }];
      const result = { match_status: 'completed', revision: 1, set_scores, winning_team: 'A', outcome: 'played' };
      assert.deepEqual(entered.body, { result, changed: true, warnings: [] });
      const again = await night.enterBy(phone, 1, 1, '15-9');
      assert.deepEqual([again.status, again.body.changed], [200, false]);
      for (const path of ['/v1/night', '/v1/night/recap']) {
        assertNameless((await phone.client.request('GET', path)).text);
      }
      const [court] = (await phone.night()).round?.courts ?? [];
      assert.deepEqual(court?.result, { ...result, by: 'link' });
      const match = await night.partner.request<OwnMatchView>(
        'GET',
        `/v1/matches/${(await night.courts(1))[0]?.result?.match_id}`,
      );
      assert.equal(match.body.trust_tier, 'partner_attested');
    });

    it('hides which person entered or corrected the others; the plan and the live night say it', async () => {
      const partner = await service().freshPartner({ mode: 'live' });
      const night = await LinkedNight.of(partner);
      const [ana, bea] = await Promise.all(['a', 'b'].map(() => freshPerson(service(), partner.id, 'organizer')));
      const phone = await night.phone();
      await night.open(1);
      const [court = assert.fail()] = await night.courts(1);
      const path = `${night.path}/rounds/1/courts/1/result`;
      const put = async (client: TestClient | undefined, score: string, seen: number | null) => {
        const body = { seen, players: { A: court.team_a, B: court.team_b }, set_scores: setsOf(score) };
        assert.ok(((await client?.request('PUT', path, { body }))?.status ?? 0) < 300);
        const result = (await night.live()).round?.courts[0]?.result;
        assert.deepEqual((await night.courts(1))[0]?.result, result);
        assertNameless((await phone.client.request('GET', '/v1/night')).text);
        return [result?.by, result?.person_id];
      };
      assert.deepEqual(await put(ana?.client, '15-9', null), ['person', ana?.signIn.person.id]);
      assert.deepEqual(await put(bea?.client, '14-10', 1), ['person', bea?.signIn.person.id]);
      assert.deepEqual(await put(partner, '13-11', 2), ['key', null]);
      assert.equal((await night.enterBy(phone, 1, 1, '12-12', 3)).status, 200);
      assert.deepEqual(await put(ana?.client, '12-12', 3), ['link', null]);
    });

    it('waits for confirmation if the plan wants it, and closing the night confirms it', async () => {
      const night = await freshNight({ body: { link_results: 'await_confirmation' } });
      const phone = await night.phone();
      await night.open(1);
      assert.equal((await night.enterBy(phone, 1, 1, '15-9')).body.result.match_status, 'pending');
      assert.equal((await phone.night()).standings[0]?.points, 15);
      const id = (await night.courts(1))[0]?.result?.match_id;
      await night.post('close');
      const { body } = await night.partner.request<OwnMatchView>('GET', `/v1/matches/${id}`);
      assert.deepEqual([body.status, body.trust_tier], ['completed', 'player_confirmed']);
    });

    it('stays pending when the night is closed if a player disputes it', async () => {
      const night = await freshNight({ body: { link_results: 'await_confirmation' } });
      const phone = await night.phone();
      await night.open(1);
      await night.enterBy(phone, 1, 1, '15-9');
      const path = `/v1/matches/${(await night.courts(1))[0]?.result?.match_id}`;
      type Made = { readonly data: readonly { readonly token: string }[] };
      const { body } = await night.partner.request<Made>('POST', `${path}/links`, { body: {} });
      const player = night.partner.withToken(body.data[0]?.token ?? '');
      const wrong = { revision: 1, answer: 'wrong', reason: 'It was 14–10.' };
      assert.equal((await player.request('PUT', '/v1/confirmation', { body: wrong })).status, 200);
      await night.post('close');
      const { status, confirmation } = (await night.partner.request<OwnMatchView>('GET', path)).body;
      assert.deepEqual([status, confirmation?.state], ['pending', 'disputed']);
    });

    it('is shown as by what entered or amended it last, not by what confirmed it', async () => {
      const night = await freshNight({ body: { link_results: 'await_confirmation' } });
      const phone = await night.phone();
      await night.open(1);
      const shown = async () => (await night.courts(1))[0]?.result ?? assert.fail();
      await night.enterBy(phone, 1, 1, '15-9');
      const { match_id: id } = await shown();
      await night.partner.request('POST', `/v1/matches/${id}/confirm`);
      assert.deepEqual([(await shown()).by, (await shown()).revision], ['link', 2]);
      await night.partner.request('PATCH', `/v1/matches/${id}`, { body: { duration_minutes: 12 } });
      assert.deepEqual([(await shown()).by, (await shown()).revision], ['key', 3]);
      await night.enterBy(phone, 1, 1, '14-10', 3);
      assert.equal((await shown()).by, 'link');
      await night.enter(1, 1, '13-11', { seen: 4 });
      assert.equal((await shown()).by, 'key');
    });

    it('is corrected in the open round, and no longer once the next one is open', async () => {
      const night = await freshNight();
      const phone = await night.phone();
      await night.open(1);
      await night.enterBy(phone, 1, 1, '15-9');
      const corrected = await night.enterBy(phone, 1, 1, '14-10', 1);
      assert.deepEqual([corrected.status, corrected.body.result.revision], [200, 2]);
      await night.open(2);
      const late = await night.enterBy(phone, 1, 1, '13-11', 2);
      assert.deepEqual([late.status, late.body.code], [403, 'link_may_not_score']);
      assert.equal((await night.enterBy(phone, 1, 1, '14-10')).body.changed, false);
      assert.equal((await night.enterBy(phone, 1, 2, '12-12')).status, 201);
      assert.equal((await night.enter(1, 1, '13-11', { seen: 2 })).status, 200);
    });

    it('is refused before its round is opened', async () => {
      const night = await freshNight();
      const phone = await night.phone();
      await night.open(1);
      const early = await night.enterBy(phone, 2, 1, '15-9');
      assert.deepEqual([early.status, early.body.code], [409, 'invalid_transition']);
      assertNameless(early.text);
    });

    it('is refused for another court than the link’s, and for a link that only shows the night', async () => {
      const night = await freshNight();
      const [ofCourt2, wall] = [await night.phone({ court: 2 }), await night.phone({ role: 'view' })];
      await night.open(1);
      for (const [phone, court] of [
        [ofCourt2, 1],
        [wall, 1],
        [wall, 2],
      ] as const) {
        const { status, body } = await night.enterBy(phone, 1, court, '15-9');
        assert.deepEqual([status, body.code], [403, 'link_may_not_score']);
      }
      assert.equal((await night.enterBy(ofCourt2, 1, 2, '15-9')).status, 201);
    });

    it('of a court whose result or players the phone has not seen is refused with both, without ids', async () => {
      const night = await freshNight();
      const [one, other] = [await night.phone(), await night.phone()];
      await night.open(1);
      const seats = await night.seats(1, 1);
      await night.enterBy(one, 1, 1, '15-9');
      const conflict = await night.enterBy(other, 1, 1, '9-15');
      assert.deepEqual([conflict.status, conflict.body.code], [409, 'result_conflict']);
      assert.equal((conflict.body['current'] as { revision: number }).revision, 1);
      assertNameless(conflict.text);
      const wrong = await one.enter([1, 1], seats.toReversed(), '15-9', 1);
      assert.deepEqual([wrong.status, wrong.body.code], [409, 'lineup_changed']);
      assert.equal((wrong.body['round'] as { round: number }).round, 1);
      assertNameless(wrong.text);
    });

    it('of a court that does not exist, or a player who turned private, is refused without a name', async () => {
      const owner = await service().freshPartner({ mode: 'live' });
      const [turning = assert.fail()] = await owner.freshPlayers(1);
      const partner = await service().freshPartner({ mode: 'live' });
      const players = [...(await partner.freshPlayers(3)), turning];
      const night = new LinkedNight(partner, 'turning-night', players);
      await night.put({ courts: 1, rounds: 3 });
      const phone = await night.phone();
      await night.open(1);
      const absent = await phone.enter([1, 2], [1, 2, 3, 4], '15-9');
      assert.deepEqual([absent.status, absent.body.code], [404, 'plan_not_found']);
      assert.ok(!absent.text.includes(night.ref), absent.text);
      await owner.request('PATCH', `/v1/players/${turning.username}`, { body: { profile_is_public: false } });
      const { status, text } = await night.enterBy(phone, 1, 1, '15-9');
      assert.equal(status, 422, text);
      assertNameless(text);
      assert.ok(!text.includes(turning.username) && text.includes('participant_not_eligible'), text);
    });

    it('is in the audit trail with the link as its actor, and the chain verifies', async () => {
      const night = await freshNight();
      const phone = await night.phone();
      await night.open(1);
      await night.enterBy(phone, 1, 1, '15-9');
      await night.enterBy(phone, 1, 1, '14-10', 1);
      await night.enter(1, 2, '15-9');
      const { body } = await night.partner.request<PageBody<AuditEntry & ChainEntry>>('GET', '/v1/audit');
      const [link, key] = [`link:${phone.link.id}`, `key:${night.partner.keyId}`];
      assert.deepEqual(
        body.data.map(({ actor, action }) => [actor, action]),
        [
          [link, 'submitted'],
          [link, 'amended'],
          [key, 'submitted'],
        ],
      );
      assert.deepEqual(chainFaults(body.data), []);
    });
  });
});
