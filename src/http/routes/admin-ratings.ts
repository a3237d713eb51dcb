import { getCalibration } from '../../domain/ledger/calibrate.ts';
import { PresentCalibration, SettlementState } from '../../domain/ledger/shapes.ts';
import { getSettlementState } from '../../domain/ledger/status.ts';
import type { RouteModule } from '../route.ts';

const operator = { kind: 'operator' } as const;
const tags = ['Operators'];

/** The state of all ratings together, for the operator. */
export const adminRatingRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/admin/v1/settlement',
    schema: {
      operationId: 'getSettlement',
      tags,
      summary: 'Read the state of the settlement',
      description: 'What of the ratings is final, and what is still to be settled after changes of history.',
      response: { 200: SettlementState },
    },
    config: { access: operator },
    handler: async (request) => getSettlementState(request.operatorContext),
  });
  app.route({
    method: 'GET',
    url: '/admin/v1/calibration',
    schema: {
      operationId: 'getCalibration',
      tags,
      summary: 'Read the calibration that counts',
      description: 'The pool’s steepness and hold rate, and what they were found over.',
      response: { 200: PresentCalibration },
    },
    config: { access: operator },
    handler: async (request) => getCalibration(request.operatorContext),
  });
};
