import {
  ImportBatch,
  ImportBatchEnvelope,
  ImportCheck,
  ImportCheckEnvelope,
  importBatchFaults,
  importCheckFaults,
  LINE_MAX,
} from '@bandeja/contract/import-bodies';
import { importStates, type RowState, rowNows, rowStates } from '@bandeja/contract/import-enums';
import {
  ImportedPlayer,
  type ImportResults,
  ImportRow,
  ImportResults as ResultsShape,
} from '@bandeja/contract/import-rows';
import { IMPORTS_OPEN_MAX, Import, ImportPath, NewImport, newImportFaults } from '@bandeja/contract/imports';
import { Fields, OneOf } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import type { Context, PartnerContext } from '../context.ts';
import { COSTS } from '../http/admission/costs.ts';
import { BATCH_BODY_BYTES_MAX } from '../http/admission/limits.ts';
import { checkRights, readingMatches, writingMatches, writingPlayers } from '../http/admission/rights.ts';
import { csvOfPage } from '../http/csv/answer.ts';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import { recordSubmissions } from '../http/request-log.ts';
import type { App, RouteModule } from '../http/route.ts';
import type { SubmittedMatch } from '../http/served-request.ts';
import type { ChangeQueue } from '../ledger/with-players.ts';
import { importsCsv, rowsCsv } from './import-columns.ts';
import { closeImport, getImport, listImports, openImport } from './imports.ts';
import { listImportedPlayers, listImportRows } from './read.ts';
import { checkRows, sendRows } from './store-rows.ts';
import { registerUndoRoute } from './undo-routes.ts';

const tags = ['Imports'];

const bounds = { limitDefault: 100, limitMax: 1000 };
const byLine = { key: Fields({ line: Type.Integer({ minimum: 1, maximum: LINE_MAX }) }), ...bounds } as const;
const byKey = { key: Fields({ key: Type.String() }), ...bounds } as const;

const oneImport = { notFoundCode: 'import_not_found' } as const;

/**
 * Imports of results from files.
 * @param queueOf where changes of the history wait
 */
export function importRoutes(queueOf: (context: Context) => ChangeQueue): RouteModule {
  return (app) => {
    registerImportRoutes(app);
    registerRowRoutes(app, queueOf);
    registerListRoutes(app);
    registerUndoRoute(app);
  };
}

function registerImportRoutes(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/imports',
    schema: {
      operationId: 'openImport',
      tags,
      summary: 'Open an import',
      description:
        'Opens an import of the rows of a file. The file itself is not uploaded. If you have an open import with the same `content_hash`, ' +
        `it is returned with 200, whichever client opened it. At most ${IMPORTS_OPEN_MAX} imports are open at once.`,
      body: NewImport,
      response: { 200: Import, 201: Import },
    },
    config: {
      access: writingMatches,
      problems: ['import_open', 'too_many_imports'],
      bodyRules: newImportFaults,
    },
    handler: async (request, reply) => {
      const { isNew, opened } = await openImport(request.context, request.body);
      if (isNew) reply.code(201).header('location', `/v1/imports/${opened.id}`);
      return opened;
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/imports',
    schema: {
      operationId: 'listImports',
      tags,
      summary: 'List imports',
      description: 'Your imports, the newest first.',
      querystring: Fields({
        ...pageQuery(byCreation),
        state: Type.Optional(OneOf(importStates, { description: 'Only imports in this state. Default: every state.' })),
      }),
      response: { 200: PageShape('ImportPage', Import) },
    },
    config: { access: readingMatches, cost: COSTS.page, csv: importsCsv },
    handler: async (request) => {
      const { state = null } = request.query;
      return pageAnswer(request, await listImports(request.context, state, requestedPage(request.query)));
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/imports/:id',
    schema: {
      operationId: 'getImport',
      tags,
      summary: 'Read an import',
      description: 'An import with the number of its rows by state.',
      params: ImportPath,
      response: { 200: Import },
    },
    config: { access: readingMatches, ...oneImport },
    handler: (request) => getImport(request.context, request.params.id),
  });
  app.route({
    method: 'POST',
    url: '/v1/imports/:id/close',
    schema: {
      operationId: 'closeImport',
      tags,
      summary: 'Close an import',
      description: 'A closed import takes no rows. Idempotent.',
      params: ImportPath,
      response: { 200: Import },
    },
    config: { access: writingMatches, ...oneImport },
    handler: (request) => closeImport(request.context, request.params.id),
  });
}

/** @throws {Problem} `plan_forbidden`, `insufficient_scope` if players are sent by a caller that may not register them */
function requirePlayerRights({ actor }: PartnerContext, players: readonly unknown[] | null | undefined): void {
  if ((players ?? []).length > 0) checkRights(writingPlayers, actor);
}

function registerRowRoutes(app: App, queueOf: (context: Context) => ChangeQueue): void {
  app.route({
    method: 'POST',
    url: '/v1/imports/:id/rows',
    bodyLimit: BATCH_BODY_BYTES_MAX,
    schema: {
      operationId: 'sendImportRows',
      tags,
      summary: 'Send rows of a file',
      description:
        'Decides about up to 25 rows, in their order, and stores their matches and players. Returns 200 with one result per row and player. ' +
        'All of it is stored in one transaction, or nothing, so you can repeat a batch whose response was lost. A row that is not `created` ' +
        `can be sent again with other content. \`players\` need \`write:players\`, too. Each row costs ${COSTS.match} unit, and late matches ` +
        'cost as much as elsewhere.',
      params: ImportPath,
      body: ImportBatch,
      response: { 200: ResultsShape },
    },
    config: {
      access: writingMatches,
      ...oneImport,
      bodyShape: ImportBatchEnvelope,
      bodyRules: importBatchFaults,
      problems: ['import_closed', 'overloaded', 'rate_limited'],
      cost: COSTS.match,
      extraUnits: ({ body }) => ((body as ImportBatchEnvelope).rows.length - 1) * COSTS.match,
      ownQueue: () => true,
    },
    handler: async (request) => {
      const { context, params } = request;
      const body = request.body as ImportBatchEnvelope;
      requirePlayerRights(context, body.players);
      const results = await sendRows(context, params.id, body, queueOf(context));
      recordSubmissions(request, submittedMatches(results));
      return results;
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/imports/check',
    bodyLimit: BATCH_BODY_BYTES_MAX,
    schema: {
      operationId: 'checkImportRows',
      tags,
      summary: 'Try rows of a file',
      description:
        'The response that a new import with these options would give, but nothing is stored. The `match_id` of a row that would be ' +
        `created is the id that its match would get. Each row costs ${COSTS.dryRunMatch} units.`,
      body: ImportCheck,
      response: { 200: ResultsShape },
    },
    config: {
      access: writingMatches,
      bodyShape: ImportCheckEnvelope,
      bodyRules: importCheckFaults,
      problems: ['invalid_body'],
      cost: COSTS.dryRunMatch,
      extraUnits: ({ body }) => Math.max(0, (body as ImportCheckEnvelope).rows.length - 1) * COSTS.dryRunMatch,
    },
    handler: (request) => {
      const body = request.body as ImportCheckEnvelope;
      requirePlayerRights(request.context, body.players);
      return checkRows(request.context, body);
    },
  });
}

const SUBMITTED: Readonly<Record<RowState, SubmittedMatch['status']>> = {
  created: 'created',
  duplicate: 'duplicate',
  conflict: 'duplicate',
  voided: 'duplicate',
  held: 'rejected',
  rejected: 'rejected',
};

/** Rows as metrics and usage count them. */
const submittedMatches = ({ results }: ImportResults): SubmittedMatch[] =>
  results.map(({ state }) => ({ status: SUBMITTED[state] }));

function registerListRoutes(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/imports/:id/rows',
    schema: {
      operationId: 'listImportRows',
      tags,
      summary: 'List the rows of an import',
      description: 'What became of each row, by line.',
      params: ImportPath,
      querystring: Fields({
        ...pageQuery(byLine),
        state: Type.Optional(OneOf(rowStates, { description: 'Only rows in this state. Default: every state.' })),
        now: Type.Optional(
          OneOf(rowNows, { description: 'Only `created` rows whose match is in this state now. Default: every row.' }),
        ),
        warned: Type.Optional(Type.Boolean({ description: 'With `true`: only rows with warnings.' })),
      }),
      response: { 200: PageShape('ImportRowPage', ImportRow) },
    },
    config: { access: readingMatches, ...oneImport, cost: COSTS.page, csv: rowsCsv },
    handler: async (request) => {
      const { state = null, now = null, warned: isWarned = false } = request.query;
      const page = requestedPage(request.query);
      return pageAnswer(
        request,
        await listImportRows(request.context, request.params.id, { state, now, isWarned }, page),
      );
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/imports/:id/players',
    schema: {
      operationId: 'listImportedPlayers',
      tags,
      summary: 'List the players of an import',
      description: 'The players that stored rows name by key, by key.',
      params: ImportPath,
      querystring: Fields(pageQuery(byKey)),
      response: { 200: PageShape('ImportedPlayerPage', ImportedPlayer) },
    },
    config: { access: readingMatches, ...oneImport, cost: COSTS.page, csv: csvOfPage(ImportedPlayer) },
    handler: async (request) => {
      const page = requestedPage(request.query);
      return pageAnswer(request, await listImportedPlayers(request.context, request.params.id, page));
    },
  });
}
