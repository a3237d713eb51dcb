import { PresentCalibration, SettlementState } from '@bandeja/contract/ledger';
import { getCalibration } from '../calibration/calibrate.ts';
import type { RouteModule } from '../http/route.ts';
import { getSettlementState } from './status.ts';

const operator = { kind: 'operator' } as const;
const tags = ['Operators'];

/** Operator routes about all ratings together. */
export const adminRatingRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/admin/v1/settlement',
    schema: {
      operationId: 'getSettlement',
      tags,
      summary: 'Read the state of the settlement',
      description: 'Which ratings are final, and which part of the history is still to be settled.',
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
      summary: 'Read the latest calibration',
      description: 'The pool’s steepness, penalty and hold rate, and the number of matches they are based on.',
      response: { 200: PresentCalibration },
    },
    config: { access: operator },
    handler: async (request) => getCalibration(request.operatorContext),
  });
};
