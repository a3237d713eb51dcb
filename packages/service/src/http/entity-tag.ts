/**
 * A partner may keep an answer if it revalidates it each time: a player can turn private, and a score can change, at any
 * moment. Each answer has a tag (RFC 9110, section 8.8.3). A request that sends the current tag back is answered with 304
 * and no body.
 *
 * An answer with words for people says in which language they are.
 */
import { hash } from 'node:crypto';
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { App } from './route.ts';

/** Whether a route’s answers are tagged: all reads of partners are. */
export function isTagged({ method, config }: Pick<RouteOptions, 'method' | 'config'>): boolean {
  return (method === 'GET' || method === 'HEAD') && config?.access?.kind === 'partner';
}

/** The tag of an answer. */
export const tagOf = (content: string | Buffer): string => `"${hash('sha1', content, 'base64url')}"`;

/** Tags the answers of {@link isTagged} routes, and answers 304 to a client that has the latest. */
export function tagAnswers(app: App): void {
  app.addHook('onSend', async (request, reply, sent) => {
    const { method, routeOptions } = request;
    const hasWords = reply.statusCode < 300 && routeOptions.config.hasWords === true;
    if (hasWords) reply.headers({ 'Content-Language': request.context.language, Vary: 'Accept-Language' });
    if (reply.statusCode !== 200 || !isTagged({ method, config: routeOptions.config })) return sent;
    if (typeof sent !== 'string') return sent;
    const tag = tagOf(sent);
    // Two keys of one partner may read different things, so an answer for one is no answer for the other.
    reply.headers({
      ETag: tag,
      'Cache-Control': 'private, no-cache',
      Vary: hasWords ? 'Authorization, Accept-Language' : 'Authorization',
    });
    if (!hasTag(request, tag)) return sent;
    reply.code(304).removeHeader('content-type').removeHeader('content-language');
    return '';
  });
}

/** Whether the client has the answer with this tag. Compared weakly, as RFC 9110 has it for `If-None-Match`. No tag of ours has a comma in it. */
export function hasTag(request: FastifyRequest, tag: string): boolean {
  const given = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return given.includes(tag) || given.includes('*');
}
