import { PathUsername } from '@bandeja/contract/players';
import { PathSlug, Roster, RosterMember, RosterPath, RosterPut, ShareRedemption } from '@bandeja/contract/rosters';
import { Fields, Uuid } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { readingPlayers, writingPlayers } from '../http/admission/rights.ts';
import { csvOfPage } from '../http/csv/answer.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { App, RouteModule } from '../http/route.ts';
import { addMember, listMembers, removeMember } from './members.ts';
import { redeemShare } from './redeem-share.ts';
import { deleteRoster, getRoster, listRosters, putRoster } from './rosters.ts';

const tags = ['Rosters'];

const rosterCursor = {
  key: Fields({ slug: Type.String() }),
  limitDefault: 25,
  limitMax: 100,
} as const;

const memberCursor = {
  key: Fields({ username: Type.String(), profile_id: Uuid() }),
  limitDefault: 25,
  limitMax: 100,
} as const;

const MemberPath = Fields({ slug: PathSlug, username: PathUsername });

/** The caller's rosters and who is on them. */
export const rosterRoutes: RouteModule = (app) => {
  registerReadRoutes(app);
  registerWriteRoutes(app);
  registerMemberListRoute(app);
  registerMemberWriteRoutes(app);
  registerRedemptionRoute(app);
};

function registerReadRoutes(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/rosters',
    schema: {
      operationId: 'listRosters',
      tags,
      summary: 'List the partner’s rosters',
      description: 'The rosters of the calling partner, by slug.',
      querystring: Fields(pageQuery(rosterCursor)),
      response: { 200: PageShape('RosterPage', Roster) },
    },
    config: { access: readingPlayers, csv: csvOfPage(Roster) },
    handler: async (request) => {
      const page = requestedPage(request.query);
      return pageAnswer(request, await listRosters(request.context, page));
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/rosters/:slug',
    schema: {
      operationId: 'getRoster',
      tags,
      summary: 'Read a roster',
      description: 'One roster of the calling partner.',
      params: RosterPath,
      response: { 200: Roster },
    },
    config: { access: readingPlayers, notFoundCode: 'roster_not_found' },
    handler: async (request) => getRoster(request.context, request.params.slug),
  });
}

function registerWriteRoutes(app: App): void {
  app.route({
    method: 'PUT',
    url: '/v1/rosters/:slug',
    schema: {
      operationId: 'putRoster',
      tags,
      summary: 'Create or rename a roster',
      description: 'Returns 201 for a new roster, 200 for an existing one.',
      params: RosterPath,
      body: RosterPut,
      response: { 200: Roster, 201: Roster },
    },
    config: { access: writingPlayers, createsByPath: true },
    handler: async (request, reply) => {
      const { isNew, roster } = await putRoster(request.context, request.params.slug, request.body);
      if (isNew) reply.code(201).header('location', `/v1/rosters/${roster.slug}`);
      return roster;
    },
  });
  app.route({
    method: 'DELETE',
    url: '/v1/rosters/:slug',
    schema: {
      operationId: 'deleteRoster',
      tags,
      summary: 'Delete a roster',
      description: 'Its players stay; private ones of other partners are no longer visible through it.',
      params: RosterPath,
      response: { 204: Type.Null({ description: 'Deleted.' }) },
    },
    config: { access: writingPlayers, notFoundCode: 'roster_not_found' },
    handler: async (request, reply) => {
      await deleteRoster(request.context, request.params.slug);
      return reply.code(204).send(null);
    },
  });
}

function registerMemberListRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/rosters/:slug/members',
    schema: {
      operationId: 'listRosterMembers',
      tags,
      summary: 'List who is on a roster',
      description: 'The players on a roster of the calling partner, by username.',
      params: RosterPath,
      querystring: Fields(pageQuery(memberCursor)),
      response: { 200: PageShape('RosterMemberPage', RosterMember) },
    },
    config: { access: readingPlayers, notFoundCode: 'roster_not_found', csv: csvOfPage(RosterMember) },
    handler: async (request) => {
      const page = requestedPage(request.query);
      return pageAnswer(request, await listMembers(request.context, request.params.slug, page));
    },
  });
}

/** Each of the two path parameters may be malformed and then has its own 404. */
const notFoundCode = { slug: 'roster_not_found', username: 'player_not_found' } as const;

function registerMemberWriteRoutes(app: App): void {
  app.route({
    method: 'PUT',
    url: '/v1/rosters/:slug/members/:username',
    schema: {
      operationId: 'addRosterMember',
      tags,
      summary: 'Put a player on a roster',
      description: 'The player must be visible to you. Idempotent.',
      params: MemberPath,
      response: { 204: Type.Null({ description: 'On the roster.' }) },
    },
    config: { access: writingPlayers, notFoundCode, problems: ['roster_not_found', 'player_not_found'] },
    handler: async (request, reply) => {
      await addMember(request.context, request.params.slug, request.params.username);
      return reply.code(204).send(null);
    },
  });
  app.route({
    method: 'DELETE',
    url: '/v1/rosters/:slug/members/:username',
    schema: {
      operationId: 'removeRosterMember',
      tags,
      summary: 'Take a player off a roster',
      description: 'A private player of another partner is then no longer visible, unless on another roster.',
      params: MemberPath,
      response: { 204: Type.Null({ description: 'Off the roster.' }) },
    },
    config: { access: writingPlayers, notFoundCode, problems: ['roster_not_found', 'player_not_found'] },
    handler: async (request, reply) => {
      await removeMember(request.context, request.params.slug, request.params.username);
      return reply.code(204).send(null);
    },
  });
}

function registerRedemptionRoute(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/rosters/:slug/members',
    schema: {
      operationId: 'redeemShare',
      tags,
      summary: 'Redeem a share',
      description:
        'Puts a player that another partner has shared on the roster. A code works once; unknown, expired and used ' +
        'codes get the same response. If you send your code again, you get the same member again.',
      params: RosterPath,
      body: ShareRedemption,
      response: { 200: RosterMember },
    },
    config: { access: writingPlayers, notFoundCode: 'roster_not_found', problems: ['share_not_found'] },
    handler: async (request) => redeemShare(request.context, request.params.slug, request.body),
  });
}
