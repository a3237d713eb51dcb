import { Type } from 'typebox';
import { exportPlayer } from '../../domain/export/export-player.ts';
import { HeldMatch, heldFields } from '../../domain/export/shapes.ts';
import { PlayerPath } from '../../domain/players/shapes.ts';
import { Fields } from '../../domain/shapes.ts';
import { COSTS } from '../costs.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../lists.ts';
import type { RouteModule } from '../route.ts';
import { PlayedAt } from './matches.ts';
import { writingPlayers } from './players.ts';

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
    config: { access: writingPlayers, missing: 'player_not_found', cost: COSTS.export },
    handler: async (request) => {
      const { held, page } = await exportPlayer(request.context, request.params.username, requestedPage(request.query));
      return { ...held, ...pageAnswer(request, page) };
    },
  });
};
