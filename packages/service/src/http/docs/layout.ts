/** The one frame of all documentation pages. They work without JavaScript; the script adds live search and copy buttons. */
import { escapeHtml } from './html.ts';
import type { Library, Page } from './library.ts';
import type { Heading } from './markdown.ts';

/** The content security policy: scripts, styles, pictures and requests of this service only, nothing inline. */
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
  /** The page of the library that this is; left out for the search and for a page that is not there. */
  readonly page?: Page;
  /** What the search box holds. */
  readonly query?: string;
}

/** A whole page. */
export function layout(library: Library, { title, html, headings = [], page, query = '' }: PageContent): string {
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
${page === undefined ? '' : neighbours(library, page)}</main>
${tableOfContents(headings)}<nav id="contents" aria-label="Contents">${navigation(library, page)}</nav>
</div>
</body>
</html>
`;
}

/** Of two pages that are called Bandeja. */
const labels: Readonly<Record<string, string>> = { '': 'Home', readme: 'Read me' };

function navigation({ home, sections }: Library, current: Page | undefined): string {
  const link = (page: Page) =>
    `<li><a href="${page.address}"${page === current ? ' aria-current="page"' : ''}>${escapeHtml(labels[page.slug] ?? page.title)}</a></li>`;
  const lists = sections.map(({ title, pages }) => {
    const api = title === 'Reference' ? '<li><a href="/docs/api">The API</a></li>' : '';
    return `<h2>${escapeHtml(title)}</h2><ul>${api}${pages.map(link).join('')}</ul>`;
  });
  return `<ul>${link(home)}</ul>${lists.join('')}`;
}

/** The page's own headings, where there are enough to get lost. */
function tableOfContents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < 3) return '';
  const items = shown.map(({ text, anchor }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`);
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></aside>\n`;
}

function neighbours({ inOrder }: Library, page: Page): string {
  const at = inOrder.indexOf(page);
  const link = (neighbour: Page | undefined, rel: string, label: string) =>
    neighbour === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${neighbour.address}"><small>${label}</small>${escapeHtml(neighbour.title)}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next page">${link(inOrder[at - 1], 'prev', 'Previous')}${link(inOrder[at + 1], 'next', 'Next')}</nav>`;
}

/** For a path under `/docs/` that leads nowhere, opened in a browser. */
export const notFoundContent: PageContent = {
  title: 'No such page',
  html: '<h1>No such page</h1><p>There is no page at this address. Search above, or choose one from the contents.</p>\n',
};
