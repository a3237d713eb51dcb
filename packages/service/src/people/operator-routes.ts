import { PartnerPath } from '@bandeja/contract/partners';
import { InvitedPerson, IssuedInvitation, NewManager, PersonPath } from '@bandeja/contract/people';
import { Type } from 'typebox';
import { pageAnswer, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { invitePerson } from './invitations.ts';
import { addPerson, listPeople, removePerson } from './people.ts';
import { allQuery, eraseQuery, PersonPage, REMOVAL } from './routes.ts';
import { issuedInvitation } from './view.ts';

const operator = { kind: 'operator' } as const;
const tags = ['Operators'];

/** Operators let the first manager in, and help a partner whose managers are gone. */
export const operatorPeopleRoutes: RouteModule = (app) => {
  app.route({
    method: 'POST',
    url: '/admin/v1/partners/:id/people',
    schema: {
      operationId: 'addPersonToPartner',
      tags,
      summary: 'Add a person to a partner',
      description: 'The response contains an invitation, whose token is never shown again.',
      params: PartnerPath,
      body: NewManager,
      response: { 201: InvitedPerson },
    },
    config: { access: operator, notFoundCode: 'partner_not_found', problems: ['too_many_people'] },
    handler: async (request, reply) => {
      const { display_name, role } = request.body;
      const added = { display_name, role: role ?? 'manager' };
      const { person, invitation } = await addPerson(request.operatorContext, request.params.id, added);
      reply.code(201);
      return { ...person, invitation: issuedInvitation(request, invitation) };
    },
  });
  app.route({
    method: 'GET',
    url: '/admin/v1/partners/:id/people',
    schema: {
      operationId: 'listPeopleOfPartner',
      tags,
      summary: 'List a partner’s people',
      description: 'People in order of creation, each with the sign-ins and passkeys that are valid.',
      params: PartnerPath,
      querystring: allQuery,
      response: { 200: PersonPage },
    },
    config: { access: operator, notFoundCode: 'partner_not_found' },
    handler: async (request) => {
      const { operatorContext, params, query } = request;
      return pageAnswer(request, await listPeople(operatorContext, params.id, query.all, requestedPage(query)));
    },
  });
  app.route({
    method: 'POST',
    url: '/admin/v1/people/:id/invitation',
    schema: {
      operationId: 'invitePersonOfPartner',
      tags,
      summary: 'Make another invitation',
      description: 'It ends an earlier invitation of the person.',
      params: PersonPath,
      response: { 201: IssuedInvitation },
    },
    config: { access: operator, notFoundCode: 'person_not_found' },
    handler: async (request, reply) => {
      const made = await invitePerson(request.operatorContext, request.params.id);
      reply.code(201);
      return issuedInvitation(request, made);
    },
  });
  app.route({
    method: 'DELETE',
    url: '/admin/v1/people/:id',
    schema: {
      operationId: 'removePersonOfPartner',
      tags,
      summary: 'Remove a person',
      description: `${REMOVAL} Unlike managers, you can remove the last manager.`,
      params: PersonPath,
      querystring: eraseQuery,
      response: { 204: Type.Null({ description: 'Removed.' }) },
    },
    config: { access: operator, notFoundCode: 'person_not_found' },
    handler: async ({ operatorContext, params: { id }, query: { erase } }, reply) => {
      await removePerson(operatorContext, id, erase);
      return reply.code(204).send(null);
    },
  });
};
