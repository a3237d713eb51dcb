import { PlayerBatch, PlayerBatchEnvelope, PlayerBatchResults } from '@bandeja/contract/player-batches';
import {
  Player,
  PlayerPatch,
  PlayerPath,
  RegisteredPlayer,
  Registration,
  registrationFaults,
  Share,
  ShareRequest,
} from '@bandeja/contract/players';
import { Fields, SlugText, Text } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { COSTS } from '../http/admission/costs.ts';
import { BATCH_BODY_BYTES_MAX } from '../http/admission/limits.ts';
import { readingPlayers, writingPlayers } from '../http/admission/rights.ts';
import { dryRunQuery } from '../http/dry-run.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { App, RouteModule } from '../http/route.ts';
import { type RegistrationQueue, registerPlayer } from '../registrations/register.ts';
import { registerBatch } from '../registrations/register-batch.ts';
import { listPeople } from './list.ts';
import { getPlayer, updatePlayer } from './players.ts';
import { searchPlayers } from './search.ts';
import { sharePlayer } from './share.ts';

const tags = ['Players'];

const PlayerPage = PageShape('PlayerPage', Player);

const searchCursor = {
  key: Fields({ username: Type.String() }),
  limitDefault: 20,
  limitMax: 50,
} as const;

/**
 * Looking up, registering, changing and sharing players.
 * @param queueOf where registrations wait
 */
export function playerRoutes(queueOf: (context: Context) => RegistrationQueue): RouteModule {
  return (app) => {
    registerListRoute(app);
    registerSearchRoute(app);
    registerReadRoute(app);
    registerRegistrationRoutes(app, queueOf);
    registerChangeRoutes(app);
  };
}

const peopleCursor = {
  key: Fields({ is_own: Type.Boolean(), sort_name: Type.String(), username: Type.String() }),
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
        'player whose name or username has words starting with each word of `q`, ignoring case and accents. Your own players ' +
        'come first, then the order is by display name, then by username. A word ends at any ' +
        'character that is not a letter or digit: `norte` finds `club-norte`. A name that consists of emoji is found by its username. ' +
        'A single character, such as 王, is too short unless `q` has another word. Costs ' +
        `${COSTS.people} units.`,
      querystring: Fields({
        q: Type.Optional(Text(2, 80, { description: 'The beginnings of one or more words.', examples: ['ines carv'] })),
        roster: Type.Optional(SlugText('Only members of this roster of yours.')),
        ...pageQuery(peopleCursor),
      }),
      response: { 200: PlayerPage },
    },
    config: { access: readingPlayers, problems: ['roster_not_found'], cost: COSTS.people },
    handler: async (request) => {
      const { q = null, roster = null } = request.query;
      return pageAnswer(request, await listPeople(request.context, { q, roster }, requestedPage(request.query)));
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
    config: { access: readingPlayers },
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

function registerRegistrationRoutes(app: App, queueOf: (context: Context) => RegistrationQueue): void {
  app.route({
    method: 'POST',
    url: '/v1/players',
    schema: {
      operationId: 'registerPlayer',
      tags,
      summary: 'Register a player',
      description:
        'Idempotent by username: 201 for a new player, 200 for an existing one, even if two requests arrive at once. An existing ' +
        'player is not changed, but joins the roster. The username of a player that you may not see is taken.',
      body: Registration,
      response: { 200: RegisteredPlayer, 201: RegisteredPlayer },
    },
    config: {
      access: writingPlayers,
      problems: ['username_taken'],
      bodyRules: registrationFaults,
      cost: COSTS.registration,
      ownQueue: () => true,
    },
    handler: async (request, reply) => {
      const { isNew, player } = await registerPlayer(request.context, request.body, {
        queue: queueOf(request.context),
      });
      if (isNew) reply.code(201).header('location', `/v1/players/${player.username}`);
      return player;
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/players/batch',
    bodyLimit: BATCH_BODY_BYTES_MAX,
    schema: {
      operationId: 'registerPlayers',
      tags,
      summary: 'Register up to 100 players',
      description:
        'Registers each player as the single route does. If one is rejected, or its username is taken, the others are still ' +
        'registered. Returns 200 with one result per entry, in the order sent. Each player costs ' +
        `${COSTS.registration} unit.`,
      querystring: Fields(dryRunQuery),
      body: PlayerBatch,
      response: { 200: PlayerBatchResults },
    },
    config: {
      access: writingPlayers,
      bodyShape: PlayerBatchEnvelope,
      problems: ['invalid_body'],
      cost: COSTS.registration,
      extraUnits: ({ body }) => ((body as PlayerBatchEnvelope).players.length - 1) * COSTS.registration,
      isAlsoName: true,
      ownQueue: () => true,
    },
    handler: ({ context, body, query }) =>
      registerBatch(context, body, { queue: queueOf(context), dryRun: query.dry_run ?? false }),
  });
}

function registerChangeRoutes(app: App): void {
  app.route({
    method: 'PATCH',
    url: '/v1/players/:username',
    schema: {
      operationId: 'updatePlayer',
      tags,
      summary: 'Change a player',
      description:
        'Only the partner that registered the player can change it; all others get `player_not_found`. A public player that ' +
        'becomes private is removed from the rosters of partners without a redeemed share. No player is called `search`: that ' +
        'path gets 405.',
      params: PlayerPath,
      body: PlayerPatch,
      response: { 200: Player },
    },
    config: { access: writingPlayers, notFoundCode: 'player_not_found', problems: ['method_not_allowed'] },
    handler: async (request) => updatePlayer(request.context, request.params.username, request.body),
  });
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
