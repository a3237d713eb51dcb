import { LiveNight } from '@bandeja/contract/live-nights';
import { PlanPatch, PlanPut, PlanReopening, PlanUndo } from '@bandeja/contract/plan-bodies';
import { planStates } from '@bandeja/contract/plan-enums';
import { NewPlanPath, PlanPath } from '@bandeja/contract/plan-paths';
import { Plan, PlanSummary, PutPlanAnswer, UndonePlan } from '@bandeja/contract/plans';
import { Fields, OneOf, Text } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS, planUnits } from '../http/admission/costs.ts';
import { readingMatches, writingMatches } from '../http/admission/rights.ts';
import { csvOfPage } from '../http/csv/answer.ts';
import { dryRunQuery } from '../http/dry-run.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { App, RouteModule } from '../http/route.ts';
import { PlayedAt } from '../matches/routes.ts';
import { amendPlan } from './amend-plan.ts';
import { closePlan, deletePlan, reopenPlan } from './close-plan.ts';
import { getLive } from './live.ts';
import { getPlan, listPlans, shownPlan } from './plans.ts';
import { putPlan, roundsThatFit } from './put-plan.ts';
import { registerRoundRoutes } from './round-routes.ts';
import { amendedPlanFaults, planFaults } from './rules.ts';
import { undoPlan } from './undo.ts';

const tags = ['Plans'];

/** The cursor of a list of plans: the last one's change and session. */
const planCursor = {
  key: Fields({ changed_at: PlayedAt, session_external_ref: Text(1, 128) }),
  limitDefault: 25,
  limitMax: 100,
} as const;

/** Night plans: the lineups of a night, by round and court. */
export const planRoutes: RouteModule = (app) => {
  registerReadRoutes(app);
  registerPutRoute(app);
  registerChangeRoutes(app);
  registerEndRoutes(app);
  registerRoundRoutes(app);
};

function registerReadRoutes(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/plans',
    schema: {
      operationId: 'listPlans',
      tags,
      summary: 'List night plans',
      description: 'The partner’s plans, by their last change, newest first.',
      querystring: Fields({
        ...pageQuery(planCursor),
        state: Type.Optional(OneOf(planStates, { description: 'Only plans in this state.', examples: ['open'] })),
      }),
      response: { 200: PageShape('PlanPage', PlanSummary) },
    },
    config: { access: readingMatches, cost: COSTS.page, csv: csvOfPage(PlanSummary) },
    handler: async (request) => {
      const page = requestedPage(request.query);
      return pageAnswer(request, await listPlans(request.context, request.query.state ?? null, page));
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/sessions/:ref/plan',
    schema: {
      operationId: 'getPlan',
      tags,
      summary: 'Read a night plan',
      description: 'All rounds of a night with their results, and how fair they are.',
      params: PlanPath,
      response: { 200: Plan },
    },
    config: { access: readingMatches, notFoundCode: 'plan_not_found', cost: COSTS.plan },
    handler: ({ context, params }) => getPlan(context, params.ref),
  });
  app.route({
    method: 'GET',
    url: '/v1/sessions/:ref/live',
    schema: {
      operationId: 'getLive',
      tags,
      summary: 'Read a night live',
      description: 'All that a phone at the court shows: the open round, the next one and the standings. Poll it.',
      params: PlanPath,
      response: { 200: LiveNight },
    },
    config: { access: readingMatches, notFoundCode: 'plan_not_found', isCompressed: true },
    handler: ({ context, params }) => getLive(context, params.ref),
  });
}

function registerPutRoute(app: App): void {
  app.route({
    method: 'PUT',
    url: '/v1/sessions/:ref/plan',
    schema: {
      operationId: 'putPlan',
      tags,
      summary: 'Plan a night',
      description:
        'Draws a night: returns 201 for a new plan, and 200 if it replaces one. Opened rounds stay; all later ones are drawn again. ' +
        'Players keep their numbers; one who is no longer listed leaves after the opened rounds. The same body draws the same plan. ' +
        'If rules cannot all hold, avoided pairs give way first, then equal rests, then fixed pairs.',
      params: NewPlanPath,
      querystring: Fields(dryRunQuery),
      body: PlanPut,
      response: { 200: PutPlanAnswer, 201: PutPlanAnswer },
    },
    config: {
      access: writingMatches,
      createsByPath: true,
      bodyRules: planFaults,
      problems: ['plan_not_found', 'revision_conflict', 'invalid_transition', 'participant_not_eligible', 'overloaded'],
      cost: COSTS.drawing,
      extraUnits: ({ body }) => planUnits(body as PlanPut),
    },
    handler: async ({ context, params: { ref }, body, query }, reply) => {
      const dryRun = query.dry_run ?? false;
      const { isNew, night } = await putPlan(context, ref, body, { dryRun });
      if (isNew && !dryRun) reply.code(201).header('location', `/v1/sessions/${encodeURIComponent(ref)}/plan`);
      return { ...(await shownPlan(context, night)), rounds_that_fit: roundsThatFit(night.plan, context.now()) };
    },
  });
}

const changing = { access: writingMatches, notFoundCode: 'plan_not_found', cost: COSTS.nightChange } as const;

function registerChangeRoutes(app: App): void {
  app.route({
    method: 'PATCH',
    url: '/v1/sessions/:ref/plan',
    schema: {
      operationId: 'amendPlan',
      tags,
      summary: 'Change a night plan',
      description:
        'For latecomers, leavers and lost courts: draws all rounds again that were not opened. A latecomer does not have to catch up. ' +
        '`replace` gives a number to another profile of the same person. It, `name` and `rank_by` draw nothing again; without other changes, they ' +
        'change closed nights, too.',
      params: PlanPath,
      body: PlanPatch,
      response: { 200: Plan },
    },
    config: {
      ...changing,
      cost: COSTS.drawing,
      bodyRules: amendedPlanFaults,
      problems: ['revision_conflict', 'invalid_transition', 'participant_not_eligible', 'overloaded'],
    },
    handler: async ({ context, params, body }) => shownPlan(context, await amendPlan(context, params.ref, body)),
  });
  app.route({
    method: 'POST',
    url: '/v1/sessions/:ref/plan/undo',
    schema: {
      operationId: 'undoPlan',
      tags,
      summary: 'Undo the last change of a night plan',
      description:
        'Goes back to the revision before the last change, up to 50 changes back. `undone` shows what was undone. Results are not undone: remove or correct them.',
      params: PlanPath,
      body: PlanUndo,
      response: { 200: UndonePlan },
    },
    config: { ...changing, problems: ['revision_conflict', 'invalid_transition', 'overloaded'] },
    handler: async ({ context, params, body }) => {
      const { night, undone } = await undoPlan(context, params.ref, body.revision);
      return { ...(await shownPlan(context, night)), undone };
    },
  });
}

function registerEndRoutes(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/sessions/:ref/plan/close',
    schema: {
      operationId: 'closePlan',
      tags,
      summary: 'Close a night',
      description:
        'Ends the night and confirms its pending results. A closed night takes no results, and its links only show it. Closing it again ' +
        'changes nothing.',
      params: PlanPath,
      response: { 200: Plan },
    },
    config: { ...changing, problems: ['overloaded'] },
    handler: async ({ context, params }) => shownPlan(context, await closePlan(context, params.ref)),
  });
  app.route({
    method: 'POST',
    url: '/v1/sessions/:ref/plan/reopen',
    schema: {
      operationId: 'reopenPlan',
      tags,
      summary: 'Reopen a closed night',
      description:
        'The round that was open last is open again, or the night is planned again if none was. Links that entered results do so ' +
        'again, unless they have expired or were withdrawn.',
      params: PlanPath,
      body: PlanReopening,
      response: { 200: Plan },
    },
    config: { ...changing, problems: ['revision_conflict', 'invalid_transition', 'overloaded'] },
    handler: async ({ context, params, body }) =>
      shownPlan(context, await reopenPlan(context, params.ref, body.revision)),
  });
  app.route({
    method: 'DELETE',
    url: '/v1/sessions/:ref/plan',
    schema: {
      operationId: 'deletePlan',
      tags,
      summary: 'Delete a night plan',
      description: 'Its matches stay.',
      params: PlanPath,
      response: { 204: Type.Null({ description: 'Deleted.' }) },
    },
    config: changing,
    handler: async ({ context, params }, reply) => {
      await deletePlan(context, params.ref);
      return reply.code(204).send(null);
    },
  });
}
