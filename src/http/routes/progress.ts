import { Type } from 'typebox';
import { PlayerPath } from '../../domain/players/index.ts';
import { getProgress, intervals, Progress } from '../../domain/progress/index.ts';
import { Fields, OneOf } from '../../domain/shapes.ts';
import type { RouteModule } from '../app.ts';
import { COSTS } from '../costs.ts';
import { QueryInstant } from '../query.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

/** How a player's score has moved. */
export const progressRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/players/:username/progress',
    schema: {
      operationId: 'getPlayerProgress',
      tags: ['Analysis'],
      summary: 'Read a player’s score history',
      description:
        'The score after each rated match, or after the last one of each day or week (UTC, weeks from Monday), from all ' +
        'partners’ matches; oldest first, the newest `limit` of them.',
      params: PlayerPath,
      querystring: Fields({
        interval: OneOf(intervals, { default: 'match', description: 'What a point stands for.', examples: ['week'] }),
        limit: Type.Integer({
          minimum: 1,
          maximum: LIMIT_MAX,
          default: LIMIT_DEFAULT,
          description: 'The most points.',
        }),
        since: Type.Optional(QueryInstant({ description: 'Only matches played at this instant or later.' })),
        until: Type.Optional(QueryInstant({ description: 'Only matches played before this instant.' })),
      }),
      response: { 200: Progress },
    },
    config: {
      access: { kind: 'partner', scopes: ['read:players'] },
      missing: 'player_not_found',
      cost: COSTS.page,
    },
    handler: async (request) => {
      const { interval, limit, since = null, until = null } = request.query;
      return getProgress(request.context, request.params.username, { interval, limit, since, until });
    },
  });
};
