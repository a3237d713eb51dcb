import { clockFaults, SandboxClock, SandboxState } from '@bandeja/contract/sandboxes';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import type { RouteModule } from '../http/route.ts';
import type { Sandboxes } from './sandboxes.ts';

const tags = ['Sandbox'];

/** No scopes: every test key may read and change its whole sandbox. */
const access = { kind: 'partner', mode: 'test', scopes: [] } as const;

export function sandboxRoutes(sandboxes: Sandboxes): RouteModule {
  return (app) => {
    app.route({
      method: 'GET',
      url: '/v1/sandbox',
      schema: {
        operationId: 'getSandbox',
        tags,
        summary: 'Read the sandbox',
        description:
          'The time in your sandbox, and the number of players, matches and rosters in it. Only for test keys.',
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
          'Sets the clock of your sandbox to an instant, past or future, or advances it. The clock continues from there. Everything ' +
          'that depends on the current time follows at once: windows, form, inactivity, and whether `played_at` is in the future. ' +
          'Stored matches and ratings do not change. Only for test keys.',
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
          'Removes all data from your sandbox and resets its clock to the real time. Your test keys stay valid. Requests in flight ' +
          `may get \`sandbox_cleared\`. Costs ${COSTS.clearSandbox} units. Only for test keys.`,
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
