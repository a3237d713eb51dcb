/**
 * The pages of the documentation. Nothing is read before the first page is asked for; then the titles of all pages are read
 * once, and each page is rendered when it is first opened.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { addressOf, decisionFiles, HOME_FILE, projectFolder, sections, slugOf, sourceAddressOf } from './contents.ts';
import { type AddressOfFile, resolveLink, withResolvedLinks } from './links.ts';
import { type Passage, type Rendered, readMarkdown, renderMarkdown } from './markdown.ts';
import { memo } from './memo.ts';

export interface Page {
  readonly slug: string;
  readonly address: string;
  readonly sourceAddress: string;
  /** The Markdown file, relative to the project. */
  readonly file: string;
  readonly title: string;
  /** The first paragraph, in plain text. */
  readonly lead: string;
  readonly passages: readonly Passage[];
}

export interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

export interface Library {
  readonly home: Page;
  readonly sections: readonly Section[];
  readonly pages: ReadonlyMap<string, Page>;
  /** The pages in the order in which they are read. */
  readonly inOrder: readonly Page[];
}

const PICTURES = 'docs/pictures';

export const openLibrary: () => Promise<Library> = memo(readLibrary);

async function readLibrary(): Promise<Library> {
  const [home, decisions, ...read] = await Promise.all([
    readPage(HOME_FILE),
    Promise.all(decisionFiles().map(readPage)),
    ...sections.map(async ({ title, files }) => ({ title, pages: await Promise.all(files.map(readPage)) })),
  ]);
  const inOrder = [home, ...read.flatMap(({ pages }) => pages), ...decisions];
  return { home, sections: read, inOrder, pages: new Map(inOrder.map((page) => [page.slug, page])) };
}

async function readPage(file: string): Promise<Page> {
  const slug = slugOf(file);
  const read = await readMarkdown(await markdownOf(file));
  return { slug, address: addressOf(slug), sourceAddress: sourceAddressOf(slug), file, ...read };
}

export const markdownOf = (file: string): Promise<string> => readFile(new URL(file, projectFolder), 'utf8');

/** The file of a picture of the documentation; undefined if there is none of that name. */
export function pictureFile(name: string): URL | undefined {
  if (!/^[a-z-]+\.svg$/.test(name)) return undefined;
  const file = new URL(`${PICTURES}/${name}`, projectFolder);
  return existsSync(file) ? file : undefined;
}

export async function renderPage({ pages }: Library, page: Page): Promise<Rendered> {
  const addresses = addressesOf(pages, (one) => one.address);
  return renderMarkdown(await markdownOf(page.file), (href) => resolveLink(page.file, href, addresses));
}

/** The Markdown of a page for programs. Its links lead to Markdown, too. */
export async function sourceOf({ pages }: Library, page: Page): Promise<string> {
  const addresses = addressesOf(pages, (one) => one.sourceAddress);
  return withResolvedLinks(await markdownOf(page.file), page.file, addresses);
}

function addressesOf(pages: Library['pages'], addressOfPage: (page: Page) => string): AddressOfFile {
  const byFile = new Map([...pages.values()].map((page) => [page.file, addressOfPage(page)]));
  return (path) => byFile.get(path) ?? (path.startsWith(`${PICTURES}/`) ? `/${path}` : undefined);
}
