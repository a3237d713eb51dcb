import {
  InvitedPerson,
  IssuedInvitation,
  NewPerson,
  Person,
  PersonName,
  PersonPatch,
  PersonPath,
} from '@bandeja/contract/people';
import { Fields } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { managingPeople, readingMatches } from '../http/admission/rights.ts';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { App, RouteModule } from '../http/route.ts';
import { invitePerson, withdrawInvitation } from './invitations.ts';
import { addPerson, changePerson, getPerson, listNames, listPeople, removePerson } from './people.ts';
import { issuedInvitation } from './view.ts';

const tags = ['People'];

export const allQuery = Fields({
  ...pageQuery(byCreation),
  all: Type.Boolean({ default: false, description: 'With `true`, also removed people.' }),
});
export const eraseQuery = Fields({
  erase: Type.Boolean({ default: false, description: 'With `true`, the name is removed for good, too.' }),
});
export const PersonPage = PageShape('PersonPage', Person);
export const REMOVAL =
  'Ends the invitation, the sign-ins and the passkeys. Name and role stay readable, so that the audit trail can be read, unless you ' +
  'erase the name. Repeatable: the name can be erased later.';

/** The people of a partner, for its managers. */
export const peopleRoutes: RouteModule = (app) => {
  registerPeople(app);
  registerInvitations(app);
};

function registerPeople(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/people',
    schema: {
      operationId: 'addPerson',
      tags,
      summary: 'Add a person',
      description:
        'The response contains an invitation, whose token is never shown again. A partner has at most 200 people that are not removed.',
      body: NewPerson,
      response: { 201: InvitedPerson },
    },
    config: { access: managingPeople, problems: ['too_many_people'] },
    handler: async (request, reply) => {
      const { context } = request;
      const { person, invitation } = await addPerson(context, context.actor.partnerId, request.body);
      reply.code(201).header('location', `/v1/people/${person.id}`);
      return { ...person, invitation: issuedInvitation(request, invitation) };
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/people',
    schema: {
      operationId: 'listPeople',
      tags,
      summary: 'List your people',
      description: 'People in order of creation, each with the sign-ins and passkeys that are valid.',
      querystring: allQuery,
      response: { 200: PersonPage },
    },
    config: { access: managingPeople, cost: COSTS.page },
    handler: async (request) => {
      const { context, query } = request;
      return pageAnswer(request, await listPeople(context, context.actor.partnerId, query.all, requestedPage(query)));
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/people/names',
    schema: {
      operationId: 'listPersonNames',
      tags,
      summary: 'List the names of your people',
      description:
        'The names behind `person:<id>` in the audit trail, in order of creation. Removed people are included.',
      querystring: Fields(pageQuery(byCreation)),
      response: { 200: PageShape('PersonNamePage', PersonName) },
    },
    config: { access: { ...readingMatches, isOutsideModes: true }, cost: COSTS.page },
    handler: async (request) => pageAnswer(request, await listNames(request.context, requestedPage(request.query))),
  });
  app.route({
    method: 'GET',
    url: '/v1/people/:id',
    schema: {
      operationId: 'getPerson',
      tags,
      summary: 'Read a person',
      description: 'Also a person that was removed.',
      params: PersonPath,
      response: { 200: Person },
    },
    config: { access: managingPeople, notFoundCode: 'person_not_found' },
    handler: ({ context, params: { id } }) => getPerson(context, id),
  });
  app.route({
    method: 'PATCH',
    url: '/v1/people/:id',
    schema: {
      operationId: 'changePerson',
      tags,
      summary: 'Change a person',
      description: 'A new role takes effect with the next request, on every node. The last manager keeps the role.',
      params: PersonPath,
      body: PersonPatch,
      response: { 200: Person },
    },
    config: { access: managingPeople, notFoundCode: 'person_not_found', problems: ['last_manager'] },
    handler: ({ context, params: { id }, body }) => changePerson(context, id, body),
  });
  app.route({
    method: 'DELETE',
    url: '/v1/people/:id',
    schema: {
      operationId: 'removePerson',
      tags,
      summary: 'Remove a person',
      description: `${REMOVAL} The last manager cannot be removed.`,
      params: PersonPath,
      querystring: eraseQuery,
      response: { 204: Type.Null({ description: 'Removed.' }) },
    },
    config: { access: managingPeople, notFoundCode: 'person_not_found', problems: ['last_manager'] },
    handler: async ({ context, params: { id }, query: { erase } }, reply) => {
      await removePerson(context, id, erase);
      return reply.code(204).send(null);
    },
  });
}

function registerInvitations(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/people/:id/invitation',
    schema: {
      operationId: 'invitePerson',
      tags,
      summary: 'Make another invitation',
      description:
        'For another device, or if the first one was not used in time. It ends an earlier invitation of the person.',
      params: PersonPath,
      response: { 201: IssuedInvitation },
    },
    config: { access: managingPeople, notFoundCode: 'person_not_found' },
    handler: async (request, reply) => {
      const made = await invitePerson(request.context, request.params.id);
      reply.code(201);
      return issuedInvitation(request, made);
    },
  });
  app.route({
    method: 'DELETE',
    url: '/v1/people/:id/invitation',
    schema: {
      operationId: 'withdrawInvitation',
      tags,
      summary: 'Withdraw an invitation',
      description: 'Ends the invitation of the person, if there is one. Repeatable.',
      params: PersonPath,
      response: { 204: Type.Null({ description: 'Withdrawn.' }) },
    },
    config: { access: managingPeople, notFoundCode: 'person_not_found' },
    handler: async ({ context, params: { id } }, reply) => {
      await withdrawInvitation(context, id);
      return reply.code(204).send(null);
    },
  });
}
