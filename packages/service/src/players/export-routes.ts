import { HeldMatch, heldFields } from '@bandeja/contract/export';
import { PlayerPath } from '@bandeja/contract/players';
import { Fields } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS } from '../http/costs.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { PlayedAt } from '../matches/routes.ts';
import { exportPlayer } from './export-player.ts';
import { writingPlayers } from './routes.ts';

/** As of a history: it names no match, whose id may be another partner's. */
const exportCursor = {
  key: Fields({ played_at: PlayedAt, seen: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  limitDefault: 50,
  limitMax: 100,
} as const;

/** What is held about a player. */
export const exportRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/players/:username/export',
    schema: {
      operationId: 'exportPlayer',
      tags: ['Players'],
      summary: 'Export what is held about a player',
      description:
        'Only for the partner that registered the player. The profile, the rating with its state, your rosters, the shares, and page by ' +
        'page the completed matches from every partner, newest first, each with the state before and after and what was done to it. ' +
        'Other people are in it as you may see them anyway; of another partner’s match the labels are null.',
      params: PlayerPath,
      querystring: Fields(pageQuery(exportCursor)),
      response: { 200: PageShape('PlayerExport', HeldMatch, heldFields) },
    },
    config: { access: writingPlayers, notFoundCode: 'player_not_found', cost: COSTS.export },
    handler: async (request) => {
      const { held, page } = await exportPlayer(request.context, request.params.username, requestedPage(request.query));
      return { ...held, ...pageAnswer(request, page) };
    },
  });
};
