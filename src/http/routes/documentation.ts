import type { FastifyReply, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { App, RouteModule } from '../app.ts';
import { errorsPage, errorsPagePolicy } from '../docs/errors-page.ts';
import { referencePage, referencePolicy, referenceStart, scalarScript } from '../docs/reference.ts';
import { openApiDocument } from '../openapi/document.ts';

const publicPage = { access: { kind: 'public' }, undocumented: true } as const;

/** The API described for machines (`/openapi.json`) and people (`/docs`, `/docs/errors`; `/` leads there). */
export function documentationRoutes(documentedRoutes: () => readonly RouteOptions[]): RouteModule {
  return (app) => {
    registerDocumentRoute(app, documentedRoutes);
    registerReferenceRoute(app);
    app.route({
      method: 'GET',
      url: '/',
      config: publicPage,
      // For a person who opens the address that the start prints.
      handler: async (_request, reply) => reply.redirect('/docs', 302),
    });
    app.route({
      method: 'GET',
      url: '/docs/errors',
      config: publicPage,
      handler: async (_request, reply) => page(reply, 'text/html; charset=utf-8', errorsPage(), errorsPagePolicy),
    });
  };
}

function registerDocumentRoute(app: App, documentedRoutes: () => readonly RouteOptions[]): void {
  let document: Buffer | undefined;
  app.route({
    method: 'GET',
    url: '/openapi.json',
    schema: {
      operationId: 'getOpenApiDocument',
      tags: ['System'],
      summary: 'This description',
      description: 'The OpenAPI 3.1 description of every operation.',
      response: { 200: Type.Object({}, { additionalProperties: true, description: 'An OpenAPI 3.1 document.' }) },
    },
    config: { access: { kind: 'public' } },
    handler: async (_request, reply) => {
      document ??= Buffer.from(`${JSON.stringify(openApiDocument(documentedRoutes()), null, 2)}\n`);
      return page(reply, 'application/json; charset=utf-8', document);
    },
  });
}

function registerReferenceRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/docs',
    config: publicPage,
    handler: async (_request, reply) => page(reply, 'text/html; charset=utf-8', referencePage, referencePolicy),
  });
  app.route({
    method: 'GET',
    url: '/docs/start.js',
    config: publicPage,
    handler: async (_request, reply) => page(reply, 'text/javascript; charset=utf-8', referenceStart),
  });
  app.route({
    method: 'GET',
    url: '/docs/scalar.js',
    config: publicPage,
    handler: async (request, reply) => {
      const script = await scalarScript();
      const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
      reply.header('vary', 'accept-encoding');
      if (takesGzip) reply.header('content-encoding', 'gzip');
      return page(reply, 'text/javascript; charset=utf-8', takesGzip ? script.gzipped : script.plain);
    },
  });
}

/** Public and the same for everyone: caches may keep it for five minutes and then revalidate it. */
function page(reply: FastifyReply, type: string, content: string | Buffer, policy?: string): FastifyReply {
  reply.header('content-type', type).header('cache-control', 'public, max-age=300');
  if (policy !== undefined) reply.header('content-security-policy', policy);
  return reply.send(content);
}
