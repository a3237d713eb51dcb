import { ExportedMatch, exportFields } from '@bandeja/contract/export';
import { PlayerPath } from '@bandeja/contract/players';
import { Fields } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { writingPlayers } from '../http/admission/rights.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { PlayedAt } from '../matches/routes.ts';
import { exportPlayer } from './export-player.ts';

/** Like the cursor of a history, it contains no match id, because the match may be another partner's. */
const exportCursor = {
  key: Fields({ played_at: PlayedAt, seen: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  limitDefault: 50,
  limitMax: 100,
} as const;

/** Exports all data about a player. */
export const exportRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/players/:username/export',
    schema: {
      operationId: 'exportPlayer',
      tags: ['Players'],
      summary: 'Export all data about a player',
      description:
        'Only the partner that registered a player can export it. The export has the profile, the rating with its state, your ' +
        'rosters and the shares. It lists the completed matches from every partner in pages, newest first. Each match has the ' +
        'rating state before and after it, and its history. Other players appear with the data that you can see elsewhere. The ' +
        'labels of another partner’s matches are null.',
      params: PlayerPath,
      querystring: Fields(pageQuery(exportCursor)),
      response: { 200: PageShape('PlayerExport', ExportedMatch, exportFields) },
    },
    config: {
      access: { ...writingPlayers, personScope: 'manage:people' },
      notFoundCode: 'player_not_found',
      cost: COSTS.export,
    },
    handler: async (request) => {
      const { details, page } = await exportPlayer(
        request.context,
        request.params.username,
        requestedPage(request.query),
      );
      return { ...details, ...pageAnswer(request, page) };
    },
  });
};
