import { MatchExplanation, MatchPreview } from '@bandeja/contract/explanation';
import { MatchPreviewRequest } from '@bandeja/contract/match-bodies';
import { MatchPath } from '@bandeja/contract/matches';
import { COSTS } from '../http/admission/costs.ts';
import { readingMatches, writingMatches } from '../http/admission/rights.ts';
import type { RouteModule } from '../http/route.ts';
import { previewFaults } from '../matches/rules.ts';
import { getExplanation } from './get-explanation.ts';
import { previewMatch } from './preview.ts';

/** Explains the rating changes of a match, and previews those of a match that is not stored. */
export const explanationRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/matches/:id/explanation',
    schema: {
      operationId: 'explainMatch',
      tags: ['Matches'],
      summary: 'Explain a match’s rating changes',
      description:
        'Every point of the four changes: parts in whole points that add up to `delta`, in words for the player.',
      params: MatchPath,
      response: { 200: MatchExplanation },
    },
    config: { access: readingMatches, notFoundCode: 'match_not_found' },
    handler: async (request) => getExplanation(request.context, request.params.id),
  });
  app.route({
    method: 'POST',
    url: '/v1/matches/preview',
    schema: {
      operationId: 'previewMatch',
      tags: ['Matches'],
      summary: 'Preview a match',
      description:
        'The rating changes of a match for either winner. A scoreline counts for the team that leads by it; the other outcome ' +
        'is computed without a scoreline. A level scoreline counts for both. A walkover changes no rating, so all changes are 0. ' +
        'Nothing is stored.',
      body: MatchPreviewRequest,
      response: { 200: MatchPreview },
    },
    config: {
      access: writingMatches,
      cost: COSTS.preview,
      problems: ['participant_not_eligible'],
      bodyRules: previewFaults,
    },
    handler: async (request) => previewMatch(request.context, request.body),
  });
};
