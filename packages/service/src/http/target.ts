import { Problem } from '@bandeja/contract/errors/problem';
import type { FastifyRequest } from 'fastify';

const visibleAsciiButHash = /^[!"$-~]+$/;

/** The query of a target, without its `?`; empty if there is none. */
export function queryTextOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** Fields that a request has at most once. Of two, Node would take the first, and a proxy might take the other. */
const singletons = new Set(['host', 'authorization', 'content-type', 'content-encoding']);

/**
 * Refuses what Node's parser lets through although it is not HTTP/1.1: another version, a target with a fragment or raw bytes
 * or `*`, a query with a bad escape, no `Host`, a field twice that may stand once. (A bad escape in the path is refused by the router.)
 * @throws {Problem} `malformed_request`; but for bad escapes it closes the connection, as for what the parser refuses.
 */
export function refuseMalformedRequest(request: FastifyRequest): void {
  const { method, url = '', httpVersion, rawHeaders } = request.raw;
  // HTTP/0.9 is taken by the parser, and so is a request line that says HTTP/2.0.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') throw brokenMessage('The request is not HTTP/1.1 or HTTP/1.0.');
  if (!visibleAsciiButHash.test(url)) throw brokenMessage();
  // It stands for the whole server, and only OPTIONS can ask about that (RFC 9112, 3.2.4). The router takes it for `/`.
  if (url.startsWith('*') && !(url === '*' && method === 'OPTIONS'))
    throw brokenMessage('Only OPTIONS has the target `*`.');
  const query = queryTextOf(url);
  if (query.includes('%')) decodeEscapes(query);
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!singletons.has(name)) continue;
    if (seen.has(name)) throw brokenMessage('A header that may stand only once stands there twice.');
    seen.add(name);
  }
  if (!seen.has('host') && httpVersion === '1.1') {
    throw brokenMessage('An HTTP/1.1 request has a Host header.');
  }
}

/** After a wrongly framed message the next one could be read differently here than the client meant it. */
function brokenMessage(detail?: string): Problem {
  return new Problem('malformed_request', detail, { headers: { Connection: 'close' } });
}

/** @throws {Problem} `malformed_request` for an escape that is not two hex digits, or bytes that are not UTF-8. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem('malformed_request', 'A percent escape in the query is not valid, or not UTF-8.');
  }
}
