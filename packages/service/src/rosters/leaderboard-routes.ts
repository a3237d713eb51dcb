import { InactivePlayer, RankedPlayer, RosterPath, UnrankedPlayer } from '@bandeja/contract/rosters';
import { Fields, named, OneOf, Uuid } from '@bandeja/contract/shapes';
import { windowDays, windowNames } from '@bandeja/contract/windows';
import type { FastifyRequest } from 'fastify';
import { type TProperties, Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { readingPlayers } from '../http/admission/rights.ts';
import { csvOfPage } from '../http/csv/answer.ts';
import { Pagination, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { clubOf } from '../partners/club.ts';
import { leaderboardSvg } from '../pictures/leaderboard/leaderboard-picture.ts';
import {
  EMBEDDING,
  PICTURE_TYPE,
  PictureAnswer,
  sendPicture,
  themeQuery,
  zoneQuery,
} from '../pictures/picture-route.ts';
import { getFirstRanked, getLeaderboard } from './leaderboard.ts';

const Leaderboard = named(
  'Leaderboard',
  Fields(
    {
      data: Type.Unsafe<(RankedPlayer | UnrankedPlayer | InactivePlayer)[]>({
        type: 'array',
        items: { anyOf: [RankedPlayer, UnrankedPlayer, InactivePlayer] },
        description:
          'By score, then by uncertainty, then by username. With `ranked=false`, the members that are not ranked yet, then those who are inactive.',
      }),
      unranked: Type.Array(UnrankedPlayer, {
        description:
          'Those not ranked yet, in the same order: the first `limit` of them, with the first page; none with later pages and with ' +
          '`ranked=false`.',
      }),
      inactive: Type.Array(InactivePlayer, {
        description: 'Those whose last match is more than 365 days ago, in the same way.',
      }),
      pagination: Pagination,
    },
    { description: 'The ranking of a roster, or of a partner’s people.' },
  ),
);

/** The columns of all three kinds of players: `ranked=false` lists the last two. */
const csv = csvOfPage(
  Fields({ ...RankedPlayer.properties, ...UnrankedPlayer.properties, ...InactivePlayer.properties }),
);

const leaderboardCursor = {
  key: Fields({
    is_inactive: Type.Boolean(),
    service_score: Type.Integer({ minimum: 0, maximum: 3000 }),
    uncertainty: Type.Integer({ minimum: 0, maximum: 1000 }),
    username: Type.String(),
    profile_id: Uuid(),
  }),
  limitDefault: 25,
  limitMax: 100,
} as const;

const windowQuery = {
  window: OneOf(windowNames, {
    default: '30d',
    description: 'The period of the change and of the previous rank. It ends now.',
    examples: ['7d'],
  }),
} satisfies TProperties;

const leaderboardQuery = Fields({
  ...pageQuery(leaderboardCursor),
  ...windowQuery,
  ranked: Type.Boolean({
    default: true,
    description: 'With `false`, the page lists the members that are not ranked yet, then those who are inactive.',
    examples: [false],
  }),
});

const ORDER =
  'By score; if scores are equal, the smaller uncertainty is first. Those whose confidence is provisional are not ranked yet. Those whose ' +
  'last match is more than 365 days ago are inactive. The first page returns the first `limit` of each in `unranked` and `inactive`; ' +
  '`?ranked=false` lists all of them in pages.';

/** The most players on the picture of a ranking. */
const PICTURE_PLAYERS = 64;

/** The rankings of rosters and of all people of a partner. */
export const leaderboardRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/leaderboard',
    schema: {
      operationId: 'getLeaderboard',
      tags: ['Players'],
      summary: 'Read the ranking of your people',
      description: `The players that you registered, and all visible ones who played in your completed matches. ${ORDER}`,
      querystring: leaderboardQuery,
      response: { 200: Leaderboard },
    },
    config: { access: readingPlayers, cost: COSTS.leaderboard, csv },
    handler: async (request) => {
      const found = await getLeaderboard(request.context, null, request.query, requestedPage(request.query));
      return leaderboardAnswer(request, found);
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/leaderboard.svg',
    schema: {
      operationId: 'getLeaderboardPicture',
      tags: ['Players'],
      summary: 'Read the ranking of your people as a picture',
      description: `The first ${PICTURE_PLAYERS} ranked players as an SVG to share, 480 wide, each with the change of the score and the move in the ranking. ${EMBEDDING}`,
      querystring: Fields({ ...windowQuery, ...themeQuery, ...zoneQuery }),
      response: { 200: PictureAnswer },
    },
    config: { access: readingPlayers, cost: COSTS.leaderboard, mediaType: PICTURE_TYPE },
    handler: async ({ context, query: { window, theme, time_zone } }, reply) => {
      const [first, { time_zone: timeZone }] = await Promise.all([
        getFirstRanked(context, window, PICTURE_PLAYERS),
        clubOf(context, time_zone),
      ]);
      const shown = { ...first, days: windowDays(window), now: context.now() };
      return sendPicture(reply, leaderboardSvg(shown, { theme, language: context.language, timeZone }), theme);
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/rosters/:slug/leaderboard',
    schema: {
      operationId: 'getRosterLeaderboard',
      tags: ['Rosters'],
      summary: 'Read the ranking of a roster',
      description: `The members of one of your rosters. ${ORDER}`,
      params: RosterPath,
      querystring: leaderboardQuery,
      response: { 200: Leaderboard },
    },
    config: { access: readingPlayers, notFoundCode: 'roster_not_found', cost: COSTS.leaderboard, csv },
    handler: async (request) => {
      const { context, params, query } = request;
      return leaderboardAnswer(request, await getLeaderboard(context, params.slug, query, requestedPage(query)));
    },
  });
};

const leaderboardAnswer = (request: FastifyRequest, found: Awaited<ReturnType<typeof getLeaderboard>>) => ({
  ...pageAnswer(request, found),
  unranked: found.unranked,
  inactive: found.inactive,
});
