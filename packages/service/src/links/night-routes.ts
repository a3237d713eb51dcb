import { Night, NightEntry, NightRecap } from '@bandeja/contract/nights';
import { ResultPut } from '@bandeja/contract/plan-bodies';
import { NightCourtPath } from '@bandeja/contract/plan-paths';
import { Fields } from '@bandeja/contract/shapes';
import { COSTS } from '../http/admission/costs.ts';
import { csvOf } from '../http/csv/answer.ts';
import { acceptedType } from '../http/media-types.ts';
import type { App } from '../http/route.ts';
import { PICTURE_TYPE, PictureAnswer, sendPicture, themeQuery, zoneQuery } from '../pictures/picture-route.ts';
import { recapSvg } from '../pictures/recap/recap-picture.ts';
import { enterByLink } from './entry.ts';
import { getNight } from './night.ts';
import { getNightPoster, getNightRecap } from './recap.ts';

const tags = ['Night'];
const anyPage = { allowsOtherOrigins: true } as const;

/** All that a link may call. The costs are only those in the queue of the partner: links spend no units. */
export function registerNightRoutes(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/night',
    schema: {
      operationId: 'getNight',
      tags,
      summary: 'Read the night',
      description: 'The open round, the next one and the standings. Poll it, with the `ETag` of the last response.',
      response: { 200: Night },
    },
    config: { ...anyPage, access: { kind: 'link', to: 'night' }, problems: ['plan_not_found'], isCompressed: true },
    handler: ({ linkContext }) => getNight(linkContext),
  });
  app.route({
    method: 'PUT',
    url: '/v1/night/rounds/:round/courts/:court/result',
    schema: {
      operationId: 'putNightResult',
      tags,
      summary: 'Enter a result',
      description:
        'As a partner enters it. A link enters missing results of opened rounds, and corrects those of the open round until the next ' +
        'one opens. The links of a night enter at most 60 results a minute together.',
      params: NightCourtPath,
      body: ResultPut,
      response: { 200: NightEntry, 201: NightEntry },
    },
    config: {
      ...anyPage,
      access: { kind: 'link', to: 'night', writes: true },
      cost: COSTS.nightChange,
      notFoundCode: 'plan_not_found',
      problems: ['invalid_transition', 'lineup_changed', 'result_conflict', 'participant_not_eligible'],
    },
    handler: async ({ linkContext, params: { round, court }, body }, reply) => {
      const { isNew, entry } = await enterByLink(linkContext, { round: Number(round), court: Number(court) }, body);
      return reply.code(isNew ? 201 : 200).send(entry);
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/night/recap',
    schema: {
      operationId: 'getNightRecap',
      tags,
      summary: 'Read the recap of the night',
      description: `The ranking and the matches to talk about. With \`Accept: ${PICTURE_TYPE}\`, a poster to share.`,
      querystring: Fields({ ...themeQuery, ...zoneQuery }),
      response: { 200: NightRecap },
    },
    config: {
      ...anyPage,
      access: { kind: 'link', to: 'night' },
      cost: COSTS.recap,
      problems: ['plan_not_found', 'session_not_found'],
      alternative: { mediaType: PICTURE_TYPE, shape: PictureAnswer },
      csv: csvOf(NightRecap.properties.leaderboard.items, ({ leaderboard }: NightRecap) => leaderboard),
    },
    handler: async (request, reply) => {
      const { linkContext, query } = request;
      if (acceptedType(request) !== PICTURE_TYPE) return getNightRecap(linkContext, query.time_zone);
      const poster = await getNightPoster(linkContext, query.time_zone);
      const picture = recapSvg(poster, { theme: query.theme, language: linkContext.language });
      return sendPicture(reply, picture, query.theme) as never;
    },
  });
}
