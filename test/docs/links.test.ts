/**
 * Every link that a reader or a program can follow: of the pages, their Markdown, the API description, the errors. Links to other
 * hosts are only listed: tests talk to this machine alone.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { errorRegistry } from '@bandeja/contract/errors/registry';
import type { Database } from '@bandeja/postgres/database';
import { assemble } from '@bandeja/service/assemble';
import { serviceContext } from '@bandeja/service/context';
import { readMarkdown } from '@bandeja/service/http/docs/markdown';
import type { App } from '@bandeja/service/http/route';

const root = resolve(import.meta.dirname, '../..');
const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Link {
  readonly from: string;
  readonly to: string;
}

/** Links of an HTML page, and the anchors in it. */
function readHtml(from: string, html: string): { links: Link[]; anchors: Set<string> } {
  const text = html.replaceAll('&amp;', '&');
  const links = [...text.matchAll(/ (?:href|src|action)="([^"]+)"/g)].map(([, to = '']) => ({ from, to }));
  return { links, anchors: new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)) };
}

/** Links of a Markdown text, those in code left out. */
function linksOfMarkdown(from: string, markdown: string): Link[] {
  const prose = markdown.replaceAll(/^( *)```.*?^\1```/gms, '').replaceAll(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/(?:src|href)="([^"]+)"/g)];
  return links.map(([, to = '']) => ({ from, to }));
}

/** What an address answers with: its links, and its anchors (null where there are none to check). */
interface Reached {
  readonly status: number;
  readonly links: readonly Link[];
  readonly anchors: ReadonlySet<string> | null;
}

async function reach(app: App, pathname: string): Promise<Reached> {
  const {
    statusCode: status,
    headers,
    body,
  } = await app.inject({ url: pathname, headers: { accept: 'text/html,*/*' } });
  const type = String(headers['content-type']);
  if (status === 302) return { status, links: [{ from: pathname, to: String(headers['location']) }], anchors: null };
  // Links of Markdown to files that are not served are not followed.
  const served = linksOfMarkdown(pathname, body).filter(({ to }) => to.startsWith('/'));
  if (type.startsWith('text/markdown')) return { status, links: served, anchors: null };
  // The anchors of the API are drawn by its script.
  if (!type.startsWith('text/html') || pathname === '/docs/api') return { status, links: [], anchors: null };
  return { status, ...readHtml(pathname, body) };
}

/** The app without a database: pages need none. */
function appOfDocs(t: TestContext): App {
  const database = new Proxy({ engine: 'postgres' } as Database, {
    get: (target, name) => (name === 'engine' ? target.engine : assert.fail('pages need no database')),
  });
  const { app } = assemble(serviceContext(database), { operatorToken: 'unused', rateLimits: null, log: 'silent' });
  t.after(() => app.close());
  return app;
}

/** Where a reader or a program begins. */
async function firstLinks(app: App): Promise<Link[]> {
  const described = readText('openapi.json').matchAll(/[("](\/(?:docs|openapi|llms)[\w./#-]*)[)"]/g);
  return [
    { from: 'the start', to: '/' },
    ...Object.keys(errorRegistry).map((code) => ({ from: `type of ${code}`, to: `/docs/errors#${code}` })),
    ...[...described].map(([, to = '']) => ({ from: 'openapi.json', to })),
    ...linksOfMarkdown('llms.txt', (await app.inject('/llms.txt')).body),
  ];
}

describe('every link of the documentation', () => {
  it('leads to something, from page to page', async (t) => {
    const app = appOfDocs(t);
    const reached = new Map<string, Reached>();
    const broken = new Set<string>();
    const external = new Set<string>();
    const waiting = await firstLinks(app);
    for (let link = waiting.shift(); link !== undefined; link = waiting.shift()) {
      const { from, to } = link;
      if (/^[a-z]+:/.test(to)) {
        external.add(to);
        continue;
      }
      const { pathname, hash } = new URL(to, `http://docs${from.startsWith('/') ? from : '/'}`);
      const known = reached.get(pathname);
      const page = known ?? (await reach(app, pathname));
      reached.set(pathname, page);
      if (known === undefined) waiting.push(...page.links);
      if (page.status >= 400) broken.add(`${from} → ${to}: ${page.status}`);
      const isAnchored = hash === '' || page.anchors === null || page.anchors.has(decodeURIComponent(hash.slice(1)));
      if (!isAnchored) broken.add(`${from} → ${to}: no such anchor`);
    }
    assert.deepEqual([...broken], []);
    assert.ok(reached.size > 80, `only ${reached.size} addresses were reached`);
    t.diagnostic(`${reached.size} addresses; of other hosts, not followed: ${[...external].sort().join(' ')}`);
  });

  it('leads to a file with that heading on a code host', async () => {
    const files = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'examples/*.md'], { cwd: root });
    const broken: string[] = [];
    for (const file of files) {
      for (const { to } of linksOfMarkdown(file, readText(file))) {
        if (/^[a-z]+:/.test(to)) continue;
        const [path = '', anchor] = to.split('#');
        const target = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path));
        if (!existsSync(join(root, target))) broken.push(`${file} → ${to}: no such file`);
        else if (anchor !== undefined && !(await anchorsOfFile(target)).has(anchor))
          broken.push(`${file} → ${to}: no such heading`);
      }
    }
    assert.deepEqual(broken, []);
  });
});

const anchors = new Map<string, ReadonlySet<string>>();

async function anchorsOfFile(file: string): Promise<ReadonlySet<string>> {
  const known = anchors.get(file);
  if (known !== undefined) return known;
  const text = readText(file);
  const { sections } = await readMarkdown(text);
  const found = new Set([
    ...sections.map(({ heading }) => heading.anchor),
    ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id),
  ]);
  anchors.set(file, found);
  return found;
}
