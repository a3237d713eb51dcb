import { getSessionRecap } from '../../domain/sessions/index.ts';
import type { RouteModule } from '../app.ts';
import { SessionRecap } from '../schemas/session.ts';
import { Fields, Text } from '../schemas/shared.ts';
import { readingMatches } from './matches.ts';

/** What a club reads after its night. */
export const sessionRoutes: RouteModule = (app, context) => {
  app.route({
    method: 'GET',
    url: '/v1/matches/sessions/:ref',
    schema: {
      operationId: 'getSessionRecap',
      tags: ['Sessions'],
      summary: 'Read the recap of a session',
      description:
        'Sums up the completed matches that the partner submitted with this `session_external_ref`: players, scorelines, ' +
        'leaderboard, pairs and the biggest upset.',
      params: Fields({
        ref: Text(1, 128, { description: 'The `session_external_ref` sent with the matches.', examples: ['night-42'] }),
      }),
      response: { 200: SessionRecap },
    },
    config: { access: readingMatches, missing: 'session_not_found', problems: ['session_not_found'] },
    handler: async (request) => getSessionRecap(context, request.caller, request.params.ref),
  });
};
