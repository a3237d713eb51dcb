import { calibrate, calibrationView, getCalibration } from '../../domain/calibration/index.ts';
import type { Context } from '../../domain/context.ts';
import { getSettlementState } from '../../domain/rated-history/index.ts';
import { replayRatings } from '../../domain/rebuild/index.ts';
import { verifyRatings } from '../../domain/verification/index.ts';
import type { App, RouteModule } from '../app.ts';
import { type AnswerLongTask, LINES_MEDIA_TYPE, longTasks } from '../long-task.ts';
import { CalibrationLine, PresentCalibration } from '../schemas/calibration.ts';
import { ReplayLine } from '../schemas/replay.ts';
import { SettlementState } from '../schemas/settlement.ts';
import { VerificationLine } from '../schemas/verification.ts';

const operator = { kind: 'operator' } as const;
const tags = ['Operators'];

const asLines =
  'Takes seconds to minutes, and answers with lines of JSON (`application/x-ndjson`): `progress` on the way, and `result` ' +
  'as the last one. Ends early when the connection closes. One such task is at work at a time on each node; the next waits.';

/** The operator's view of all ratings together. */
export const adminRatingRoutes: RouteModule = (app, context) => {
  layStates(app, context);
  layTasks(app, context, longTasks(app));
};

function layStates(app: App, context: Context): void {
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
    handler: async () => getSettlementState(context),
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
    handler: async () => getCalibration(context),
  });
}

function layTasks(app: App, context: Context, answer: AnswerLongTask): void {
  app.route({
    method: 'POST',
    url: '/admin/v1/ratings/verify',
    schema: {
      operationId: 'verifyRatings',
      tags,
      summary: 'Verify all ratings',
      description:
        'Folds the whole rated history from nothing and compares every stored double of it, bit for bit, while the service ' +
        `runs. Changes nothing. ${asLines}`,
      response: { 200: VerificationLine },
    },
    config: { access: operator, mediaType: LINES_MEDIA_TYPE },
    handler: async (request, reply) => answer(request, reply, (watcher) => verifyRatings(context, watcher)),
  });
  app.route({
    method: 'POST',
    url: '/admin/v1/ratings/calibrate',
    schema: {
      operationId: 'calibrate',
      tags,
      summary: 'Calibrate the pool',
      description:
        'Finds the pool’s steepness, with which predictions are made from then on, and its hold rate over the whole rated ' +
        `history, and keeps both. Changes no rating. ${asLines}`,
      response: { 200: CalibrationLine },
    },
    config: { access: operator, mediaType: LINES_MEDIA_TYPE },
    handler: async (request, reply) =>
      answer(request, reply, async (watcher) => calibrationView(await calibrate(context, watcher))),
  });
  app.route({
    method: 'POST',
    url: '/admin/v1/ratings/replay',
    schema: {
      operationId: 'replayRatings',
      tags,
      summary: 'Rebuild all ratings',
      description:
        'Folds the whole rated history from nothing, with the model of this node, beside the serving ratings, and puts the ' +
        'new ones in their place in one transaction; then calibrates. Matches keep coming meanwhile. A new version of the ' +
        `model is rolled out so. ${asLines}`,
      response: { 200: ReplayLine },
    },
    config: { access: operator, mediaType: LINES_MEDIA_TYPE },
    handler: async (request, reply) => answer(request, reply, (watcher) => replayRatings(context, watcher)),
  });
}
