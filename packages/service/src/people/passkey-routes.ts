import {
  NewPasskey,
  NewPasskeySignIn,
  PasskeyCreationOptions,
  PasskeyPath,
  PasskeyRequestOptions,
} from '@bandeja/contract/passkeys';
import { OwnSignIn, Passkey } from '@bandeja/contract/people';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { pageOf } from '../http/address.ts';
import { readCookie, setCookie } from '../http/admission/cookie.ts';
import { signedIn } from '../http/admission/rights.ts';
import type { RouteModule } from '../http/route.ts';
import { addPasskey, getCreationOptions, getRequestOptions, removePasskey, signInWithPasskey } from './passkeys.ts';

const tags = ['Sign-in'];

/** @param context of the two routes without a credential */
export const passkeyRoutes =
  (context: Context): RouteModule =>
  (app) => {
    app.route({
      method: 'POST',
      url: '/v1/passkeys/options',
      schema: {
        operationId: 'getPasskeyCreationOptions',
        tags,
        summary: 'Get the options of a new passkey',
        description:
          'Pass them to `navigator.credentials.create` within 5 minutes. Passkeys work on `localhost`, and on a host name over HTTPS.',
        response: { 200: PasskeyCreationOptions },
      },
      config: { access: signedIn, problems: ['passkeys_unavailable'] },
      handler: (request) => getCreationOptions(request.personContext, pageOf(request)),
    });
    app.route({
      method: 'POST',
      url: '/v1/passkeys',
      schema: {
        operationId: 'addPasskey',
        tags,
        summary: 'Add a passkey',
        description:
          'It signs you in on the host of this page, without an invitation. You can have 10. If the credential or its challenge is ' +
          'not valid, the fault is at `/credential`.',
        body: NewPasskey,
        response: { 201: Passkey },
      },
      config: { access: signedIn, problems: ['passkeys_unavailable', 'too_many_passkeys'] },
      handler: async (request, reply) => {
        const passkey = await addPasskey(request.personContext, pageOf(request), request.body);
        reply.code(201);
        return passkey;
      },
    });
    app.route({
      method: 'DELETE',
      url: '/v1/passkeys/:id',
      schema: {
        operationId: 'removePasskey',
        tags,
        summary: 'Remove a passkey',
        description:
          'One of yours; with `manage:people`, that of any person of the partner. Sign-ins made with it go on.',
        params: PasskeyPath,
        response: { 204: Type.Null({ description: 'Removed.' }) },
      },
      config: { access: signedIn, notFoundCode: 'passkey_not_found' },
      handler: async ({ personContext, params: { id } }, reply) => {
        await removePasskey(personContext, id);
        return reply.code(204).send(null);
      },
    });
    app.route({
      method: 'POST',
      url: '/v1/sign-in/passkey/options',
      schema: {
        operationId: 'getPasskeyRequestOptions',
        tags,
        summary: 'Get the options of signing in with a passkey',
        description: 'Pass them to `navigator.credentials.get` within 5 minutes. No credential is needed.',
        response: { 200: PasskeyRequestOptions },
      },
      config: { access: { kind: 'public' }, problems: ['passkeys_unavailable', 'not_ready'] },
      handler: (request) => getRequestOptions(context, pageOf(request)),
    });
    app.route({
      method: 'POST',
      url: '/v1/sign-in/passkey',
      schema: {
        operationId: 'signInWithPasskey',
        tags,
        summary: 'Sign in with a passkey',
        description:
          'Sets the cookie, as an invitation does. Every credential that signs nobody in gets the same response.',
        body: NewPasskeySignIn,
        response: { 201: OwnSignIn },
      },
      config: {
        access: { kind: 'public' },
        givesCookie: true,
        problems: ['invalid_credentials', 'partner_suspended', 'passkeys_unavailable', 'not_ready'],
      },
      handler: async (request, reply) => {
        const earlier = readCookie(request, 'person');
        const begun = await signInWithPasskey(context, pageOf(request), request.body, earlier);
        setCookie(request, reply, 'person', begun.cookie);
        reply.code(201);
        return begun.signIn;
      },
    });
  };
