/** Everything that is served under `/docs` as ready answers, each made when it is first asked for. */
import { readFile } from 'node:fs/promises';
import { setImmediate as otherEvents } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { policyOf } from '../../reading/pictures/theme.ts';
import { type Asset, makeAsset } from './asset.ts';
import { docsPolicy, layout, notFoundContent, type PageContent } from './layout.ts';
import { type Library, openLibrary, pictureFile, renderPage, sourceOf } from './library.ts';
import { llmsText } from './llms.ts';
import { memo } from './memo.ts';
import { referencePage, referencePolicy, scalarScript } from './reference.ts';
import { buildSearch, searchContent } from './search.ts';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const shelf = new Map<string, () => Promise<Asset>>();

/** The asset of a name, made once. */
function once(name: string, make: () => Promise<Asset>): Promise<Asset> {
  const asset = shelf.get(name) ?? memo(make);
  shelf.set(name, asset);
  return asset();
}

const openSearch = memo(async () => buildSearch(await openLibrary()));

const html = async (content: PageContent): Promise<Asset> =>
  makeAsset(HTML, layout(await openLibrary(), content), docsPolicy);

const besideThis = (path: string): Promise<Buffer> => readFile(new URL(path, import.meta.url));

/** Assets that have an address of their own. */
export const assets = {
  '/docs/style.css': () =>
    once('style', async () => makeAsset('text/css; charset=utf-8', await besideThis('browser/style.css'))),
  '/docs/page.js': () => once('script', async () => makeAsset(SCRIPT, await besideThis('browser/page.js'))),
  '/docs/minisearch.js': () =>
    once('minisearch', async () => makeAsset(SCRIPT, await readFile(fileURLToPath(import.meta.resolve('minisearch'))))),
  '/docs/search.json': () =>
    once('index', async () => makeAsset('application/json; charset=utf-8', (await openSearch()).json)),
  '/docs/api': () => once('api', () => makeAsset(HTML, referencePage, referencePolicy)),
  '/docs/api/reference.js': () =>
    once('reference', async () => makeAsset(SCRIPT, await besideThis('browser/reference.js'))),
  '/docs/api/scalar.js': () => once('scalar', async () => makeAsset(SCRIPT, await scalarScript())),
  '/llms.txt': () => once('llms', async () => makeAsset('text/plain; charset=utf-8', llmsText(await openLibrary()))),
} as const satisfies Record<string, () => Promise<Asset>>;

/** What is served at `/docs/<path>`: a page, its Markdown, or a picture; null if there is nothing. */
export async function documentAt(path: string): Promise<Asset | null> {
  const library = await openLibrary();
  if (path.startsWith('pictures/')) return pictureAt(path);
  if (path.endsWith('.md')) return sourceAt(library, path);
  const page = library.pages.get(path);
  if (page === undefined) return null;
  return once(`page ${path}`, async () => {
    const rendered = await renderPage(library, page);
    return html({ title: page.title, page, ...rendered });
  });
}

async function sourceAt(library: Library, path: string): Promise<Asset | null> {
  const slug = path === 'index.md' ? '' : path.slice(0, -'.md'.length);
  const page = library.pages.get(slug);
  if (page === undefined || path === '.md') return null;
  return once(`source ${path}`, async () => makeAsset('text/markdown; charset=utf-8', await sourceOf(library, page)));
}

async function pictureAt(path: string): Promise<Asset | null> {
  const file = pictureFile(path.slice('pictures/'.length));
  if (file === undefined) return null;
  return once(path, async () => makeAsset('image/svg+xml; charset=utf-8', await readFile(file), policyOf('auto')));
}

let earlierSearches: Promise<void> = Promise.resolve();

/** The results for some words. Searches run one by one, and other events are handled before each. */
export async function searchPage(query: string): Promise<Asset> {
  const index = await openSearch();
  earlierSearches = earlierSearches.then(() => otherEvents());
  await earlierSearches;
  return html(searchContent(index, query));
}

/** The page for an address under `/docs` at which there is nothing. */
export const notFoundPage = (): Promise<Asset> => once('not found', () => html(notFoundContent));
