import type { FastifyRequest } from 'fastify';
import { Problem } from '../domain/errors/problem.ts';
import { readJson } from '../domain/faults/read-json.ts';
import { LARGE_BODY_BYTES } from './limits.ts';

const json = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;

const NO_BODY = 'No body was sent; this operation needs a JSON object, sent as application/json.';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Requires `application/json` for every body that is read. A route that needs no body needs no media type, but one that is
 * given must be right. The content of a GET, HEAD or DELETE has no meaning (RFC 9110, 9.3.1) and is not read at all.
 * @throws {Problem} `unsupported_media_type`.
 */
export function checkMediaType(request: FastifyRequest): void {
  const { shapes } = request.routeOptions.config;
  if (shapes?.body === undefined) return;
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  const optional = shapes.body.optional;
  if (optional && (type === undefined || !hasContent(request))) return;
  if (type === undefined && !hasContent(request)) throw new Problem('unsupported_media_type', NO_BODY);
  if (type === undefined || !json.test(type)) throw new Problem('unsupported_media_type');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported_media_type', 'The body is sent with a content encoding; send it plain.');
  }
}

function hasContent(request: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers;
  return transfer !== undefined || Number(length) > 0;
}

/**
 * Reads a body as JSON. Of a key twice in one object the last counts, and `__proto__` is a key like any other: it
 * becomes a field of its own, which every shape refuses as unknown.
 *
 * @returns `{}` for an empty body where the route needs none.
 * @throws {Problem} `malformed_json`, also for invalid UTF-8 and a byte order mark.
 */
export function parseJsonBody(request: FastifyRequest, bytes: Buffer): unknown {
  const body = request.routeOptions.config.shapes?.body;
  if (bytes.length === 0 && body?.optional === true) return {};
  try {
    // The decoder keeps a byte order mark, which is no JSON.
    const text = utf8.decode(bytes);
    return body === undefined || bytes.length <= LARGE_BODY_BYTES ? JSON.parse(text) : readJson(text, body.documented);
  } catch {
    throw new Problem('malformed_json');
  }
}
