import { posix } from 'node:path';

/** Where files of the project are served, by their paths; undefined for those that are not. */
export type AddressOfFile = (path: string) => string | undefined;

/** What a link leads to: an address, or a file of the project that is not served. */
export type Target =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'file'; readonly path: string };

/**
 * Resolves a link of a Markdown file, so that one text works on a code host and where it is served.
 * @param from the path of the file that has the link, relative to the project
 */
export function resolveLink(from: string, href: string, addressOfFile: AddressOfFile): Target {
  if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(href)) return { kind: 'address', address: href };
  const [path = '', anchor] = href.split('#');
  const file = posix.normalize(posix.join(posix.dirname(from), decodeURI(path)));
  const address = addressOfFile(file);
  if (address === undefined) return { kind: 'file', path: file };
  return { kind: 'address', address: anchor === undefined ? address : `${address}#${anchor}` };
}

const LINK = /(\]\()([^)\s]+)(\))/g;

/** The Markdown with its links resolved; those to files that are not served stay as they are. */
export function withResolvedLinks(markdown: string, from: string, addressOfFile: AddressOfFile): string {
  return markdown.replace(LINK, (link, open: string, href: string, close: string) => {
    const target = resolveLink(from, href, addressOfFile);
    return target.kind === 'address' ? `${open}${target.address}${close}` : link;
  });
}
