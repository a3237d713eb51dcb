import { PresentCalibration, SettlementState } from '@bandeja/contract/ledger';
import type { RouteModule } from '../http/route.ts';
import { getCalibration } from './calibrate.ts';
import { getSettlementState } from './status.ts';

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
