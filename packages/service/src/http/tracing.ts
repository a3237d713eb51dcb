import type { FastifyRequest } from 'fastify';
import { beginRequestSpan, isTracing, type RequestSpan } from '../runtime/tracing/spans.ts';
import { traceIdOf } from '../runtime/tracing/trace-parent.ts';
import type { App } from './route.ts';
import type { ServedRequest } from './served-request.ts';

const spans = new WeakMap<FastifyRequest, RequestSpan>();

/** Creates a span for each request if tracing is on. Must run before other hooks are added. */
export function traceRequests(app: App): void {
  if (!isTracing()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const span = beginRequestSpan(request.headers);
    if (span === null) return done();
    spans.set(request, span);
    // If the caller started the trace, its id is in the log already.
    if (traceIdOf(request.headers['traceparent']) === null) {
      request.log = request.log.child({ trace_id: span.traceId });
      reply.log = request.log;
    }
    span.run(done);
  });
  // Reading the body leaves the context of the span: its callbacks belong to the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
}

/** Ends the span of a finished request. */
export function endRequestSpan(request: FastifyRequest, served: ServedRequest): void {
  const span = spans.get(request);
  if (span === undefined) return;
  const { method, route, status, code, actor, link } = served;
  span.set({
    'http.request.method': method === 'other' ? '_OTHER' : method,
    'bandeja.request_id': request.id,
    ...(route === null ? {} : { 'http.route': route }),
    ...(status === null ? {} : { 'http.response.status_code': status }),
    ...(code === null ? {} : { 'error.type': code }),
    ...(link === null ? {} : { 'bandeja.partner_id': link.partnerId, 'bandeja.link_id': link.linkId }),
    ...(actor === null ? {} : { 'bandeja.partner_id': actor.partnerId }),
    ...(actor?.kind === 'key' ? { 'bandeja.key_id': actor.keyId } : {}),
    ...(actor?.kind === 'person' ? { 'bandeja.person_id': actor.personId } : {}),
  });
  span.end(route === null ? method : `${method} ${route}`, status !== null && status >= 500);
}
