import { clockFaults, SandboxClock, SandboxState } from '@bandeja/contract/sandboxes';
import { Type } from 'typebox';
import { COSTS } from '../http/costs.ts';
import type { RouteModule } from '../http/route.ts';
import type { Sandboxes } from './sandboxes.ts';

const tags = ['Sandbox'];

/** Every test key of the partner may: there is nothing in a sandbox that would have to be kept from it. */
const access = { kind: 'partner', mode: 'test', scopes: [] } as const;

/** The sandbox of the caller, as a whole. */
export function sandboxRoutes(sandboxes: Sandboxes): RouteModule {
  return (app) => {
    app.route({
      method: 'GET',
      url: '/v1/sandbox',
      schema: {
        operationId: 'getSandbox',
        tags,
        summary: 'Read the sandbox',
        description: 'What time it is in the partner’s sandbox, and how much there is in it. For test keys.',
        response: { 200: SandboxState },
      },
      config: { access },
      handler: ({ context }) => sandboxes.state(context),
    });
    app.route({
      method: 'PATCH',
      url: '/v1/sandbox',
      schema: {
        operationId: 'moveSandboxClock',
        tags,
        summary: 'Move the clock of the sandbox',
        description:
          'Sets the clock of the partner’s sandbox, ahead or back, or moves it ahead. It runs on from there. What depends on ' +
          'the present follows at once: windows, form, inactivity, and which `played_at` is in the future. Stored matches and ' +
          'ratings do not change. For test keys.',
        body: SandboxClock,
        response: { 200: SandboxState },
      },
      config: { access, bodyRules: (body) => clockFaults(body) },
      handler: ({ context, body }) => sandboxes.moveClock(context, body),
    });
    app.route({
      method: 'DELETE',
      url: '/v1/sandbox',
      schema: {
        operationId: 'clearSandbox',
        tags,
        summary: 'Clear the sandbox',
        description:
          'Removes everything from the partner’s sandbox, and sets its clock right. Its test keys stay. Requests that are under ' +
          `way may get \`sandbox_cleared\`. Costs ${COSTS.clearSandbox} units. For test keys.`,
        response: { 204: Type.Null({ description: 'Cleared.' }) },
      },
      config: { access, cost: COSTS.clearSandbox },
      handler: async ({ context }, reply) => {
        await sandboxes.clear(context);
        return reply.code(204).send(null);
      },
    });
  };
}
