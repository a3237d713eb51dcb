import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { answerFaults } from '../runtime/faults/validator.ts';
import type { App } from './route.ts';

/** Receives a description of a response that does not match its shape. */
export type WrongAnswer = (message: string) => void;

/**
 * Compares every successful response with its documented shape. Only tests use it, since it costs about as much as the response
 * itself. It finds what the serialiser hides: fields missing from the shape are dropped, and null becomes `""` or `0`.
 */
export function checkAnswers(app: App, report: WrongAnswer): void {
  const answers = new WeakMap<FastifyReply, unknown>();
  app.addHook('preSerialization', async (_request, reply, answer) => {
    answers.set(reply, answer);
  });
  app.addHook('onSend', async (request, reply, sent) => {
    const shape = shapeOf(request, reply);
    if (shape === undefined || !answers.has(reply)) return;
    const meant: unknown = JSON.parse(JSON.stringify(answers.get(reply)));
    const address = `${request.method} ${request.routeOptions.url} ${reply.statusCode}`;
    const faults = answerFaults(shape, meant);
    if (faults !== null) report(`${address} does not match its shape: ${faults}`);
    else if (!isDeepStrictEqual(JSON.parse(String(sent)), meant))
      report(`${address} was changed by the serialiser: ${sent}`);
  });
}

function shapeOf(request: FastifyRequest, reply: FastifyReply): TSchema | undefined {
  const { response } = (request.routeOptions.schema ?? {}) as { response?: Record<string, TSchema> };
  return response?.[String(reply.statusCode)];
}
