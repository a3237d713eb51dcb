import { INSTANT_MS_MAX } from '@bandeja/contract/instant';
import { BatchEnvelope, MatchAmendment, MatchSubmission, VoidRequest } from '@bandeja/contract/match-bodies';
import { confirmationStates, matchStatuses } from '@bandeja/contract/match-enums';
import { BatchResults, BatchSubmission, Match, MatchPath, MatchWithWarnings } from '@bandeja/contract/matches';
import { Fields, OneOf, Text, Uuid } from '@bandeja/contract/shapes';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { COSTS } from '../http/admission/costs.ts';
import { BATCH_BODY_BYTES_MAX } from '../http/admission/limits.ts';
import { readingMatches, writingMatches } from '../http/admission/rights.ts';
import { csvOfPage } from '../http/csv/answer.ts';
import { dryRunQuery } from '../http/dry-run.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import { QueryInstant } from '../http/query.ts';
import { recordSubmissions } from '../http/request-log.ts';
import type { App, RouteModule } from '../http/route.ts';
import { MATCHES_A_UNIT, UNITS_OF_LARGE } from '../ledger/price.ts';
import { amendMatch } from './amend.ts';
import { matchColumns } from './match-columns.ts';
import { getMatch, listMatches } from './read.ts';
import { amendmentFaults } from './rules.ts';
import type { SubmissionQueue } from './submission-queue.ts';
import { type SubmissionOptions, submitMatch } from './submit.ts';
import { submitBatch } from './submit-batch.ts';
import { confirmMatch, voidMatch } from './transitions.ts';

const tags = ['Matches'];

/** The instant of a match in a cursor, within the range of the database. */
export const PlayedAt = Type.Integer({ minimum: 0, maximum: INSTANT_MS_MAX });

/** The cursor of a list of matches: its last row's instant and id. */
const matchCursor = {
  key: Fields({ played_at: PlayedAt, id: Uuid() }),
  limitDefault: 25,
  limitMax: 100,
} as const;

const reachNote =
  `Every ${MATCHES_A_UNIT} later matches that are rated again cost one unit more. If they are too many for the request, the change ` +
  `costs ${UNITS_OF_LARGE} units.`;

const costNote = `Each match costs ${COSTS.match} unit, in a dry run ${COSTS.dryRunMatch} units. ${reachNote}`;

const isStored = ({ query }: { readonly query: unknown }): boolean =>
  (query as { readonly dry_run?: boolean }).dry_run !== true;

/** The units that a submission costs in addition to the first match. */
const unitsBeyondFirst = (matches: number, request: { readonly query: unknown }): number =>
  matches * (isStored(request) ? COSTS.match : COSTS.dryRunMatch) - COSTS.match;

/** Counts the results of a submission in metrics, unless it is a dry run. */
const countResults = (request: FastifyRequest, dryRun: boolean): SubmissionOptions =>
  dryRun ? {} : { onResults: (results) => recordSubmissions(request, results) };

/**
 * Submitting, reading, confirming, amending and voiding matches.
 * @param queueOf returns the queue that submissions wait in
 */
export function matchRoutes(queueOf: (context: Context) => SubmissionQueue): RouteModule {
  return (app) => {
    registerSubmitRoute(app, queueOf);
    registerBatchRoute(app, queueOf);
    registerReadRoutes(app);
    registerTransitionRoutes(app, queueOf);
    registerAmendRoute(app, queueOf);
  };
}

function registerSubmitRoute(app: App, queueOf: (context: Context) => SubmissionQueue): void {
  app.route({
    method: 'POST',
    url: '/v1/matches',
    schema: {
      operationId: 'submitMatch',
      tags,
      summary: 'Submit a match',
      description:
        'Stores a verified 2v2 result and, unless its trust tier is `player_confirmed`, rates it at once. Once you get ' +
        'a 201, the match is on the disk. If you get no response, send it again: the `external_ref` prevents a second match. ' +
        costNote,
      querystring: Fields(dryRunQuery),
      body: MatchSubmission,
      response: { 200: MatchWithWarnings, 201: MatchWithWarnings },
    },
    config: {
      access: writingMatches,
      // `submitMatch` validates the body, to report faults of the shape and of rules between fields together.
      bodyShape: Type.Unknown(),
      problems: ['invalid_body', 'duplicate_external_ref', 'participant_not_eligible'],
      cost: COSTS.match,
      extraUnits: (request) => unitsBeyondFirst(1, request),
      ownQueue: isStored,
    },
    handler: async (request, reply) => {
      const { body, context } = request;
      const dryRun = request.query.dry_run ?? false;
      const match = await submitMatch(context, body, {
        dryRun,
        queue: queueOf(context),
        ...countResults(request, dryRun),
      });
      if (!dryRun) reply.code(201).header('location', `/v1/matches/${match.id}`);
      return match;
    },
  });
}

function registerBatchRoute(app: App, queueOf: (context: Context) => SubmissionQueue): void {
  app.route({
    method: 'POST',
    url: '/v1/matches/batch',
    bodyLimit: BATCH_BODY_BYTES_MAX,
    schema: {
      operationId: 'submitMatches',
      tags,
      summary: 'Submit up to 25 matches',
      description:
        'Stores the matches of a session. Each entry is handled alone: a rejected entry or a duplicate `external_ref` ' +
        `does not affect the others. Returns 200 with one result per entry, in the order sent. ${costNote}`,
      querystring: Fields(dryRunQuery),
      body: BatchSubmission,
      response: { 200: BatchResults },
    },
    config: {
      access: writingMatches,
      bodyShape: BatchEnvelope,
      problems: ['invalid_body'],
      cost: COSTS.match,
      extraUnits: (request) => unitsBeyondFirst((request.body as BatchEnvelope).matches.length, request),
      ownQueue: isStored,
    },
    handler: async (request) => {
      const { context, body, query } = request;
      const dryRun = query.dry_run ?? false;
      return submitBatch(context, body, { dryRun, queue: queueOf(context), ...countResults(request, dryRun) });
    },
  });
}

function registerReadRoutes(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/matches',
    schema: {
      operationId: 'listMatches',
      tags,
      summary: 'List the partner’s matches',
      description: 'The matches that the calling partner submitted, newest `played_at` first, then by id.',
      querystring: Fields({
        ...pageQuery(matchCursor),
        session_external_ref: Type.Optional(Text(1, 128, { description: 'Only matches of this session.' })),
        external_ref: Type.Optional(Text(1, 128, { description: 'Only the match with this reference of yours.' })),
        player: Type.Optional(
          Text(1, 128, {
            description:
              'Only matches in which this player takes part: a username or an id. Players who have turned private since are found too.',
            examples: ['ines.carvalho'],
          }),
        ),
        status: Type.Optional(
          OneOf(matchStatuses, {
            description: 'Only matches in this status. Default: every status.',
            examples: ['completed'],
          }),
        ),
        confirmation_state: Type.Optional(
          OneOf(confirmationStates, {
            description:
              'Only `player_confirmed` matches in this state, such as the disputed ones. Default: every match.',
            examples: ['disputed'],
          }),
        ),
        since: Type.Optional(
          QueryInstant({
            description: 'Only matches played at this instant or later. `GET /v1/events` has what changed since then.',
          }),
        ),
        until: Type.Optional(QueryInstant({ description: 'Only matches played before this instant.' })),
      }),
      response: { 200: PageShape('MatchPage', Match) },
    },
    config: { access: readingMatches, cost: COSTS.page, csv: csvOfPage(Match, matchColumns) },
    handler: async (request) => {
      const { session_external_ref = null, external_ref = null, player = null } = request.query;
      const { status = null, confirmation_state = null, since = null, until = null } = request.query;
      const page = requestedPage(request.query);
      const filter = { session_external_ref, external_ref, player, status, confirmation_state, since, until };
      return pageAnswer(request, await listMatches(request.context, filter, page));
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/matches/:id',
    schema: {
      operationId: 'getMatch',
      tags,
      summary: 'Read a match',
      description: 'A match that the calling partner submitted, in any status, with its rating changes.',
      params: MatchPath,
      response: { 200: Match },
    },
    config: { access: readingMatches, notFoundCode: 'match_not_found' },
    handler: async (request) => getMatch(request.context, request.params.id),
  });
}

/** The verb waits in its own queue. */
const waitsItself = () => true;

function registerTransitionRoutes(app: App, queueOf: (context: Context) => SubmissionQueue): void {
  app.route({
    method: 'POST',
    url: '/v1/matches/:id/confirm',
    schema: {
      operationId: 'confirmMatch',
      tags,
      summary: 'Confirm a pending match',
      description:
        'Completes the match and rates it at its place in the history. If it is completed already, nothing changes. ' +
        reachNote,
      params: MatchPath,
      response: { 200: Match },
    },
    config: {
      access: writingMatches,
      notFoundCode: 'match_not_found',
      problems: ['invalid_transition'],
      ownQueue: waitsItself,
    },
    handler: ({ context, params }) => confirmMatch(context, params.id, queueOf(context)),
  });
  app.route({
    method: 'POST',
    url: '/v1/matches/:id/void',
    schema: {
      operationId: 'voidMatch',
      tags,
      summary: 'Void a match',
      description:
        'Removes the match from the rated history: ratings are recomputed as if it had never been played. You can still read ' +
        `it, with its reason. If it is voided already, nothing changes. ${reachNote}`,
      params: MatchPath,
      body: VoidRequest,
      response: { 200: Match },
    },
    config: { access: writingMatches, notFoundCode: 'match_not_found', ownQueue: waitsItself },
    handler: ({ context, params, body }) => voidMatch(context, params.id, body.reason, queueOf(context)),
  });
}

function registerAmendRoute(app: App, queueOf: (context: Context) => SubmissionQueue): void {
  app.route({
    method: 'PATCH',
    url: '/v1/matches/:id',
    schema: {
      operationId: 'amendMatch',
      tags,
      summary: 'Amend a match',
      description:
        'Changes any field of a submission except `external_ref` and `trust_tier`. Ratings are recomputed as if the match had ' +
        'been submitted in its new form at first. If you send `revision` and the match is at another revision, the amendment ' +
        `is rejected. ${reachNote}`,
      params: MatchPath,
      body: MatchAmendment,
      response: { 200: MatchWithWarnings },
    },
    config: {
      access: writingMatches,
      notFoundCode: 'match_not_found',
      problems: ['invalid_transition', 'revision_conflict', 'participant_not_eligible'],
      bodyRules: amendmentFaults,
      ownQueue: waitsItself,
    },
    handler: ({ context, params, body }) => amendMatch(context, params.id, body, queueOf(context)),
  });
}
