import { Problem } from '../../domain/errors/index.ts';
import { Fields, OneOf } from '../../domain/shapes.ts';
import type { App, RouteModule } from '../app.ts';

export interface SystemState {
  readonly isReady: () => Promise<boolean>;
}

/** Whether the service is alive, and whether it is ready. */
export function systemRoutes(state: SystemState): RouteModule {
  return (app) => {
    registerHealthRoutes(app, state);
  };
}

function registerHealthRoutes(app: App, state: SystemState): void {
  app.route({
    method: 'GET',
    url: '/health/live',
    schema: {
      operationId: 'getLiveness',
      tags: ['System'],
      summary: 'Whether the process runs',
      description: 'Answers 200 as long as the process can answer at all. A supervisor restarts it when this fails.',
      response: { 200: Fields({ status: OneOf(['live'], { description: 'Always `live`.' }) }) },
    },
    config: { access: { kind: 'public' } },
    handler: async () => ({ status: 'live' as const }),
  });
  app.route({
    method: 'GET',
    url: '/health/ready',
    schema: {
      operationId: 'getReadiness',
      tags: ['System'],
      summary: 'Whether the service takes requests',
      description: 'Answers 503 while the service starts, stops, or cannot reach its database. For load balancers.',
      response: {
        200: Fields({ status: OneOf(['ready'], { description: 'Always `ready`; else the answer is a 503.' }) }),
      },
    },
    config: { access: { kind: 'public' }, problems: ['not_ready'] },
    handler: async () => {
      if (!(await state.isReady())) throw new Problem('not_ready');
      return { status: 'ready' as const };
    },
  });
}
