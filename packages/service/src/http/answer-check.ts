import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { answerFaults } from '../validation/validator.ts';
import type { App } from './route.ts';

/** Receives a description of a response that does not match its shape. */
export type WrongAnswer = (message: string) => void;

/** Compares every successful response with its documented shape. Only tests use it, since it costs more than the response itself. */
export function checkAnswers(app: App, report: WrongAnswer): void {
  app.addHook('preSerialization', async (request, reply, answer) => {
    const shape = shapeOf(request, reply);
    if (shape === undefined) return;
    const faults = answerFaults(shape, JSON.parse(JSON.stringify(answer)));
    if (faults === null) return;
    report(`${request.method} ${request.routeOptions.url} ${reply.statusCode} does not match its shape: ${faults}`);
  });
}

function shapeOf(request: FastifyRequest, reply: FastifyReply): TSchema | undefined {
  const { response } = (request.routeOptions.schema ?? {}) as { response?: Record<string, TSchema> };
  return response?.[String(reply.statusCode)];
}
