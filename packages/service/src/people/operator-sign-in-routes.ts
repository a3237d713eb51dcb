import { Problem } from '@bandeja/contract/errors/problem';
import { OperatorSignIn } from '@bandeja/contract/operators';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { bearerToken } from '../http/admission/authentication.ts';
import { readCookie, removeCookie, setCookie } from '../http/admission/cookie.ts';
import type { RouteModule } from '../http/route.ts';
import { type operatorSignInFinder, signOperatorIn, signOperatorOut } from './operator-sign-ins.ts';

const tags = ['Operators'];
const url = '/admin/v1/sign-in';

/** Operators in a browser. @param context of sign-outs, which may have ended before */
export const operatorSignInRoutes =
  (context: Context, findSignIn: ReturnType<typeof operatorSignInFinder>): RouteModule =>
  (app) => {
    app.route({
      method: 'POST',
      url,
      schema: {
        operationId: 'signOperatorIn',
        tags,
        summary: 'Sign in as an operator',
        description:
          'Sets a cookie that opens `/admin/v1` in this browser. The sign-in ends 12 hours after its last use, at the latest after 7 ' +
          'days. It also ends when the operator is revoked, or when `OPERATOR_TOKEN` changes.',
        response: { 201: OperatorSignIn },
      },
      config: { access: { kind: 'operator', by: 'token' }, givesCookie: true },
      handler: async (request, reply) => {
        const token = bearerToken(request.headers.authorization) ?? '';
        const begun = await signOperatorIn(request.operatorContext, token, readCookie(request, 'operator'));
        setCookie(request, reply, 'operator', begun.cookie);
        reply.code(201);
        return begun.signIn;
      },
    });
    app.route({
      method: 'GET',
      url,
      schema: {
        operationId: 'getOperatorSignIn',
        tags,
        summary: 'Read your sign-in as an operator',
        description: 'The operator that you are, and when the sign-in ends.',
        response: { 200: OperatorSignIn },
      },
      config: { access: { kind: 'operator', by: 'cookie' } },
      handler: async (request) => {
        const signIn = await findSignIn(readCookie(request, 'operator') ?? '');
        if (signIn === null) throw new Problem('invalid_credentials');
        return signIn;
      },
    });
    app.route({
      method: 'DELETE',
      url,
      schema: {
        operationId: 'signOperatorOut',
        tags,
        summary: 'Sign out as an operator',
        description: 'Ends the sign-in and removes the cookie. Also answers 204 if the sign-in has ended.',
        response: { 204: Type.Null({ description: 'Signed out.' }) },
      },
      config: { access: { kind: 'cookie', of: 'operator' } },
      handler: async (request, reply) => {
        await signOperatorOut(context, readCookie(request, 'operator') ?? '');
        removeCookie(request, reply, 'operator');
        return reply.code(204).send(null);
      },
    });
  };
