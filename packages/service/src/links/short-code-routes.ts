import { ShortCodeAnswer, ShortCodeSubmission } from '@bandeja/contract/links';
import type { RouteModule } from '../http/route.ts';

/** @param tokenOf the token of a code */
export const shortCodeRoutes =
  (tokenOf: (code: string) => Promise<string>): RouteModule =>
  (app) => {
    app.route({
      method: 'POST',
      url: '/v1/night/short-code',
      schema: {
        operationId: 'readShortCode',
        tags: ['Night'],
        summary: 'Read a short code',
        description:
          'The token of the link that a short code leads to, in upper or lower case, until the code ends. It needs no credential. ' +
          'All callers together may try 60 unknown codes a minute.',
        body: ShortCodeSubmission,
        response: { 200: ShortCodeAnswer },
      },
      config: {
        access: { kind: 'public' },
        problems: ['short_code_not_found', 'rate_limited'],
        allowsOtherOrigins: true,
      },
      handler: async ({ body }) => ({ token: await tokenOf(body.code) }),
    });
  };
