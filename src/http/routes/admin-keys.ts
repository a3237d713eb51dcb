import { Type } from 'typebox';
import type { Context } from '../../domain/context.ts';
import { parseInstant } from '../../domain/instant.ts';
import {
  issueKey,
  type Keyring,
  listKeys,
  newKeyFaults,
  OVERLAP_SECONDS_DEFAULT,
  revokeKey,
  rotateKey,
} from '../../domain/keys/index.ts';
import type { App, RouteModule } from '../app.ts';
import { pageAnswer, pageOf, pageQuery } from '../pagination.ts';
import { IssuedKey, Key, KeyPath, KeyRotation, NewKey } from '../schemas/key.ts';
import { PageOf } from '../schemas/pagination.ts';
import { PartnerPath } from '../schemas/partner.ts';
import { Fields } from '../schemas/shared.ts';
import { creationCursor } from './admin-partners.ts';

const operator = { kind: 'operator' } as const;
const tags = ['Operators'];
const keyCursor = creationCursor('keys');

/** The operator's view of keys. @param keyring forgets what it knows of keys whenever one ends. */
export function adminKeyRoutes(keyring: Pick<Keyring, 'forget'>): RouteModule {
  return (app, context) => {
    layPartnerKeys(app, context);
    layEnds(app, context, keyring);
  };
}

function layPartnerKeys(app: App, context: Context): void {
  app.route({
    method: 'POST',
    url: '/admin/v1/partners/:id/keys',
    schema: {
      operationId: 'issueKey',
      tags,
      summary: 'Issue a key',
      description: 'The key is in this answer and never shown again.',
      params: PartnerPath,
      body: NewKey,
      response: { 201: IssuedKey },
    },
    config: {
      access: operator,
      missing: 'partner_not_found',
      problems: ['partner_not_found'],
      bodyRules: (body) => newKeyFaults(body, context.now()),
    },
    handler: async (request, reply) => {
      const { scopes, name, expires_at: expiresAt } = request.body;
      const issued = await issueKey(context, request.params.id, {
        scopes,
        name: name ?? null,
        expiresAt: typeof expiresAt === 'string' ? parseInstant(expiresAt) : null,
      });
      reply.code(201);
      return issued;
    },
  });
  app.route({
    method: 'GET',
    url: '/admin/v1/partners/:id/keys',
    schema: {
      operationId: 'listKeys',
      tags,
      summary: 'List a partner’s keys',
      description: 'The keys that are neither revoked nor expired, in order of creation, without their text.',
      params: PartnerPath,
      querystring: Fields(pageQuery(keyCursor)),
      response: { 200: PageOf('KeyPage', Key) },
    },
    config: { access: operator, missing: 'partner_not_found', problems: ['partner_not_found'] },
    handler: async (request) => {
      const page = pageOf(request.query);
      return pageAnswer(keyCursor, page, await listKeys(context, request.params.id, page));
    },
  });
}

function layEnds(app: App, context: Context, keyring: Pick<Keyring, 'forget'>): void {
  app.route({
    method: 'POST',
    url: '/admin/v1/keys/:id/rotate',
    schema: {
      operationId: 'rotateKey',
      tags,
      summary: 'Rotate a key',
      description:
        'Issues a key with the same rights, name and expiry; the old one ends after the overlap, never later than its ' +
        'own expiry.',
      params: KeyPath,
      body: KeyRotation,
      response: { 201: IssuedKey },
    },
    config: { access: operator, missing: 'key_not_found', problems: ['key_not_found'] },
    onSend: async () => keyring.forget(),
    handler: async (request, reply) => {
      const overlap = request.body.overlap_seconds ?? OVERLAP_SECONDS_DEFAULT;
      const issued = await rotateKey(context, request.params.id, overlap);
      reply.code(201);
      return issued;
    },
  });
  app.route({
    method: 'DELETE',
    url: '/admin/v1/keys/:id',
    schema: {
      operationId: 'revokeKey',
      tags,
      summary: 'Revoke a key',
      description: 'The key is refused at once by this node, and within five seconds by all others.',
      params: KeyPath,
      response: { 204: Type.Null({ description: 'Revoked.' }) },
    },
    config: { access: operator, missing: 'key_not_found', problems: ['key_not_found'] },
    onSend: async () => keyring.forget(),
    handler: async (request, reply) => {
      await revokeKey(context, request.params.id);
      return reply.code(204).send(null);
    },
  });
}
