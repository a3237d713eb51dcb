import { ResultPut, RoundOpening, RoundPut, Seen } from '@bandeja/contract/plan-bodies';
import { CourtPath, RoundPath } from '@bandeja/contract/plan-paths';
import { EnteredResult, Plan } from '@bandeja/contract/plans';
import { Fields, Maybe, named, ShownText } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { writingMatches } from '../http/admission/rights.ts';
import type { App } from '../http/route.ts';
import { enterResult, removeResult } from './enter-result.ts';
import { shownPlan } from './plans.ts';
import { openRound, putRound } from './rounds.ts';

const tags = ['Plans'];
const changing = { access: writingMatches, notFoundCode: 'plan_not_found', cost: COSTS.nightChange } as const;

const keyOf = ({ round, court }: { readonly round: string; readonly court: string }) => ({
  round: Number(round),
  court: Number(court),
});

/** Rounds of a plan, and the results of their courts. */
export function registerRoundRoutes(app: App): void {
  app.route({
    method: 'PUT',
    url: '/v1/sessions/:ref/plan/rounds/:round',
    schema: {
      operationId: 'putRound',
      tags,
      summary: 'Change a round by hand',
      description: 'Swap two players, or bring in a substitute. Courts with a result must not change.',
      params: RoundPath,
      querystring: Fields({
        redraw: Type.Optional(Type.Boolean({ description: 'With `true`, all later rounds are drawn again.' })),
      }),
      body: RoundPut,
      response: { 200: Plan },
    },
    config: {
      ...changing,
      cost: COSTS.drawing,
      problems: ['revision_conflict', 'invalid_transition', 'participant_not_eligible', 'overloaded'],
    },
    handler: async ({ context, params, body, query }) => {
      const options = { redrawLater: query.redraw ?? false };
      return shownPlan(context, await putRound(context, params.ref, Number(params.round), body, options));
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/sessions/:ref/plan/rounds/:round/open',
    schema: {
      operationId: 'openRound',
      tags,
      summary: 'Open a round',
      description:
        'Rounds open in order. Opening a round again changes nothing. In a mexicano this draws the round by the standings; if results are ' +
        'missing, `missing` lists them. A player who was erased, or is no longer shared with you, has left: rounds with the player are ' +
        'drawn again.',
      params: RoundPath,
      body: RoundOpening,
      response: { 200: Plan },
    },
    config: { ...changing, problems: ['invalid_transition', 'overloaded'] },
    handler: async ({ context, params, body }) =>
      shownPlan(context, await openRound(context, params.ref, Number(params.round), body)),
  });
  registerResultRoutes(app);
}

const reasonNotes = {
  description: 'Why. It is stored with the match and in its audit trail.',
  examples: ['Wrong court.'],
};
const seenNotes = 'The `revision` of the result that you saw. If the court has another one, nothing is removed.';
const Removal = named(
  'ResultRemoval',
  Fields(
    {
      seen: Type.Optional({
        ...Seen,
        description: `${seenNotes} Null if you saw none. Without it, any result is removed.`,
      }),
      reason: Maybe(ShownText(1, 500, reasonNotes)),
    },
    { examples: [{ seen: 1, reason: 'Wrong court.' }] },
  ),
);

function registerResultRoutes(app: App): void {
  app.route({
    method: 'PUT',
    url: '/v1/sessions/:ref/plan/rounds/:round/courts/:court/result',
    schema: {
      operationId: 'putResult',
      tags,
      summary: 'Enter the result of a court',
      description:
        'Stores the match of the court, or corrects it. Send `seen` and `players` as you saw them: if they have changed, the response ' +
        'shows the current ones. The same result again changes nothing, so a phone may send it until it gets a response.',
      params: CourtPath,
      body: ResultPut,
      response: { 200: EnteredResult, 201: EnteredResult },
    },
    config: {
      ...changing,
      problems: ['invalid_transition', 'lineup_changed', 'result_conflict', 'participant_not_eligible', 'overloaded'],
    },
    handler: async ({ context, params, body }, reply) => {
      const { isNew, ...entered } = await enterResult(context, params.ref, keyOf(params), body);
      if (isNew) reply.code(201).header('location', `/v1/matches/${entered.match.id}`);
      return entered;
    },
  });
  app.route({
    method: 'DELETE',
    url: '/v1/sessions/:ref/plan/rounds/:round/courts/:court/result',
    schema: {
      operationId: 'removeResult',
      tags,
      summary: 'Remove the result of a court',
      description:
        'Voids the match, such as one that was entered for the wrong court. Without a result, nothing changes. A closed night keeps its ' +
        'results: reopen it first.',
      params: CourtPath,
      querystring: Fields({
        reason: Type.Optional(ShownText(1, 500, reasonNotes)),
      }),
      body: Removal,
      response: { 204: Type.Null({ description: 'The court has no result.' }) },
    },
    config: { ...changing, problems: ['invalid_transition', 'result_conflict'] },
    handler: async ({ context, params, query, body }, reply) => {
      await removeResult(context, params.ref, keyOf(params), { reason: body.reason ?? query.reason, seen: body.seen });
      return reply.code(204).send(null);
    },
  });
}
