import { IssuedLink, LinkPath, NewLink, NightLink } from '@bandeja/contract/links';
import { PlanPath } from '@bandeja/contract/plan-paths';
import { Fields } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { addressOf } from '../http/address.ts';
import { readingMatches, writingMatches } from '../http/admission/rights.ts';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { App, RouteModule } from '../http/route.ts';
import { createLink, listLinks, newLinkFaults, withdrawLink } from './links.ts';
import { registerConfirmationRoutes, registerMatchLinks } from './match-routes.ts';
import { registerNightRoutes } from './night-routes.ts';

const tags = ['Plans'];

/** Links to planned nights and to matches, and the routes for callers with a link. */
export const linkRoutes: RouteModule = (app) => {
  registerOwnLinks(app);
  registerNightRoutes(app);
  registerMatchLinks(app);
  registerConfirmationRoutes(app);
};

function registerOwnLinks(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/sessions/:ref/links',
    schema: {
      operationId: 'createLink',
      tags,
      summary: 'Make a link to a night',
      description:
        'An address for phones at the court or a screen on the wall, without a key. The response contains the token, which is never ' +
        'shown again. A night has at most 20 valid links. While it is closed, links that enter results only show it.',
      params: PlanPath,
      body: NewLink,
      response: { 201: IssuedLink },
    },
    config: {
      access: writingMatches,
      notFoundCode: 'plan_not_found',
      bodyRules: newLinkFaults,
      problems: ['too_many_links', 'invalid_transition', 'overloaded'],
    },
    handler: async (request, reply) => {
      const { token, shortCode, ...link } = await createLink(request.context, request.params.ref, request.body);
      const { id, role, court, ...rest } = link;
      reply.code(201);
      const short_code = shortCode && { ...shortCode, url: addressOf(request, `/n/${shortCode.code}`, '') };
      return { id, role, court, token, url: addressOf(request, '/n', token), short_code, ...rest };
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/sessions/:ref/links',
    schema: {
      operationId: 'listLinks',
      tags,
      summary: 'List the links of a night',
      description: 'Links in order of creation, including those that have ended. Their tokens are not shown.',
      params: PlanPath,
      querystring: Fields(pageQuery(byCreation)),
      response: { 200: PageShape('NightLinkPage', NightLink) },
    },
    config: { access: readingMatches, notFoundCode: 'plan_not_found' },
    handler: async (request) =>
      pageAnswer(request, await listLinks(request.context, request.params.ref, requestedPage(request.query))),
  });
  app.route({
    method: 'DELETE',
    url: '/v1/links/:id',
    schema: {
      operationId: 'withdrawLink',
      tags,
      summary: 'Withdraw a link',
      description: 'Ends a link at once. A link that has ended is not changed.',
      params: LinkPath,
      response: { 204: Type.Null({ description: 'The link has ended.' }) },
    },
    config: { access: writingMatches, notFoundCode: 'link_not_found' },
    handler: async ({ context, params }, reply) => {
      await withdrawLink(context, params.id);
      return reply.code(204).send(null);
    },
  });
}
