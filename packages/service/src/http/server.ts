import type { Socket } from 'node:net';
import { fastify, LogController } from 'fastify';
import type { DestinationStream } from 'pino';
import { traceIdOf } from '../runtime/tracing/trace-parent.ts';
import { BODY_BYTES_MAX, defaultTimeouts, HEADER_BYTES_MAX, type Timeouts } from './admission/limits.ts';
import type { Pace } from './admission/pace.ts';
import type { WrongAnswer } from './answer-check.ts';
import { answerFrameworkError } from './error-handler.ts';
import type { isForOperators, MethodsByPath } from './method-not-allowed.ts';
import { answerParserError, refuseTunnel, unreadRequest } from './parser-errors.ts';
import { requestIdOf } from './request-id.ts';
import type { App } from './route.ts';
import type { ShapeTypes } from './type-provider.ts';

/** Throttles of requests without a valid key. */
export interface Paces {
  readonly anonymous: Pick<Pace, 'pass'>;
  /** Health checks have their own, so that a flood of other requests cannot make the service look down. */
  readonly probes: Pick<Pace, 'pass'>;
}

export interface ServerOptions {
  readonly log: 'silent' | { readonly level: string; readonly stream?: DestinationStream };
  readonly timeouts?: Partial<Timeouts>;
  /** False for connections that find no routes of operators (see {@link isForOperators}). Default: true for all. */
  readonly servesOperators?: (socket: Socket) => boolean;
  /** A monotonic clock, ms. Only tests set it. */
  readonly elapsedMs?: () => number;
  /** Only tests set them. */
  readonly paces?: Paces;
  /** Called with each response that does not match its shape. Only tests set it. */
  readonly onWrongAnswer?: WrongAnswer;
}

/** Creates the Fastify instance: connections, request lines and headers. */
export function openServer(options: ServerOptions, methodsByPath: MethodsByPath, anonymous: Paces['anonymous']): App {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const { servesOperators = () => true } = options;
  const app: App = fastify({
    logger: options.log === 'silent' ? false : options.log,
    // request-log.ts logs requests, without their paths.
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
      // refuseMalformedRequest requires Host. Node's own response would have an empty body.
      requireHostHeader: false,
    },
    routerOptions: {
      // As long as the parser allows, so that no path parameter exceeds it.
      maxParamLength: HEADER_BYTES_MAX,
      // query.ts parses queries after authentication.
      querystringParser: () => ({}),
    },
    // During a stop, requests that arrive on open connections still get their responses.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      const answer = (refusal: unknown): void => answerFrameworkError(refusal, request, reply);
      anonymous.pass().then(() => answer(error), answer);
    },
    clientErrorHandler: (error, socket) => {
      const problem = answerParserError(error, socket, methodsByPath, servesOperators(socket as Socket));
      if (problem === null) return;
      app.log.info({ code: problem.code, parser_code: error.code }, 'the parser refused a request');
      app.onServed(unreadRequest(problem));
    },
  }).withTypeProvider<ShapeTypes>();
  // Ignores unknown `Expect` headers, as RFC 9110, 10.1.1 allows. Node would send a 417 without a problem.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', refuseTunnel);
  return app;
}
