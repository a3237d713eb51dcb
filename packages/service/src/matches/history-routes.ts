import { HistoryMatch } from '@bandeja/contract/matches';
import { PlayerPath } from '@bandeja/contract/players';
import { Fields } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { csvOfPage } from '../http/csv/answer.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import { QueryInstant } from '../http/query.ts';
import type { RouteModule } from '../http/route.ts';
import { matchColumns } from './match-columns.ts';
import { listPlayerHistory } from './read.ts';
import { PlayedAt } from './routes.ts';

/** The cursor: an instant, and how many matches of that instant were returned so far. It has no id, because ids may be hidden. */
const historyCursor = {
  key: Fields({ played_at: PlayedAt, seen: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  limitDefault: 25,
  limitMax: 100,
} as const;

/** A player's completed matches. */
export const historyRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/players/:username/matches',
    schema: {
      operationId: 'listPlayerMatches',
      tags: ['Players'],
      summary: 'List a player’s completed matches',
      description:
        'The player’s completed matches from every partner, newest first, with set scores and game order. In another ' +
        'partner’s match, labels are null, and players that you may not see are hidden. If matches of one ' +
        'instant change between two pages, they may be repeated or missed; all others appear exactly once.',
      params: PlayerPath,
      querystring: Fields({
        ...pageQuery(historyCursor),
        since: Type.Optional(QueryInstant({ description: 'Only matches played at this instant or later.' })),
        until: Type.Optional(QueryInstant({ description: 'Only matches played before this instant.' })),
      }),
      response: { 200: PageShape('HistoryPage', HistoryMatch) },
    },
    config: {
      access: { kind: 'partner', scopes: ['read:players'] },
      notFoundCode: 'player_not_found',
      cost: COSTS.page,
      csv: csvOfPage(HistoryMatch, matchColumns),
    },
    handler: async (request) => {
      const { since = null, until = null } = request.query;
      const page = requestedPage(request.query);
      const found = await listPlayerHistory(request.context, request.params.username, { since, until }, page);
      return pageAnswer(request, found);
    },
  });
};
