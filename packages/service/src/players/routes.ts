import {
  EXTERNAL_IDS_MAX,
  ExternalId,
  ExternalIdKind,
  ExternalIdPut,
  ExternalIdQuery,
  externalIdOf,
} from '@bandeja/contract/external-ids';
import { PathUsername, Player, PlayerPath, Share, ShareRequest } from '@bandeja/contract/players';
import { Fields, SlugText, Text, Uuid } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { readingPlayers, writingPlayers } from '../http/admission/rights.ts';
import { csvOfPage } from '../http/csv/answer.ts';
import { column } from '../http/csv/columns.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { App, RouteModule } from '../http/route.ts';
import { putExternalId, removeExternalId } from './external-ids.ts';
import { listPlayers } from './list.ts';
import { getPlayer } from './players.ts';
import { searchPlayers } from './search.ts';
import { sharePlayer } from './share.ts';

const tags = ['Players'];

const PlayerPage = PageShape('PlayerPage', Player);

const idsText = (ids: Player['external_ids']): string => ids.map(({ kind, value }) => `${kind}:${value}`).join('; ');
const csv = csvOfPage(Player, { external_ids: [column('external_ids', idsText)] });

const searchCursor = {
  key: Fields({ username: Type.String() }),
  limitDefault: 20,
  limitMax: 50,
} as const;

/** Looking up, changing and sharing players. */
export const playerRoutes: RouteModule = (app) => {
  registerListRoute(app);
  registerSearchRoute(app);
  registerReadRoute(app);
  registerChangeRoutes(app);
  registerExternalIdRoutes(app);
};

const IdPath = Fields({ username: PathUsername, kind: ExternalIdKind });

function registerExternalIdRoutes(app: App): void {
  const notFoundCode = { username: 'player_not_found', kind: 'route_not_found' } as const;
  app.route({
    method: 'PUT',
    url: '/v1/players/:username/external-ids/:kind',
    schema: {
      operationId: 'putExternalId',
      tags,
      summary: 'Store your own id of a player',
      description:
        'The player must be visible to you. Returns 201 for a new kind, 200 for an existing one. No other partner sees the id. It is ' +
        `deleted when you no longer see the player. A player has at most ${EXTERNAL_IDS_MAX} of your ids.`,
      params: IdPath,
      body: ExternalIdPut,
      response: { 200: ExternalId, 201: ExternalId },
    },
    config: { access: writingPlayers, notFoundCode, problems: ['external_id_taken'] },
    handler: async (request, reply) => {
      const id = { kind: request.params.kind, value: request.body.value };
      if (await putExternalId(request.context, request.params.username, id)) reply.code(201);
      return id;
    },
  });
  app.route({
    method: 'DELETE',
    url: '/v1/players/:username/external-ids/:kind',
    schema: {
      operationId: 'deleteExternalId',
      tags,
      summary: 'Delete your own id of a player',
      description: 'Idempotent.',
      params: IdPath,
      response: { 204: Type.Null({ description: 'Deleted.' }) },
    },
    config: { access: writingPlayers, notFoundCode },
    handler: async (request, reply) => {
      await removeExternalId(request.context, request.params.username, request.params.kind);
      return reply.code(204).send(null);
    },
  });
}

const peopleCursor = {
  key: Fields({ is_own: Type.Boolean(), sort_name: Type.String(), username: Type.String(), id: Uuid() }),
  limitDefault: 25,
  limitMax: 100,
} as const;

function registerListRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/players',
    schema: {
      operationId: 'listPlayers',
      tags,
      summary: 'List your players, or find a player by name',
      description:
        'Without `q`: the players that you registered and those on your rosters, by display name. With `q`: every visible ' +
        'player whose name or username has words starting with each word of `q`, ignoring case, accents and apostrophes. Your own players ' +
        'come first, then the order is by display name, then by username. A word ends at any ' +
        'character that is not a letter or digit: `norte` finds `club-norte`. A name that consists of emoji is found by its username. ' +
        'A single character, such as 王, is too short unless `q` has another word. Costs ' +
        `${COSTS.people} units. With \`external_id\`: the player with this id of yours, or an empty list; costs one unit.`,
      querystring: Fields({
        q: Type.Optional(Text(2, 80, { description: 'The beginnings of one or more words.', examples: ['ines carv'] })),
        roster: Type.Optional(SlugText('Only members of this roster of yours.')),
        external_id: Type.Optional(ExternalIdQuery),
        ...pageQuery(peopleCursor),
      }),
      response: { 200: PlayerPage },
    },
    config: {
      access: readingPlayers,
      problems: ['roster_not_found'],
      csv,
      // A look-up by an id costs as much as a profile.
      extraUnits: ({ query }) => ((query as { external_id?: string }).external_id === undefined ? COSTS.people - 1 : 0),
    },
    handler: async (request) => {
      const { q = null, roster = null, external_id: id } = request.query;
      const filter = { q, roster, externalId: id === undefined ? null : externalIdOf(id) };
      return pageAnswer(request, await listPlayers(request.context, filter, requestedPage(request.query)));
    },
  });
}

function registerSearchRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/players/search',
    schema: {
      operationId: 'searchPlayers',
      tags,
      summary: 'Search public players',
      description:
        'Public players whose username begins with `q`, compared without case: an exact match first, then by username. ' +
        'No character of `q` is a wildcard. To find players by display name, use `q` of `GET /v1/players`.',
      querystring: Fields({
        q: Type.String({ minLength: 2, description: 'The beginning of a username.', examples: ['ines'] }),
        ...pageQuery(searchCursor),
      }),
      response: { 200: PlayerPage },
    },
    config: { access: readingPlayers, csv },
    handler: async (request) => {
      const page = requestedPage(request.query);
      return pageAnswer(request, await searchPlayers(request.context, request.query.q, page));
    },
  });
}

function registerReadRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/players/:username',
    schema: {
      operationId: 'getPlayer',
      tags,
      summary: 'Read a player',
      description:
        'Reads a player that is public, was registered by you, or is on one of your rosters. Any other player gets exactly ' +
        'the response for a username that does not exist.',
      params: PlayerPath,
      response: { 200: Player },
    },
    config: { access: readingPlayers, notFoundCode: 'player_not_found' },
    handler: async (request) => getPlayer(request.context, request.params.username),
  });
}

function registerChangeRoutes(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/players/:username/shares',
    schema: {
      operationId: 'sharePlayer',
      tags,
      summary: 'Share a player with another partner',
      description:
        'Creates a code that works once: with it, one other partner can put the player on one of its rosters. Only the ' +
        'partner that registered the player can share it.',
      params: PlayerPath,
      body: ShareRequest,
      response: { 201: Share },
    },
    config: { access: writingPlayers, notFoundCode: 'player_not_found' },
    handler: async (request, reply) => {
      reply.code(201);
      return sharePlayer(request.context, request.params.username, request.body);
    },
  });
}
