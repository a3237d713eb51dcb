import { Fields } from '@bandeja/contract/shapes';
import { NewTask, Task, TaskPath } from '@bandeja/contract/tasks';
import { Type } from 'typebox';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { cancelTask, createTask, getTask, listTasks } from './tasks.ts';

const operator = { kind: 'operator' } as const;
const tags = ['Operators'];
const oneTask = { access: operator, notFoundCode: 'task_not_found' } as const;

/** Tasks of operators, which take seconds to minutes. */
export const taskRoutes: RouteModule = (app) => {
  app.route({
    method: 'POST',
    url: '/admin/v1/tasks',
    schema: {
      operationId: 'createTask',
      tags,
      summary: 'Start a task',
      description:
        'Queues a task. Only one task runs at a time in the whole database. It does not depend on this connection. If the process ' +
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
      operationId: 'listTasks',
      tags,
      summary: 'List tasks',
      description: 'All tasks, the newest first.',
      querystring: Fields(pageQuery(byCreation)),
      response: { 200: PageShape('TaskPage', Task) },
    },
    config: { access: operator },
    handler: async (request) => {
      const page = requestedPage(request.query);
      return pageAnswer(request, await listTasks(request.operatorContext, page));
    },
  });
  app.route({
    method: 'GET',
    url: '/admin/v1/tasks/:id',
    schema: {
      operationId: 'getTask',
      tags,
      summary: 'Read a task',
      description: 'The progress of a task, and its result or error once it has ended.',
      params: TaskPath,
      response: { 200: Task },
    },
    config: oneTask,
    handler: async (request) => getTask(request.operatorContext, request.params.id),
  });
  app.route({
    method: 'DELETE',
    url: '/admin/v1/tasks/:id',
    schema: {
      operationId: 'cancelTask',
      tags,
      summary: 'Cancel a task',
      description: 'A queued task is not started. A running task stops about a second later.',
      params: TaskPath,
      response: { 204: Type.Null({ description: 'Cancelled.' }) },
    },
    config: {
      ...oneTask,
      problems: ['task_not_found', 'invalid_transition'],
    },
    handler: async (request, reply) => {
      await cancelTask(request.operatorContext, request.params.id);
      return reply.code(204).send(null);
    },
  });
};
