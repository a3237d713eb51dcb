import { posix } from 'node:path';

/** The URL path of a file of the repository; undefined if it is not served. */
export type AddressOfFile = (path: string) => string | undefined;

/** Where a link points: to a URL, or to a file of the repository that is not served. */
export type Target =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'file'; readonly path: string };

/**
 * Resolves a link in a Markdown file, so that the same text works on a code host and in the served documentation.
 * @param from the path of the file that contains the link, relative to the repository
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

/** The Markdown with resolved links. Links to files that are not served stay unchanged. */
export function withResolvedLinks(markdown: string, from: string, addressOfFile: AddressOfFile): string {
  return markdown.replace(LINK, (link, open: string, href: string, close: string) => {
    const target = resolveLink(from, href, addressOfFile);
    return target.kind === 'address' ? `${open}${target.address}${close}` : link;
  });
}
