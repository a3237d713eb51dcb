import { fastify, LogController } from 'fastify';
import type { DestinationStream } from 'pino';
import { traceIdOf } from '../runtime/tracing/trace-parent.ts';
import type { WrongAnswer } from './answer-check.ts';
import { answerFrameworkError } from './error-handler.ts';
import { BODY_BYTES_MAX, defaultTimeouts, HEADER_BYTES_MAX, type Timeouts } from './limits.ts';
import type { MethodsByPath } from './method-not-allowed.ts';
import type { Pace } from './pace.ts';
import { answerParserError, refuseTunnel, unreadRequest } from './parser-errors.ts';
import { requestIdOf } from './request-id.ts';
import type { App } from './route.ts';
import type { ShapeTypes } from './type-provider.ts';

/** How fast requests without a valid key pass. */
export interface Paces {
  readonly anonymous: Pick<Pace, 'pass'>;
  /** Those of supervisors: a flood of others must not hide that the service is well. */
  readonly probes: Pick<Pace, 'pass'>;
}

export interface ServerOptions {
  readonly log: 'silent' | { readonly level: string; readonly stream?: DestinationStream };
  readonly timeouts?: Partial<Timeouts>;
  /** The clock by which the metrics age, in ms. Only tests change it. */
  readonly elapsedMs?: () => number;
  /** Only tests change them. */
  readonly paces?: Paces;
  /** Only in tests: called with each answer that does not match its shape. */
  readonly onWrongAnswer?: WrongAnswer;
}

/** The bare server: how connections, request lines and headers are treated before any check of ours runs. */
export function openServer(options: ServerOptions, methodsByPath: MethodsByPath, anonymous: Paces['anonymous']): App {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const app: App = fastify({
    logger: options.log === 'silent' ? false : options.log,
    // Our own line says what a request was, without its address; see request-log.ts.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    childLoggerFactory: (logger, bindings, options, { headers }) => {
      const traceId = traceIdOf(headers['traceparent']);
      return logger.child(traceId === null ? bindings : { ...bindings, trace_id: traceId }, options);
    },
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionTimeout: timeouts.idleMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      maxHeaderSize: HEADER_BYTES_MAX,
      // Node would answer a missing Host by itself, with an empty body; refuseMalformedRequest does it instead.
      requireHostHeader: false,
    },
    routerOptions: {
      // No header that passes the parser is longer, so no path parameter is cut off here.
      maxParamLength: HEADER_BYTES_MAX,
      // Queries are read by query.ts, after the gate.
      querystringParser: () => ({}),
    },
    // While closing, requests that still arrive on open connections are answered.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      const answer = (refusal: unknown): void => answerFrameworkError(refusal, request, reply);
      anonymous.pass().then(() => answer(error), answer);
    },
    clientErrorHandler: (error, socket) => {
      const problem = answerParserError(error, socket, methodsByPath);
      if (problem === null) return;
      app.log.info({ code: problem.code, parser_code: error.code }, 'request refused by the parser');
      app.onServed(unreadRequest(problem));
    },
  }).withTypeProvider<ShapeTypes>();
  // An expectation that is not understood may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a problem.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', refuseTunnel);
  return app;
}
