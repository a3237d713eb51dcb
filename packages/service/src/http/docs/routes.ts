import { Fields } from '@bandeja/contract/shapes';
import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { memoize } from '../../runtime/memoize.ts';
import { notFound } from '../../validation/not-found.ts';
import { pageOf } from '../address.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { App, RouteModule } from '../route.ts';
import { makeAsset, sendAsset, wantsHtml } from './asset.ts';
import { assets, documentAt, downloadAt, downloadsPage, notFoundPage, searchPage } from './assets.ts';
import { HOME_FILE } from './contents.ts';

const publicPage = { access: { kind: 'public' }, undocumented: true } as const;

/** Routes of the documentation: `/docs` for people, `/openapi.json` and `/llms.txt` for programs, packages at `/downloads`. `/` redirects to `/docs`. */
export function documentationRoutes(documentedRoutes: () => readonly RouteOptions[]): RouteModule {
  return (app) => {
    registerDocumentRoute(app, documentedRoutes);
    registerAssetRoutes(app);
    registerPageRoutes(app);
    registerDownloadRoutes(app);
  };
}

function registerDocumentRoute(app: App, documentedRoutes: () => readonly RouteOptions[]): void {
  const document = memoize(async () =>
    makeAsset(
      'application/json; charset=utf-8',
      `${JSON.stringify(openApiDocument(documentedRoutes(), app.publicUrl), null, 2)}\n`,
    ),
  );
  app.route({
    method: 'GET',
    url: '/openapi.json',
    schema: {
      operationId: 'getOpenApiDocument',
      tags: ['System'],
      summary: 'Read this API description',
      description: 'The OpenAPI 3.1 description of every operation.',
      response: { 200: Type.Object({}, { additionalProperties: true, description: 'An OpenAPI 3.1 document.' }) },
    },
    config: { access: { kind: 'public' }, tagsItself: true },
    handler: async (request, reply) => sendAsset(request, reply, await document()),
  });
}

function registerAssetRoutes(app: App): void {
  for (const [url, asset] of Object.entries(assets)) {
    app.route({
      method: 'GET',
      url,
      config: publicPage,
      handler: async (request, reply) => sendAsset(request, reply, await asset()),
    });
  }
}

function registerPageRoutes(app: App): void {
  // `/` is the address that the service prints at its start.
  for (const url of ['/', '/docs/']) {
    app.route({
      method: 'GET',
      url,
      config: publicPage,
      handler: async (_request, reply) => reply.redirect('/docs', 302),
    });
  }
  app.route({
    method: 'GET',
    url: '/docs',
    config: publicPage,
    handler: async (request, reply) => {
      const home = await documentAt('');
      if (home === null) throw new Error(`${HOME_FILE} is not among the pages`);
      return sendAsset(request, reply, home);
    },
  });
  app.route({
    method: 'GET',
    url: '/docs/search',
    schema: { querystring: Fields({ q: Type.Optional(Type.String({ maxLength: 100 })) }) },
    config: publicPage,
    handler: async (request, reply) => sendAsset(request, reply, await searchPage(request.query.q ?? '')),
  });
  app.route({
    method: 'GET',
    url: '/docs/*',
    config: publicPage,
    handler: async (request, reply) => {
      const { '*': path = '' } = request.params as Readonly<Record<string, string>>;
      const found = await documentAt(path);
      if (found !== null) return sendAsset(request, reply, found);
      if (!wantsHtml(request)) throw notFound('route_not_found', `/docs/${path}`);
      return sendAsset(request, reply, await notFoundPage(), 404);
    },
  });
}

function registerDownloadRoutes(app: App): void {
  app.route({
    method: 'GET',
    url: '/downloads',
    config: publicPage,
    handler: async (request, reply) => sendAsset(request, reply, await downloadsPage(pageOf(request).origin)),
  });
  app.route({
    method: 'GET',
    url: '/downloads/*',
    config: publicPage,
    handler: async (request, reply) => {
      const { '*': name = '' } = request.params as Readonly<Record<string, string>>;
      if (name === '') return reply.redirect('/downloads', 302);
      const found = await downloadAt(name);
      if (found === null) throw notFound('route_not_found', `/downloads/${name}`);
      return sendAsset(request, reply, found);
    },
  });
}
