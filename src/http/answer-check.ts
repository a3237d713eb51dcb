import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { answerFaults } from '../domain/faults/index.ts';
import type { App } from './app.ts';

/** Told of an answer that is not what its shape says. */
export type WrongAnswer = (message: string) => void;

/**
 * Compares every successful answer with the shape that is documented for it. The serialiser would quietly leave out what
 * the shape does not have and turn null into `""` or `0`; here that is found. Costs about as much as the answer itself,
 * so tests ask for it and the service does not.
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
