import { EVENTS_DAYS_MIN, Event } from '@bandeja/contract/events';
import { Fields, Text } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { PAGE_BYTES_MAX, PAGE_FRAME_BYTES } from '../http/admission/limits.ts';
import { readingMatches } from '../http/admission/rights.ts';
import { PageShape } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { latestEvent, listEvents } from './feed.ts';

const EVENT_ID_LENGTH_MAX = 64;

export const eventRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/events',
    schema: {
      operationId: 'listEvents',
      tags: ['Events'],
      summary: 'List events',
      description:
        'Your events in order, each exactly once: changes of your matches, of players that you created or have on a roster, and of ' +
        'their ratings. Every read returns the same events, but names and ratings of players are current. Events are kept for at ' +
        `least ${EVENTS_DAYS_MIN} days. To follow the feed, store the id of the last event, and send it as \`after\` in the next request.`,
      querystring: Fields({
        limit: Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 50,
          description:
            'The maximum number of events. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true.',
        }),
        after: Type.Optional(
          Text(1, EVENT_ID_LENGTH_MAX, {
            description: 'The id of an event. The list starts after it. Default: the oldest event.',
          }),
        ),
        cursor: Type.Optional(
          Text(1, EVENT_ID_LENGTH_MAX, {
            description:
              'The `next_cursor` of the previous page, which is the id of its last event. It has the same effect as `after`.',
            'x-excludes': ['after'],
          }),
        ),
        latest: Type.Optional(
          Type.Boolean({
            description:
              'If `true`: only the latest event. Send its id as `after` to read only later events. If the list is empty, leave out `after`.',
            'x-excludes': ['after', 'cursor'],
          }),
        ),
      }),
      response: { 200: PageShape('EventPage', Event) },
    },
    config: { access: readingMatches, cost: COSTS.events },
    handler: async (request) => {
      const { limit, after, cursor, latest } = request.query;
      if (latest === true) {
        const event = await latestEvent(request.context);
        const pagination = { limit, offset: null, has_more: false, next_cursor: null };
        return { data: event === null ? [] : [event], pagination };
      }
      const id = after ?? cursor;
      const found = await listEvents(request.context, {
        after: id === undefined ? null : { parameter: after === undefined ? 'cursor' : 'after', id },
        limit,
        bytesMax: PAGE_BYTES_MAX - PAGE_FRAME_BYTES,
      });
      const next = found.next === null ? null : (found.data.at(-1)?.id ?? null);
      return { data: found.data, pagination: { limit, offset: null, has_more: next !== null, next_cursor: next } };
    },
  });
};
