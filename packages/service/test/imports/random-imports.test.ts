/** `npm run drill:imports` plays more of them, and kills the service and its clients. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { verifyAudit } from '../../src/audit/verify.ts';
import { verifyRatings } from '../../src/verification/verify.ts';
import { seeded } from '../support/seeded.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { noneYet, playImports } from './random-imports.ts';

const RUNS = 12;

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true, rateLimits: null });

  it(`${RUNS} random imports, by two clients at once, are as a model of their rules says`, async () => {
    const counts = noneYet();
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const played = {
        hasTasks: false,
        partner: async () => {
          const partner = await service().freshPartner();
          return async (method: string, path: string, body?: unknown) =>
            partner.request<object>(method, path, body === undefined ? {} : { body });
        },
      };
      try {
        await playImports(played, seeded(seed), counts);
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
    assert.ok(counts.pairs > 10 && counts.registered > 10);
    for (const state of ['created', 'duplicate', 'conflict', 'voided', 'held', 'rejected'])
      assert.ok((counts.states.get(state) ?? 0) > 5, state);
    const { context } = service();
    assert.equal((await verifyRatings(context)).differences, 0);
    assert.deepEqual((await verifyAudit(context)).faults, []);
  });
});
