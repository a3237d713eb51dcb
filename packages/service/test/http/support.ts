/**
 * The service's own app with a handful of routes that no noun has, so that the front door is tested alone: what a noun
 * adds to it is tested with the noun. Keys are words: `good` may do everything, the others lack one thing each.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { after } from 'node:test';
import { Problem } from '@bandeja/contract/errors/problem';
import { Fields, InstantText, Maybe, OneOf, Text, Uuid } from '@bandeja/contract/shapes';
import type { LightMyRequestResponse } from 'fastify';
import { Type } from 'typebox';
import { type KeyActor, serviceContext } from '../../src/context.ts';
import { type AppDependencies, buildApp } from '../../src/http/app.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../../src/http/lists.ts';
import { QueryInstant } from '../../src/http/query.ts';
import type { App, RouteModule } from '../../src/http/route.ts';

const good: KeyActor = {
  kind: 'key',
  partnerId: 'partner-1',
  keyId: 'key-1',
  mode: 'live',
  plan: 'pro',
  suspended: false,
  scopes: ['write:matches'],
};
const callers = new Map<string, KeyActor>(
  Object.entries({
    good,
    starter: { ...good, plan: 'starter' },
    scopeless: { ...good, scopes: ['read:intelligence'] },
    starterScopeless: { ...good, plan: 'starter', scopes: [] },
    second: { ...good, keyId: 'key-2' },
    stranger: { ...good, partnerId: 'partner-2', keyId: 'key-3' },
    suspended: { ...good, plan: 'starter', scopes: [], suspended: true },
  }),
);

export const goodKey = { authorization: 'Bearer good' };
export const jsonType = { 'content-type': 'application/json' };

const matchAccess = {
  kind: 'partner',
  plans: ['pro', 'enterprise'],
  scopes: ['write:matches', 'read:players'],
} as const;

/** A body with a field of every kind that a shape can ask for. */
export const Drill = Fields({
  name: Text(1, 5),
  count: Type.Integer({ minimum: 0, maximum: 9 }),
  ratio: Maybe(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
  at: Maybe(InstantText()),
  id: Maybe(Uuid()),
  team: Maybe(OneOf(['A', 'B'])),
  yes: Maybe(Type.Boolean()),
  code: Maybe(Type.String({ pattern: '^[a-z]+$', 'x-form': 'lower-case letters' })),
  list: Maybe(
    Type.Array(Fields({ side: OneOf(['left', 'right']) }), { maxItems: 2, 'x-faults': { maxItems: 'team_size' } }),
  ),
});

export const numbers = { key: Fields({ n: Type.Integer() }), limitDefault: 3, limitMax: 5 };

/** What the routes below did, so that a test can see that a refused request did nothing. */
export const handled: string[] = [];

const drillRoutes: RouteModule = (app) => {
  app.route({
    method: 'POST',
    url: '/v1/drills',
    schema: { body: Drill },
    config: {
      access: matchAccess,
      bodyRules: (value) =>
        (value as { name?: unknown } | null)?.name === 'rule'
          ? [{ pointer: '/name', code: 'set_numbers', detail: 'A rule between fields.' }]
          : [],
    },
    handler: async (request, reply) => {
      handled.push('POST /v1/drills');
      return reply.code(201).send({ received: request.body });
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/drills',
    schema: {
      querystring: Fields({
        ...pageQuery(numbers),
        since: Type.Optional(QueryInstant()),
        q: Type.Optional(Text(2, 4)),
        side: Type.Optional(OneOf(['left', 'right'])),
        all: Type.Optional(Type.Boolean()),
      }),
    },
    config: { access: matchAccess },
    handler: async (request) => ({ received: request.query }),
  });
  for (const url of ['/v1/drills/numbers', '/v1/drills/:id/numbers']) {
    app.route({
      method: 'GET',
      url,
      schema: {
        params: Fields({ id: Type.String() }),
        querystring: Fields({ ...pageQuery(numbers), odd: Type.Optional(Type.Boolean()) }),
        response: { 200: PageShape('NumberPage', Fields({ n: Type.Integer() })) },
      },
      config: { access: matchAccess },
      handler: async (request) => {
        const page = requestedPage(request.query);
        const left = Array.from({ length: 8 }, (_, n) => ({ n }))
          .filter(({ n }) => request.query.odd !== true || n % 2 === 1)
          .filter(({ n }) => page.after === null || n > page.after.n);
        const data = left.slice(page.offset, page.offset + page.limit);
        const next = left.length > page.offset + page.limit ? (data.at(-1) ?? null) : null;
        return pageAnswer(request, { data, next });
      },
    });
  }
  app.route({
    method: 'PATCH',
    url: '/v1/drills/:id',
    schema: { params: Fields({ id: Uuid() }), body: Fields({ name: Maybe(Text(1, 5)) }) },
    config: { access: matchAccess, notFoundCode: 'match_not_found' },
    handler: async (request) => ({ id: request.params.id, received: request.body }),
  });
  app.route({
    method: 'POST',
    url: '/v1/drills/:id/confirm',
    schema: { params: Fields({ id: Uuid() }) },
    config: { access: matchAccess, notFoundCode: 'match_not_found' },
    handler: async (request) => ({ received: request.body }),
  });
  app.route({
    method: 'POST',
    url: '/v1/drills/numbers/:n',
    schema: { params: Fields({ n: Text(1, 9) }) },
    config: { access: matchAccess, notFoundCode: 'match_not_found' },
    handler: async (request) => ({ n: request.params.n }),
  });
  app.route({
    method: 'PUT',
    url: '/v1/rosters/:slug',
    schema: { params: Fields({ slug: Text(1, 64) }), body: Fields({ name: Maybe(Text(1, 80)) }) },
    config: { access: matchAccess, notFoundCode: 'roster_not_found' },
    handler: async (request) => ({ slug: request.params.slug, received: request.body }),
  });
  app.route({
    method: 'DELETE',
    url: '/v1/rosters/:slug',
    schema: { params: Fields({ slug: Text(1, 64) }) },
    config: { access: matchAccess, notFoundCode: 'roster_not_found' },
    handler: async (_request, reply) => reply.code(204).send(),
  });
  app.route({
    method: 'GET',
    url: '/admin/v1/drills',
    config: { access: { kind: 'operator' } },
    handler: async () => ({ operator: true }),
  });
  app.route({
    method: 'GET',
    url: '/v1/throws',
    config: { access: { kind: 'public' } },
    handler: async () => {
      throw thrown;
    },
  });
};

/** A public route `/v1/slow` that responds once it is released. */
export function slowRoute() {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const routes: RouteModule = (app) => {
    app.route({
      method: 'GET',
      url: '/v1/slow',
      config: { access: { kind: 'public' } },
      handler: async () => {
        arrived.resolve();
        await released.promise;
        return { done: true };
      },
    });
  };
  return { routes: [routes], arrived: arrived.promise, release: released.resolve };
}

let thrown: unknown = new Error('x');

/** The response to a request whose handler throws this. */
export function whenThrown(app: App, error: unknown) {
  thrown = error;
  return app.inject('/v1/throws');
}

/** Of all tests that change nothing about it: building it takes longer than most of them. */
let unchanged: App | undefined;
after(() => unchanged?.close());

/** The service's app with the drill routes. With changes, it is the test's or the file's own. @param t closes it at its end */
export function drillApp(
  t: { readonly after: (close: () => Promise<unknown>) => void },
  changes?: Partial<AppDependencies>,
): App {
  if (changes === undefined) {
    unchanged ??= drillAppWith({});
    return unchanged;
  }
  const app = drillAppWith(changes);
  t.after(() => app.close());
  return app;
}

function drillAppWith({ routes = [], ...others }: Partial<AppDependencies>): App {
  return buildApp({
    // No drill touches the database.
    context: serviceContext({} as never),
    log: 'silent',
    health: async () => ({ state: 'healthy', upkeep: [] }),
    metrics: async () => '',
    authenticate: async (token) => callers.get(token) ?? null,
    findOperator: async (token) => (token === 'operator' ? 'ana' : null),
    enterSandbox: async () => assert.fail('no caller has a sandbox'),
    ...others,
    routes: [drillRoutes, ...routes],
  });
}

/** Lines of a log, parsed, as they come. */
export function logSink() {
  const lines: Record<string, unknown>[] = [];
  return { lines, stream: { write: (line: string) => void lines.push(JSON.parse(line)) } };
}

export interface FaultShown {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly detail: string;
}

/** `place code` of each fault of an answer, in its order. */
export function faultsShown(response: Pick<LightMyRequestResponse, 'json'>): string[] {
  const { errors = [] } = response.json<{ errors?: FaultShown[] }>();
  return errors.map((fault) => `${fault.pointer ?? fault.parameter} ${fault.code}`);
}

/** Sends a body with the good key. */
export function postDrill(app: App, payload: string | Buffer) {
  return app.inject({ method: 'POST', url: '/v1/drills', headers: { ...goodKey, ...jsonType }, payload });
}

export async function listening(app: App): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly problem: { readonly code?: string; readonly request_id?: string; readonly status?: number };
}

/** Sends bytes over a bare socket and reads the first answer, up to the end of the connection if it is closed. */
export async function exchange(port: number, ...pieces: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const socket = net.connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    if (isComplete(text)) socket.end();
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  for (const piece of pieces) socket.write(piece);
  await once(socket, 'close');
  return answerOf(text);
}

function isComplete(text: string): boolean {
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1];
  const [, body = ''] = text.split('\r\n\r\n');
  return length !== undefined && text.includes('\r\n\r\n') && body.length >= Number(length);
}

/** The first answer in what a connection brought; others may follow it. */
export function answerOf(text: string): RawAnswer {
  const [head = '', rest = ''] = text.split('\r\n\r\n');
  const [line = '', ...headerLines] = head.split('\r\n');
  const headers = Object.fromEntries(
    headerLines.map((header) => {
      const mark = header.indexOf(':');
      return [header.slice(0, mark).toLowerCase(), header.slice(mark + 1).trim()];
    }),
  );
  const body = rest.slice(0, Number(headers['content-length'] ?? rest.length));
  const isProblem = headers['content-type'] === 'application/problem+json';
  return { status: Number(line.split(' ')[1]), headers, body, problem: isProblem ? JSON.parse(body) : {} };
}

export { Problem };
