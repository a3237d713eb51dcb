import { rankSettings } from '@bandeja/contract/rankings';
import { Fields, OneOf, Text } from '@bandeja/contract/shapes';
import { type TProperties, Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { readingMatches } from '../http/admission/rights.ts';
import type { RouteModule } from '../http/route.ts';
import {
  EMBEDDING,
  PICTURE_TYPE,
  PictureAnswer,
  sendPicture,
  themeQuery,
  zoneQuery,
} from '../pictures/picture-route.ts';
import { POSTER_PLAYERS, recapSvg } from '../pictures/recap/recap-picture.ts';
import { getSessionPoster } from './get-recap.ts';

export const SessionPath = Fields({
  ref: Text(1, 128, {
    description: 'The `session_external_ref` sent with the matches.',
    examples: ['club-norte-2025-10-17'],
  }),
});

export const rankQuery = {
  rank_by: Type.Optional(
    OneOf(rankSettings, {
      description:
        'Ranks the players by `wins`, by games (or `points`) won, or by their `average` a match. `auto`: by points where all players ' +
        '(of the plan, if there is one) have played the same number of matches, else by the average. If you leave it out, the plan ' +
        'decides. Without a plan: by points where there are scorelines and all are in points, else by wins.',
    }),
  ),
} satisfies TProperties;

/** The night as a poster. */
export const recapPictureRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/matches/sessions/:ref/recap.svg',
    schema: {
      operationId: 'getSessionRecapPicture',
      tags: ['Sessions'],
      summary: 'Read the recap of a session as a picture',
      description:
        'The recap as a poster to share, an SVG in the format of a story: 1440 × 2560. Its title is the name of the night, or the ' +
        'reference if that reads as a name, such as “Liga de primavera”; else the day. It shows the club, the podium, ' +
        `the ranking of up to ${POSTER_PLAYERS} players, or of the pairs in a night of fixed pairs, and as many highlights as have room: ` +
        'the biggest upset (a win with a chance below 40%), who won most beyond what was expected, the best pair and the closest match. ' +
        `Names are never cut. ${EMBEDDING}`,
      params: SessionPath,
      querystring: Fields({ ...rankQuery, ...themeQuery, ...zoneQuery }),
      response: { 200: PictureAnswer },
    },
    config: { access: readingMatches, notFoundCode: 'session_not_found', cost: COSTS.recap, mediaType: PICTURE_TYPE },
    handler: async (request, reply) => {
      const { theme, rank_by, time_zone } = request.query;
      const night = await getSessionPoster(request.context, request.params.ref, {
        limit: POSTER_PLAYERS,
        offset: 0,
        rank_by,
        time_zone,
      });
      return sendPicture(reply, recapSvg(night, { theme, language: request.context.language }), theme);
    },
  });
};
