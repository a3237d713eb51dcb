/**
 * CORS: what pages of other origins may call. The token of a link to a night is meant for browsers, so a partner may build a page of its
 * own for phones. A key is not: a page that has it shows it to everyone. No other route answers a preflight, so no page of another
 * origin can send `Authorization` or `Bandeja-Mode` there. No answer allows cookies.
 */
import type { FastifyReply, RouteOptions } from 'fastify';
import type { MethodsByPath } from './method-not-allowed.ts';
import type { App } from './route.ts';

const ALLOWED_HEADERS = 'Authorization, Content-Type, If-None-Match, Accept-Language, User-Agent, X-Request-Id';
const READABLE_HEADERS = 'Bandeja-Mode, Content-Language, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
/** Browsers keep a preflight for two hours at most. */
const PREFLIGHT_SECONDS = 7_200;

/** Lets pages of every origin read the response, even a refusal. */
export function allowOtherOrigins(reply: FastifyReply): void {
  reply.headers({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': READABLE_HEADERS });
}

/** Registers a route that answers preflights for the path of each of these. */
export function answerPreflights(app: App, routes: readonly RouteOptions[], methodsByPath: MethodsByPath): void {
  for (const { url, schema, config } of routes) {
    const methods = [...(methodsByPath.get(url) ?? [])].sort().join(', ');
    app.route({
      method: 'OPTIONS',
      url,
      schema: { ...(schema?.params !== undefined && { params: schema.params }) },
      config: {
        access: { kind: 'public' },
        allowsOtherOrigins: true,
        undocumented: true,
        ignoresQuery: true,
        ...(config?.notFoundCode !== undefined && { notFoundCode: config.notFoundCode }),
      },
      handler: async (_request, reply) =>
        reply
          .code(204)
          .headers({
            'Access-Control-Allow-Methods': methods,
            'Access-Control-Allow-Headers': ALLOWED_HEADERS,
            'Access-Control-Max-Age': PREFLIGHT_SECONDS,
          })
          .send(),
    });
  }
}
