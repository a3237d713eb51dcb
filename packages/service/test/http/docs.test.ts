import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { faultRegistry } from '@bandeja/contract/errors/fault-registry';
import { errorRegistry } from '@bandeja/contract/errors/registry';
import packageJson from '../../package.json' with { type: 'json' };
import { chapters, decisionFiles, HOME_FILE } from '../../src/http/docs/contents.ts';
import { drillApp } from './support.ts';

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('/docs', () => {
  test('is a page that loads nothing from other hosts', async (t) => {
    for (const url of ['/docs', '/docs/api']) {
      const { statusCode, headers, body } = await drillApp(t).inject(url);
      assert.equal(statusCode, 200);
      assert.match(String(headers['content-type']), /^text\/html/);
      assert.doesNotMatch(body, /(src|href)="(https?:|\/\/)/);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'; script-src 'self';/);
      assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/);
      assert.doesNotMatch(policy, /script-src[^;]*unsafe-inline/);
    }
  });

  test('lists every Markdown file of docs, and no missing file', async () => {
    const listed = [HOME_FILE, ...chapters.flatMap(({ files }) => files), ...decisionFiles()];
    assert.equal(new Set(listed).size, listed.length);
    assert.deepEqual(
      globSync('docs/**/*.md').filter((file) => !listed.includes(file)),
      [],
    );
    assert.deepEqual(
      listed.filter((file) => globSync(file).length === 0),
      [],
    );
  });

  test('has a page for each file, with links to its neighbours, and its Markdown', async (t) => {
    const app = drillApp(t);
    const { body, headers } = await app.inject('/docs/scale');
    assert.match(body, /<h1 id="sizing">Sizing<\/h1>/);
    assert.match(body, /<a rel="prev" href="\/docs\/operations\/deployment">.*<a rel="next" href="\/docs\/runbooks">/);
    assert.doesNotMatch(String(headers['content-security-policy']), /unsafe/);
    const source = await app.inject('/docs/scale.md');
    assert.match(String(source.headers['content-type']), /^text\/markdown/);
    assert.match(source.body, /^# Sizing\n/);
  });

  test('has the pictures and tables that pages link to', async (t) => {
    const app = drillApp(t);
    for (const [name, type] of [
      ['pictures/card.svg', 'image/svg+xml; charset=utf-8'],
      ['pictures/console-round.webp', 'image/webp'],
      ['plans.csv', 'text/csv; charset=utf-8'],
    ]) {
      const { statusCode, headers } = await app.inject(`/docs/${name}`);
      assert.deepEqual([statusCode, headers['content-type']], [200, type]);
    }
  });

  test('lets a drawing use only its own style sheet', async (t) => {
    const { body, headers } = await drillApp(t).inject('/docs/pictures/card.svg');
    const sheet = body.slice(body.indexOf('<style>') + '<style>'.length, body.indexOf('</style>'));
    const hash = createHash('sha256').update(sheet).digest('base64');
    const policy = `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`;
    assert.equal(headers['content-security-policy'], policy);
  });

  test('resolves links between Markdown files: to pages in a page, to Markdown in Markdown', async (t) => {
    const app = drillApp(t);
    const link = '/docs/decisions/changes-of-history';
    assert.ok((await app.inject('/docs/match-states')).body.includes(`href="${link}"`));
    assert.ok((await app.inject('/docs/match-states.md')).body.includes(`](${link}.md)`));
    assert.ok((await app.inject('/docs/decisions.md')).body.includes('](/docs/decisions/rows-and-ids.md)'));
  });

  test('serves its own scripts, compressed for clients that accept it', async (t) => {
    const app = drillApp(t);
    assert.match((await app.inject('/docs/api/reference.js')).body, /withDefaultFonts: false/);
    const plain = await app.inject('/docs/api/scalar.js');
    assert.equal(plain.headers['content-encoding'], undefined);
    const packed = await app.inject({ url: '/docs/api/scalar.js', headers: { 'accept-encoding': 'br, gzip' } });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.equal(packed.headers['vary'], 'accept-encoding');
    assert.deepEqual(gunzipSync(packed.rawPayload), plain.rawPayload);
    const refused = await app.inject({ url: '/docs/api/scalar.js', headers: { 'accept-encoding': 'gzip;q=0' } });
    assert.equal(refused.headers['content-encoding'], undefined);
  });
});

describe('the search', () => {
  test('finds a heading by words of its text, without JavaScript', async (t) => {
    const { body } = await drillApp(t).inject('/docs/search?q=player_confirmed%20pending');
    assert.match(body, /<li><a href="\/docs\/match-states">Match states<\/a>/);
    assert.match(body, /<input type="search" name="q" value="player_confirmed pending"/);
  });

  test('lists guides before reference pages, and complete lists last', async (t) => {
    const app = drillApp(t);
    for (const [query, pages] of [
      ['draw', ['/docs/guides/club-night', '/docs/rating', '/docs/messages']],
      ['settled', ['/docs/concepts', '/docs/runbooks/settlement-lag']],
    ] as const) {
      const { body } = await app.inject(`/docs/search?q=${encodeURIComponent(query)}`);
      const places = pages.map((page) => body.indexOf(`<li><a href="${page}`));
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
      );
      assert.ok(!places.includes(-1), body);
    }
  });

  test('reports that no page matches, or that the query is empty', async (t) => {
    const app = drillApp(t);
    const nothing = (await app.inject('/docs/search?q=%3Cb%3Exylophone')).body;
    assert.match(nothing, /No page contains all of these words: <strong>&lt;b&gt;xylophone<\/strong>/);
    assert.match((await app.inject('/docs/search')).body, /Type some words/);
  });

  test('uses at most eight words, and matches one or two letters as a whole word', async (t) => {
    const app = drillApp(t);
    const nine = 'player player player player player player player player xylophone';
    assert.match((await app.inject(`/docs/search?q=${encodeURIComponent(nine)}`)).body, /<ol class="results">/);
    assert.match((await app.inject('/docs/search?q=xq')).body, /No page contains all of these words/);
    assert.match((await app.inject('/docs/search?q=pla')).body, /<ol class="results">/);
    assert.match((await app.inject('/docs/search?q=pl')).body, /No page contains all of these words/);
  });

  test('returns options and index for the page’s script', async (t) => {
    const { options, index } = (await drillApp(t).inject('/docs/search.json')).json();
    assert.deepEqual(options.fields, ['heading', 'page', 'text']);
    assert.ok(index.documentCount > 100);
  });
});

describe('a missing page under /docs', () => {
  test('is a page for a browser, and route_not_found for other clients', async (t) => {
    const app = drillApp(t);
    for (const url of [
      '/docs/nothing',
      '/docs/nothing.md',
      '/docs/pictures/nothing.svg',
      '/docs/nothing.csv',
      '/docs/..%2fpackage.json',
    ]) {
      const page = await app.inject({ url, headers: asBrowser });
      assert.deepEqual([page.statusCode, page.headers['content-type']], [404, 'text/html; charset=utf-8']);
      assert.match(page.body, /This address has no page/);
      const problem = await app.inject(url);
      assert.deepEqual([problem.statusCode, problem.json().code], [404, 'route_not_found']);
    }
    const elsewhere = await app.inject({ url: '/nothing', headers: asBrowser });
    assert.deepEqual([elsewhere.statusCode, elsewhere.json().code], [404, 'route_not_found']);
  });
});

describe('/llms.txt', () => {
  test('has a title, a summary, and a link to the Markdown of each page with a sentence', async (t) => {
    const { body, headers } = await drillApp(t).inject('/llms.txt');
    assert.match(String(headers['content-type']), /^text\/plain/);
    assert.match(body, /^# Bandeja\n\n> .+\n\n.+\n\n## /s);
    assert.match(body, /^- \[Sizing\]\(\/docs\/scale\.md\): For an operator who has to decide what to install\.$/m);
  });
});

describe('/llms-full.txt', () => {
  test('has the Markdown of each guide and reference page, with its address, and no page of operation', async (t) => {
    const { body } = await drillApp(t).inject('/llms-full.txt');
    assert.match(body, /^<!-- \/docs -->\n\n# Bandeja\n/);
    for (const slug of ['guides/club-night', 'packages/client', 'errors', 'glossary'])
      assert.ok(body.includes(`\n<!-- /docs/${slug} -->\n\n`), slug);
    assert.ok(!body.includes('<!-- /docs/scale -->'));
  });
});

describe('/downloads', () => {
  const client = `bandeja-client-${packageJson.version}.tgz`;
  const built = existsSync(`dist/${client}`);

  test('lists the packages with the address to install them from, or says how to build them', async (t) => {
    const url = '/downloads';
    const { statusCode, body } = await drillApp(t).inject({ url, headers: { host: 'padel.club' } });
    assert.equal(statusCode, 200);
    const expected = built ? `npm install http://padel.club/downloads/${client}` : 'run <code>npm run pack</code>';
    assert.ok(body.includes(expected), body);
  });

  test('has the client, if it is built, and no other file', async (t) => {
    const app = drillApp(t);
    const download = await app.inject(`/downloads/${client}`);
    assert.equal(download.statusCode, built ? 200 : 404);
    if (built) assert.deepEqual(download.rawPayload, readFileSync(`dist/${client}`));
    for (const name of ['..%2fpackage.json', 'client/package.json', 'SHA256SUMS']) {
      const { statusCode, json } = await app.inject(`/downloads/${name}`);
      assert.deepEqual([statusCode, json().code], [404, 'route_not_found']);
    }
  });
});

describe('/.well-known/security.txt', () => {
  const url = '/.well-known/security.txt';

  test('has the contact, the address of the file, and an end within a year', async (t) => {
    const securityContact = new URL('mailto:security@padel.club');
    const app = drillApp(t, { securityContact, publicUrl: new URL('https://padel.club') });
    const { headers, body } = await app.inject(url);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    const form =
      /^Contact: mailto:security@padel\.club\nExpires: (\S+)\nCanonical: https:\/\/padel\.club\/\.well-known\/security\.txt\n$/;
    const [, expires = assert.fail(body)] = form.exec(body) ?? [];
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    assert.ok(days > 30 && days < 365, expires);
  });

  test('is missing if no contact is set', async (t) => {
    assert.equal((await drillApp(t).inject(url)).json().code, 'route_not_found');
  });
});

describe('/docs/errors', () => {
  test('explains every code at the address in the type of its problem', async (t) => {
    const app = drillApp(t);
    const { type } = (await app.inject('/nothing')).json();
    const [path, anchor] = type.split('#');
    assert.deepEqual([path, anchor], ['/docs/errors', 'route_not_found']);
    const { body, headers } = await app.inject(path);
    assert.match(String(headers['content-type']), /^text\/html/);
    for (const code of Object.keys(errorRegistry)) assert.ok(body.includes(` id="${code}"`), code);
    for (const code of Object.keys(faultRegistry)) assert.ok(body.includes(` id="rule-${code}"`), code);
  });
});

describe('pages for people', () => {
  test('are public, and missing in the API description', async (t) => {
    const app = drillApp(t);
    for (const url of ['/docs', '/docs/api', '/docs/errors', '/docs/search?q=card', '/docs/page.js']) {
      const { statusCode, headers } = await app.inject(url);
      assert.deepEqual([url, statusCode, headers['cache-control']], [url, 200, 'public, max-age=300']);
    }
  });
});
