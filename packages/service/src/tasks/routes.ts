import { Fields, Uuid } from '@bandeja/contract/shapes';
import { NewTask, Task, TaskPath, taskFilter } from '@bandeja/contract/tasks';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { readingMatches, writingMatches } from '../http/admission/rights.ts';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { cancelTask, createTask, getTask, listTasks } from './tasks.ts';

const operator = { kind: 'operator' } as const;
const operatorTags = ['Operators'];
const tags = ['Tasks'];
const notFoundCode = 'task_not_found';
const TaskPage = PageShape('TaskPage', Task);

/** Tasks of the caller. */
export const taskRoutes: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/tasks',
    schema: {
      operationId: 'listTasks',
      tags,
      summary: 'List your tasks',
      description: 'Your tasks, the newest first. Undoing an import, a merge, and undoing a merge each start one.',
      querystring: Fields({ ...pageQuery(byCreation), ...taskFilter }),
      response: { 200: TaskPage },
    },
    config: { access: readingMatches, cost: COSTS.page },
    handler: async (request) => {
      const { state = null } = request.query;
      return pageAnswer(request, await listTasks(request.context, { state }, requestedPage(request.query)));
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/tasks/:id',
    schema: {
      operationId: 'getTask',
      tags,
      summary: 'Read a task',
      description:
        'The progress of a task, and its result or error once it has ended. A task depends neither on its client nor on the key or ' +
        'sign-in that started it. After a crash of the service it continues where it was. It rests while you are suspended.',
      params: TaskPath,
      response: { 200: Task },
    },
    config: { access: readingMatches, notFoundCode },
    handler: async (request) => getTask(request.context, request.params.id),
  });
  app.route({
    method: 'DELETE',
    url: '/v1/tasks/:id',
    schema: {
      operationId: 'cancelTask',
      tags,
      summary: 'Cancel a task',
      description:
        'The task changes no further match. Its changes are kept. To do the rest, start the undo or the merge again.',
      params: TaskPath,
      response: { 204: Type.Null({ description: 'Cancelled.' }) },
    },
    config: { access: writingMatches, notFoundCode, problems: ['invalid_transition'] },
    handler: async (request, reply) => {
      await cancelTask(request.context, request.params.id);
      return reply.code(204).send(null);
    },
  });
};

/** Tasks of operators, which take seconds to minutes, and those of any partner. */
export const operatorTaskRoutes: RouteModule = (app) => {
  app.route({
    method: 'POST',
    url: '/admin/v1/tasks',
    schema: {
      operationId: 'createOperatorTask',
      tags: operatorTags,
      summary: 'Start a task',
      description:
        'Queues a task. Only one task of the operators runs at a time in the whole database. It does not depend on this connection. If the process ' +
        'that runs it stops, it restarts on another one. Poll the address in `Location` until `state` is `done`, `failed` or ' +
        '`cancelled`.',
      body: NewTask,
      response: { 202: Task },
    },
    config: { access: operator },
    handler: async (request, reply) => {
      const task = await createTask(request.operatorContext, request.body.kind);
      reply.code(202).header('location', `/admin/v1/tasks/${task.id}`);
      return task;
    },
  });
  app.route({
    method: 'GET',
    url: '/admin/v1/tasks',
    schema: {
      operationId: 'listOperatorTasks',
      tags: operatorTags,
      summary: 'List tasks',
      description: 'The tasks of the operators, or those of one partner, the newest first.',
      querystring: Fields({
        ...pageQuery(byCreation),
        partner_id: Type.Optional(Uuid({ description: 'The tasks of this partner.' })),
      }),
      response: { 200: TaskPage },
    },
    config: { access: operator },
    handler: async (request) => {
      const { partner_id: partnerId = null } = request.query;
      return pageAnswer(request, await listTasks(request.operatorContext, { partnerId }, requestedPage(request.query)));
    },
  });
  app.route({
    method: 'GET',
    url: '/admin/v1/tasks/:id',
    schema: {
      operationId: 'getOperatorTask',
      tags: operatorTags,
      summary: 'Read a task',
      description: 'The progress of a task, and its result or error once it has ended.',
      params: TaskPath,
      response: { 200: Task },
    },
    config: { access: operator, notFoundCode },
    handler: async (request) => getTask(request.operatorContext, request.params.id),
  });
  app.route({
    method: 'DELETE',
    url: '/admin/v1/tasks/:id',
    schema: {
      operationId: 'cancelOperatorTask',
      tags: operatorTags,
      summary: 'Cancel a task',
      description: 'A queued task is not started. A running task stops about a second later.',
      params: TaskPath,
      response: { 204: Type.Null({ description: 'Cancelled.' }) },
    },
    config: { access: operator, notFoundCode, problems: ['invalid_transition'] },
    handler: async (request, reply) => {
      await cancelTask(request.operatorContext, request.params.id);
      return reply.code(204).send(null);
    },
  });
};
