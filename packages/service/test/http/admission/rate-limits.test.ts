import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BATCH_MATCHES_MAX } from '@bandeja/contract/match-bodies';
import { TOO_MANY_REQUESTS_PAUSE_MS } from '../../../src/http/admission/limits.ts';
import { RATE_LIMIT_MIN } from '../../../src/http/admission/rate-limits.ts';
import { aClub } from '../../support/club.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../../support/service.ts';

const POLICY = /^"(\w+)";q=(\d+);w=60$/;
const LIMIT = /^"\w+";r=(\d+);t=(\d+)$/;

/** The units left, from the header. */
function leftOf(headers: Readonly<Record<string, unknown>>): number {
  const [, left] = LIMIT.exec(String(headers['ratelimit'])) ?? assert.fail(`RateLimit: ${headers['ratelimit']}`);
  return Number(left);
}

onEachEngine((engine) => {
  describe('a partner’s rate limit', () => {
    // The clock is stopped, so nothing refills during a test.
    const service = useTestService({
      engine,
      isOwn: true,
      isClockStopped: true,
      rateLimits: { starter: 5, pro: 40, enterprise: 300_000 },
    });

    /** Returns the units that a partner has spent since the last call. */
    function countUnits(partner: TestPartner): () => Promise<number> {
      let before = 300_000;
      return async () => {
        const after = leftOf((await partner.request('GET', '/v1/rosters')).headers);
        const spent = before - after - 1;
        before = after;
        return spent;
      };
    }

    it('is in every response to its key, for every status', async () => {
      const partner = await service().freshPartner({ plan: 'pro', scopes: ['read:players', 'write:matches'] });
      for (const [method, path, status] of [
        ['GET', '/v1/rosters', 200],
        ['GET', `/v1/players/${freshName('nobody')}`, 404],
        ['GET', '/v1/rosters?x=1', 400],
        ['POST', '/v1/matches', 415],
        ['GET', '/v1/players/ana/analysis', 403],
      ] as const) {
        const answer = await partner.request(method, path);
        assert.equal(answer.status, status, path);
        assert.deepEqual(POLICY.exec(String(answer.headers['ratelimit-policy']))?.slice(1), ['pro', '40'], path);
        leftOf(answer.headers);
      }
      const tagged = await partner.request('GET', '/v1/rosters');
      const again = await partner.request('GET', '/v1/rosters', {
        headers: { 'if-none-match': String(tagged.headers['etag']) },
      });
      assert.equal(again.status, 304);
      leftOf(again.headers);
    });

    it('is missing in responses to others', async () => {
      const { nobody, operator } = service();
      for (const [client, path] of [
        [nobody, '/health/live'],
        [nobody, '/v1/rosters'],
        [operator, '/admin/v1/partners'],
      ] as const) {
        const { headers } = await client.request('GET', path);
        assert.deepEqual([headers['ratelimit'], headers['ratelimit-policy']], [undefined, undefined], path);
      }
    });

    it('is spent faster by costly reads', async () => {
      const { partner, players } = await aClub(service());
      const unitsSpent = countUnits(partner);
      const player = `/v1/players/${players[0]?.username}`;
      const costs: Record<string, number> = {};
      for (const path of ['', '/matches', '/progress', '/card', '/analysis']) {
        await partner.request('GET', `${player}${path}`);
        costs[path] = await unitsSpent();
      }
      assert.deepEqual(costs, { '': 1, '/matches': 4, '/progress': 4, '/card': 8, '/analysis': 8 });
    });

    it('is spent by the limit of an analysis and of a score history', async () => {
      const partner = await service().freshPartner({ plan: 'enterprise' });
      const [player] = await partner.freshPlayers(1);
      const spent = countUnits(partner);
      await spent();
      const read = async (path: string): Promise<number> => {
        assert.equal((await partner.request('GET', `/v1/players/${player?.username}/${path}`)).status, 200);
        return spent();
      };
      const costs = [await read('analysis'), await read('analysis?limit=51'), await read('analysis?limit=200')];
      assert.deepEqual(costs, [8, 9, 13]);
      assert.deepEqual([await read('progress'), await read('progress.svg?limit=1000')], [4, 16]);
    });

    it('counts each match of a batch, and each match of a dry run as several', async () => {
      const club = await aClub(service());
      const unitsSpent = countUnits(club.partner);
      const some = (count: number) =>
        Array.from({ length: count }, () => club.match({ external_ref: freshName('match') }));
      const costOf = async (path: string, body: unknown): Promise<number> => {
        await club.partner.request('POST', path, { body });
        return await unitsSpent();
      };
      assert.equal(await costOf('/v1/matches', some(1)[0]), 1);
      assert.equal(await costOf('/v1/players/batch', { players: [{ username: 'x1' }, { username: 'x2' }] }), 2);
      assert.equal(await costOf('/v1/matches?dry_run=true', some(1)[0]), 4);
      assert.equal(await costOf('/v1/matches/batch', { matches: some(5) }), 5);
      assert.equal(await costOf('/v1/matches/batch?dry_run=true', { matches: some(5) }), 20);
    });

    it('is reduced by the extra price of a late match in its own response', async () => {
      const club = await aClub(service());
      const played = (minute: number) =>
        club.match({ external_ref: freshName('match'), played_at: `2026-05-02T19:${minute}:00Z` });
      const matches = Array.from({ length: 25 }, (_, index) => played(10 + index));
      const { headers } = await club.partner.request('POST', '/v1/matches/batch', { body: { matches } });
      const before = leftOf(headers);
      const late = club.match({ external_ref: freshName('match'), played_at: '2026-05-01T19:10:00Z' });
      const answer = await club.partner.request<{ id: string }>('POST', '/v1/matches', { body: late });
      assert.equal(before - leftOf(answer.headers), 2);
      const body = { reason: 'Entered twice.' };
      const voided = await club.partner.request('POST', `/v1/matches/${answer.body.id}/void`, { body });
      assert.equal(before - leftOf(voided.headers), 4);
      assert.equal(before - leftOf((await club.partner.request('GET', '/v1/rosters')).headers), 5);
    });

    it('is spent by large bodies, and by bodies without a length', async () => {
      const partner = await service().freshPartner({ plan: 'enterprise' });
      const unitsSpent = countUnits(partner);
      const aVoid = '/v1/matches/019de4f2-a340-8f34-a99b-71224f08972d/void';
      const costOf = async (bytes: number, headers = {}, path = aVoid): Promise<number> => {
        const raw = `{"reason":"${'x'.repeat(bytes - 13)}"}`;
        await partner.request('POST', path, { raw, headers });
        return await unitsSpent();
      };
      assert.equal(await costOf(1_000), 1);
      assert.equal(await costOf(16 * 1024), 2);
      assert.equal(await costOf(32 * 1024), 3);
      assert.equal(await costOf(1_000, { 'transfer-encoding': 'chunked' }), 3);
      assert.equal(await costOf(1_000, { 'transfer-encoding': 'chunked' }, '/v1/matches/batch'), 1 + 8);
    });

    it('rejects a batch with more matches than units left, and stores none of them', async () => {
      const club = await aClub(service(), { plan: 'pro' });
      for (let count = 0; count < 3; count += 1) await club.partner.request('GET', '/v1/players/ana/card');
      const matches = Array.from({ length: 25 }, () => club.match({ external_ref: freshName('match') }));
      const { status, headers, body } = await club.partner.request('POST', '/v1/matches/batch', { body: { matches } });
      assert.deepEqual([status, body['code']], [429, 'rate_limited']);
      assert.ok(leftOf(headers) < 25);
      const { body: list } = await club.partner.request<{ data: unknown[] }>('GET', '/v1/matches');
      assert.deepEqual(list.data, []);
    });

    it('rejects requests beyond it with 429, and Retry-After names the exact second of the next accepted one', async () => {
      const partner = await service().freshPartner({ plan: 'pro' });
      const statuses: number[] = [];
      for (let count = 0; count < 41; count += 1) statuses.push((await partner.request('GET', '/v1/rosters')).status);
      assert.deepEqual(statuses, [...Array<number>(40).fill(200), 429]);
      const sentAt = performance.now();
      const { status, body, headers } = await partner.request('GET', '/v1/rosters');
      assert.deepEqual([status, body['code'], leftOf(headers)], [429, 'rate_limited', 0]);
      // The pause slows down clients that do not wait. Timers may fire a millisecond early.
      assert.ok(performance.now() - sentAt >= TOO_MANY_REQUESTS_PAUSE_MS - 1);
      // 40 units a minute: one comes back every 1.5 seconds.
      assert.equal(headers['retry-after'], '2');
      assert.equal(LIMIT.exec(String(headers['ratelimit']))?.[2], '2');
      service().advance(1_000);
      assert.equal((await partner.request('GET', '/v1/rosters')).status, 429);
      service().advance(1_000);
      assert.equal((await partner.request('GET', '/v1/rosters')).status, 200);
    });

    it('is shared by all keys of the partner, and not with other partners', async () => {
      const partner = await service().freshPartner({ plan: 'starter' });
      for (let count = 0; count < 5; count += 1) await partner.request('GET', '/v1/rosters');
      assert.equal((await partner.request('GET', '/v1/rosters')).status, 429);
      const { body } = await service().operator.request<{ key: string }>(
        'POST',
        `/admin/v1/partners/${partner.id}/keys`,
        { body: { scopes: ['read:players'] } },
      );
      assert.equal((await partner.withToken(body.key).request('GET', '/v1/rosters')).status, 429);
      const other = await service().freshPartner({ plan: 'starter' });
      assert.equal((await other.request('GET', '/v1/rosters')).status, 200);
    });

    it('for test keys is that of the smallest plan, and separate from live keys', async () => {
      const partner = await service().freshPartner({ plan: 'pro' });
      const { body } = await service().operator.request<{ key: string }>(
        'POST',
        `/admin/v1/partners/${partner.id}/keys`,
        { body: { scopes: ['read:players'], mode: 'test' } },
      );
      const tester = partner.withToken(body.key);
      for (let left = 4; left >= 0; left -= 1) {
        const { headers } = await tester.request('GET', '/v1/rosters');
        assert.deepEqual(POLICY.exec(String(headers['ratelimit-policy']))?.slice(1), ['sandbox', '5']);
        assert.equal(leftOf(headers), left);
      }
      assert.equal((await tester.request('GET', '/v1/rosters')).status, 429);
      assert.equal(leftOf((await partner.request('GET', '/v1/rosters')).headers), 39);
    });
  });

  describe('the smallest rate limit', () => {
    const smallest = { starter: RATE_LIMIT_MIN, pro: RATE_LIMIT_MIN, enterprise: RATE_LIMIT_MIN };
    const service = useTestService({ engine, rateLimits: smallest });

    it('allows the most expensive request: the dry run of the largest batch', async () => {
      const partner = await service().freshPartner();
      const matches = Array<object>(BATCH_MATCHES_MAX).fill({ venue_label: 'x'.repeat(5_150) });
      const { status } = await partner.request('POST', '/v1/matches/batch?dry_run=true', { body: { matches } });
      assert.equal(status, 200);
    });
  });

  describe('without rate limits', () => {
    const service = useTestService({ engine, rateLimits: null, isOwn: true });

    it('no response contains one', async () => {
      const partner = await service().freshPartner();
      const { headers } = await partner.request('GET', '/v1/rosters');
      assert.deepEqual([headers['ratelimit'], headers['ratelimit-policy']], [undefined, undefined]);
    });
  });
});
