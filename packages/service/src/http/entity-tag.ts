/**
 * Entity tags (RFC 9110, section 8.8.3). A partner may cache a response but must revalidate it each time, since a player can
 * become private and a score can change at any moment. If the request contains the current tag, the response is 304 without a body.
 *
 * Responses with text for people also get `Content-Language`. Those that many phones poll are compressed. Their tags are weak, because a
 * response and its compressed form have the same.
 */
import { hash } from 'node:crypto';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import Negotiator from 'negotiator';
import { contextOf } from './admission/request-context.ts';
import { hasChoice } from './media-types.ts';
import type { App } from './route.ts';

/** True for every read by a partner or a link. */
export function isTagged({ method, config }: Pick<RouteOptions, 'method' | 'config'>): boolean {
  const kind = config?.access?.kind;
  return (method === 'GET' || method === 'HEAD') && (kind === 'partner' || kind === 'link');
}

export const tagOf = (content: string | Buffer): string => `"${hash('sha1', content, 'base64url')}"`;

/** Tags the responses of {@link isTagged} routes. Sends 304 if the client has the current one. */
export function tagAnswers(app: App): void {
  // Not asynchronous, since a promise per hook would slow down every request.
  app.addHook('onSend', (request, reply, sent, done) => {
    let content: unknown;
    try {
      content = withTag(request, reply, sent);
    } catch (error) {
      done(error as Error);
      return;
    }
    const { isCompressed = false } = request.routeOptions.config;
    if (!isCompressed || reply.statusCode !== 200 || typeof content !== 'string' || !acceptsGzip(request)) {
      done(null, content);
      return;
    }
    reply.header('content-encoding', 'gzip');
    gzip(content, (error, compressed) => (error === null ? done(null, compressed) : done(error)));
  });
}

/** Sets the headers of a response. @returns its content; none with the status 304 */
function withTag(request: FastifyRequest, reply: FastifyReply, sent: unknown): unknown {
  const { method, routeOptions } = request;
  const { config } = routeOptions;
  const hasWords = reply.statusCode < 300 && config.hasWords === true;
  if (hasWords) reply.headers({ 'Content-Language': contextOf(request).language, Vary: 'Accept-Language' });
  if (reply.statusCode !== 200 || !isTagged({ method, config }) || typeof sent !== 'string') return sent;
  // A page of CSV has the next one in its header, so that the page may change without its rows.
  const tag = tagOf(sent + String(reply.getHeader('link') ?? ''));
  const { isCompressed = false } = config;
  const accepts = [
    ...(hasWords ? ['Accept-Language'] : []),
    ...(hasChoice(config) ? ['Accept'] : []),
    ...(isCompressed ? ['Accept-Encoding'] : []),
  ];
  // Two callers of a partner may get different responses, so caches must keep them apart.
  reply.headers({
    ETag: isCompressed ? `W/${tag}` : tag,
    'Cache-Control': 'private, no-cache',
    Vary: ['Authorization', 'Cookie', 'Bandeja-Mode', ...accepts].join(', '),
  });
  if (!hasTag(request, tag)) return sent;
  reply.code(304).removeHeader('content-type').removeHeader('content-language');
  return '';
}

const acceptsGzip = ({ raw }: FastifyRequest): boolean =>
  new Negotiator(raw).encodings(['gzip', 'identity'])[0] === 'gzip';

/** Whether `If-None-Match` contains this tag, by weak comparison (RFC 9110). Splitting at commas is safe: our tags contain none. */
export function hasTag(request: FastifyRequest, tag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  const given = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return given.includes(tag) || given.includes('*');
}
