/** Every operation succeeds with the documented status, headers, language and entity tag. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { MergedMatch } from '@bandeja/contract/merges';
import { chosenEngines } from '../support/engines.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { type Answer, freshName, onEachEngine } from '../support/service.ts';
import { callers, type Operation, operations, pathOf } from './contract/document.ts';
import { done, type Fixture, fixtureOf, LINKED, ROSTER, SESSION } from './contract/fixture.ts';
import { requests, type ValidRequest } from './contract/requests.ts';
import { useContractService } from './contract/scene.ts';

/** These show the time of the read, so no two answers have the same tag. */
const TIMED = ['GET /v1/players/{username}/export', 'GET /v1/sandbox'];
/** The public ones are the same for every caller, and cached. */
const tagged = operations.filter(
  ({ access, successes }) => access !== 'public' && successes.get(200)?.includes('etag'),
);

onEachEngine((engine) => {
  /** Headers do not depend on the engine: those of the language and the tag are tested on one. */
  const isLast = engine === chosenEngines().at(-1);
  const service = useContractService(engine);
  let fixture: Fixture;
  before(async () => {
    fixture = await fixtureOf(service());
  });

  const clientOf = ({ access }: Operation) => fixture[callers[access]];

  async function call(operation: Operation, headers: Record<string, string> = {}) {
    const { values = {}, refusal, ...request } = await requestOf(operation);
    const answer = await clientOf(operation).request(operation.method, pathOf(operation, values), {
      ...request,
      headers: { ...request.headers, ...headers },
    });
    return { refusal, answer };
  }
  const requestOf = async ({ name }: Operation): Promise<ValidRequest> =>
    requests[name]?.(fixture) ?? assert.fail(name);
  const read = async (operation: Operation, headers: Record<string, string> = {}) =>
    (await call(operation, headers)).answer;

  /** The document names no HEAD: it is the GET without its content. */
  async function headOf(operation: Operation) {
    const { values = {}, query = {} } = await requestOf(operation);
    const url = `${pathOf(operation, values)}?${new URLSearchParams(query)}`;
    return service().app.inject({ method: 'HEAD', url, headers: clientOf(operation).headers });
  }

  function checkHeaders({ successes, hasWords }: Operation, { status, headers }: Answer<unknown>): void {
    const documented = successes.get(status) ?? [];
    const missing = documented.filter((header) => !['location', 'link'].includes(header) && !(header in headers));
    assert.deepEqual(missing, []);
    const exact = ['location', 'content-language', 'ratelimit', 'etag', 'vary'];
    const undocumented = exact.filter((header) => header in headers && !documented.includes(header));
    assert.deepEqual(undocumented, []);
    if (!documented.includes('etag') && hasWords) assert.equal(headers['vary'], 'Accept-Language');
  }

  it('every operation has a request that succeeds', () => {
    assert.deepEqual(Object.keys(requests).sort(), operations.map(({ name }) => name).sort());
  });

  describe('an answer', () => {
    for (const operation of operations) {
      const { name, successes } = operation;
      it(`${name} succeeds with a documented status, and with the documented headers`, async () => {
        const { refusal, answer } = await call(operation);
        if (refusal !== undefined) return assert.equal(answer.status, refusal);
        assert.ok(successes.has(answer.status), `${answer.status}: ${answer.text}`);
        checkHeaders(operation, answer);
        const { location } = answer.headers;
        if (location !== undefined) assert.equal((await clientOf(operation).request('GET', location)).status, 200);
      });
    }

    for (const operation of operations.filter((one) => isLast && one.hasWords)) {
      it(`${operation.name} answers in the caller’s language, and in English by default`, async () => {
        for (const language of ['en', 'es', 'pt']) {
          const { headers, status } = await read(
            operation,
            language === 'en' ? {} : { 'accept-language': `${language}-XX` },
          );
          assert.ok(status < 300);
          assert.equal(headers['content-language'], language);
          assert.ok(headers['vary']?.split(', ').includes('Accept-Language'));
        }
      });
    }
  });

  if (!isLast) return;
  describe('what a partner has read', () => {
    before(() => feedCaughtUp(service().database));

    it('is all of its reads, those of its people and of its links, and nothing else is tagged', () => {
      const reads = operations.filter(
        ({ method, access }) =>
          method === 'GET' && !['public', 'operator', 'operator cookie', 'invitation'].includes(access),
      );
      assert.deepEqual(tagged, reads);
    });

    for (const operation of tagged) {
      it(`${operation.name} has a tag of its content, and is not sent again to a caller that has it`, async () => {
        const whole = await read(operation);
        const { etag = '', vary } = whole.headers;
        assert.match(etag, /^(W\/)?"[\w-]{27}"$/);
        assert.equal(whole.headers['cache-control'], 'private, no-cache');
        const varies = ['Authorization', 'Cookie', 'Bandeja-Mode', ...(operation.hasWords ? ['Accept-Language'] : [])];
        if (operation.mediaTypes.length > 1) varies.push('Accept');
        if (etag.startsWith('W/')) varies.push('Accept-Encoding');
        assert.equal(vary, varies.join(', '));
        const isTimed = TIMED.includes(operation.name);
        const again = await read(operation, {
          'if-none-match': isTimed ? '*' : `"other", W/${etag.replace('W/', '')}`,
        });
        assert.deepEqual([again.status, again.text, again.headers['vary']], [304, '', vary]);
        const { 'cache-control': caching, 'content-type': type, 'content-language': language } = again.headers;
        assert.deepEqual([caching, type, language], ['private, no-cache', undefined, undefined]);
        const other = await read(operation, { 'if-none-match': '"other"' });
        assert.equal(other.status, 200);
        if (isTimed) return;
        assert.deepEqual([again.headers['etag'], other.text], [etag, whole.text]);
        const head = await headOf(operation);
        assert.deepEqual([head.headers['etag'], head.body], [etag, '']);
      });
    }

    it('has another tag once it has changed, so that nothing stale is kept', async () => {
      const earlier = new Map<Operation, Answer<unknown>>();
      for (const operation of tagged) earlier.set(operation, await read(operation));
      await changeEverything();
      await feedCaughtUp(service().database);
      const same: string[] = [];
      for (const [operation, { text, headers }] of earlier) {
        const { status, text: now } = await read(operation, { 'if-none-match': headers['etag'] ?? '' });
        if (status === 304) same.push(operation.name);
        else assert.ok(status === 200 && now !== text, operation.name);
      }
      // The log of deliveries has no new attempt.
      assert.deepEqual(same, ['GET /v1/webhook-endpoints/{id}/deliveries']);
    });

    /** Changes the answer of every read. */
    async function changeEverything(): Promise<void> {
      const { operator, partner, manager, personId, tester, players, amended, waiting, endpointId, merge, mergedId } =
        fixture;
      await done(partner, 'DELETE', `/v1/tasks/${merge.task.id}`);
      type Merged = { readonly data: readonly MergedMatch[] };
      const [merged] = (await done<Merged>(partner, 'GET', `/v1/merges/${mergedId}/matches`)).data;
      await done(partner, 'POST', `/v1/matches/${merged?.match_id}/void`, { reason: 'Entered twice.' });
      await done(manager, 'PATCH', `/v1/people/${personId}`, { display_name: freshName('Ana') });
      await done(manager, 'POST', '/v1/sign-in/invitation');
      const body = aMatch({
        external_ref: freshName('change'),
        participants: four(...players.slice(0, 4)),
        played_at: new Date(Date.now() - 60_000).toISOString(),
        set_scores: setsOf('6-0 6-0'),
        session_external_ref: SESSION,
      });
      await done(partner, 'POST', '/v1/matches', body);
      const [first, ...others] = four(...players.slice(0, 4));
      const keyed = [{ player: 'z', team: first?.team }, ...others];
      await done(partner, 'POST', `/v1/imports/${fixture.importId}/rows`, {
        players: [{ key: 'z', username: players[0]?.username, mode: 'existing' }],
        rows: [{ line: 9, match: { ...body, external_ref: freshName('row'), participants: keyed } }],
      });
      await done(partner, 'PATCH', `/v1/players/${players.at(-1)?.username}`, {
        starting_level: { value: 5, source: 'coach' },
      });
      await done(partner, 'PATCH', `/v1/matches/${amended.id}`, {
        set_scores: setsOf('7-6 7-6'),
        venue_label: freshName('venue'),
      });
      await done(partner, 'PUT', `/v1/rosters/${ROSTER}`, { name: freshName('name') });
      const [member] = await partner.freshPlayers(1);
      await done(partner, 'PUT', `/v1/rosters/${ROSTER}/members/${member?.username}`);
      await done(partner, 'PATCH', `/v1/webhook-endpoints/${endpointId}`, { enabled: false });
      await done(partner, 'PATCH', '/v1/sessions/plan-1/plan', { revision: 1, rank_by: 'wins' });
      await done(partner, 'PATCH', `/v1/sessions/${LINKED}/plan`, { revision: 2, rank_by: 'wins' });
      await done(partner, 'POST', `/v1/sessions/${LINKED}/links`, { role: 'view' });
      await done(operator, 'DELETE', '/admin/v1/scale');
      await done(operator, 'PATCH', `/admin/v1/partners/${partner.id}`, { name: freshName('club') });
      const { id, participants } = waiting;
      await done(partner, 'PATCH', `/v1/matches/${id}`, { venue_label: freshName('venue') });
      await done(partner, 'POST', `/v1/matches/${id}/links`, {
        players: [{ profile_id: participants[1]?.profile_id }],
      });
      await done(tester, 'PATCH', '/v1/sandbox', { advance_seconds: 60 });
    }
  });
});
