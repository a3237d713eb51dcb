/** The HTML frame of every documentation page. Pages work without JavaScript; the script adds live search and copy buttons. */
import { escapeHtml } from './html.ts';
import type { Heading } from './markdown.ts';
import type { Page, PageIndex } from './page-index.ts';

/** The content security policy: everything comes from this service, and nothing is inline. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export interface PageContent {
  readonly title: string;
  readonly html: string;
  readonly headings?: readonly Heading[];
  /** Absent for the search results and the 404 page. */
  readonly page?: Page;
  /** The text in the search box. */
  readonly query?: string;
}

export function layout(index: PageIndex, { title, html, headings = [], page, query = '' }: PageContent): string {
  const name = title === 'Bandeja' ? title : `${title} · Bandeja`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(name)}</title>
${page === undefined ? '<meta name="robots" content="noindex">' : `<link rel="alternate" type="text/markdown" href="${page.sourceAddress}">`}
<link rel="stylesheet" href="/docs/style.css"><script src="/docs/page.js" type="module"></script></head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><a class="brand" href="/docs">Bandeja</a><a href="/docs/api">API</a><a class="to-contents" href="#contents">Contents</a>
<form action="/docs/search" role="search"><input type="search" name="q" value="${escapeHtml(query)}" placeholder="Search the docs" aria-label="Search the docs" maxlength="100" autocomplete="off"></form>
<div id="hits" hidden></div></header>
<div class="frame">
<main id="content"><article>
${html}</article>
${page === undefined ? '' : neighbours(index, page)}</main>
${tableOfContents(headings)}<nav id="contents" aria-label="Contents">${navigation(index, page)}</nav>
</div>
</body>
</html>
`;
}

/** By slug: two pages have the title Bandeja. */
const labels: Readonly<Record<string, string>> = { '': 'Home', readme: 'Read me' };

function navigation({ home, chapters }: PageIndex, current: Page | undefined): string {
  const link = (page: Page) =>
    `<li><a href="${page.address}"${page === current ? ' aria-current="page"' : ''}>${escapeHtml(labels[page.slug] ?? page.title)}</a></li>`;
  const lists = chapters.map(({ title, pages }) => {
    const api = title === 'Reference' ? '<li><a href="/docs/api">The API</a></li>' : '';
    return `<h2>${escapeHtml(title)}</h2><ul>${api}${pages.map(link).join('')}</ul>`;
  });
  return `<ul>${link(home)}</ul>${lists.join('')}`;
}

/** The page's own headings; empty if there are fewer than three. */
function tableOfContents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < 3) return '';
  const items = shown.map(({ text, anchor }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`);
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></aside>\n`;
}

function neighbours({ inOrder }: PageIndex, page: Page): string {
  const at = inOrder.indexOf(page);
  const link = (neighbour: Page | undefined, rel: string, label: string) =>
    neighbour === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${neighbour.address}"><small>${label}</small>${escapeHtml(neighbour.title)}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next page">${link(inOrder[at - 1], 'prev', 'Previous')}${link(inOrder[at + 1], 'next', 'Next')}</nav>`;
}

/** The 404 page for browsers. */
export const notFoundContent: PageContent = {
  title: 'No such page',
  html: '<h1>No such page</h1><p>This address has no page. Search above, or choose a page from the contents.</p>\n',
};
