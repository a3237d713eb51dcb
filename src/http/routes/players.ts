import { Type } from 'typebox';
import { pointerTo } from '../../domain/faults/index.ts';
import {
  getPlayer,
  registerPlayer,
  SHARE_HOURS_DEFAULT,
  searchPlayers,
  sharePlayer,
  updatePlayer,
} from '../../domain/players/index.ts';
import { isReservedUsername } from '../../domain/username.ts';
import type { App, RouteModule } from '../app.ts';
import { PageShape, pageAnswer, pageOf, pageQuery } from '../lists.ts';
import type { Access } from '../route.ts';
import {
  Player,
  PlayerPatch,
  PlayerPath,
  RegisteredPlayer,
  Registration,
  Share,
  ShareRequest,
} from '../schemas/player.ts';
import { Fields } from '../schemas/shared.ts';

/** Whatever reads players or rosters: every plan. */
export const readingPlayers = { kind: 'partner', scopes: ['read:players'] } as const satisfies Access;

/** Whatever writes players or rosters: the plan of registration and its scope. */
export const writingPlayers = {
  kind: 'partner',
  plans: ['pro', 'enterprise'],
  scopes: ['write:players'],
} as const satisfies Access;

const tags = ['Players'];

const searchCursor = {
  key: Fields({ username: Type.String() }),
  limitDefault: 20,
  limitMax: 50,
} as const;

/** Looking up, registering, changing and sharing players. */
export const playerRoutes: RouteModule = (app) => {
  registerSearchRoute(app);
  registerReadRoute(app);
  registerRegistrationRoute(app);
  registerChangeRoutes(app);
};

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
        'No character of `q` is a wildcard.',
      querystring: Fields({
        q: Type.String({ minLength: 2, description: 'The beginning of a username.', examples: ['an'] }),
        ...pageQuery(searchCursor),
      }),
      response: { 200: PageShape('PlayerPage', Player) },
    },
    config: { access: readingPlayers },
    handler: async (request) => {
      const page = pageOf(request.query);
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
        'A player who is public, was registered by the caller, or is on one of its rosters. Anyone else is not found, ' +
        'exactly as if the username did not exist.',
      params: PlayerPath,
      response: { 200: Player },
    },
    config: { access: readingPlayers, missing: 'player_not_found', problems: ['player_not_found'] },
    handler: async (request) => getPlayer(request.context, request.params.username),
  });
}

function registerRegistrationRoute(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/players',
    schema: {
      operationId: 'registerPlayer',
      tags,
      summary: 'Register a player',
      description:
        'Idempotent by username: 201 for a new player, 200 for one who was there already (also when sent twice at ' +
        'once), who is not changed but joins the roster. A username of a player whom the caller may not see is taken.',
      body: Registration,
      response: { 200: RegisteredPlayer, 201: RegisteredPlayer },
    },
    config: {
      access: writingPlayers,
      problems: ['username_taken'],
      bodyRules: (body) => {
        const username = (body as { readonly username?: unknown } | null)?.username;
        if (typeof username !== 'string' || !isReservedUsername(username)) return [];
        return [{ pointer: pointerTo('username'), code: 'bad_format', detail: 'This word is reserved.' }];
      },
    },
    handler: async (request, reply) => {
      const { username, display_name, country_code, profile_is_public, roster_slug } = request.body;
      const { isNew, player } = await registerPlayer(request.context, {
        username,
        displayName: display_name ?? null,
        countryCode: country_code ?? null,
        isPublic: profile_is_public ?? null,
        rosterSlug: roster_slug ?? null,
      });
      if (isNew) reply.code(201).header('location', `/v1/players/${player.username}`);
      return player;
    },
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
        'Only for the partner that registered the player; to all others the player is not found. A public player who ' +
        'turns private leaves the rosters of partners that hold no redeemed share.',
      params: PlayerPath,
      body: PlayerPatch,
      response: { 200: Player },
    },
    config: { access: writingPlayers, missing: 'player_not_found', problems: ['player_not_found'] },
    handler: async (request) => {
      const { display_name, country_code, profile_is_public } = request.body;
      return updatePlayer(request.context, request.params.username, {
        display_name: display_name ?? null,
        country_code,
        profile_is_public: profile_is_public ?? null,
      });
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/players/:username/shares',
    schema: {
      operationId: 'sharePlayer',
      tags,
      summary: 'Share a player with another partner',
      description:
        'Makes a code with which one other partner may put the player on one of its rosters, once. Only for the ' +
        'partner that registered the player.',
      params: PlayerPath,
      body: ShareRequest,
      response: { 201: Share },
    },
    config: { access: writingPlayers, missing: 'player_not_found', problems: ['player_not_found'] },
    handler: async (request, reply) => {
      const hours = request.body.expires_in_hours ?? SHARE_HOURS_DEFAULT;
      reply.code(201);
      return sharePlayer(request.context, request.params.username, hours);
    },
  });
}
