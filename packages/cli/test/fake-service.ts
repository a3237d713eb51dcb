import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type Api, Bandeja } from '@bandeja/client';
import type { Database } from '@bandeja/postgres/database';
import { withBits } from '@bandeja/rating/test/bits';
import { injectTransport, type Transport } from '@bandeja/service/test/support/client';
import { storedLedger } from '@bandeja/service/test/support/ledgers';
import { emptySandbox } from '@bandeja/service/test/support/sandbox';
import type { TestService } from '@bandeja/service/test/support/service';

/** A request as the fake service received it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** What goes wrong: nothing, the connection before or after the service has done its work, or another response. */
export type Mishap =
  | 'none'
  | 'drop-before'
  | 'drop-after'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: object }
  /** Called when the service has done its work; its response is dropped. */
  | (() => void);

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

type Json = Record<string, unknown>;

/**
 * A proxy in front of the real service, or without one only the planned responses. It records the requests, and causes the planned
 * mishaps. Behind it is an empty sandbox, so that every test can use the same usernames.
 */
export class FakeService {
  readonly requests: SeenRequest[] = [];
  /** Decides what happens to a request; `count` counts requests to that path, dry runs apart, from 1. */
  mishap: (request: SeenRequest, count: number) => Mishap = () => 'none';
  /** Planned answers: `GET /v1/…` → reply, or one reply a request, of which the last stays. */
  readonly replies = new Map<string, Reply | readonly Reply[]>();
  url = '';
  readonly #counts = new Map<string, number>();
  readonly #behind: Behind | null;

  constructor(behind: Behind | null) {
    this.#behind = behind;
  }

  /** Starts one on a free port; it stops with the test. */
  static async start(t: TestContext, service?: TestService): Promise<FakeService> {
    const fake = new FakeService(service === undefined ? null : await behindOf(t, service));
    const server = createServer((request, response) => {
      // A command that was interrupted may go in the middle of its request.
      fake.#serve(request, response).catch((error) => {
        if (!request.socket.destroyed) throw error;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return fake;
  }

  /** The partner in the real service. */
  get partner(): Bandeja {
    const { url, key } = this.#behind ?? assert.fail('the fake has no service behind it');
    return new Bandeja({ baseUrl: url, key });
  }

  /** All ratings and the whole rated history, to the bit. Matches and players are named as in the files, not by their ids. */
  async ratings(): Promise<unknown> {
    const { database } = this.#behind ?? assert.fail('the fake has no service behind it');
    const players = new Map([...(await this.players()).values()].map(({ id, username }) => [id, username] as const));
    const references = new Map((await this.matches()).map(({ id, external_ref }) => [id, external_ref] as const));
    const { rows, states } = await storedLedger(database, [...players.keys()]);
    const history = [...rows.values()].map(({ match_id, player_ids, ...row }) => {
      return { match: references.get(match_id), players: player_ids.map((id) => players.get(id)), ...row };
    });
    const present = [...states].map(([id, state]) => [players.get(id), state] as const);
    const byName = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
    return withBits({ history: history.toSorted(byName), present: present.toSorted(byName) });
  }

  /** The stored matches, in the order in which they were played. */
  async matches(): Promise<Api.Match[]> {
    return (await Array.fromAsync(this.partner.matches.list())).reverse();
  }

  /** The registered players by username. */
  async players(): Promise<ReadonlyMap<string, Api.Player>> {
    const players = await Array.fromAsync(this.partner.players.list());
    return new Map(players.map((player) => [player.username ?? '', player]));
  }

  /** The batches of rows that were to be stored. */
  get batches(): SeenRequest[] {
    return this.requests.filter(({ method, path }) => method === 'POST' && isRows(path));
  }

  /** The players that the rows were to register, in order. */
  get registrations(): Json[] {
    return this.batches.flatMap(({ body }) => ((body as Json)['players'] ?? []) as Json[]);
  }

  /** The requests to a route. */
  to(method: string, path: string): SeenRequest[] {
    return this.requests.filter((request) => request.method === method && request.path === path);
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks = await Array.fromAsync(incoming as AsyncIterable<Buffer>);
    const text = Buffer.concat(chunks).toString();
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://fake');
    const seen = {
      method: incoming.method ?? '',
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      body: text === '' ? null : JSON.parse(text),
    };
    this.requests.push(seen);
    const counted = `${isRows(pathname) ? 'rows' : pathname} ${searchParams.get('dry_run')}`;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    const mishap = this.mishap(seen, count);
    if (mishap === 'drop-before') return void incoming.socket.destroy();
    if (typeof mishap === 'object') return send(response, mishap.status, mishap.body ?? {}, mishap.headers);
    const reply = await this.#reply(seen, incoming.url ?? '');
    if (typeof mishap === 'function') mishap();
    if (mishap === 'drop-after' || typeof mishap === 'function') return void incoming.socket.destroy();
    send(response, reply.status, reply.body);
  }

  async #reply({ method, path, body, headers }: SeenRequest, target: string): Promise<Reply> {
    const planned = this.replies.get(`${method} ${path}`);
    if (planned !== undefined) return 'status' in planned ? planned : this.#next(planned, this.to(method, path).length);
    if (this.#behind === null) return problem(404, 'route_not_found');
    const { transport, key } = this.#behind;
    const { status, text } = await transport({
      method,
      url: target,
      headers: {
        'content-type': 'application/json',
        'accept-language': headers['accept-language'] ?? 'en',
        authorization: `Bearer ${key}`,
      },
      payload: body === null ? undefined : JSON.stringify(body),
    });
    return { status, body: text === '' ? null : JSON.parse(text) };
  }

  #next(planned: readonly Reply[], count: number): Reply {
    return planned[Math.min(count, planned.length) - 1] ?? problem(404, 'route_not_found');
  }

  /** Plans a task: started, it goes through these states, one a question, and stays in the last. */
  planTask(kind: string, states: readonly Json[]): void {
    const task = { ...TASK, kind };
    this.replies.set('POST /admin/v1/tasks', { status: 202, body: task });
    this.replies.set(
      `GET /admin/v1/tasks/${TASK.id}`,
      states.map((state) => ({ status: 200, body: { ...task, ...state } })),
    );
  }
}

/** Whether a path takes the rows of an import. */
export const isRows = (path: string): boolean => /^\/v1\/imports\/[^/]+\/rows$/.test(path);

/** The real service, with the key of a partner, and the database of its sandbox. */
interface Behind {
  readonly transport: Transport;
  readonly url: string;
  readonly key: string;
  readonly database: Database;
}

/** Partners of a service whose tests have ended. */
const unused = new WeakMap<TestService, Behind[]>();

/** A partner with an empty sandbox, for this test alone. */
async function behindOf(t: TestContext, service: TestService): Promise<Behind> {
  const partners = unused.get(service) ?? [];
  unused.set(service, partners);
  const known = partners.pop();
  if (known !== undefined) await emptySandbox(known.database);
  const behind = known ?? (await newBehind(service));
  t.after(() => partners.push(behind));
  return behind;
}

async function newBehind(service: TestService): Promise<Behind> {
  const { token, context } = await service.freshPartner({ mode: 'test' });
  const url = service.url ?? assert.fail('the service does not listen');
  return { transport: injectTransport(service.app), url, key: token ?? assert.fail(), database: context.database };
}

/** A task that has just been started. */
export const TASK = {
  id: '5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d',
  kind: 'verify',
  state: 'queued',
  subject: null,
  progress: null,
  result: null,
  error: null,
  created_at: '2026-05-01T21:00:00.000Z',
  started_at: null,
  ended_at: null,
};
const STARTED = { state: 'running', started_at: '2026-05-01T21:00:01.000Z' };
const ENDED = { ...STARTED, ended_at: '2026-05-01T21:01:00.000Z' };

/** States of a task, for {@link FakeService.planTask}. */
export const running = (done: number, total: number | null = 12_345) => ({ ...STARTED, progress: { done, total } });
export const done = (result: object) => ({ ...ENDED, state: 'done', result });
export const failed = (code: string) => ({
  ...ENDED,
  state: 'failed',
  error: { code, detail: `It is a case of ${code}.` },
});
export const cancelled = { ...ENDED, state: 'cancelled' };

/** A problem document. */
export function problem(status: number, code: string, errors?: object[], members: object = {}): Reply {
  return {
    status,
    body: {
      title: 'A problem',
      status,
      code,
      detail: `It is a case of ${code}.`,
      request_id: 'req-1',
      errors,
      ...members,
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}
