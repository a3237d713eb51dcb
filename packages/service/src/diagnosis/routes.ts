import { Diagnosis } from '@bandeja/contract/diagnosis';
import type { RouteModule } from '../http/route.ts';
import { diagnose } from './diagnose.ts';

export const diagnosisRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/admin/v1/diagnosis',
    schema: {
      operationId: 'getDiagnosis',
      tags: ['Operators'],
      summary: 'Check the service',
      description:
        'Checks the database and its settings, migrations, clock, disk, settlement and webhook deliveries. ' +
        'Each finding has a state and, unless the state is `ok`, advice. Read-only; takes less than a second.',
      response: { 200: Diagnosis },
    },
    config: { access: { kind: 'operator' } },
    handler: async (request) => diagnose(request.operatorContext),
  });
};
