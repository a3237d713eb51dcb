/**
 * The pages of the documentation. The first request for a page reads all titles once; a page is rendered when it is first
 * opened.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { memoize } from '../../runtime/memoize.ts';
import { addressOf, chapters, decisionFiles, HOME_FILE, projectFolder, slugOf, sourceAddressOf } from './contents.ts';
import { type AddressOfFile, resolveLink, withResolvedLinks } from './links.ts';
import { type PageSection, type Rendered, readMarkdown, renderMarkdown } from './markdown.ts';

export interface Page {
  readonly slug: string;
  readonly address: string;
  readonly sourceAddress: string;
  /** The Markdown file, relative to the project. */
  readonly file: string;
  readonly title: string;
  /** The first paragraph, in plain text. */
  readonly lead: string;
  readonly sections: readonly PageSection[];
}

export interface Chapter {
  readonly title: string;
  readonly pages: readonly Page[];
}

export interface PageIndex {
  readonly home: Page;
  readonly chapters: readonly Chapter[];
  readonly pages: ReadonlyMap<string, Page>;
  /** All pages in reading order. */
  readonly inOrder: readonly Page[];
}

const ATTACHED = /^(pictures\/[a-z-]+\.(svg|webp)|[a-z-]+\.csv)$/;

export const getPageIndex: () => Promise<PageIndex> = memoize(readPageIndex);

async function readPageIndex(): Promise<PageIndex> {
  const [home, decisions, ...listed] = await Promise.all([
    readPage(HOME_FILE),
    Promise.all(decisionFiles().map(readPage)),
    ...chapters.map(async ({ title, files }) => ({ title, pages: await Promise.all(files.map(readPage)) })),
  ]);
  const inOrder = [home, ...listed.flatMap(({ pages }) => pages), ...decisions];
  return { home, chapters: listed, inOrder, pages: new Map(inOrder.map((page) => [page.slug, page])) };
}

async function readPage(file: string): Promise<Page> {
  const slug = slugOf(file);
  const read = await readMarkdown(await markdownOf(file));
  return { slug, address: addressOf(slug), sourceAddress: sourceAddressOf(slug), file, ...read };
}

export const markdownOf = (file: string): Promise<string> => readFile(new URL(file, projectFolder), 'utf8');

/** A picture or a table that pages link to, by its path in `docs`; undefined if it doesn't exist. */
export function attachedFile(path: string): URL | undefined {
  if (!ATTACHED.test(path)) return undefined;
  const file = new URL(`docs/${path}`, projectFolder);
  return existsSync(file) ? file : undefined;
}

export async function renderPage({ pages }: PageIndex, page: Page): Promise<Rendered> {
  const addresses = addressesOf(pages, (one) => one.address);
  return renderMarkdown(await markdownOf(page.file), (href) => resolveLink(page.file, href, addresses));
}

/** The Markdown of a page for programs. Its links also point to Markdown. */
export async function sourceOf({ pages }: PageIndex, page: Page): Promise<string> {
  const addresses = addressesOf(pages, (one) => one.sourceAddress);
  return withResolvedLinks(await markdownOf(page.file), page.file, addresses);
}

function addressesOf(pages: PageIndex['pages'], addressOfPage: (page: Page) => string): AddressOfFile {
  const byFile = new Map([...pages.values()].map((page) => [page.file, addressOfPage(page)]));
  return (path) => byFile.get(path) ?? (ATTACHED.test(path.replace(/^docs\//, '')) ? `/${path}` : undefined);
}
