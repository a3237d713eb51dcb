import { Event } from '@bandeja/contract/events';
import { Fields, Text } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS } from '../http/costs.ts';
import { PAGE_BYTES_MAX, PAGE_FRAME_BYTES } from '../http/limits.ts';
import { PageShape } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { readingMatches } from '../matches/routes.ts';
import { EVENTS_KEPT_DAYS, latestEvent, listEvents } from './feed.ts';

const EVENT_ID_LENGTH_MAX = 64;

/** Reading what happened. */
export const eventRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/events',
    schema: {
      operationId: 'listEvents',
      tags: ['Events'],
      summary: 'Read what happened',
      description:
        'The partner’s events in order, each exactly once: what happened to its matches, to the ratings of players whom it created or ' +
        'has on a roster, and to these players. Read again, they are the same, but for the names and ratings of players, which are ' +
        `as of the reading. Events are kept for ${EVENTS_KEPT_DAYS} days. To follow them, keep the id of the last one and ask with it as \`after\`.`,
      querystring: Fields({
        limit: Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 50,
          description:
            'The largest number of events to answer with. A page has fewer if more would make it larger than 1 MiB; `has_more` ' +
            'then says that the list goes on.',
        }),
        after: Type.Optional(
          Text(1, EVENT_ID_LENGTH_MAX, {
            description:
              'The id of an event: only later ones. Without it the list begins with the oldest that is kept.',
          }),
        ),
        cursor: Type.Optional(
          Text(1, EVENT_ID_LENGTH_MAX, {
            description:
              'The `next_cursor` of the page before, which is the id of its last event: the same as `after`.',
            'x-excludes': ['after'],
          }),
        ),
        latest: Type.Optional(
          Type.Boolean({
            description:
              'With `true`: the last event alone. Go on `after` it to read only what happens from now on; without one, from the beginning.',
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
