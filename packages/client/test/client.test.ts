import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { type Api, Bandeja, BandejaError, BandejaOperator, type BandejaOptions, NoAnswerError } from '../src/index.ts';
import { brokenBy, json, type Outcome, problem, type SentRequest, stubFetch } from './stub.ts';

const SUBMISSION: Api.MatchSubmission = {
  external_ref: 'm1',
  played_at: '2026-05-01T19:10:00Z',
  winning_team: 'A',
  trust_tier: 'partner_attested',
  participants: ['ana', 'bea', 'carla', 'dora'].map((username, place) => ({ username, team: place < 2 ? 'A' : 'B' })),
};
const MATCH = { id: 'id-1', external_ref: 'm1' };
const LOST = brokenBy('ECONNRESET');
const REFUSED = brokenBy('ECONNREFUSED');

/** A client whose requests meet these outcomes in order, of which the last stays. It does not wait between tries, but notes for how long. */
function clientOf(
  outcomes: readonly (Outcome | ((request: SentRequest) => Outcome))[],
  options: Partial<BandejaOptions> = {},
) {
  const { fetch, sent } = stubFetch((request, count) => {
    const outcome = outcomes[Math.min(count, outcomes.length) - 1] ?? LOST;
    if (typeof outcome === 'function') return outcome(request);
    return outcome instanceof Response ? outcome.clone() : outcome;
  });
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const settings = { baseUrl: 'https://ratings.example.org/', key: 'bdj_live_k', fetch, sleep, ...options };
  return { client: new Bandeja(settings), sent, waits };
}

describe('What the client sends', () => {
  it('a request has the operation’s values, the key, the language and the name of the program', async () => {
    const { client, sent } = clientOf([json(200, { data: [], pagination: {} })], {
      userAgent: 'my-club/1.4',
      language: 'es',
    });
    await client.players.matches('ana/..', { limit: 5, since: undefined });
    const [{ method, url, headers } = assert.fail()] = sent;
    assert.equal(`${method} ${url}`, 'GET https://ratings.example.org/v1/players/ana%2F../matches?limit=5');
    assert.equal(headers.get('authorization'), 'Bearer bdj_live_k');
    assert.equal(headers.get('accept-language'), 'es');
    assert.match(headers.get('user-agent') ?? '', /^my-club\/1\.4 bandeja-client\/\d/);
  });

  it('a value never changes the path of a request', async () => {
    const { client, sent } = clientOf([json(200, {})]);
    for (const id of ['', '.', '..']) await assert.rejects(async () => client.matches.get(id), /is not a valid id/);
    assert.equal(sent.length, 0);
  });

  it('an invalid address or key is rejected before a request', () => {
    const fetch = async () => json(200, {});
    for (const baseUrl of ['localhost:8080', 'ftp://x', 'https://x/?a=b']) {
      assert.throws(() => new Bandeja({ baseUrl, key: 'k', fetch }), /is not an http address/);
    }
    for (const baseUrl of ['https://user:secret@x/', 'https://:secret@x/', 'https://user:secret@x:port/']) {
      const isSafe = (error: Error) => !error.message.includes('secret') && !String(error.cause).includes('secret');
      assert.throws(() => new Bandeja({ baseUrl, key: 'k' }), isSafe, baseUrl);
    }
    assert.throws(() => new Bandeja({ baseUrl: 'http://x', key: 'a b' }), /characters that keys do not have/);
    assert.throws(() => new BandejaOperator({ baseUrl: 'http://x', operatorToken: '' }), /key is missing/);
    const { ABSENT_VARIABLE } = process.env;
    assert.throws(() => new Bandeja({ baseUrl: 'http://x', key: ABSENT_VARIABLE }), /key is missing/);
    assert.throws(() => new Bandeja({ baseUrl: ABSENT_VARIABLE, key: 'k' }), /address of the service is missing/);
  });
});

describe('Retries', () => {
  const again: [name: string, outcome: Outcome][] = [
    ['no connection', REFUSED],
    ['a lost connection', LOST],
    ['502', json(502, {})],
    ['503', problem(503, 'overloaded')],
    ['504', json(504, {})],
    ['429', problem(429, 'rate_limited')],
    ['408', problem(408, 'request_timeout')],
  ];
  for (const [name, outcome] of again) {
    it(`a read is retried after ${name}`, async () => {
      const { client, sent, waits } = clientOf([outcome, outcome, json(200, MATCH)]);
      assert.deepEqual(await client.matches.get('id-1'), MATCH);
      assert.deepEqual([sent.length, waits.length], [3, 2]);
    });
  }

  it('a retry waits as long as the service requests', async () => {
    const { client, waits } = clientOf([problem(429, 'rate_limited', {}, { 'retry-after': '7' }), json(200, MATCH)]);
    await client.matches.get('id-1');
    assert.deepEqual(waits, [7000]);
  });

  it('after the last retry the call fails with the last response', async () => {
    const { client, sent } = clientOf([problem(503, 'overloaded', {}, { 'retry-after': '1' })], { retries: 2 });
    const error = await client.matches.get('id-1').catch((thrown: unknown) => thrown);
    assert.ok(error instanceof BandejaError);
    assert.deepEqual([error.status, error.code, error.retryAfter, sent.length], [503, 'overloaded', 1, 3]);
  });

  it('a response with a permanent error is not retried', async () => {
    const { client, sent } = clientOf([problem(404, 'match_not_found')]);
    await assert.rejects(client.matches.get('id-1'), { code: 'match_not_found' });
    assert.equal(sent.length, 1);
  });

  it('a change is retried only if it is idempotent', async () => {
    const safe: ((client: Bandeja) => Promise<unknown>)[] = [
      (client) => client.matches.submitBatch({ matches: [SUBMISSION] }),
      (client) => client.matches.preview({ participants: SUBMISSION.participants }),
      (client) => client.matches.confirm('id-1'),
      (client) => client.matches.void('id-1', 'twice'),
      (client) => client.matches.amend('id-1', { winning_team: 'B' }),
      (client) => client.players.register({ username: 'ana' }),
      (client) => client.players.registerBatch({ players: [{ username: 'ana' }] }),
      (client) => client.rosters.put('thursday'),
      (client) => client.rosters.add('thursday', 'ana'),
      (client) => client.rosters.delete('thursday'),
    ];
    for (const call of safe) {
      const { client, sent } = clientOf([LOST, json(200, MATCH)]);
      await call(client);
      assert.equal(sent.length, 2, String(call));
    }
    const unsafe: ((client: Bandeja) => Promise<unknown>)[] = [
      (client) => client.matches.amend('id-1', { winning_team: 'B', revision: 1 }),
      (client) => client.sandbox.advanceClock(60),
      (client) => client.players.share('ana'),
      (client) => client.rosters.redeem('thursday', 'code'),
    ];
    for (const call of unsafe) {
      const lost = clientOf([LOST, json(200, MATCH)]);
      await assert.rejects(call(lost.client), { code: 'no_answer', mayHaveArrived: true });
      const refused = clientOf([REFUSED, problem(503, 'overloaded'), json(200, MATCH)]);
      await call(refused.client);
      assert.deepEqual([lost.sent.length, refused.sent.length], [1, 3], String(call));
    }
  });

  it('an aborted signal stops the retries, and the call throws its reason', async () => {
    const between = new AbortController();
    const waiting = clientOf([LOST], {
      onRetry: () => between.abort(new Error('enough')),
      sleep: async (_, signal) => signal?.throwIfAborted(),
    });
    await assert.rejects(waiting.client.matches.get('x', { signal: between.signal }), /enough/);
    const inFlight = new AbortController();
    const { fetch } = stubFetch(() => {
      queueMicrotask(() => inFlight.abort(new Error('stop')));
      return new Promise(() => {});
    });
    const client = new Bandeja({ baseUrl: 'http://x', key: 'k', fetch });
    await assert.rejects(client.matches.get('x', { signal: inFlight.signal }), /stop/);
  });
});

describe('A submission', () => {
  it('a submission whose response was lost, but which is stored, succeeds', async () => {
    const duplicate = problem(409, 'duplicate_external_ref', { existing_match_id: 'id-1', same_content: true });
    const { client, sent } = clientOf([LOST, duplicate, json(200, MATCH)]);
    assert.deepEqual(await client.matches.submit(SUBMISSION), { ...MATCH, warnings: [], alreadyStored: true });
    assert.deepEqual(
      sent.map(({ method, url }) => `${method} ${url.pathname}`),
      ['POST /v1/matches', 'POST /v1/matches', 'GET /v1/matches/id-1'],
    );
  });

  it('a new submission is reported as stored now', async () => {
    const { client } = clientOf([json(201, MATCH)]);
    assert.deepEqual(await client.matches.submit(SUBMISSION), { ...MATCH, alreadyStored: false });
  });

  it('a match with the reference of another match is rejected', async () => {
    const other = problem(409, 'duplicate_external_ref', { existing_match_id: 'id-1', same_content: false });
    const { client } = clientOf([LOST, other]);
    await assert.rejects(client.matches.submit(SUBMISSION), { code: 'duplicate_external_ref', status: 409 });
  });
});

describe('The promise of a call', () => {
  const page = (ids: readonly string[], cursor: string | null) =>
    json(200, {
      data: ids.map((id) => ({ id })),
      pagination: { limit: 2, offset: 0, has_more: cursor !== null, next_cursor: cursor },
    });

  it('a promise resolves to the data, and can provide the status and the headers', async () => {
    const { client } = clientOf([json(200, MATCH, { ratelimit: '"second";r=9;t=1' })]);
    const { data, status, headers } = await client.matches.get('id-1').withResponse();
    assert.deepEqual([data, status, headers.get('ratelimit')], [MATCH, 200, '"second";r=9;t=1']);
  });

  it('a failed call rejects once, for the data or the response', async () => {
    const { client } = clientOf([problem(404, 'match_not_found')]);
    await assert.rejects(client.matches.get('id-1').withResponse(), { code: 'match_not_found' });
    await assert.rejects(client.matches.get('id-1'), { code: 'match_not_found' });
  });

  it('a list resolves to a page when awaited, and iterates over all pages', async () => {
    const { client, sent } = clientOf([page(['a', 'b'], 'c1'), page(['a', 'b'], 'c1'), page(['c'], null)]);
    const { data } = await client.matches.list({ offset: 4, since: '2026-05-01T00:00:00Z' });
    assert.equal(data.length, 2);
    const all = await Array.fromAsync(client.matches.list({ offset: 4, since: '2026-05-01T00:00:00Z' }));
    assert.deepEqual(
      all.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
    const since = 'since=2026-05-01T00%3A00%3A00Z';
    assert.deepEqual(
      sent.map(({ url }) => url.search),
      [`?offset=4&${since}`, `?offset=4&${since}`, `?${since}&limit=100&cursor=c1`],
    );
  });
});

describe('A client with a cache', () => {
  it('a client with a cache returns the stored response if it has not changed', async () => {
    const unchanged = (request: SentRequest) =>
      request.headers.get('if-none-match') === '"v1"'
        ? new Response(null, { status: 304 })
        : json(200, {}, { etag: '"v2"' });
    const { client, sent } = clientOf([json(200, MATCH, { etag: '"v1"' }), unchanged], { cache: new Map() });
    assert.deepEqual(await client.matches.get('id-1'), MATCH);
    const again = await client.matches.get('id-1').withResponse();
    assert.deepEqual([again.status, again.data], [304, MATCH]);
    assert.deepEqual(await client.matches.get('id-1', { language: 'es' }), {});
    assert.deepEqual(await client.matches.get('id-2'), {});
    assert.deepEqual(
      sent.map(({ headers }) => headers.get('if-none-match')),
      [null, '"v1"', null, null],
    );
  });
});

describe('Errors', () => {
  it('an error has the content of the service’s response', async () => {
    const errors = [{ pointer: '/winning_team', code: 'not_one_of', detail: 'Must be one of: A, B.' }];
    const { client } = clientOf([problem(422, 'invalid_body', { errors })]);
    const error = await client.matches.submit(SUBMISSION).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof BandejaError && error instanceof Error);
    const { status, code, detail, requestId, retryAfter, request } = error;
    assert.deepEqual(
      [status, code, detail, requestId, retryAfter],
      [422, 'invalid_body', 'It is invalid_body.', 'req-1', null],
    );
    assert.deepEqual(error.errors, errors);
    assert.deepEqual([request.method, request.path], ['POST', '/v1/matches']);
  });

  it('an error has the members of its code', async () => {
    const members = { existing_match_id: 'id-9', same_content: false };
    const { client } = clientOf([problem(409, 'duplicate_external_ref', members)]);
    const error = await client.matches.submit(SUBMISSION).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof BandejaError && error.is('duplicate_external_ref'));
    // The type is known: no check for undefined is needed.
    const id: string = error.problem.existing_match_id;
    assert.deepEqual([id, error.problem.same_content], ['id-9', false]);
    assert.equal(error.is('revision_conflict'), false);
  });

  it('the message of an error contains the faults, for logs that store nothing else', async () => {
    const errors = ['/a', '/b', '/c', '/d'].map((pointer) => ({ pointer, code: 'required', detail: 'Must be there.' }));
    const { client } = clientOf([problem(422, 'invalid_body', { errors })]);
    const message =
      'It is invalid_body. (POST /v1/matches: invalid_body)\n  /a: Must be there.\n  /b: Must be there.\n  /c: Must be there.\n  and 1 more';
    await assert.rejects(client.matches.submit(SUBMISSION), { message, detail: 'It is invalid_body.' });
  });

  it('an error never contains the key', async () => {
    for (const outcome of [problem(401, 'invalid_credentials'), brokenBy('ENOTFOUND'), new Response('hello')]) {
      const { client } = clientOf([outcome]);
      const error = await client.matches.get('x').catch((thrown: unknown) => thrown);
      assert.ok(error instanceof BandejaError);
      assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /bdj_live_k/);
      assert.doesNotMatch(inspect(client, { depth: 9 }), /bdj_live_k/);
    }
  });

  it('a response that is not from the service is reported as such', async () => {
    const cases: [Outcome, object][] = [
      [new Response('<h1>Bad gateway</h1>', { status: 400 }), { code: 'not_bandeja', status: 400 }],
      [new Response('<h1>Hello</h1>'), { code: 'not_bandeja', status: 200 }],
      [new Response(null, { status: 204 }), { code: 'not_bandeja', status: 204 }],
      [new Response(null, { status: 302, headers: { location: 'https://y/' } }), { code: 'redirected', status: 302 }],
      [brokenBy('ENOTFOUND'), { code: 'no_answer', status: 0, mayPass: false }],
    ];
    for (const [outcome, expected] of cases) {
      const { client, sent } = clientOf([outcome]);
      await assert.rejects(client.matches.get('x'), expected);
      assert.equal(sent.length, 1);
    }
  });

  it('a service that never responds causes a timeout error', async (t) => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new Bandeja({ baseUrl, key: 'k', retries: 0, timeout: 50 });
    const error = await client.matches.get('x').catch((thrown: unknown) => thrown);
    assert.ok(error instanceof NoAnswerError);
    assert.deepEqual([error.reason, error.mayHaveArrived], ['no answer within 0.05 s', true]);
  });
});
