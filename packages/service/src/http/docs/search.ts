/** Full-text search over all pages. The page's script and, without JavaScript, the service use the same index. */
import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { isForContributors, isGuide } from './contents.ts';
import { escapeHtml } from './html.ts';
import type { PageContent } from './layout.ts';
import type { Page, PageIndex } from './page-index.ts';

/** Sent to the page's script together with the index. */
const options = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['heading', 'page', 'start', 'weight'],
  searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' as const },
};

/** Keep in step with the function of the same name in browser/page.js. */
const boostDocument = (_id: unknown, _term: string, stored?: Record<string, unknown>): number =>
  Number(stored?.['weight'] ?? 1);

const HITS_MAX = 20;
/** Limits for searches on the service: a short prefix matches most words. The page's script has no such limits. */
const WORDS_MAX = 8;
const PREFIX_LENGTH_MIN = 3;
/** MiniSearch's own word separator. */
const BETWEEN_WORDS = /[\n\r\p{Z}\p{P}]+/u;
const START_LENGTH = 140;

export interface SearchIndex {
  readonly search: MiniSearch;
  /** Options and index for the page's script, as JSON. */
  readonly json: string;
}

/** Ranks guides above reference pages, and both above the changelog and pages for contributors. */
function weightOf({ file }: Page): number {
  if (isGuide(file)) return 2;
  return file === 'CHANGELOG.md' || isForContributors(file) ? 0.1 : 1;
}

export async function buildSearch({ inOrder }: PageIndex): Promise<SearchIndex> {
  const { default: MiniSearch } = await import('minisearch');
  const search = new MiniSearch(options);
  const sections = inOrder.flatMap((page) =>
    page.sections.map(({ heading, text }) => ({
      id: heading.depth === 1 ? page.address : `${page.address}#${heading.anchor}`,
      page: page.title,
      heading: heading.text,
      text,
      start: shortened(text),
      weight: weightOf(page),
    })),
  );
  // In chunks, so that building the index does not block partners' requests.
  await search.addAllAsync(sections, { chunkSize: 20 });
  return { search, json: JSON.stringify({ options, hits: HITS_MAX, index: search }) };
}

function shortened(text: string): string {
  if (text.length <= START_LENGTH) return text;
  const cut = text.slice(0, START_LENGTH);
  return `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}

/** The results page, for browsers without JavaScript and for links. */
export function searchContent({ search }: SearchIndex, query: string): PageContent {
  const words = query.split(BETWEEN_WORDS).filter((word) => word !== '');
  const isLong = (word: string): boolean => word.length >= PREFIX_LENGTH_MIN;
  const bounds = {
    boostDocument,
    prefix: isLong,
    fuzzy: (word: string) => isLong(word) && options.searchOptions.fuzzy,
  };
  const hits = search.search(words.slice(0, WORDS_MAX).join(' '), bounds).slice(0, HITS_MAX);
  return { title: 'Search', query, html: `<h1>Search</h1>\n${resultsHtml(query, hits)}` };
}

function resultsHtml(query: string, hits: readonly SearchResult[]): string {
  if (query.trim() === '') return '<p>Type some words into the search box above.</p>\n';
  if (hits.length === 0) {
    return `<p>No page contains all of these words: <strong>${escapeHtml(query)}</strong>. Try fewer or other words, or choose a page from the contents.</p>\n`;
  }
  const items = hits.map(
    ({ id, heading, page, start }) =>
      `<li><a href="${id}">${escapeHtml(heading)}</a>${heading === page ? '' : ` <small>${escapeHtml(page)}</small>`}<br>${escapeHtml(start)}</li>`,
  );
  return `<ol class="results">${items.join('')}</ol>\n`;
}
