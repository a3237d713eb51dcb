/** `npm run drill:answers` sends many more requests, on both databases. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useTestService } from '../support/service.ts';
import { fuzz } from './fuzz/fuzz.ts';

const REQUESTS = 250;
const SEED = 13;

const service = useTestService({ rateLimits: { starter: 1e9, pro: 1e9, enterprise: 1e9 }, listen: true, isOwn: true });

it('250 requests with odd methods, paths, queries, headers and bodies get only documented responses', async () => {
  const { findings, statuses } = await fuzz(service(), REQUESTS, SEED);
  assert.deepEqual([...findings.values()], []);
  const absent = [200, 201, 204, 400, 401, 403, 404, 405, 415, 422].filter((status) => !statuses.has(status));
  assert.deepEqual(absent, []);
});
