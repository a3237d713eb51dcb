import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scopes } from '@bandeja/contract/account-enums';
import type { Plan, PlanSummary } from '@bandeja/contract/plans';
import { issueKey } from '../../src/keys/keys.ts';
import { freshName, onEachEngine, type PageBody, useTestService } from '../support/service.ts';
import { planBody } from './planned-night.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('a night plan of a test key', () => {
    it('is in the sandbox alone, beside a live plan of the same session, and is gone once the sandbox is cleared', async () => {
      const live = await service().freshPartner({ mode: 'live' });
      const { key } = await issueKey(service().context, live.id, { scopes: [...scopes], mode: 'test' });
      const test = live.withToken(key);
      const path = '/v1/sessions/the-night/plan';
      const names = Array.from({ length: 4 }, () => freshName('sandboxed'));
      for (const username of names) await test.request('POST', '/v1/players', { body: { username } });
      const put = (client: typeof test, usernames: readonly string[]) => {
        const body = planBody(
          usernames.map((username) => ({ username })),
          { courts: 1 },
        );
        return client.request<Plan>('PUT', path, { body });
      };
      assert.equal((await put(test, names)).status, 201);
      await live.refusal('plan_not_found', 'GET', path);
      await live.refusal('participant_not_eligible', 'PUT', path, {
        body: planBody(names.map((username) => ({ username }))),
      });
      const players = await live.freshPlayers(4);
      assert.equal(
        (
          await put(
            live,
            players.map(({ username }) => username),
          )
        ).status,
        201,
      );
      await test.request('POST', `${path}/rounds/1/open`, { body: {} });
      const stateFor = async (client: typeof test) =>
        (await client.request<PageBody<PlanSummary>>('GET', '/v1/plans')).body.data.map(({ state }) => state);
      assert.deepEqual([await stateFor(test), await stateFor(live)], [['open'], ['planned']]);
      assert.equal((await test.request('DELETE', '/v1/sandbox')).status, 204);
      await test.refusal('plan_not_found', 'GET', path);
      assert.deepEqual([await stateFor(test), await stateFor(live)], [[], ['planned']]);
    });
  });
});
