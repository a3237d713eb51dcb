import { getExplanation } from '../../domain/explanation/get-explanation.ts';
import { previewMatch } from '../../domain/explanation/preview.ts';
import { MatchExplanation, MatchPreview } from '../../domain/explanation/shapes.ts';
import { MatchPreviewRequest } from '../../domain/matches/bodies.ts';
import { previewFaults } from '../../domain/matches/rules.ts';
import { MatchPath } from '../../domain/matches/shapes.ts';
import { COSTS } from '../costs.ts';
import type { RouteModule } from '../route.ts';
import { readingMatches, writingMatches } from './matches.ts';

/** Why a match moved its players, and what one would do. */
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
    config: { access: readingMatches, missing: 'match_not_found' },
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
        'What a match would do to the ratings of its players if either team won. A scoreline counts for the winner whom it names ' +
        '(a level one for both); the other outcome is without scoreline. A walkover moves no rating: all changes are 0 then. ' +
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
