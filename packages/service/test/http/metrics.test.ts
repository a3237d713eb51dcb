import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { values } from '../metrics/values.ts';
import { aClub } from '../support/club.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  // The metrics count all requests of the service.
  const service = useTestService({
    engine,
    isOwn: true,
    isClockStopped: true,
    rateLimits: { starter: 200, pro: 1_000_000, enterprise: 200 },
  });

  const read = async (): Promise<ReadonlyMap<string, number>> => {
    // Expires the cached metrics.
    service().advance(1_000);
    return values((await service().app.inject('/metrics')).body);
  };

  describe('GET /metrics', () => {
    it('returns the text format of Prometheus without a key', async () => {
      const { statusCode, headers, body } = await service().app.inject('/metrics');
      assert.equal(statusCode, 200);
      assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
      assert.match(
        body,
        new RegExp(`^bandeja_build_info\\{version="[\\d.]+",node="[\\d.]+",engine="${engine}"\\} 1$`, 'm'),
      );
    });

    it('counts and times requests by the pattern of their route', async () => {
      const partner = await service().freshPartner({ plan: 'pro' });
      const [ana = assert.fail()] = await partner.freshPlayers(1);
      await partner.request('GET', `/v1/players/${ana.username}`);
      await partner.request('GET', '/v1/players/nobody-of-this-name');
      const found = await read();
      const route = 'method="GET",route="/v1/players/:username"';
      assert.equal(found.get(`bandeja_http_requests_total{${route},status="2xx"}`), 1);
      assert.equal(found.get(`bandeja_http_requests_total{${route},status="4xx"}`), 1);
      assert.equal(found.get(`bandeja_http_request_duration_seconds_count{${route}}`), 2);
      assert.equal(found.get(`bandeja_http_problems_total{${route},code="player_not_found"}`), 1);
    });

    it('has one label for all unknown methods and paths', async () => {
      for (const [method, url] of [
        ['PROPFIND', '/health/live'],
        ['LOCK', '/health/live'],
        ['GET', '/v2/what'],
        ['GET', '/wp-login.php'],
      ] as const) {
        await service().app.inject({ method: method as 'GET', url });
      }
      const found = await read();
      assert.equal(found.get('bandeja_http_requests_total{method="other",route="none",status="4xx"}'), 4);
    });

    it('counts matches by result, and matches that shared a transaction, but not dry runs', async () => {
      const club = await aClub(service());
      const before = await read();
      await club.submit(club.match({ external_ref: 'one' }));
      const bodies = [club.match({ external_ref: 'two' }), club.match({ external_ref: 'one' }), {}];
      await club.partner.request('POST', '/v1/matches/batch', { body: { matches: bodies } });
      await club.partner.request('POST', '/v1/matches?dry_run=true', { body: club.match({ external_ref: 'three' }) });
      const found = await read();
      const rise = (name: string): number => (found.get(name) ?? 0) - (before.get(name) ?? 0);
      assert.equal(rise('bandeja_matches_total{result="created"}'), 2);
      assert.equal(rise('bandeja_matches_total{result="duplicate"}'), 1);
      assert.equal(rise('bandeja_matches_total{result="rejected"}'), 1);
      assert.equal(rise('bandeja_submission_group_size_count'), 2);
      assert.equal(rise('bandeja_submission_group_size_sum'), 3);
    });

    it('contains the lags of settlement and events', async () => {
      const found = await read();
      assert.equal(found.get('bandeja_settlement_lag_seconds'), 0);
      assert.ok((found.get('bandeja_events_lag_seconds') ?? assert.fail()) >= 0);
    });

    it('counts requests past the rate limit by plan', async () => {
      const partner = await service().freshPartner({ plan: 'starter' });
      for (let units = 0; units < 200; units += 8) await partner.request('GET', '/v1/players?q=an');
      const { status } = await partner.request('GET', '/v1/players?q=an');
      assert.equal(status, 429);
      assert.equal((await read()).get('bandeja_rate_limited_total{plan="starter"}'), 1);
    });

    it('contains no partner, key or player', async () => {
      const partner = await service().freshPartner({ plan: 'pro' });
      const [ana = assert.fail()] = await partner.freshPlayers(1);
      await partner.request('GET', `/v1/players/${ana.username}`);
      const { body } = await service().app.inject('/metrics');
      for (const name of [partner.id, partner.keyId, ana.id, ana.username]) assert.ok(!body.includes(name));
    });
  });
});
