import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Api, Bandeja, type SubmitOutcome, type SubmitProgress } from '../src/index.ts';
import { json, problem, type SentRequest, stubFetch } from './stub.ts';

const submission = (index: number, members: Partial<Api.MatchSubmission> = {}): Api.MatchSubmission => ({
  external_ref: `m${index}`,
  played_at: '2026-05-01T19:10:00Z',
  winning_team: 'A',
  trust_tier: 'imported',
  participants: [],
  ...members,
});
const submissions = (count: number): Api.MatchSubmission[] =>
  Array.from({ length: count }, (_, index) => submission(index));

const matchesOf = ({ body }: SentRequest): readonly Api.MatchSubmission[] =>
  (body as { matches: readonly Api.MatchSubmission[] }).matches;

/** The answer of a service that has m3 with the same content, m4 with another one, and does not accept m5. */
function answer(request: SentRequest): Response {
  const results = matchesOf(request).map(({ external_ref: ref }, index) => {
    const result = { index, external_ref: ref, match: null, existing_match_id: null, same_content: null, error: null };
    if (ref === 'm3' || ref === 'm4')
      return { ...result, status: 'duplicate', existing_match_id: `id-${ref}`, same_content: ref === 'm3' };
    const error = { code: 'invalid_body', detail: 'No.', errors: [] };
    return ref === 'm5'
      ? { ...result, status: 'rejected', error }
      : { ...result, status: 'created', match: { id: `id-${ref}` } };
  });
  return json(200, { results, summary: {} });
}

const clientOf = (fetch: ReturnType<typeof stubFetch>['fetch']) =>
  new Bandeja({ baseUrl: 'http://x', key: 'k', fetch, retries: 0 });

describe('Submitting any number of matches', () => {
  it('submitAll yields outcomes in order, sends 25 matches per request, and reports progress', async () => {
    const { fetch, sent } = stubFetch(answer);
    const progress: SubmitProgress[] = [];
    const session = { session_external_ref: 'night-42' };
    const onProgress = (one: SubmitProgress) => void progress.push(one);
    const outcomes = await Array.fromAsync(clientOf(fetch).matches.submitAll(submissions(60), { session, onProgress }));
    assert.deepEqual(
      sent.map((request) => matchesOf(request).length),
      [25, 25, 10],
    );
    assert.deepEqual(
      outcomes.map(({ index }) => index),
      submissions(60).map((_, index) => index),
    );
    const seen = (index: number) => {
      const { status, matchId, error } = outcomes[index] ?? assert.fail();
      return [status, matchId, error?.code ?? null];
    };
    assert.deepEqual([2, 3, 4, 5].map(seen), [
      ['created', 'id-m2', null],
      ['duplicate', 'id-m3', null],
      ['conflict', 'id-m4', null],
      ['rejected', null, 'invalid_body'],
    ]);
    assert.deepEqual(
      progress.map(({ done }) => done),
      [25, 50, 60],
    );
    assert.deepEqual(progress.at(-1), { done: 60, created: 57, duplicates: 1, conflicts: 1, rejected: 1 });
    assert.partialDeepStrictEqual(sent[0]?.body, session);
  });

  it('submitAll keeps bodies below the limit of the service', async () => {
    const { fetch, sent } = stubFetch(answer);
    const large = Array.from({ length: 12 }, (_, index) => submission(index + 10, { venue_label: 'é'.repeat(12_500) }));
    const outcomes = await Array.fromAsync(clientOf(fetch).matches.submitAll(large));
    assert.equal(outcomes.length, 12);
    for (const request of sent) assert.ok(Buffer.byteLength(JSON.stringify(request.body)) < 128 * 1024);
    assert.deepEqual(
      sent.map((request) => matchesOf(request).length),
      [4, 4, 4],
    );
  });

  it('a match that is larger than a body is rejected, and the others are sent', async () => {
    const { fetch } = stubFetch((request) =>
      matchesOf(request).some(({ venue_label: label }) => label) ? problem(413, 'body_too_large') : answer(request),
    );
    const rows = [submission(1), submission(2, { venue_label: 'x'.repeat(150_000) }), submission(6)];
    const outcomes = await Array.fromAsync(clientOf(fetch).matches.submitAll(rows));
    assert.deepEqual(
      outcomes.map(({ status, error }) => [status, error?.code]),
      [
        ['created', undefined],
        ['rejected', 'body_too_large'],
        ['created', undefined],
      ],
    );
  });

  it('concurrency limits the requests in flight and the matches read ahead', async () => {
    let [underWay, most, read] = [0, 0, 0];
    const { fetch } = stubFetch(async (request) => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay--;
      return answer(request);
    });
    function* source(): Generator<Api.MatchSubmission> {
      while (read < 200) yield submission(10 + read++);
    }
    let seen = 0;
    for await (const _ of clientOf(fetch).matches.submitAll(source(), { concurrency: 3 })) {
      seen++;
      assert.ok(read <= seen + 4 * 25 + 1, `${read} read at ${seen}`);
    }
    assert.deepEqual([seen, most], [200, 3]);
  });

  it('a concurrency of 1 sends each batch after the previous response', async () => {
    const seen: (string | number)[] = [];
    const { fetch } = stubFetch((request) => {
      seen.push('request');
      return answer(request);
    });
    const onProgress = ({ done }: SubmitProgress) => void seen.push(done);
    const outcomes = clientOf(fetch).matches.submitAll(submissions(60), { concurrency: 1, onProgress });
    for await (const { index } of outcomes) if (index % 25 === 24) seen.push(`end of batch ${index + 1}`);
    assert.deepEqual(seen, ['request', 25, 'end of batch 25', 'request', 50, 'end of batch 50', 'request', 60]);
  });

  it('submitAll fails if the service returns fewer results than matches', async () => {
    const { fetch } = stubFetch(() => json(200, { results: [] }));
    await assert.rejects(Array.fromAsync(clientOf(fetch).matches.submitAll(submissions(2))), {
      code: 'not_bandeja',
      message: 'The service answered 0 results for 2 matches. (POST /v1/matches/batch: not_bandeja)',
    });
  });

  it('a failed request ends submitAll after the outcomes before it', async () => {
    const { fetch } = stubFetch((request, count) => (count === 2 ? problem(403, 'plan_forbidden') : answer(request)));
    const seen: SubmitOutcome[] = [];
    await assert.rejects(
      async () => {
        for await (const outcome of clientOf(fetch).matches.submitAll(submissions(80))) seen.push(outcome);
      },
      { code: 'plan_forbidden' },
    );
    assert.equal(seen.length, 25);
  });

  it('requests in flight are aborted when the reader stops', async () => {
    const stopped: boolean[] = [];
    const { fetch } = stubFetch((request, count) => (count === 1 ? answer(request) : new Promise(() => {})));
    const client = clientOf(async (url, init) => {
      init.signal?.addEventListener('abort', () => stopped.push(true));
      return fetch(url, init);
    });
    for await (const _ of client.matches.submitAll(submissions(80), { concurrency: 2 })) break;
    assert.ok(stopped.length >= 1);
  });
});
