import { PlayerBatch, PlayerBatchEnvelope, PlayerBatchResults } from '@bandeja/contract/player-batches';
import { RegisteredPlayer, Registration, registrationFaults } from '@bandeja/contract/players';
import { Fields } from '@bandeja/contract/shapes';
import type { Context } from '../context.ts';
import { COSTS } from '../http/admission/costs.ts';
import { BATCH_BODY_BYTES_MAX } from '../http/admission/limits.ts';
import { writingPlayers } from '../http/admission/rights.ts';
import { dryRunQuery } from '../http/dry-run.ts';
import type { RouteModule } from '../http/route.ts';
import { type RegistrationQueue, registerPlayer } from './register.ts';
import { registerBatch } from './register-batch.ts';

const tags = ['Players'];

/**
 * Registering players.
 * @param queueOf where registrations wait
 */
export function registrationRoutes(queueOf: (context: Context) => RegistrationQueue): RouteModule {
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
  };
}
