import { ANALYSIS_LIMIT_DEFAULT, ANALYSIS_LIMIT_MAX, Analysis } from '@bandeja/contract/analysis';
import { PlayerPath } from '@bandeja/contract/players';
import { Fields } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS, limitUnits } from '../http/admission/costs.ts';
import type { RouteModule } from '../http/route.ts';
import { getAnalysis } from './get-analysis.ts';

/** Measured: 200 matches cost 1.6 times as much as 50. */
const MATCHES_PER_UNIT = 30;

export const analysisRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/players/:username/analysis',
    schema: {
      operationId: 'analysePlayer',
      tags: ['Analysis'],
      summary: 'Analyse a player’s matches',
      description:
        'Patterns of play over the newest completed matches from every partner: rates with their intervals, and at most five ' +
        'sentences about differences from the expectation that are larger than chance explains. Retired matches count as ' +
        'results only; walkovers do not count. Teammates that you may not see are counted but not named. ' +
        `Costs ${COSTS.analysis} units, and one more for every ${MATCHES_PER_UNIT} matches of \`limit\` above ${ANALYSIS_LIMIT_DEFAULT}.`,
      params: PlayerPath,
      querystring: Fields({
        limit: Type.Integer({
          minimum: 1,
          maximum: ANALYSIS_LIMIT_MAX,
          default: ANALYSIS_LIMIT_DEFAULT,
          description: 'The maximum number of matches. The newest ones are analyzed; walkovers do not count.',
          examples: [ANALYSIS_LIMIT_DEFAULT],
        }),
      }),
      response: { 200: Analysis },
    },
    config: {
      access: { kind: 'partner', plans: ['pro', 'enterprise'], scopes: ['read:intelligence'] },
      notFoundCode: 'player_not_found',
      cost: COSTS.analysis,
      extraUnits: limitUnits(ANALYSIS_LIMIT_DEFAULT, MATCHES_PER_UNIT),
    },
    handler: async (request) => getAnalysis(request.context, request.params.username, request.query.limit),
  });
};
