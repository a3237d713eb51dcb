import { Problem } from '@bandeja/contract/errors/problem';
import type { FastifyRequest } from 'fastify';

const visibleAsciiButHash = /^[!"$-~]+$/;

/** The query of a target, without its `?`; empty if there is none. */
export function queryTextOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** The path of a target, which may be in absolute form. Escapes stay. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return path.startsWith('/') ? path : path.replace(/^https?:\/\/[^/]*/, '');
}

/** Headers that must not be repeated. Node would use the first one, and a proxy might use the other. */
const singletons = new Set(['host', 'authorization', 'content-type', 'content-encoding']);

/**
 * Refuses malformed requests that Node's parser accepts: another HTTP version, a target with a fragment, raw bytes or `*`, a bad
 * escape in the query, no `Host`, a repeated header that must be single. The router refuses a bad escape in the path.
 * @throws {Problem} `malformed_request`; except for bad escapes, the connection closes
 */
export function refuseMalformedRequest(request: FastifyRequest): void {
  const { method, url = '', httpVersion, rawHeaders } = request.raw;
  // The parser accepts HTTP/0.9, and HTTP/2.0 in a request line.
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    throw brokenMessage(`The request is HTTP/${httpVersion}. Send HTTP/1.1 or HTTP/1.0.`);
  if (!visibleAsciiButHash.test(url)) throw brokenMessage();
  // `*` means the whole server and is only valid for OPTIONS (RFC 9112, 3.2.4). The router would treat it as `/`.
  if (url.startsWith('*') && !(url === '*' && method === 'OPTIONS'))
    throw brokenMessage('The target `*` is only valid for OPTIONS.');
  const query = queryTextOf(url);
  if (query.includes('%')) decodeEscapes(query);
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!singletons.has(name)) continue;
    if (seen.has(name)) throw brokenMessage(`The header \`${name}\` is repeated. Send it once.`);
    seen.add(name);
  }
  if (!seen.has('host') && httpVersion === '1.1') {
    throw brokenMessage('The `Host` header is missing. HTTP/1.1 requires it.');
  }
}

/** Closes the connection: after a malformed message, the start of the next one is uncertain. */
function brokenMessage(detail?: string): Problem {
  return new Problem('malformed_request', detail, { headers: { Connection: 'close' } });
}

/** @throws {Problem} `malformed_request` for an escape without two hex digits, or bytes that are not UTF-8 */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badEscape('query', text);
  }
}

/** The escapes of one character, or the beginning of them. */
const ESCAPES = /(?:%[0-9a-f]{2})+|%.{0,2}/gi;
const ESCAPE_SHOWN_MAX = 12;

/** The problem of a text with an escape that is invalid or not UTF-8. */
export function badEscape(part: 'path' | 'query', text: string): Problem {
  const bad = text.match(ESCAPES)?.find((escapes) => !isDecodable(escapes)) ?? '';
  return new Problem(
    'malformed_request',
    `The ${part} contains “${bad.slice(0, ESCAPE_SHOWN_MAX)}”, which is not UTF-8 in percent escapes.`,
  );
}

function isDecodable(escapes: string): boolean {
  try {
    return decodeURIComponent(escapes) !== '';
  } catch {
    return false;
  }
}
