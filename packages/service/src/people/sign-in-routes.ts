import { Invitation, IssuedInvitation, NewSignIn, OwnSignIn, SignInPath } from '@bandeja/contract/people';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { readCookie, removeCookie, setCookie } from '../http/admission/cookie.ts';
import { signedIn } from '../http/admission/rights.ts';
import type { RouteModule } from '../http/route.ts';
import { invitePerson } from './invitations.ts';
import { endSignIn, getInvitation, getOwnSignIn, signIn, signOut } from './sign-ins.ts';
import { issuedInvitation } from './view.ts';

const tags = ['Sign-in'];

/** Signing in by an invitation, and the routes about one's own sign-in. @param context of sign-outs, which may have ended before */
export const signInRoutes =
  (context: Context): RouteModule =>
  (app) => {
    app.route({
      method: 'GET',
      url: '/v1/invitation',
      schema: {
        operationId: 'getInvitation',
        tags,
        summary: 'Read your invitation',
        description: 'The person and the partner of the invitation. Reading does not spend it.',
        response: { 200: Invitation },
      },
      config: { access: { kind: 'invitation' } },
      handler: ({ invitedContext }) => getInvitation(invitedContext),
    });
    app.route({
      method: 'POST',
      url: '/v1/sign-in',
      schema: {
        operationId: 'signIn',
        tags,
        summary: 'Sign in with an invitation',
        description:
          'Spends the invitation and sets the cookie. If the browser was signed in before, that sign-in ends. A person has at most ' +
          '20 sign-ins: another one ends the one unused for longest.',
        body: NewSignIn,
        response: { 201: OwnSignIn },
      },
      config: { access: { kind: 'invitation' }, givesCookie: true },
      handler: async (request, reply) => {
        const begun = await signIn(request.invitedContext, request.body, readCookie(request, 'person'));
        setCookie(request, reply, 'person', begun.cookie);
        reply.code(201);
        return begun.signIn;
      },
    });
    app.route({
      method: 'GET',
      url: '/v1/sign-in',
      schema: {
        operationId: 'getSignIn',
        tags,
        summary: 'Read your sign-in',
        description: 'The person that you are, the partner, and what your role allows.',
        response: { 200: OwnSignIn },
      },
      config: { access: signedIn },
      handler: ({ personContext }) => getOwnSignIn(personContext),
    });
    app.route({
      method: 'DELETE',
      url: '/v1/sign-in',
      schema: {
        operationId: 'signOut',
        tags,
        summary: 'Sign out',
        description: 'Ends the sign-in and removes the cookie. Also answers 204 if the sign-in has ended.',
        response: { 204: Type.Null({ description: 'Signed out.' }) },
      },
      config: { access: { kind: 'cookie', of: 'person' } },
      handler: async (request, reply) => {
        await signOut(context, readCookie(request, 'person') ?? '');
        removeCookie(request, reply, 'person');
        return reply.code(204).send(null);
      },
    });
    app.route({
      method: 'POST',
      url: '/v1/sign-in/invitation',
      schema: {
        operationId: 'inviteOwnDevice',
        tags,
        summary: 'Make an invitation for another device of yours',
        description:
          'It is valid for 10 minutes, and ends an earlier invitation of yours. Show its address as a QR code.',
        response: { 201: IssuedInvitation },
      },
      config: { access: signedIn },
      handler: async (request, reply) => {
        const { personContext } = request;
        const made = await invitePerson(personContext, personContext.actor.personId);
        reply.code(201);
        return issuedInvitation(request, made);
      },
    });
    app.route({
      method: 'DELETE',
      url: '/v1/sign-ins/:id',
      schema: {
        operationId: 'endSignIn',
        tags,
        summary: 'End a sign-in',
        description: 'One of yours; with `manage:people`, that of any person of the partner.',
        params: SignInPath,
        response: { 204: Type.Null({ description: 'Ended.' }) },
      },
      config: { access: signedIn, notFoundCode: 'sign_in_not_found' },
      handler: async ({ personContext, params: { id } }, reply) => {
        await endSignIn(personContext, id);
        return reply.code(204).send(null);
      },
    });
  };
