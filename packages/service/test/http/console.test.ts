import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { drillApp } from './support.ts';

const root = resolve(import.meta.dirname, '../../../..');
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('/console', () => {
  test('is one page for every path and query, under a policy without other hosts and inline code', async (t) => {
    const app = drillApp(t);
    for (const url of ['/console', '/console/players?q=ana', '/console/players/ana.b', '/console/no/such/page']) {
      const { statusCode, headers, body } = await app.inject({ url, headers: asBrowser });
      assert.equal(statusCode, 200, url);
      assert.match(body, /<div id="app">/);
      assert.equal(headers['cache-control'], 'no-cache');
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(
        headers['content-security-policy'],
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
          "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    }
  });

  test('lets browsers keep its files for ever, and sends them as small as the browser can read them', async (t) => {
    const app = drillApp(t);
    const page = await app.inject({ url: '/console', headers: asBrowser });
    const url = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? assert.fail(page.body);
    const plain = await app.inject({ url });
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
    const brotli = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
    const gzip = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    assert.deepEqual([brotli.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip']);
    assert.deepEqual(brotliDecompressSync(brotli.rawPayload), plain.rawPayload);
    assert.deepEqual(gunzipSync(gzip.rawPayload), plain.rawPayload);
    const again = await app.inject({ url, headers: { 'if-none-match': String(plain.headers['etag']) } });
    assert.equal(again.statusCode, 304);
  });

  test('is another page for a night, and its worker is read again each time', async (t) => {
    const app = drillApp(t);
    const night = await app.inject({ url: '/console/night?tv', headers: asBrowser });
    assert.match(night.body, /src="\/console\/assets\/night-[^"]+\.js"/);
    assert.match(String(night.headers['content-security-policy']), /worker-src 'self'/);
    assert.equal(night.headers['cross-origin-opener-policy'], 'same-origin');
    const worker = await app.inject({ url: '/console/worker.js' });
    assert.deepEqual([worker.statusCode, worker.headers['cache-control']], [200, 'no-cache']);
    for (const [, path = ''] of night.body.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)) {
      assert.ok(worker.body.includes(path), path);
      assert.equal((await app.inject({ url: path })).statusCode, 200, path);
    }
    assert.equal((await app.inject({ url: '/console/night.html' })).body, night.body);
  });

  test('redirects an address that ends in a slash to its page, with the query', async (t) => {
    const app = drillApp(t);
    const pages = {
      '/console/': '/console',
      '/console/?a=b/': '/console?a=b/',
      '/console/night/?tv': '/console/night?tv',
    };
    for (const [url, page] of Object.entries(pages)) {
      const { statusCode, headers } = await app.inject({ url, headers: asBrowser });
      assert.deepEqual([statusCode, headers['location']], [302, page], url);
    }
    assert.equal((await app.inject({ url: '/console/players/', headers: asBrowser })).statusCode, 200);
  });

  test('is the page for clients that accept anything, as curl and uptime checks do', async (t) => {
    const app = drillApp(t);
    for (const headers of [{}, { accept: '*/*' }]) {
      const { statusCode, headers: sent } = await app.inject({ url: '/console/players/ana.b', headers });
      assert.deepEqual([statusCode, sent['content-type']], [200, 'text/html; charset=utf-8']);
    }
  });

  test('answers programs and missing files with the problem `route_not_found`', async (t) => {
    const app = drillApp(t);
    const asProgram = { accept: 'application/json' };
    for (const [url, sent] of [
      ['/console/assets/none.js', { accept: '*/*' }],
      ['/console/players', asProgram],
      ['/console/../package.json', {}],
    ] as const) {
      const { statusCode, headers } = await app.inject({ url, headers: sent });
      assert.equal(statusCode, 404, url);
      assert.equal(headers['content-type'], 'application/problem+json', url);
    }
  });

  test('says how to build it if it is not built', async (t) => {
    const consoleFolder = pathToFileURL(join(root, 'no-such-folder/'));
    const app = drillApp(t, { consoleFolder });
    const { statusCode, headers, body } = await app.inject({ url: '/console', headers: asBrowser });
    assert.deepEqual([statusCode, headers['cache-control']], [404, 'no-cache']);
    assert.match(body, /copy <code>packages\/console\/dist<\/code> into/);
  });
});
