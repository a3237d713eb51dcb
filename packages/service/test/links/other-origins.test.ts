/** Pages of other origins, such as a partner's own page for phones. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { operations, pathOf } from '../http/contract/document.ts';
import { launchBrowser } from '../support/browser.ts';
import { browserAbsence } from '../support/packed-browser.ts';
import { useTestService } from '../support/service.ts';
import { LinkedNight } from './linked-night.ts';

const ORIGIN = 'https://club.example';
const OPEN = [
  'GET /v1/night',
  'PUT /v1/night/rounds/{round}/courts/{court}/result',
  'GET /v1/night/recap',
  'POST /v1/night/short-code',
];

describe('A page of another origin', () => {
  const service = useTestService({ listen: true });

  /** Sent without the test client, which only knows documented operations. */
  async function preflight(path: string, method: string): Promise<{ status: number; text: string; headers: Headers }> {
    const response = await fetch(`${service().url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  it('may call the routes of a link to a night, with every header that they take but no cookie', async () => {
    for (const operation of operations.filter(({ name }) => OPEN.includes(name))) {
      const { status, text, headers } = await preflight(`${pathOf(operation)}?theme=dark`, operation.method);
      assert.deepEqual([status, text], [204, ''], operation.name);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.ok(headers.get('access-control-allow-methods')?.split(', ').includes(operation.method));
      const allowed = headers.get('access-control-allow-headers') ?? '';
      for (const name of ['Authorization', 'Content-Type', 'If-None-Match']) assert.ok(allowed.includes(name), name);
      assert.ok(!allowed.includes('Bandeja-Mode'));
      assert.equal(headers.get('access-control-allow-credentials'), null);
    }
  });

  it('may read their refusals', async () => {
    const { status, headers } = await service().nobody.request('GET', '/v1/night', { headers: { origin: ORIGIN } });
    assert.deepEqual([status, headers['access-control-allow-origin']], [401, '*']);
    assert.match(headers['access-control-expose-headers'] ?? '', /ETag.*Retry-After/);
  });

  it('may call nothing else: a page that has a key shows it to everyone', async () => {
    const others = operations.filter(({ name }) => !OPEN.includes(name));
    assert.ok(others.length > 100);
    for (const operation of others) {
      const { status, headers } = await preflight(pathOf(operation), operation.method);
      assert.equal(status, 405, operation.name);
      assert.equal(headers.get('access-control-allow-origin'), null);
    }
  });

  it('reads a night and enters a result in a browser, and reaches nothing with a key', {
    skip: browserAbsence,
  }, async (t) => {
    const night = await LinkedNight.of(await service().freshPartner());
    await night.open(1);
    const phone = await night.phone();
    const [a, b, c, d] = await night.seats(1, 1);
    const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>'));
    await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
    t.after(() => site.close());
    // The default arguments turn same-origin rules off.
    const browser = await launchBrowser(['--no-sandbox', '--headless=shell']);
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const call = (path: string, token: string, method = 'GET', body?: object) =>
      page.evaluate(
        async ([url, authorization, sent, content]) => {
          const headers = { authorization, ...(content !== null && { 'content-type': 'application/json' }) };
          try {
            const response = await fetch(url, { method: sent, headers, body: content });
            return [response.status, response.headers.get('etag') !== null];
          } catch (error) {
            return String(error);
          }
        },
        [
          `${service().url}${path}`,
          `Bearer ${token}`,
          method,
          body === undefined ? null : JSON.stringify(body),
        ] as const,
      );
    assert.deepEqual(await call('/v1/night', phone.link.token), [200, true]);
    const result = {
      seen: null,
      players: { A: [a, b], B: [c, d] },
      set_scores: [{ set_number: 1, team_a_games: 14, team_b_games: 10 }],
    };
    const path = '/v1/night/rounds/1/courts/1/result';
    assert.deepEqual(await call(path, phone.link.token, 'PUT', result), [201, false]);
    assert.deepEqual(await call('/v1/night', 'bdn_live_unknown'), [401, false]);
    assert.equal(await call('/v1/matches', String(night.partner.token)), 'TypeError: Failed to fetch');
  });
});
