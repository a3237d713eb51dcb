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

/** An answer that comes line by line, each after the service's delay; `cut` ends the connection there. */
interface LinesReply {
  readonly lines: readonly (object | 'cut')[];
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
  /** Decides what happens to a request; `count` counts requests to that path, dry runs apart, from 1. */
  mishap: (request: SeenRequest, count: number) => Mishap = () => 'none';
  /** Answers that stand ready: `GET /v1/…` → reply. */
  readonly replies = new Map<string, Reply | LinesReply>();
  /** A pause before each answer, so that a test can step in between. */
  delayMs = 0;
  /** Paths of answers in lines whose client went away before the last of them. */
  readonly abandoned: string[] = [];
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
    if ('lines' in reply) return this.#sendLines(response, reply, seen.path);
    send(response, reply.status, reply.body);
  }

  async #sendLines(response: ServerResponse, { lines }: LinesReply, path: string): Promise<void> {
    response.once('close', () => {
      if (!response.writableEnded) this.abandoned.push(path);
    });
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    for (const line of lines) {
      if (line === 'cut') return void response.destroy();
      response.write(`${JSON.stringify(line)}\n`);
      await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    }
    response.end();
  }

  #reply({ method, path, query, body }: SeenRequest): Reply | LinesReply {
    const planned = this.replies.get(`${method} ${path}`);
    if (planned !== undefined) return planned;
    if (method === 'POST' && path === '/v1/players') return this.#register(body as Json);
    if (method === 'POST' && path === '/v1/matches/batch')
      return this.#batch(body as Json, query.get('dry_run') === 'true');
    return problem(404, 'route_not_found');
  }

  #register(body: Json): Reply {
    const username = String(body['username']);
    if (this.taken.has(username)) return problem(409, 'username_taken');
    const isNew = !this.players.has(username);
    if (isNew) this.players.set(username, body);
    return { status: isNew ? 201 : 200, body: { username, rosters: [] } };
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
    if (this.matches.has(ref)) return { status: 'duplicate', existing_match_id: idOf(ref) };
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
    return { status: 'created', match: { id: idOf(ref) } };
  }
}

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
