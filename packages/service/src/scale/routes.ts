import { NewScale, ScaleView, scaleFaults } from '@bandeja/contract/scale';
import { Type } from 'typebox';
import type { RouteModule } from '../http/route.ts';
import { getScale, putScale, resetScale } from './scale.ts';

const operator = { kind: 'operator' } as const;

/** The scale on which scores are shown as levels. */
export const scaleRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/scale',
    schema: {
      operationId: 'getScale',
      tags: ['Players'],
      summary: 'Read the scale of levels',
      description: 'The knots by which `rating.level` follows from `service_score`, with straight lines between them.',
      response: { 200: ScaleView },
    },
    config: { access: { kind: 'partner', scopes: [] } },
    handler: async (request) => getScale(request.context),
  });
  app.route({
    method: 'GET',
    url: '/admin/v1/scale',
    schema: {
      operationId: 'getOperatorScale',
      tags: ['Operators'],
      summary: 'Read the scale of levels as an operator',
      description: 'The same as `GET /v1/scale`.',
      response: { 200: ScaleView },
    },
    config: { access: operator },
    handler: async (request) => getScale(request.operatorContext),
  });
  app.route({
    method: 'PUT',
    url: '/admin/v1/scale',
    schema: {
      operationId: 'putScale',
      tags: ['Operators'],
      summary: 'Replace the scale of levels',
      description:
        'In force on every node within five seconds, in sandboxes, too. It is presentation: no rating, starting level or event changes.',
      body: NewScale,
      response: { 200: ScaleView },
    },
    config: { access: operator, bodyRules: scaleFaults },
    handler: async (request) => putScale(request.operatorContext, request.body),
  });
  app.route({
    method: 'DELETE',
    url: '/admin/v1/scale',
    schema: {
      operationId: 'resetScale',
      tags: ['Operators'],
      summary: 'Return to the default scale of levels',
      description: 'Repeatable. Each time, the version rises.',
      response: { 204: Type.Null({ description: 'The default scale is in force.' }) },
    },
    config: { access: operator },
    handler: async (request, reply) => {
      await resetScale(request.operatorContext);
      return reply.code(204).send(null);
    },
  });
};
