import { Type } from 'typebox';
import type { Context } from '../../domain/context.ts';
import { INSTANT_MS_MAX } from '../../domain/instant.ts';
import type { Keyring } from '../../domain/keys/index.ts';
import { createPartner, getPartner, listPartners, updatePartner } from '../../domain/partners/index.ts';
import type { App, RouteModule } from '../app.ts';
import { type PageBounds, pageAnswer, pageOf, pageQuery } from '../pagination.ts';
import { PageOf } from '../schemas/pagination.ts';
import { NewPartner, Partner, PartnerPatch, PartnerPath } from '../schemas/partner.ts';
import { Fields, Uuid } from '../schemas/shared.ts';

const operator = { kind: 'operator' } as const;
const tags = ['Operators'];

/** The cursor of a list by creation. */
export function creationCursor(list: string) {
  const key = Fields({ created_at: Type.Integer({ minimum: 0, maximum: INSTANT_MS_MAX }), id: Uuid() });
  return { list, key, limitDefault: 25, limitMax: 100 } as const satisfies PageBounds<typeof key>;
}

const partnerCursor = creationCursor('partners');

/** The operator's view of partners. @param keyring forgets what it knows of partners whenever one changes. */
export function adminPartnerRoutes(keyring: Pick<Keyring, 'forget'>): RouteModule {
  return (app, context) => {
    layReads(app, context);
    layWrites(app, context, keyring);
  };
}

function layReads(app: App, context: Context): void {
  app.route({
    method: 'GET',
    url: '/admin/v1/partners',
    schema: {
      operationId: 'listPartners',
      tags,
      summary: 'List partners',
      description: 'All partners, in order of creation.',
      querystring: Fields(pageQuery(partnerCursor)),
      response: { 200: PageOf('PartnerPage', Partner) },
    },
    config: { access: operator },
    handler: async (request) => {
      const page = pageOf(request.query);
      return pageAnswer(partnerCursor, page, await listPartners(context, page));
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
    config: { access: operator, missing: 'partner_not_found', problems: ['partner_not_found'] },
    handler: async (request) => getPartner(context, request.params.id),
  });
}

function layWrites(app: App, context: Context, keyring: Pick<Keyring, 'forget'>): void {
  app.route({
    method: 'POST',
    url: '/admin/v1/partners',
    schema: {
      operationId: 'createPartner',
      tags,
      summary: 'Create a partner',
      description: 'The partner has no keys yet: issue one next.',
      body: NewPartner,
      response: { 201: Partner },
    },
    config: { access: operator },
    handler: async (request, reply) => {
      const partner = await createPartner(context, request.body);
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
      description: 'A new plan or a suspension holds at once on this node, and within five seconds on all others.',
      params: PartnerPath,
      body: PartnerPatch,
      response: { 200: Partner },
    },
    config: { access: operator, missing: 'partner_not_found', problems: ['partner_not_found'] },
    onSend: async () => keyring.forget(),
    handler: async (request) => {
      const { name, plan, suspended } = request.body;
      const change = { name: name ?? null, plan: plan ?? null, suspended: suspended ?? null };
      return updatePartner(context, request.params.id, change);
    },
  });
}
