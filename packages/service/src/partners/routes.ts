import {
  NewPartner,
  OwnPartner,
  OwnPartnerPatch,
  Partner,
  PartnerPatch,
  PartnerPath,
} from '@bandeja/contract/partners';
import { Fields } from '@bandeja/contract/shapes';
import { managingPeople } from '../http/admission/rights.ts';
import { csvOfPage } from '../http/csv/answer.ts';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { App, RouteModule } from '../http/route.ts';
import { changeOwnPartner, createPartner, getOwnPartner, getPartner, listPartners, updatePartner } from './partners.ts';

const operator = { kind: 'operator' } as const;
const tags = ['Operators'];

/** Partners, for operators and for themselves. @param onChange called when a partner has changed */
export function partnerRoutes(onChange: () => void): RouteModule {
  return (app) => {
    registerOwnPartner(app, onChange);
    app.route({
      method: 'GET',
      url: '/admin/v1/partners',
      schema: {
        operationId: 'listPartners',
        tags,
        summary: 'List partners',
        description: 'All partners, in order of creation.',
        querystring: Fields(pageQuery(byCreation)),
        response: { 200: PageShape('PartnerPage', Partner) },
      },
      config: { access: operator, csv: csvOfPage(Partner) },
      handler: async (request) => {
        return pageAnswer(request, await listPartners(request.operatorContext, requestedPage(request.query)));
      },
    });
    app.route({
      method: 'GET',
      url: '/admin/v1/partners/:id',
      schema: {
        operationId: 'getPartner',
        tags,
        summary: 'Read a partner',
        description: 'One partner.',
        params: PartnerPath,
        response: { 200: Partner },
      },
      config: { access: operator, notFoundCode: 'partner_not_found' },
      handler: async (request) => getPartner(request.operatorContext, request.params.id),
    });
    app.route({
      method: 'POST',
      url: '/admin/v1/partners',
      schema: {
        operationId: 'createPartner',
        tags,
        summary: 'Create a partner',
        description: 'Creates a partner without keys. Issue a key next.',
        body: NewPartner,
        response: { 201: Partner },
      },
      config: { access: operator },
      handler: async (request, reply) => {
        const partner = await createPartner(request.operatorContext, request.body);
        reply.code(201).header('location', `/admin/v1/partners/${partner.id}`);
        return partner;
      },
    });
    app.route({
      method: 'PATCH',
      url: '/admin/v1/partners/:id',
      schema: {
        operationId: 'updatePartner',
        tags,
        summary: 'Change a partner',
        description:
          'A new plan or a suspension takes effect at once on this node, and within five seconds on the other nodes.',
        params: PartnerPath,
        body: PartnerPatch,
        response: { 200: Partner },
      },
      config: {
        access: operator,
        notFoundCode: 'partner_not_found',
      },
      onSend: async () => onChange(),
      handler: async (request) => updatePartner(request.operatorContext, request.params.id, request.body),
    });
  };
}

function registerOwnPartner(app: App, onChange: () => void): void {
  app.route({
    method: 'GET',
    url: '/v1/partner',
    schema: {
      operationId: 'getOwnPartner',
      tags: ['People'],
      summary: 'Read your partner',
      description: 'Your own partner. The answer is the same in the sandbox.',
      response: { 200: OwnPartner },
    },
    config: { access: { kind: 'partner', scopes: [], isOutsideModes: true } },
    handler: ({ context }) => getOwnPartner(context),
  });
  app.route({
    method: 'PATCH',
    url: '/v1/partner',
    schema: {
      operationId: 'changeOwnPartner',
      tags: ['People'],
      summary: 'Change your partner',
      description:
        'Changes the name of your club, which people see on nights and pictures, and the time zone of its days.',
      body: OwnPartnerPatch,
      response: { 200: OwnPartner },
    },
    config: { access: managingPeople },
    onSend: async () => onChange(),
    handler: ({ context, body }) => changeOwnPartner(context, body),
  });
}
