import { IssuedKey, Key, KeyPath, KeyRotation, NewKey, newKeyFaults, OwnKey } from '@bandeja/contract/keys';
import { PartnerPath } from '@bandeja/contract/partners';
import { Fields } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { getPartner } from '../partners/partners.ts';
import type { Keyring } from './keyring.ts';
import { getKey, issueKey, listKeys, revokeKey, rotateKey } from './keys.ts';

const operator = { kind: 'operator' } as const;
const tags = ['Operators'];

/** A partner's own key, and all keys for operators. @param keyring drops cached credentials when a key ends */
export function keyRoutes(keyring: Pick<Keyring, 'forget'>): RouteModule {
  return (app) => {
    app.route({
      method: 'GET',
      url: '/v1/key',
      schema: {
        operationId: 'getOwnKey',
        tags: ['System'],
        summary: 'Read your key',
        description: 'The partner, plan, mode and scopes of the key that you send. Every key may read this.',
        response: { 200: OwnKey },
      },
      config: { access: { kind: 'partner', scopes: [], callers: 'keys' } },
      handler: async ({ context }) => {
        if (context.actor.kind !== 'key') throw new Error('the route is for keys alone');
        const { keyId: id, mode, scopes, plan, partnerId: partner_id } = context.actor;
        const { name: partner_name } = await getPartner(context, partner_id);
        return { id, mode, scopes: [...scopes], plan, partner_id, partner_name };
      },
    });
    app.route({
      method: 'POST',
      url: '/admin/v1/partners/:id/keys',
      schema: {
        operationId: 'issueKey',
        tags,
        summary: 'Issue a key',
        description: 'The response contains the text of the key, which is never shown again.',
        params: PartnerPath,
        body: NewKey,
        response: { 201: IssuedKey },
      },
      config: {
        access: operator,
        notFoundCode: 'partner_not_found',
        bodyRules: newKeyFaults,
      },
      handler: async (request, reply) => {
        const issued = await issueKey(request.operatorContext, request.params.id, request.body);
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
        description: 'Keys in order of creation, without those that are revoked or expired. Their text is not shown.',
        params: PartnerPath,
        querystring: Fields({
          ...pageQuery(byCreation),
          all: Type.Boolean({ default: false, description: 'With `true`, also keys that are revoked or expired.' }),
        }),
        response: { 200: PageShape('KeyPage', Key) },
      },
      config: { access: operator, notFoundCode: 'partner_not_found' },
      handler: async (request) => {
        const { all } = request.query;
        return pageAnswer(
          request,
          await listKeys(request.operatorContext, request.params.id, all, requestedPage(request.query)),
        );
      },
    });
    app.route({
      method: 'GET',
      url: '/admin/v1/keys/:id',
      schema: {
        operationId: 'getKey',
        tags,
        summary: 'Get a key',
        description: 'Also a key that is revoked or expired. Its text is not shown.',
        params: KeyPath,
        response: { 200: Key },
      },
      config: { access: operator, notFoundCode: 'key_not_found' },
      handler: async (request) => getKey(request.operatorContext, request.params.id),
    });
    app.route({
      method: 'POST',
      url: '/admin/v1/keys/:id/rotate',
      schema: {
        operationId: 'rotateKey',
        tags,
        summary: 'Rotate a key',
        description:
          'Issues a key with the same rights, name and expiry. The old key ends after the overlap, or at its own expiry if ' +
          'that is earlier.',
        params: KeyPath,
        body: KeyRotation,
        response: { 201: IssuedKey },
      },
      config: {
        access: operator,
        notFoundCode: 'key_not_found',
      },
      onSend: async () => keyring.forget(),
      handler: async (request, reply) => {
        const issued = await rotateKey(request.operatorContext, request.params.id, request.body);
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
        description: 'This node refuses the key at once, the other nodes within five seconds.',
        params: KeyPath,
        response: { 204: Type.Null({ description: 'Revoked.' }) },
      },
      config: {
        access: operator,
        notFoundCode: 'key_not_found',
      },
      onSend: async () => keyring.forget(),
      handler: async (request, reply) => {
        await revokeKey(request.operatorContext, request.params.id);
        return reply.code(204).send(null);
      },
    });
  };
}
