import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '@bandeja/contract/errors/problem';

type Headers = Pick<IncomingHttpHeaders, 'host' | 'origin'> & { readonly 'sec-fetch-site'?: string | undefined };

/**
 * Whether a browser sends a request for a page of this service. Browsers send no `Sec-Fetch-Site` to plain HTTP on a local network;
 * then `Origin` decides. Programs send neither, and their requests carry no cookie that a browser added.
 */
export function isOwnPage({ 'sec-fetch-site': site, origin, host }: Headers, publicUrl: URL | null): boolean {
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  if (from === null || !/^https?:$/.test(from.protocol)) return false;
  // With the scheme of the page, so that its default port may be present or absent.
  const own = host === undefined ? null : URL.parse(`${from.protocol}//${host}`);
  return from.host === own?.host || from.host === publicUrl?.host;
}

/** @throws {Problem} `cross_site_request` */
export function refuseOtherPages(headers: Headers, publicUrl: URL | null): void {
  if (!isOwnPage(headers, publicUrl)) throw new Problem('cross_site_request');
}
