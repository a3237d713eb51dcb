import { ImportPath, ImportUndo, ImportUndoPreview } from '@bandeja/contract/imports';
import { Fields } from '@bandeja/contract/shapes';
import { Task } from '@bandeja/contract/tasks';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { writingMatches } from '../http/admission/rights.ts';
import type { App } from '../http/route.ts';
import { previewImportUndo, undoImport } from './undo.ts';

export function registerUndoRoute(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/imports/:id/undo',
    schema: {
      operationId: 'undoImport',
      tags: ['Imports'],
      summary: 'Undo an import',
      description:
        'Closes the import. A task then voids the matches that its rows created, the last played first. Matches that were changed since are ' +
        'left, unless you send `include_changed`. Players stay registered. While the undo is unfinished, the same request returns its task. ' +
        'Later, it starts another one, which does what is left. Once it is done, ratings are as if the voided matches had never been sent.',
      params: ImportPath,
      querystring: Fields({
        dry_run: Type.Optional(
          Type.Boolean({ description: 'With `true`: 200 with what the undo would do, and nothing is stored.' }),
        ),
      }),
      body: ImportUndo,
      response: { 200: ImportUndoPreview, 202: Task },
    },
    config: {
      access: writingMatches,
      notFoundCode: 'import_not_found',
      cost: COSTS.merge,
      problems: ['too_many_tasks'],
    },
    handler: async (request, reply) => {
      const { context, params, body, query } = request;
      if (query.dry_run === true) return previewImportUndo(context, params.id, body);
      const task = await undoImport(context, params.id, body);
      reply.code(202).header('location', `/v1/tasks/${task.id}`);
      return task;
    },
  });
}
