import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { errorRegistry, faultRegistry } from '../../../src/domain/errors/index.ts';
import { drillApp } from './support.ts';

describe('/docs', () => {
  test('is a page that loads nothing from other hosts', async (t) => {
    const { statusCode, headers, body } = await drillApp(t).inject('/docs');
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.doesNotMatch(body, /https?:|\/\/[a-z]/);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/);
    assert.doesNotMatch(policy, /script-src[^;]*unsafe-inline/);
  });

  test('serves its scripts itself, compressed for who takes it', async (t) => {
    const app = drillApp(t);
    assert.match((await app.inject('/docs/start.js')).body, /"url":"\/openapi\.json".*"withDefaultFonts":false/);
    const plain = await app.inject('/docs/scalar.js');
    assert.equal(plain.headers['content-encoding'], undefined);
    const packed = await app.inject({ url: '/docs/scalar.js', headers: { 'accept-encoding': 'br, gzip' } });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.equal(packed.headers['vary'], 'accept-encoding');
    assert.deepEqual(gunzipSync(packed.rawPayload), plain.rawPayload);
    const refused = await app.inject({ url: '/docs/scalar.js', headers: { 'accept-encoding': 'gzip;q=0' } });
    assert.equal(refused.headers['content-encoding'], undefined);
  });
});

describe('/docs/errors', () => {
  test('explains every code where the type of its problem points', async (t) => {
    const app = drillApp(t);
    const { type } = (await app.inject('/nothing')).json();
    const [path, anchor] = type.split('#');
    assert.deepEqual([path, anchor], ['/docs/errors', 'route_not_found']);
    const { body, headers } = await app.inject(path);
    assert.match(String(headers['content-type']), /^text\/html/);
    for (const code of Object.keys(errorRegistry)) assert.ok(body.includes(` id="${code}"`), code);
    for (const code of Object.keys(faultRegistry)) assert.ok(body.includes(` id="rule-${code}"`), code);
  });

  test('allows its one style sheet and nothing else', async (t) => {
    const { headers } = await drillApp(t).inject('/docs/errors');
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-[^']+';/);
  });
});

describe('pages for people', () => {
  test('stand in no API description, and are public', async (t) => {
    const app = drillApp(t);
    for (const url of ['/docs', '/docs/errors', '/docs/start.js']) {
      const { statusCode, headers } = await app.inject(url);
      assert.deepEqual([url, statusCode, headers['cache-control']], [url, 200, 'public, max-age=300']);
    }
  });
});
