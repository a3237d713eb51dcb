import { Merge, MergedMatch, MergePath, MergePreview, mergedFilter, NewMerge } from '@bandeja/contract/merges';
import { Fields, Uuid } from '@bandeja/contract/shapes';
import { Task } from '@bandeja/contract/tasks';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { readingMatches, writingMatches } from '../http/admission/rights.ts';
import { csvOfPage } from '../http/csv/answer.ts';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { PlayedAt } from '../matches/routes.ts';
import { createMerge, getMerge, listMatchesOfMerge, listMerges, undoMerge } from './merges.ts';
import { previewMerge } from './preview.ts';

const tags = ['Merges'];
const notFoundCode = 'merge_not_found';

const byTime = {
  key: Fields({ played_at: PlayedAt, id: Uuid() }),
  limitDefault: 25,
  limitMax: 100,
};

/** Merges of two players of the caller, and their undo. */
export const mergeRoutes: RouteModule = (app) => {
  app.route({
    method: 'POST',
    url: '/v1/merges',
    schema: {
      operationId: 'createMerge',
      tags,
      summary: 'Merge two players',
      description:
        'One person was registered twice. A task amends your pending and completed matches of `from`: `into` takes its place, and nothing ' +
        'else changes. On your rosters `into` takes the place of `from`, too; if only a roster lets you see `from`, it stays there. Voided ' +
        'matches, and matches and rosters of other partners, are not changed. While the merge is unfinished, the same request returns it. ' +
        'Later, it starts another merge, which does what is left.',
      querystring: Fields({
        dry_run: Type.Optional(
          Type.Boolean({ description: 'With `true`: 200 with what the merge would do, and nothing is stored.' }),
        ),
      }),
      body: NewMerge,
      response: { 200: MergePreview, 202: Merge },
    },
    config: {
      access: writingMatches,
      cost: COSTS.merge,
      problems: [
        'player_not_found',
        'players_met',
        'player_in_open_plan',
        'merge_under_way',
        'preview_outdated',
        'too_many_tasks',
      ],
    },
    handler: async (request, reply) => {
      const { context, body, query } = request;
      if (query.dry_run === true) return previewMerge(context, body);
      const merge = await createMerge(context, body);
      reply.code(202).header('location', `/v1/merges/${merge.id}`);
      return merge;
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/merges',
    schema: {
      operationId: 'listMerges',
      tags,
      summary: 'List your merges',
      description: 'Your merges, the newest first.',
      querystring: Fields(pageQuery(byCreation)),
      response: { 200: PageShape('MergePage', Merge) },
    },
    config: { access: readingMatches, cost: COSTS.page },
    handler: async (request) => pageAnswer(request, await listMerges(request.context, requestedPage(request.query))),
  });
  app.route({
    method: 'GET',
    url: '/v1/merges/:id',
    schema: {
      operationId: 'getMerge',
      tags,
      summary: 'Read a merge',
      description: 'A merge with its task, and the task of its undo.',
      params: MergePath,
      response: { 200: Merge },
    },
    config: { access: readingMatches, notFoundCode },
    handler: async (request) => getMerge(request.context, request.params.id),
  });
  app.route({
    method: 'GET',
    url: '/v1/merges/:id/matches',
    schema: {
      operationId: 'listMergedMatches',
      tags,
      summary: 'List the matches of a merge',
      description: 'The matches that the merge amended or left, in the order of play, and what they are now.',
      params: MergePath,
      querystring: Fields({ ...pageQuery(byTime), ...mergedFilter }),
      response: { 200: PageShape('MergedMatchPage', MergedMatch) },
    },
    config: { access: readingMatches, notFoundCode, cost: COSTS.page, csv: csvOfPage(MergedMatch) },
    handler: async (request) => {
      const { now = null } = request.query;
      const page = requestedPage(request.query);
      return pageAnswer(request, await listMatchesOfMerge(request.context, request.params.id, now, page));
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/merges/:id/undo',
    schema: {
      operationId: 'undoMerge',
      tags,
      summary: 'Undo a merge',
      description:
        'A task gives `from` back its place in every match that is `merged`. Later amendments of anything but the players stay. ' +
        '`changed` and `voided` matches are left. Rosters that the merge changed are changed back where they are still so. While the undo ' +
        'is unfinished, the same request returns its task.',
      params: MergePath,
      response: { 202: Task },
    },
    config: {
      access: writingMatches,
      notFoundCode,
      cost: COSTS.merge,
      problems: ['invalid_transition', 'too_many_tasks'],
    },
    handler: async (request, reply) => {
      const task = await undoMerge(request.context, request.params.id);
      reply.code(202).header('location', `/v1/tasks/${task.id}`);
      return task;
    },
  });
};
