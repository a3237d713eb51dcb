import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { answerFaults } from '../runtime/faults/validator.ts';
import type { App } from './route.ts';

/** Called with an answer that does not match its shape. */
export type WrongAnswer = (message: string) => void;

/**
 * Compares every successful answer with its documented shape. The serialiser silently drops fields that the shape does not
 * have and turns null into `""` or `0`; this finds it. It costs about as much as the answer itself, so only tests use it.
 */
export function checkAnswers(app: App, tell: WrongAnswer): void {
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
    if (faults !== null) tell(`${address} does not fit its shape: ${faults}`);
    else if (!isDeepStrictEqual(JSON.parse(String(sent)), meant)) tell(`${address} was changed on its way: ${sent}`);
  });
}

function shapeOf(request: FastifyRequest, reply: FastifyReply): TSchema | undefined {
  const { response } = (request.routeOptions.schema ?? {}) as { response?: Record<string, TSchema> };
  return response?.[String(reply.statusCode)];
}
