import { Type } from 'typebox';
import { Card, getCard } from '../../domain/card/index.ts';
import { PlayerPath } from '../../domain/players/index.ts';
import { Fields, OneOf } from '../../domain/shapes.ts';
import type { App, RouteModule } from '../app.ts';
import { COSTS } from '../costs.ts';
import { cardSvg, policyOf, themes } from '../pictures/index.ts';
import { readingPlayers } from './players.ts';

const tags = ['Analysis'];
const config = { access: readingPlayers, missing: 'player_not_found', cost: COSTS.card } as const;

/** A player on one page, as data and as a picture. */
export const cardRoutes: RouteModule = (app) => {
  registerCardRoute(app);
  registerPictureRoute(app);
};

function registerCardRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/players/:username/card',
    schema: {
      operationId: 'getPlayerCard',
      tags,
      summary: 'Read a player’s card',
      description:
        'Rating, the last 7, 30 and 90 days, form, consistency, the one insight worth saying and the last five matches, ' +
        'from all partners’ matches, as of one moment.',
      params: PlayerPath,
      response: { 200: Card },
    },
    config,
    handler: async (request) => getCard(request.context, request.params.username),
  });
}

function registerPictureRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/players/:username/card.svg',
    schema: {
      operationId: 'getPlayerCardPicture',
      tags,
      summary: 'Read a player’s card as a picture',
      description:
        'The card as an SVG for the partner’s own pages, 320 wide; its height follows from what it says. It holds no scripts, fonts or ' +
        'links. Fetch it with the key from a server and pass it on; a browser has no key.',
      params: PlayerPath,
      querystring: Fields({
        theme: OneOf(themes, {
          default: 'auto',
          description: 'Its colours; `auto` follows the reader’s system.',
          examples: ['dark'],
        }),
      }),
      response: { 200: Type.String({ description: 'The picture.' }) },
    },
    config: { ...config, mediaType: 'image/svg+xml' },
    handler: async (request, reply) => {
      const { theme } = request.query;
      const card = await getCard(request.context, request.params.username);
      reply.header('content-type', 'image/svg+xml; charset=utf-8').header('content-security-policy', policyOf(theme));
      return cardSvg(card, theme, request.context.now());
    },
  });
}
