import { PlayerBatch, PlayerBatchEnvelope, PlayerBatchResults } from '@bandeja/contract/player-batches';
import {
  Player,
  PlayerPatch,
  PlayerPath,
  RegisteredPlayer,
  Registration,
  registrationFaults,
} from '@bandeja/contract/players';
import { Fields } from '@bandeja/contract/shapes';
import { startingLevelFaults } from '@bandeja/contract/starting-level';
import type { Context } from '../context.ts';
import { COSTS } from '../http/admission/costs.ts';
import { BATCH_BODY_BYTES_MAX } from '../http/admission/limits.ts';
import { writingPlayers } from '../http/admission/rights.ts';
import { dryRunQuery } from '../http/dry-run.ts';
import type { RouteModule } from '../http/route.ts';
import type { ChangeQueue } from '../ledger/with-players.ts';
import { type RegistrationQueue, registerPlayer } from './register.ts';
import { registerBatch } from './register-batch.ts';
import { updatePlayer } from './update.ts';

const tags = ['Players'];

/**
 * Registering and changing players.
 * @param queueOf where registrations wait
 * @param changesOf where changes of the history wait
 */
export function registrationRoutes(
  queueOf: (context: Context) => RegistrationQueue,
  changesOf: (context: Context) => ChangeQueue,
): RouteModule {
  return (app) => {
    app.route({
      method: 'POST',
      url: '/v1/players',
      schema: {
        operationId: 'registerPlayer',
        tags,
        summary: 'Register a player',
        description:
          'Idempotent by username: 201 for a new player, 200 for an existing one, even if two requests arrive at once. An existing ' +
          'player is not changed, but joins the roster. A username is unique among public players, and among your own. So a private ' +
          'player is registered beside another partner’s public one, unless that is on one of your rosters. Only the username of an ' +
          'erased public player is taken.',
        body: Registration,
        response: { 200: RegisteredPlayer, 201: RegisteredPlayer },
      },
      config: {
        access: writingPlayers,
        problems: ['username_taken', 'external_id_taken'],
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
    app.route({
      method: 'PATCH',
      url: '/v1/players/:username',
      schema: {
        operationId: 'updatePlayer',
        tags,
        summary: 'Change a player',
        description:
          'Only the partner that registered the player can change it; all others get `player_not_found`. A public player that ' +
          'becomes private is removed from the rosters of partners without a redeemed share. Another `starting_level` changes all ' +
          'ratings that follow from it, like a late match. No player is called `search`: that ' +
          'path gets 405.',
        params: PlayerPath,
        body: PlayerPatch,
        response: { 200: Player },
      },
      config: {
        access: writingPlayers,
        notFoundCode: 'player_not_found',
        problems: ['method_not_allowed', 'username_taken', 'starting_level_settled', 'overloaded', 'rate_limited'],
        bodyRules: startingLevelFaults,
      },
      handler: async (request) =>
        updatePlayer(request.context, request.params.username, request.body, changesOf(request.context)),
    });
  };
}
