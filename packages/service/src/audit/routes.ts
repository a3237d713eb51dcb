import { AuditEntry } from '@bandeja/contract/audit';
import { MatchPath } from '@bandeja/contract/matches';
import { PlayerPath } from '@bandeja/contract/players';
import { Fields } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { readingMatches } from '../http/admission/rights.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { listAudit, listMatchAudit, listPlayerAudit } from './list.ts';

/** The maximum is the largest integer that a double represents exactly. */
const seqBounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

const key = Fields({ seq: Type.Integer(seqBounds) });
const bounds = { key, limitDefault: 100, limitMax: 1000 } as const;

const AuditPage = PageShape('AuditPage', AuditEntry);

export const auditRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/audit',
    schema: {
      operationId: 'listAudit',
      tags: ['Audit'],
      summary: 'Read your audit trail',
      description: 'Every change of your matches, in order. Each entry contains the hash of the previous one.',
      querystring: Fields({
        ...pageQuery(bounds),
        after: Type.Optional(
          Type.Integer({ ...seqBounds, description: 'Only entries after this `seq`. Default: all entries.' }),
        ),
      }),
      response: { 200: AuditPage },
    },
    config: { access: readingMatches, cost: COSTS.auditPage },
    handler: async (request) => {
      const page = requestedPage(request.query);
      const after = Math.max(page.after?.seq ?? 0, request.query.after ?? 0);
      const found = await listAudit(request.context, { ...page, after: { seq: after } });
      return pageAnswer(request, found);
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/matches/:id/audit',
    schema: {
      operationId: 'listMatchAudit',
      tags: ['Audit'],
      summary: 'Read the audit trail of a match',
      description: 'Every change of the match, oldest first.',
      params: MatchPath,
      querystring: Fields(pageQuery(bounds)),
      response: { 200: AuditPage },
    },
    config: { access: readingMatches, notFoundCode: 'match_not_found', cost: COSTS.auditPage },
    handler: async (request) => {
      const page = requestedPage(request.query);
      return pageAnswer(request, await listMatchAudit(request.context, request.params.id, page));
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/players/:username/audit',
    schema: {
      operationId: 'listPlayerAudit',
      tags: ['Audit'],
      summary: 'Read the audit trail of a player',
      description: 'Every change of the starting level of a player that you registered, oldest first.',
      params: PlayerPath,
      querystring: Fields(pageQuery(bounds)),
      response: { 200: AuditPage },
    },
    config: { access: readingMatches, notFoundCode: 'player_not_found', cost: COSTS.auditPage },
    handler: async (request) => {
      const page = requestedPage(request.query);
      return pageAnswer(request, await listPlayerAudit(request.context, request.params.username, page));
    },
  });
};
