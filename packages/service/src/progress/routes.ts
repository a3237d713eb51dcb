import { PlayerPath } from '@bandeja/contract/players';
import { Progress, progressIntervals } from '@bandeja/contract/progress';
import { Fields, OneOf } from '@bandeja/contract/shapes';
import type { FastifyContextConfig } from 'fastify';
import { Type } from 'typebox';
import { COSTS, limitUnits } from '../http/admission/costs.ts';
import { QueryInstant } from '../http/query.ts';
import type { App, RouteModule } from '../http/route.ts';
import { clubOf } from '../partners/club.ts';
import {
  EMBEDDING,
  PICTURE_TYPE,
  PictureAnswer,
  sendPicture,
  themeQuery,
  zoneQuery,
} from '../pictures/picture-route.ts';
import { progressSvg, progressWidths } from '../pictures/progress/progress-picture.ts';
import { getProgress } from './get-progress.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
/** Measured: 1,000 points cost four times as much as 100. */
const POINTS_PER_UNIT = 75;
const costNote = `Costs ${COSTS.page} units, and one more for every ${POINTS_PER_UNIT} points of \`limit\` above ${LIMIT_DEFAULT}.`;

const tags = ['Analysis'];
const config = {
  access: { kind: 'partner', scopes: ['read:players'] },
  notFoundCode: 'player_not_found',
  cost: COSTS.page,
  extraUnits: limitUnits(LIMIT_DEFAULT, POINTS_PER_UNIT),
} as const satisfies FastifyContextConfig;

const pointsQuery = {
  interval: OneOf(progressIntervals, {
    default: 'match',
    description: 'The interval that one point covers.',
    examples: ['week'],
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: LIMIT_MAX,
    default: LIMIT_DEFAULT,
    description: 'The maximum number of points.',
  }),
  since: Type.Optional(QueryInstant({ description: 'Only points at this instant or later.' })),
  until: Type.Optional(QueryInstant({ description: 'Only points before this instant.' })),
  ...zoneQuery,
};

/** A player's score history, as data and as a picture. */
export const progressRoutes: RouteModule = (app) => {
  registerProgressRoute(app);
  registerPictureRoute(app);
};

function registerProgressRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/players/:username/progress',
    schema: {
      operationId: 'getPlayerProgress',
      tags,
      summary: 'Read a player’s score history',
      description:
        'The score after each rated match, or after the last one of each day or week in `time_zone` (weeks from Monday), from all ' +
        'partners’ matches; oldest first, the newest `limit` of them. A match keeps the score that it first showed. If the ' +
        'player’s score changes because an earlier match came late, was amended or voided, or because a starting level changed, ' +
        `there is a point at that instant, and \`cause\` says so. ${costNote}`,
      params: PlayerPath,
      querystring: Fields(pointsQuery),
      response: { 200: Progress },
    },
    config,
    handler: async (request) => {
      const { interval, limit, since = null, until = null } = request.query;
      const { time_zone } = await clubOf(request.context, request.query.time_zone);
      return getProgress(request.context, request.params.username, { interval, time_zone, limit, since, until });
    },
  });
}

function registerPictureRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/players/:username/progress.svg',
    schema: {
      operationId: 'getPlayerProgressPicture',
      tags,
      summary: 'Read a player’s score history as a picture',
      description:
        'The score history as an SVG for the partner’s own pages: a line in its band, which is the score plus and minus its ' +
        `uncertainty. ${costNote} ${EMBEDDING}`,
      params: PlayerPath,
      querystring: Fields({
        width: Type.Unsafe<(typeof progressWidths)[number]>({
          type: 'integer',
          enum: [...progressWidths],
          default: 320,
          description: 'In pixels.',
          examples: [640],
        }),
        ...themeQuery,
        ...pointsQuery,
      }),
      response: { 200: PictureAnswer },
    },
    config: { ...config, mediaType: PICTURE_TYPE },
    handler: async (request, reply) => {
      const { context, query } = request;
      const { width, theme, interval, limit, since = null, until = null } = query;
      const { time_zone } = await clubOf(context, query.time_zone);
      const points = { interval, time_zone, limit, since, until };
      const progress = await getProgress(context, request.params.username, points);
      const options = { width, theme, language: context.language, timeZone: time_zone };
      return sendPicture(reply, progressSvg(progress, options, context.now()), theme);
    },
  });
}
