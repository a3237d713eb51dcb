import { Card } from '@bandeja/contract/card';
import { PlayerPath } from '@bandeja/contract/players';
import { Fields, OneOf } from '@bandeja/contract/shapes';
import type { TProperties } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { readingPlayers } from '../http/admission/rights.ts';
import type { App, RouteModule } from '../http/route.ts';
import { headlineChoices } from '../insights/headline.ts';
import { clubOf } from '../partners/club.ts';
import { cardSvg } from '../pictures/card/card-picture.ts';
import {
  EMBEDDING,
  PICTURE_TYPE,
  PictureAnswer,
  sendPicture,
  themeQuery,
  zoneQuery,
} from '../pictures/picture-route.ts';
import { getCard } from './get-card.ts';

const tags = ['Analysis'];
const config = { access: readingPlayers, notFoundCode: 'player_not_found', cost: COSTS.card } as const;

const headlineQuery = {
  headline: OneOf(headlineChoices, {
    default: 'any',
    description: 'What the headline may be about. `strengths` is for public pages: it never shows a weakness.',
    examples: ['strengths'],
  }),
} satisfies TProperties;

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
        'Rating, the last 7, 30 and 90 days, form, consistency, a headline and the last five matches, from all partners’ ' +
        'matches, as of one moment.',
      params: PlayerPath,
      querystring: Fields(headlineQuery),
      response: { 200: Card },
    },
    config,
    handler: async (request) => getCard(request.context, request.params.username, request.query.headline),
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
      description: `The card as an SVG for the partner’s own pages, 320 wide; its height depends on its texts. ${EMBEDDING}`,
      params: PlayerPath,
      querystring: Fields({ ...themeQuery, ...zoneQuery, ...headlineQuery }),
      response: { 200: PictureAnswer },
    },
    config: { ...config, mediaType: PICTURE_TYPE },
    handler: async (request, reply) => {
      const { context, query } = request;
      const { theme, headline } = query;
      const [card, { time_zone: timeZone }] = await Promise.all([
        getCard(context, request.params.username, headline),
        clubOf(context, query.time_zone),
      ]);
      const { language } = context;
      return sendPicture(reply, cardSvg(card, { theme, language, timeZone, headline }, context.now()), theme);
    },
  });
}
