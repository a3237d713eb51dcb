/**
 * The HTTP side of the service: one Fastify instance, the same for `main.js` and for every test.
 *
 * The routes of a resource are a {@link RouteModule}, a function that registers them:
 *
 * ```ts
 * export const matchRoutes: RouteModule = (app) => {
 *   app.route({
 *     method: 'GET',
 *     url: '/v1/matches/:id',
 *     schema: {
 *       operationId: 'getMatch', tags: ['Matches'], summary: 'Read a match', description: '…',
 *       params: Fields({ id: Uuid() }),             // if malformed: the 404 of `notFoundCode`
 *       querystring: Fields({ … }),                 // default: every parameter is refused
 *       body: MatchSubmission,                      // POST, PUT, PATCH; default: no body or `{}`
 *       response: { 200: Match },                   // success only; problems are documented from `config`
 *     },
 *     config: {
 *       access: { kind: 'partner', plans: ['pro', 'enterprise'], scopes: ['write:matches'] },
 *       notFoundCode: 'match_not_found',
 *       problems: ['match_not_found'],              // thrown by the handler
 *       bodyRules: (body, now) => [...],           // rules between fields, reported with the shape's faults
 *     },
 *     handler: async (request) => getMatch(request.context, request.params.id),
 *   });
 * };
 * ```
 *
 * Rarely needed in `config`: `bodyShape` if the handler validates parts of the body; `mediaType` if the response is not JSON;
 * `undocumented` for pages that are not part of the API.
 *
 * Before the handler runs, query, body and path are validated and typed by their shapes. The handler returns the response, throws
 * a `Problem` to refuse, and sets the status with `reply.code(201)`.
 *
 * @see validation.ts, admission/admission.ts, lists.ts, ../validation/
 */
import { setTimeout as rest } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Context } from '../context.ts';
import { admit, type Gatekeeper } from './admission/admission.ts';
import { bodyUnits } from './admission/costs.ts';
import { ANONYMOUS_PER_SECOND, PROBES_PER_SECOND, UNREAD_BODY_PAUSE_MS } from './admission/limits.ts';
import { handleOneAtATime } from './admission/one-at-a-time.ts';
import { Pace } from './admission/pace.ts';
import { decorateContexts, isAnonymous } from './admission/request-context.ts';
import { queueRequests, type RequestQueues, refuseOverload } from './admission/request-queues.ts';
import { decorateUnits, spendExtraUnits } from './admission/spend-units.ts';
import { checkAnswers } from './answer-check.ts';
import { checkMediaType, parseJsonBody } from './body.ts';
import { consoleRoutes } from './console/routes.ts';
import { answerCsv } from './csv/answer.ts';
import { documentationRoutes } from './docs/routes.ts';
import { tagAnswers } from './entity-tag.ts';
import { answerError } from './error-handler.ts';
import { hasWords } from './language.ts';
import { serializeAnswer } from './lists.ts';
import { checkAccept } from './media-types.ts';
import { type MethodsByPath, refuseOtherMethods, refuseUnknownRoute } from './method-not-allowed.ts';
import { allowOtherOrigins, answerPreflights } from './other-origins.ts';
import { setCommonHeaders } from './request-id.ts';
import { logAbandoned, logRequest } from './request-log.ts';
import type { App, RouteModule } from './route.ts';
import { securityTxtRoutes } from './security-txt.ts';
import type { ServedRequest } from './served-request.ts';
import { openServer, type Paces, type ServerOptions } from './server.ts';
import { type Readiness, systemRoutes } from './system-routes.ts';
import { refuseMalformedRequest } from './target.ts';
import { traceRequests } from './tracing.ts';
import { readPath, readQueryAndBody, shapesOf } from './validation.ts';

export interface AppDependencies extends Gatekeeper, ServerOptions {
  /** Default: requests are not queued. */
  readonly requestQueues?: RequestQueues;
  readonly context: Context;
  readonly routes: readonly RouteModule[];
  /** The state of the service and its database, for the readiness check. */
  readonly health: () => Promise<Readiness>;
  /** The metrics in the Prometheus text format. */
  readonly metrics: () => Promise<string>;
  /** The built console. Default: that of this checkout. */
  readonly consoleFolder?: URL;
  /** `PUBLIC_URL`. Default: the address of each request. */
  readonly publicUrl?: URL | null;
  /** `SECURITY_CONTACT`. Default: there is no `/.well-known/security.txt`. */
  readonly securityContact?: URL | null;
  /** While it returns true, each response closes its connection. Default: false. */
  readonly isStopping?: () => boolean;
  /** Called when a request has finished. */
  readonly onServed?: (served: ServedRequest) => void;
}

/**
 * Builds the app. It does not listen yet.
 * @throws if a route has no `access`, or a shape with a keyword that has no fault code
 */
export function buildApp(dependencies: AppDependencies): App {
  const methodsByPath: MethodsByPath = new Map();
  const { paces = { anonymous: new Pace(ANONYMOUS_PER_SECOND), probes: new Pace(PROBES_PER_SECOND) } } = dependencies;
  const app = openServer(dependencies, methodsByPath, paces.anonymous);
  app.decorate('publicUrl', dependencies.publicUrl ?? null);
  app.decorate('onServed', dependencies.onServed ?? (() => {}));
  if (dependencies.isStopping) closeConnectionsWhile(app, dependencies.isStopping);
  handleOneAtATime(app);
  traceRequests(app);
  addRequestChecks(app, dependencies, paces, methodsByPath);
  if (dependencies.onWrongAnswer !== undefined) checkAnswers(app, dependencies.onWrongAnswer);
  // The content of a DELETE has no meaning (RFC 9110, 9.3.5) but to routes that give it one.
  app.addHttpMethod('DELETE', { hasBody: true, overrideExisting: true });
  const documented: RouteOptions[] = [];
  const names = new Set<string>();
  const open = new Map<string, RouteOptions>();
  app.addHook('onRoute', (route) => {
    describeRoute(route, methodsByPath);
    spendExtraUnits(route, dependencies);
    queueRequests(route, dependencies.requestQueues);
    answerCsv(route);
    if (isDocumented(route)) documented.push(route);
    if (route.config?.isAlsoName === true) names.add(route.url);
    if (route.config?.allowsOtherOrigins === true) open.set(route.url, route);
  });
  const ownRoutes = [
    systemRoutes(dependencies.health, dependencies.metrics, dependencies.elapsedMs),
    documentationRoutes(() => documented),
    consoleRoutes(dependencies.consoleFolder),
    securityTxtRoutes(dependencies.securityContact ?? null, dependencies.context.realNow),
  ];
  for (const registerRoutes of [...ownRoutes, ...dependencies.routes]) registerRoutes(app);
  answerPreflights(app, [...open.values()], methodsByPath);
  refuseOtherMethods(app, methodsByPath, names);
  return app;
}

/** Adds the checks in the contract's order. Each is complete before the next begins. */
function addRequestChecks(
  app: App,
  dependencies: AppDependencies,
  { anonymous, probes }: Paces,
  methodsByPath: MethodsByPath,
): void {
  decorateContexts(app);
  decorateUnits(app);
  const admitCaller = admit(dependencies, dependencies.context);
  const { servesOperators = () => true } = dependencies;
  // The only asynchronous hook, since a promise per hook would slow down every request.
  app.addHook('onRequest', async (request, reply) => {
    logAbandoned(request, reply);
    setCommonHeaders(request, reply);
    if (request.routeOptions.config.allowsOtherOrigins === true) allowOtherOrigins(reply);
    try {
      refuseMalformedRequest(request);
      refuseUnknownRoute(request, methodsByPath, servesOperators(request.raw.socket));
      await admitCaller(request, reply);
      refuseOverload(request, dependencies.requestQueues);
      checkMediaType(request);
      checkAccept(request);
    } catch (refusal) {
      if (bodyUnits(request) > 0) await rest(UNREAD_BODY_PAUSE_MS);
      throw refusal;
    } finally {
      if (isAnonymous(request)) await (request.routeOptions.config.isProbe ? probes : anonymous).pass();
    }
  });
  app.removeAllContentTypeParsers();
  // Any media type: the hook above checks it. Fastify enforces the route's `bodyLimit`.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    parseJsonBody(request, bytes),
  );
  app.addHook('preValidation', syncHook(readQueryAndBody));
  // The hooks validate; this turns off Fastify's own validation.
  app.setValidatorCompiler(() => () => true);
  // Fastify's own serializer would hide wrong values: it turns null into "" or 0. It is also slower than this.
  app.setSerializerCompiler(() => serializeAnswer);
  app.addHook('preHandler', syncHook(readPath));
  app.setErrorHandler(answerError);
  tagAnswers(app);
  app.addHook('onResponse', syncHook(logRequest));
}

/** Turns a synchronous function into a hook. */
function syncHook(run: (request: FastifyRequest, reply: FastifyReply) => void) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      run(request, reply);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

function describeRoute(route: RouteOptions, methodsByPath: MethodsByPath): void {
  if (route.config?.allow !== undefined) return;
  if (route.config?.access === undefined) throw new Error(`${route.method} ${route.url} has no config.access`);
  route.config = { ...route.config, shapes: shapesOf(route), hasWords: hasWords(route) };
  const methods = methodsByPath.get(route.url) ?? new Set();
  for (const method of [route.method].flat()) methods.add(method);
  methodsByPath.set(route.url, methods);
}

/** False for HEAD, which Fastify registers with every GET, and for 405 routes. */
function isDocumented(route: RouteOptions): boolean {
  return route.method !== 'HEAD' && route.config?.allow === undefined && route.config?.undocumented !== true;
}

/** Moves the kept connections of proxies to other processes. */
function closeConnectionsWhile(app: App, isStopping: () => boolean): void {
  app.addHook('onSend', (_request, reply, _sent, done) => {
    if (isStopping()) reply.header('connection', 'close');
    done();
  });
}
