import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Progress } from '@bandeja/contract/progress';
import type { SessionRecap } from '@bandeja/contract/sessions';
import { aMatch, four } from '../support/matches.ts';
import { freshPerson } from '../support/people.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const MEXICO = 'America/Mexico_City';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** A club in Mexico with a match half an hour before its Monday 4 May begins, and one half an hour after. */
  async function mexicanClub() {
    const partner = await service().freshPartner();
    const { operator } = service();
    const path = `/admin/v1/partners/${partner.id}`;
    const { status, body, text } = await operator.request('PATCH', path, { body: { time_zone: MEXICO } });
    assert.deepEqual([status, body['time_zone']], [200, MEXICO], text);
    const players = await partner.freshPlayers(4);
    for (const played_at of ['2026-05-04T05:30:00Z', '2026-05-04T06:30:00Z']) {
      const match = aMatch({ participants: four(...players), played_at, session_external_ref: '2026-05-04-xyz' });
      const submitted = await partner.request('POST', '/v1/matches', { body: match });
      assert.equal(submitted.status, 201, submitted.text);
    }
    return { partner, player: `/v1/players/${players[0]?.username}` };
  }

  describe('the days of a club', () => {
    it('are those of its time zone in recaps, pictures and score histories, unless the request names another', async () => {
      const { partner, player } = await mexicanClub();
      const recap = '/v1/matches/sessions/2026-05-04-xyz';
      for (const [query, day, shown] of [
        [{}, '2026-05-03', '3 May 2026'],
        [{ time_zone: 'UTC' }, '2026-05-04', '4 May 2026'],
        [{ time_zone: MEXICO }, '2026-05-03', '3 May 2026'],
      ] as const) {
        assert.equal((await partner.request<SessionRecap>('GET', recap, { query })).body.day, day);
        const { text } = await partner.request('GET', `${recap}/recap.svg`, { query });
        assert.ok(text.includes(shown), text);
        for (const interval of ['day', 'week']) {
          const { points } = (
            await partner.request<Progress>('GET', `${player}/progress`, { query: { interval, ...query } })
          ).body;
          assert.equal(points.length, day === '2026-05-03' ? 2 : 1, `${interval} ${JSON.stringify(query)}`);
        }
        const chart = await partner.request('GET', `${player}/progress.svg`, { query: { interval: 'day', ...query } });
        assert.equal(chart.text.includes('3 May'), day === '2026-05-03');
        const card = await partner.request('GET', `${player}/card.svg`, { query });
        assert.equal(card.text.includes('3 May'), day === '2026-05-03');
      }
    });

    it('change with its time zone, which a manager changes, in its sandbox too', async () => {
      const sandboxed = await service().freshPartner({ mode: 'test' });
      const manager = await freshPerson(service(), sandboxed.id);
      const body = { time_zone: 'Pacific/Auckland', name: 'Kiwi Padel' };
      const own = { id: sandboxed.id, plan: 'enterprise', ...body };
      const played_at = '2026-05-04T13:00:00Z';
      const players = await sandboxed.freshPlayers(4);
      await sandboxed.request('POST', '/v1/matches', {
        body: aMatch({ participants: four(...players), played_at, session_external_ref: 'sandboxed' }),
      });
      const changed = await manager.client.request('PATCH', '/v1/partner', { body });
      assert.deepEqual([changed.status, changed.body], [200, own], changed.text);
      for (const caller of [sandboxed, manager.client]) {
        assert.deepEqual((await caller.request('GET', '/v1/partner')).body, own);
      }
      const { day } = (await sandboxed.request<SessionRecap>('GET', '/v1/matches/sessions/sandboxed')).body;
      assert.equal(day, '2026-05-05');
    });

    it('need the name of a time zone', async () => {
      const { partner, player } = await mexicanClub();
      for (const time_zone of ['Mars/Olympus', '+02:00', 'Madrid']) {
        const { body } = await service().operator.refusal('invalid_body', 'PATCH', `/admin/v1/partners/${partner.id}`, {
          body: { time_zone },
        });
        assert.deepEqual(
          body.errors?.map(({ pointer, code }) => [pointer, code]),
          [['/time_zone', 'not_one_of']],
        );
        const refused = await partner.refusal('invalid_query', 'GET', `${player}/progress`, { query: { time_zone } });
        assert.deepEqual(
          refused.body.errors?.map(({ code }) => code),
          ['not_one_of'],
        );
      }
    });
  });
});
