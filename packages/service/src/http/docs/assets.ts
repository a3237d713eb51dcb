/** Everything served under `/docs` and `/downloads`. Each asset is built at the first request for it and then cached. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { memoize } from '../../runtime/memoize.ts';
import { type Asset, makeAsset } from './asset.ts';
import { downloadsContent, readDownload } from './downloads.ts';
import { docsPolicy, layout, notFoundContent, type PageContent } from './layout.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { attachedFile, getPageIndex, type PageIndex, renderPage, sourceOf } from './page-index.ts';
import { referencePage, referencePolicy, scalarScript } from './reference.ts';
import { buildSearch, searchContent } from './search.ts';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const cachedAssets = new Map<string, () => Promise<Asset>>();

function cached(name: string, make: () => Promise<Asset>): Promise<Asset> {
  const asset = cachedAssets.get(name) ?? memoize(make);
  cachedAssets.set(name, asset);
  return asset();
}

const openSearch = memoize(async () => buildSearch(await getPageIndex()));

const html = async (content: PageContent): Promise<Asset> =>
  makeAsset(HTML, layout(await getPageIndex(), content), docsPolicy);

const readSibling = (path: string): Promise<Buffer> => readFile(new URL(path, import.meta.url));

/** Assets with a fixed address. */
export const assets = {
  '/docs/style.css': () =>
    cached('style', async () => makeAsset('text/css; charset=utf-8', await readSibling('browser/style.css'))),
  '/docs/page.js': () => cached('script', async () => makeAsset(SCRIPT, await readSibling('browser/page.js'))),
  '/docs/minisearch.js': () =>
    cached('minisearch', async () =>
      makeAsset(SCRIPT, await readFile(fileURLToPath(import.meta.resolve('minisearch')))),
    ),
  '/docs/search.json': () =>
    cached('index', async () => makeAsset('application/json; charset=utf-8', (await openSearch()).json)),
  '/docs/api': () => cached('api', () => makeAsset(HTML, referencePage, referencePolicy)),
  '/docs/api/reference.js': () =>
    cached('reference', async () => makeAsset(SCRIPT, await readSibling('browser/reference.js'))),
  '/docs/api/scalar.js': () => cached('scalar', async () => makeAsset(SCRIPT, await scalarScript())),
  '/llms.txt': () => cached('llms', async () => makeAsset('text/plain; charset=utf-8', llmsText(await getPageIndex()))),
  '/llms-full.txt': () =>
    cached('llms full', async () => makeAsset('text/plain; charset=utf-8', await llmsFullText(await getPageIndex()))),
} as const satisfies Record<string, () => Promise<Asset>>;

/** The page, Markdown, picture or table at `/docs/<path>`; null if nothing is served there. */
export async function documentAt(path: string): Promise<Asset | null> {
  const index = await getPageIndex();
  const attached = attachedFile(path);
  if (attached !== undefined) return cached(path, () => readAttached(attached));
  if (path.endsWith('.md')) return sourceAt(index, path);
  const page = index.pages.get(path);
  if (page === undefined) return null;
  return cached(`page ${path}`, async () => {
    const rendered = await renderPage(index, page);
    return html({ title: page.title, page, ...rendered });
  });
}

async function sourceAt(index: PageIndex, path: string): Promise<Asset | null> {
  const slug = path === 'index.md' ? '' : path.slice(0, -'.md'.length);
  const page = index.pages.get(slug);
  if (page === undefined || path === '.md') return null;
  return cached(`source ${path}`, async () => makeAsset('text/markdown; charset=utf-8', await sourceOf(index, page)));
}

async function readAttached(file: URL): Promise<Asset> {
  const content = await readFile(file);
  if (file.pathname.endsWith('.csv')) return makeAsset('text/csv; charset=utf-8', content);
  if (file.pathname.endsWith('.webp')) return makeAsset('image/webp', content);
  return makeAsset('image/svg+xml; charset=utf-8', content, policyOf(content.toString()));
}

/** The content security policy of a drawing: it may use only its own style sheet. */
function policyOf(svg: string): string {
  const [, sheet = ''] = /<style>(.*?)<\/style>/s.exec(svg) ?? [];
  const hash = createHash('sha256').update(sheet).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`;
}

let earlierSearches: Promise<void> = Promise.resolve();

/** The search results page. Searches run one at a time and yield to the event loop between them, so that they delay no request. */
export async function searchPage(query: string): Promise<Asset> {
  const searchIndex = await openSearch();
  earlierSearches = earlierSearches.then(() => yieldToEventLoop());
  await earlierSearches;
  return html(searchContent(searchIndex, query));
}

export const notFoundPage = (): Promise<Asset> => cached('not found', () => html(notFoundContent));

/** The list of packages. It shows the address of the service, and packages can appear. */
export async function downloadsPage(origin: string): Promise<Asset> {
  return { ...(await html(await downloadsContent(origin))), cacheControl: 'no-cache' };
}

/** The package at `/downloads/<name>`; null if it is not built. */
export async function downloadAt(name: string): Promise<Asset | null> {
  const known = cachedAssets.get(`download ${name}`);
  if (known !== undefined) return known();
  const download = await readDownload(name);
  return download && cached(`download ${name}`, async () => download);
}
