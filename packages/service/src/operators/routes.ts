import { CreatedOperator, NewOperator, Operator, OperatorAction, OperatorPath } from '@bandeja/contract/operators';
import { Fields } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { createOperator, listActions, listOperators, revokeOperator } from './operators.ts';

const operator = { kind: 'operator' } as const;
const tags = ['Operators'];

/** Named operators, and the log of what operators did. */
export const operatorRoutes: RouteModule = (app) => {
  app.route({
    method: 'POST',
    url: '/admin/v1/operators',
    schema: {
      operationId: 'createOperator',
      tags,
      summary: 'Create an operator',
      description: 'The response contains the operator’s token, which is never shown again.',
      body: NewOperator,
      response: { 201: CreatedOperator },
    },
    config: {
      access: operator,
      problems: ['operator_name_taken'],
    },
    handler: async (request, reply) => {
      const created = await createOperator(request.operatorContext, request.body);
      reply.code(201);
      return created;
    },
  });
  app.route({
    method: 'GET',
    url: '/admin/v1/operators',
    schema: {
      operationId: 'listOperators',
      tags,
      summary: 'List operators',
      description:
        'The named operators in order of creation, without revoked ones. The token of the environment belongs to the operator ' +
        '`environment`, which is not in the list.',
      querystring: Fields({
        ...pageQuery(byCreation),
        all: Type.Boolean({ default: false, description: 'With `true`, also operators that are revoked.' }),
      }),
      response: { 200: PageShape('OperatorPage', Operator) },
    },
    config: { access: operator },
    handler: async (request) =>
      pageAnswer(
        request,
        await listOperators(request.operatorContext, request.query.all, requestedPage(request.query)),
      ),
  });
  app.route({
    method: 'DELETE',
    url: '/admin/v1/operators/:id',
    schema: {
      operationId: 'revokeOperator',
      tags,
      summary: 'Revoke an operator',
      description: 'Every node refuses the token at once. The log keeps the operator’s name.',
      params: OperatorPath,
      response: { 204: Type.Null({ description: 'Revoked.' }) },
    },
    config: {
      access: operator,
      notFoundCode: 'operator_not_found',
    },
    handler: async (request, reply) => {
      await revokeOperator(request.operatorContext, request.params.id);
      return reply.code(204).send(null);
    },
  });
  app.route({
    method: 'GET',
    url: '/admin/v1/audit',
    schema: {
      operationId: 'listOperatorActions',
      tags,
      summary: 'List what operators did',
      description:
        'Every successful write under `/admin/v1`, newest first. An entry is stored in the transaction of its write and never ' +
        'changes.',
      querystring: Fields(pageQuery(byCreation)),
      response: { 200: PageShape('OperatorActionPage', OperatorAction) },
    },
    config: { access: operator },
    handler: async (request) =>
      pageAnswer(request, await listActions(request.operatorContext, requestedPage(request.query))),
  });
};
