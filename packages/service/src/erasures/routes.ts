import { Erasure } from '@bandeja/contract/audit';
import { PlayerPath } from '@bandeja/contract/players';
import { Fields, Uuid } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { listErasures } from '../audit/erasures.ts';
import { COSTS } from '../http/admission/costs.ts';
import { writingPlayers } from '../http/admission/rights.ts';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { erasePlayer, erasePlayerById } from './erase.ts';

/** An erasure takes 200 bytes of an answer. */
const LIMIT_MAX = 1_000;

const PlayerIdPath = Fields({
  id: Uuid({ description: 'The player’s id.', examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'] }),
});

/** Erasing a player, and the operator's list of what was erased. */
export const erasureRoutes: RouteModule = (app) => {
  app.route({
    method: 'DELETE',
    url: '/v1/players/:username',
    schema: {
      operationId: 'erasePlayer',
      tags: ['Players'],
      summary: 'Erase a player',
      description:
        'Only the partner that registered a player can erase it. Names, country, roster memberships and shares are deleted ' +
        'permanently. Matches then show “Erased player”, without an id, a name or rating numbers. The other players’ ratings do ' +
        'not change. Only you can register the username again, and it then belongs to a new player. If you need to keep the ' +
        'data, export the player first. You cannot undo an erasure. No player is called `search`: that path gets 405.',
      params: PlayerPath,
      response: { 204: Type.Null({ description: 'Erased.' }) },
    },
    config: {
      access: { ...writingPlayers, personScope: 'manage:people' },
      notFoundCode: 'player_not_found',
      problems: ['method_not_allowed'],
      cost: COSTS.erasure,
    },
    handler: async (request, reply) => {
      await erasePlayer(request.context, request.params.username);
      return reply.code(204).send(null);
    },
  });
  app.route({
    method: 'DELETE',
    url: '/admin/v1/players/:id',
    schema: {
      operationId: 'erasePlayerById',
      tags: ['Operators'],
      summary: 'Erase a player by id',
      description:
        'Erases a player as its partner could. Use it if the partner no longer exists. Use it also to repeat erasures after you ' +
        'restore a backup, which still contains the names.',
      params: PlayerIdPath,
      response: { 204: Type.Null({ description: 'Erased.' }) },
    },
    config: {
      access: { kind: 'operator' },
      notFoundCode: 'player_not_found',
    },
    handler: async (request, reply) => {
      await erasePlayerById(request.operatorContext, request.params.id);
      return reply.code(204).send(null);
    },
  });
  app.route({
    method: 'GET',
    url: '/admin/v1/erasures',
    schema: {
      operationId: 'listErasures',
      tags: ['Operators'],
      summary: 'List erasures',
      description:
        'The erased players, each with the time and the partner or operator that erased it, oldest first. The ids reveal no name.',
      querystring: Fields(pageQuery({ ...byCreation, limitMax: LIMIT_MAX })),
      response: { 200: PageShape('ErasurePage', Erasure) },
    },
    config: { access: { kind: 'operator' } },
    handler: async (request) => {
      return pageAnswer(request, await listErasures(request.operatorContext, requestedPage(request.query)));
    },
  });
};
