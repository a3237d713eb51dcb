import { Problem } from '@bandeja/contract/errors/problem';
import type { FastifyRequest } from 'fastify';

const MEDIA_TYPE_SHOWN_MAX = 80;
const json = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;

/** With any parameters. */
const isJson = /^application\/json[ \t]*;[ \t]*charset=/i;

const NO_BODY = 'The request has no body. Send a JSON object as application/json.';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Requires `application/json` for every body. If a body is optional, the media type may be absent, but not wrong. The content
 * of a GET or HEAD, and of a DELETE whose route has no body, has no meaning (RFC 9110, 9.3) and is ignored.
 * @throws {Problem} `unsupported_media_type`
 */
export function checkMediaType(request: FastifyRequest): void {
  const { shapes } = request.routeOptions.config;
  if (shapes?.body === undefined) return;
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  const optional = shapes.body.optional;
  if (optional && (type === undefined || !hasContent(request))) return;
  if (type === undefined && !hasContent(request)) throw new Problem('unsupported_media_type', NO_BODY);
  if (type === undefined || type === '') throw new Problem('unsupported_media_type');
  if (!json.test(type)) {
    const shown = type.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MEDIA_TYPE_SHOWN_MAX);
    const wanted = isJson.test(type) ? 'The charset must be UTF-8' : 'Send application/json';
    throw new Problem('unsupported_media_type', `The body has the media type ${shown}. ${wanted}.`);
  }
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported_media_type', `The body has the content encoding ${encoding}. Send it without one.`);
  }
}

function hasContent(request: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers;
  return transfer !== undefined || Number(length) > 0;
}

/**
 * Parses a body as JSON. If an object has a key twice, the last one counts. `__proto__` becomes an ordinary field.
 * @returns `{}` for an empty body that is optional; undefined for a route without a body
 * @throws {Problem} `malformed_json`, including for invalid UTF-8 and a byte order mark
 */
export function parseJsonBody(request: FastifyRequest, bytes: Buffer): unknown {
  if (request.routeOptions.config.shapes?.body === undefined) return undefined;
  if (bytes.length === 0) {
    if (request.routeOptions.config.shapes?.body?.optional === true) return {};
    throw new Problem('malformed_json', 'The body is empty.');
  }
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new Problem('malformed_json', 'The body is not valid UTF-8.');
  }
  if (text.startsWith('\uFEFF')) {
    throw new Problem('malformed_json', 'The body begins with a byte order mark. Send it without.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem('malformed_json', `The body is not valid JSON${positionIn(text, error)}.`);
  }
}

/** Only the position of Node’s message: the rest of it repeats a part of the body. */
function positionIn(text: string, error: unknown): string {
  const found = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(
    error instanceof Error ? error.message : '',
  )?.[1];
  if (found === undefined) return '';
  const before = text.slice(0, Number(found)).split('\n');
  return `: line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
