/** The web console under `/console`: the files that `scripts/console.ts` built, and one page for every other path. */
import { readdir, readFile } from 'node:fs/promises';
import { Fields } from '@bandeja/contract/shapes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { memoize } from '../../runtime/memoize.ts';
import { notFound } from '../../validation/not-found.ts';
import { type Asset, makeAsset, sendAsset, wantsHtml, withTag } from '../docs/asset.ts';
import type { RouteModule } from '../route.ts';

const BUILT = new URL('../../../../console/dist/', import.meta.url);
const PAGE = 'index.html';
/** Pages that a link opens, by their path. */
const LINKED_PAGES: Readonly<Record<string, string>> = { night: 'night.html', confirmation: 'confirmation.html' };

const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The pictures are read with `Bandeja-Mode`, which an address in the page cannot send.
  "img-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
};

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Bandeja</title></head>
<body><h1>The console is not built</h1>
<p>In another checkout of the same version, run <code>npm ci</code>, which builds it, and copy <code>packages/console/dist</code> into
the installation. See <a href="/docs/operations/deployment#the-web-console">the web console</a>. Everything else works without it.</p></body>
</html>
`;

type Files = ReadonlyMap<string, () => Promise<Asset>>;

/** @param folder the built files */
export function consoleRoutes(folder: URL = BUILT): RouteModule {
  const files = memoize(() => listFiles(folder));
  const notBuilt = memoize(async () => ({
    ...(await makeAsset(TYPES['html'] ?? '', NOT_BUILT, consolePolicy)),
    cacheControl: 'no-cache',
  }));

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = (request.params as Readonly<Record<string, string>>)['*'] ?? '';
    const built = await files().catch(() => null);
    const file = built?.get(path);
    if (file !== undefined) {
      // Its address would allow `/console/` only, which leaves out the page at `/console`.
      if (path === 'worker.js') reply.header('service-worker-allowed', '/console');
      return sendAsset(request, reply, await file());
    }
    if (!wantsPage(request, path)) throw notFound('route_not_found', request.url.split('?', 1)[0] ?? '');
    return answerPage(request, reply, path);
  }

  async function answerPage(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const built = await files().catch(() => null);
    const page = built?.get(LINKED_PAGES[path] ?? PAGE);
    if (page === undefined) return sendAsset(request, reply, await notBuilt(), 404);
    return sendAsset(request, reply.header('cross-origin-opener-policy', 'same-origin'), await page());
  }

  return (app) => {
    // Browsers carry the token of a link or an invitation over to the new address: it is in the fragment, which they do not send.
    for (const [url, page] of Object.entries({
      '/n': '/console/night',
      '/c': '/console/confirmation',
      '/j': '/console/join',
    })) {
      app.route({
        method: 'GET',
        url,
        config: { access: { kind: 'public' }, undocumented: true, ignoresQuery: true },
        handler: (_request, reply) => reply.redirect(page, 302),
      });
    }
    // A short code is a path, for those who type it into a television. The script of the page reads it.
    app.route({
      method: 'GET',
      url: '/n/:code',
      schema: { params: Fields({ code: Type.String() }) },
      config: { access: { kind: 'public' }, undocumented: true, ignoresQuery: true },
      handler: (request, reply) => answerPage(request, reply, 'night'),
    });
    for (const page of ['/console', '/console/night', '/console/confirmation']) {
      app.route({
        method: 'GET',
        url: `${page}/`,
        config: { access: { kind: 'public' }, undocumented: true, ignoresQuery: true },
        handler: ({ url }, reply) => reply.redirect(page + (/\?.*/.exec(url)?.[0] ?? ''), 302),
      });
    }
    for (const url of ['/console', '/console/*']) {
      app.route({
        method: 'GET',
        url,
        config: { access: { kind: 'public' }, undocumented: true, ignoresQuery: true },
        handler: answer,
      });
    }
  };
}

/** Checks of a service send no `Accept`, or accept anything, and so do scripts of a page that are missing after an upgrade. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  const { accept = '*/*' } = request.headers;
  return wantsHtml(request) || (accept.includes('*/*') && !path.startsWith('assets/'));
}

/** The files to serve, by path. @throws if the console is not built */
async function listFiles(folder: URL): Promise<Files> {
  const paths = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/'));
  const served = paths.filter((path) => paths.includes(`${path}.br`));
  if (!served.includes(PAGE)) throw new Error('the console is not built');
  return new Map(served.map((path) => [path, memoize(() => readBuilt(folder, path))]));
}

async function readBuilt(folder: URL, path: string): Promise<Asset> {
  const read = async (suffix: string) => withTag(await readFile(new URL(path + suffix, folder)));
  const [plain, gzipped, brotli] = await Promise.all([read(''), read('.gz'), read('.br')]);
  // Vite puts a hash of the content into these names.
  const isHashed = path.startsWith('assets/');
  return {
    type: TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8',
    plain,
    gzipped,
    brotli,
    policy: consolePolicy,
    cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}
