import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** A request as the fake service received it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** What goes wrong with a request: nothing, the connection before or after the work is done, or another answer. */
export type Mishap =
  | 'none'
  | 'drop-before'
  | 'drop-after'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: object };

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

type Json = Record<string, unknown>;

/**
 * The part of the API that an import uses, as its contract has it, in memory: registration by username, batches with
 * duplicates by external_ref and eligibility by username. Tests plan its mishaps.
 */
export class FakeService {
  readonly requests: SeenRequest[] = [];
  /** external_ref → submission, in order of arrival. */
  readonly matches = new Map<string, Json>();
  /** username → registration. */
  readonly players = new Map<string, Json>();
  /** Usernames of private players of someone else. */
  readonly taken = new Set<string>();
  /** external_ref → what the service warns of in a match. */
  readonly warnings = new Map<string, readonly Json[]>();
  /** Decides what happens to a request; `count` counts requests to that path, dry runs apart, from 1. */
  mishap: (request: SeenRequest, count: number) => Mishap = () => 'none';
  /** Planned answers: `GET /v1/…` → reply, or one reply a request, of which the last stays. */
  readonly replies = new Map<string, Reply | readonly Reply[]>();
  /** A pause before each answer, so that a test can step in between. */
  delayMs = 0;
  url = '';
  readonly #counts = new Map<string, number>();

  /** Starts one on a free port; it stops with the test. */
  static async start(t: TestContext): Promise<FakeService> {
    const service = new FakeService();
    const server = createServer((request, response) => void service.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return service;
  }

  /** The batches that were to be stored. */
  get batches(): SeenRequest[] {
    return this.to('POST', '/v1/matches/batch').filter(({ query }) => !query.has('dry_run'));
  }

  /** The players who were to be registered, in order, with what a request says for all of its players. */
  get registrations(): Json[] {
    return this.to('POST', '/v1/players/batch').flatMap(({ body }) => {
      const { players, ...shared } = body as Json;
      return (players as Json[]).map((entry) => ({ ...shared, ...entry }));
    });
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
    const counted = `${pathname} ${searchParams.get('dry_run')}`;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    const mishap = this.mishap(seen, count);
    if (mishap === 'drop-before') return void incoming.socket.destroy();
    if (typeof mishap === 'object') return send(response, mishap.status, mishap.body ?? {}, mishap.headers);
    const reply = this.#reply(seen);
    if (mishap === 'drop-after') return void incoming.socket.destroy();
    send(response, reply.status, reply.body);
  }

  #reply({ method, path, query, body }: SeenRequest): Reply {
    const planned = this.replies.get(`${method} ${path}`);
    if (planned !== undefined) return 'status' in planned ? planned : this.#next(planned, this.to(method, path).length);
    if (method === 'GET' && path === '/v1/matches')
      return { status: 200, body: { data: [], pagination: { has_more: false, next_cursor: null } } };
    if (method === 'GET' && path.startsWith('/v1/matches/id-of-')) {
      const match = this.matches.get(decodeURIComponent(path).slice('/v1/matches/id-of-'.length));
      return match === undefined ? problem(404, 'match_not_found') : { status: 200, body: match };
    }
    if (method === 'POST' && path === '/v1/players/batch') return this.#register(body as Json);
    if (method === 'POST' && path === '/v1/matches/batch')
      return this.#batch(body as Json, query.get('dry_run') === 'true');
    return problem(404, 'route_not_found');
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

  #register({ players, ...shared }: Json): Reply {
    const entries = players as Json[];
    if (entries.length > 100) return problem(422, 'invalid_body');
    const results = entries.map((entry, index) => {
      const username = String(entry['username']);
      const taken = { code: 'username_taken', detail: 'It is a case of username_taken.', errors: [] };
      if (this.taken.has(username)) return { index, username, status: 'taken', player: null, error: taken };
      const isNew = !this.players.has(username);
      if (isNew) this.players.set(username, { ...shared, ...entry });
      return {
        index,
        username,
        status: isNew ? 'created' : 'existing',
        player: { username, rosters: [] },
        error: null,
      };
    });
    return { status: 200, body: { results, summary: {} } };
  }

  #batch(body: Json, isDryRun: boolean): Reply {
    const matches = body['matches'] as Json[];
    if (matches.length > 25) return problem(422, 'invalid_body');
    if (body['competition_type'] === 'bogus')
      return problem(422, 'invalid_body', [
        { pointer: '/competition_type', code: 'not_one_of', detail: 'It is none of the values.' },
      ]);
    const results = matches.map((match, index) => {
      const outcome = this.#submit({ ...body, ...match, matches: undefined }, isDryRun);
      return {
        index,
        external_ref: match['external_ref'],
        match: null,
        existing_match_id: null,
        same_content: null,
        error: null,
        ...outcome,
      };
    });
    const count = (status: string) => results.filter((result) => result.status === status).length;
    const summary = { created: count('created'), duplicates: count('duplicate'), rejected: count('rejected') };
    return { status: 200, body: { results, summary } };
  }

  #submit(match: Json, isDryRun: boolean): { status: string; [member: string]: unknown } {
    const ref = String(match['external_ref']);
    if (match['venue_label'] === 'bogus')
      return {
        status: 'rejected',
        error: {
          code: 'invalid_body',
          detail: 'The body is not valid.',
          errors: [{ pointer: '/venue_label', code: 'out_of_range', detail: 'It is too long.' }],
        },
      };
    const known = this.matches.get(ref);
    if (known !== undefined) {
      const same_content = JSON.stringify(known) === JSON.stringify(match);
      return { status: 'duplicate', existing_match_id: idOf(ref), same_content };
    }
    const participants = match['participants'] as Json[];
    const errors = participants.flatMap((participant, place) =>
      this.players.has(String(participant['username']).toLowerCase())
        ? []
        : [
            {
              pointer: `/participants/${place}`,
              code: 'participant_not_eligible',
              detail: 'The participant is not visible.',
            },
          ],
    );
    if (errors.length > 0)
      return {
        status: 'rejected',
        error: { code: 'participant_not_eligible', detail: 'A participant is not eligible.', errors },
      };
    if (!isDryRun) this.matches.set(ref, match);
    return { status: 'created', match: { id: idOf(ref), warnings: this.warnings.get(ref) ?? [] } };
  }
}

/** A task that has just been started. */
export const TASK = {
  id: '5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d',
  kind: 'verify',
  state: 'queued',
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

/** The id that the fake service gives to a match. */
export function idOf(externalRef: string): string {
  return `id-of-${externalRef}`;
}

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
