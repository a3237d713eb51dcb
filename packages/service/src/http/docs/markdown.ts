/** Renders the repository's Markdown as HTML. Loads the `marked` library at the first request for a page. */
import type { MarkedExtension, Token, Tokens } from 'marked';
import { escapeHtml } from './html.ts';
import type { Target } from './links.ts';

export interface Heading {
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

/** The text from one heading to the next: the unit that the search indexes. */
export interface PageSection {
  readonly heading: Heading;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

export type ResolveTarget = (href: string) => Target;

/** Code spans with these addresses become links: the documentation itself, not the API. */
const ADDRESS = /^\/(docs(\/[\w./-]*)?|openapi\.json|llms\.txt)(#[\w-]+)?$/;

export async function renderMarkdown(markdown: string, resolve: ResolveTarget): Promise<Rendered> {
  const { Marked } = await import('marked');
  const headings: Heading[] = [];
  const marked = new Marked(rendererOf(resolve, headings));
  return { html: await marked.parse(markdown), headings };
}

/** The title of a page, its first paragraph in plain text, and its sections. */
export async function readMarkdown(
  markdown: string,
): Promise<{ title: string; lead: string; sections: PageSection[] }> {
  const { lexer } = await import('marked');
  const sections: { heading: Heading; text: string }[] = [];
  const anchorOf = anchorMaker();
  let lead = '';
  for (const token of lexer(markdown)) {
    if (token.type === 'heading') {
      const text = plainText(token.tokens ?? []);
      sections.push({ heading: { depth: (token as Tokens.Heading).depth, text, anchor: anchorOf(text) }, text: '' });
      continue;
    }
    const text = plainText([token]);
    if (lead === '' && token.type === 'paragraph') lead = text;
    const last = sections.at(-1);
    if (last !== undefined) last.text += `${text}\n`;
  }
  return { title: sections[0]?.heading.text ?? '', lead, sections };
}

function rendererOf(resolve: ResolveTarget, headings: Heading[]): MarkedExtension {
  const anchorOf = anchorMaker();
  return {
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const anchor = anchorOf(text);
        headings.push({ depth, text, anchor });
        const content = this.parser.parseInline(tokens);
        const link = depth === 1 ? '' : ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${anchor}">${content}${link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const target = resolve(href);
        if (target.kind === 'file') return `<span title="${escapeHtml(target.path)}">${content}</span>`;
        return `<a href="${escapeHtml(target.address)}">${content}</a>`;
      },
      image({ href, text }) {
        const target = resolve(href);
        const address = target.kind === 'address' ? target.address : href;
        return `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      codespan({ text }) {
        const code = `<code>${escapeHtml(text)}</code>`;
        return ADDRESS.test(text) ? `<a href="${text}">${code}</a>` : code;
      },
      code({ text, lang }) {
        return `<pre tabindex="0"><code class="${escapeHtml(lang || 'text')}">${escapeHtml(text)}</code></pre>\n`;
      },
      table(token) {
        // The markup of `marked`, in a box that scrolls on narrow screens.
        const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map((cell) => `<${tag}${cell.align ? ` class="${cell.align}"` : ''}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        const head = token.header.some(({ text }) => text !== '') ? `<thead>${row(token.header, 'th')}</thead>` : '';
        return `<div class="table"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
      html({ text }) {
        return text.replace(/<!--.*?-->\s*/gs, '').replace(/(src|srcset|href)="([^"]+)"/g, (_, name, href) => {
          const target = resolve(href);
          return `${name}="${escapeHtml(target.kind === 'address' ? target.address : href)}"`;
        });
      },
    },
  };
}

/** Builds anchors as code hosts do, so that a link works here and there. */
function anchorMaker(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const plain = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = used.get(plain) ?? 0;
    used.set(plain, count + 1);
    return count === 0 ? plain : `${plain}-${count}`;
  };
}

/** The text of tokens without markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'html') return '';
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((cells) => cells.map((cell) => plainText(cell.tokens)).join(' ')).join('\n');
      }
      if (token.type === 'list') return plainText((token as Tokens.List).items);
      if (token.type === 'list_item') return `${plainText((token as Tokens.ListItem).tokens)}\n`;
      if (token.type === 'br') return ' ';
      const { tokens: inner, text = '' } = token as { tokens?: Token[]; text?: string };
      return inner === undefined ? text : plainText(inner);
    })
    .join('')
    .replaceAll(/[ \t]*\n/g, ' ')
    .trim();
}
