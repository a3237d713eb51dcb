import { SessionRecap, SessionSummary } from '@bandeja/contract/sessions';
import { Fields, Text } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { readingMatches } from '../http/admission/rights.ts';
import { csvOf, csvOfPage } from '../http/csv/answer.ts';
import { NO_COLUMNS } from '../http/csv/columns.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import { QueryInstant } from '../http/query.ts';
import type { RouteModule } from '../http/route.ts';
import { PlayedAt } from '../matches/routes.ts';
import { zoneQuery } from '../pictures/picture-route.ts';
import { getSessionRecap } from './get-recap.ts';
import { listSessions } from './list.ts';
import { rankQuery, SessionPath } from './recap-picture-routes.ts';

/** The cursor of a list of sessions: the last one's end and reference. */
const sessionCursor = {
  key: Fields({ ended_at: PlayedAt, session_external_ref: Text(1, 128) }),
  limitDefault: 25,
  limitMax: 100,
} as const;

/** With the longest names, lists of this length stay under 1 MiB. */
const RECAP_LIMIT_MAX = 300;

/** The cost does not depend on the offset: all matches are read anyway. */
const RECAP_OFFSET_MAX = 1_000_000;

/** The leaderboard has a row for each player. Notes are sentences. */
const recapCsv = csvOf(SessionRecap.properties.leaderboard.items, ({ leaderboard }: SessionRecap) => leaderboard, {
  own: { note: NO_COLUMNS },
  nextOf: ({ leaderboard, unique_players: { count } }, query) => {
    const offset = (query as { readonly offset: number }).offset + leaderboard.length;
    return leaderboard.length > 0 && offset < count ? { offset } : null;
  },
});

/** The sessions of a partner and their recaps. */
export const sessionRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/sessions',
    schema: {
      operationId: 'listSessions',
      tags: ['Sessions'],
      summary: 'List sessions',
      description:
        'The partner’s sessions, newest first by their last match, then by reference. Completed and pending matches make a ' +
        'session; one of voided matches only is not listed. The venue is that of the recap.',
      querystring: Fields({
        ...pageQuery(sessionCursor),
        since: Type.Optional(QueryInstant({ description: 'Only sessions that ended at this instant or later.' })),
        until: Type.Optional(QueryInstant({ description: 'Only sessions that ended before this instant.' })),
      }),
      response: { 200: PageShape('SessionPage', SessionSummary) },
    },
    config: { access: readingMatches, cost: COSTS.sessions, csv: csvOfPage(SessionSummary) },
    handler: async (request) => {
      const { since = null, until = null } = request.query;
      const page = requestedPage(request.query);
      return pageAnswer(request, await listSessions(request.context, { since, until }, page));
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/matches/sessions/:ref',
    schema: {
      operationId: 'getSessionRecap',
      tags: ['Sessions'],
      summary: 'Read the recap of a session',
      description:
        'Sums up the completed matches that the partner submitted with this `session_external_ref`: players, scorelines, ' +
        'leaderboard, pairs, the biggest upset and who won most beyond what was expected. A walkover counts among matches, players and times, and as played, won or lost. ' +
        `Players, leaderboard and pairs are lists of at most ${RECAP_LIMIT_MAX} entries each. \`offset\` gives the next ones; ` +
        '`unique_players.count` says how many players there are.',
      params: SessionPath,
      querystring: Fields({
        limit: Type.Integer({
          minimum: 1,
          maximum: RECAP_LIMIT_MAX,
          default: RECAP_LIMIT_MAX,
          description: 'The largest number of players, of rows of the leaderboard and of pairs.',
        }),
        offset: Type.Integer({
          minimum: 0,
          maximum: RECAP_OFFSET_MAX,
          default: 0,
          description: 'How many of each to skip.',
        }),
        ...rankQuery,
        ...zoneQuery,
      }),
      response: { 200: SessionRecap },
    },
    config: { access: readingMatches, notFoundCode: 'session_not_found', cost: COSTS.recap, csv: recapCsv },
    handler: async (request) => getSessionRecap(request.context, request.params.ref, request.query),
  });
};
