import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NightRecap } from '@bandeja/contract/nights';
import type { PlanSummary, PutPlanAnswer } from '@bandeja/contract/plans';
import type { SessionRecap, SessionSummary } from '@bandeja/contract/sessions';
import { LinkedNight } from '../links/linked-night.ts';
import { onEachEngine, type PageBody, useTestService } from '../support/service.ts';

const MINUTE_MS = 60_000;

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('a night', () => {
    it('has the name of its plan and that of the club wherever people read about it, and is renamed even after the end', async () => {
      const partner = await service().freshPartner();
      const { body } = await service().operator.request('PATCH', `/admin/v1/partners/${partner.id}`, {
        body: { name: 'Pádel Norte' },
      });
      assert.equal(body['name'], 'Pádel Norte');
      const night = await LinkedNight.of(partner, { body: { name: 'Viernes loco', venue_label: 'Nave 2' } });
      const phone = await night.phone();
      await night.play(1);
      const { revision } = (await night.post('close')).body;
      const get = async <Body>(path: string) => (await partner.request<Body>('GET', path)).body;
      const assertNamed = async (name: string | null) => {
        const [live, linked] = [await night.live(), await phone.night()];
        for (const page of [live, linked]) {
          const { club_name, venue_label, sets } = page;
          assert.deepEqual([page.name, club_name, venue_label, sets], [name, 'Pádel Norte', 'Nave 2', 1]);
        }
        const recap = await phone.client.request<NightRecap>('GET', '/v1/night/recap');
        assert.deepEqual([recap.body.name, recap.body.club_name], [name, 'Pádel Norte']);
        const plan = await night.plan();
        const { data: plans } = await get<PageBody<PlanSummary>>('/v1/plans');
        const { data: sessions } = await get<PageBody<SessionSummary>>('/v1/sessions');
        const own = await get<SessionRecap>(`/v1/matches/sessions/${night.ref}`);
        assert.deepEqual([plan.name, plans[0]?.name, sessions[0]?.name, own.name], [name, name, name, name]);
      };
      await assertNamed('Viernes loco');
      const renamed = await night.patch({ revision, name: null });
      assert.deepEqual([renamed.status, renamed.body.state], [200, 'closed'], renamed.text);
      await assertNamed(null);
      await night.patch({ revision: revision + 1, name: 'Final de mayo' });
      await assertNamed('Final de mayo');
      const { text } = await phone.client.request('GET', '/v1/night/recap', { headers: { accept: 'image/svg+xml' } });
      assert.ok(text.includes('Final de mayo') && !text.includes(night.ref), text);
    });

    it('by time takes any sum without a warning, and its open round has an end', async () => {
      const body = { points_per_match: null, minutes_per_round: 12 };
      const night = await LinkedNight.of(await service().freshPartner(), { body });
      const phone = await night.phone();
      assert.equal((await night.live()).next?.ends_at, null);
      await night.open(1);
      for (const { round, next } of [await night.live(), await phone.night()]) {
        assert.equal(Date.parse(round?.ends_at ?? '') - Date.parse(round?.opened_at ?? ''), 12 * MINUTE_MS);
        assert.equal(next?.ends_at, null);
      }
      const { status, body: entered } = await night.enterBy(phone, 1, 1, '17-6');
      assert.deepEqual([status, entered.warnings], [201, []]);
    });

    it('that must end shows how many rounds fit', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      let { revision } = await night.plan();
      const fitting = async (minutes: number | null, times: object) => {
        const changes = { revision, minutes_per_round: 15, ...times };
        const ends_at = minutes === null ? null : new Date(Date.now() + minutes * MINUTE_MS).toISOString();
        const { status, body, text } = await night.put({ ...changes, ends_at });
        assert.equal(status, 200, text);
        revision = body.revision;
        assert.equal(body.ends_at, ends_at);
        return (body as unknown as PutPlanAnswer).rounds_that_fit;
      };
      assert.equal(await fitting(null, {}), null);
      assert.equal(await fitting(50, { minutes_per_round: null }), null);
      assert.equal(await fitting(50, {}), 3);
      assert.equal(await fitting(-50, {}), 0);
      revision = (await night.open(1)).body.revision;
      assert.equal(await fitting(50, {}), 2);
    });
  });
});
