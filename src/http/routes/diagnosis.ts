import { Diagnosis, diagnose } from '../../domain/diagnosis/index.ts';
import type { RouteModule } from '../app.ts';

/** What an operator should know about the service. @param workers how many processes share the port */
export function diagnosisRoutes(workers: number): RouteModule {
  return (app) => {
    app.route({
      method: 'GET',
      url: '/admin/v1/diagnosis',
      schema: {
        operationId: 'getDiagnosis',
        tags: ['Operators'],
        summary: 'Look for what is wrong with the service',
        description:
          'Looks at the database and its settings, clocks, disk, migrations, statistics, indexes, the plans of the statements that ' +
          'most requests need, backups, settlement and tasks. Says of each whether it is well, and what to do if not. Takes a second and changes nothing.',
        response: { 200: Diagnosis },
      },
      config: { access: { kind: 'operator' } },
      handler: async (request) => diagnose({ ...request.operatorContext, workers }),
    });
  };
}
