/** What the documentation shows as a body can be copied: the service takes it, once the players it names are there. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { IssuedLink } from '@bandeja/contract/links';
import { examplePlan, exampleRound } from '@bandeja/contract/plan-examples';
import { sealToken } from '../../src/links/short-codes.ts';
import { insertShortCode } from '../../src/links/short-codes-store.ts';
import { insertShare } from '../../src/players/shares-store.ts';
import { secretHash } from '../../src/runtime/secret.ts';
import { aMatch } from '../support/matches.ts';
import { addedPerson, freshPerson } from '../support/people.ts';
import { freshName, onEachEngine, type TestClient, type TestPartner, useTestService } from '../support/service.ts';

/** The examples have dates: after those of matches, before those on which something ends. */
const TODAY = Date.parse('2026-06-01T12:00:00Z');

const USERNAMES = ['ines.carvalho', 'tiago_m', 'lucia.v', 'marcosroig'];
/** They play in night plans too. */
const MORE_USERNAMES = ['carmen-ortega', 'harriet.b'];

interface Operation {
  readonly method: string;
  readonly path: string;
  /** Undefined where the document shows none. */
  readonly example: unknown;
}

interface Documented {
  readonly paths: Record<
    string,
    Record<string, { readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> } }>
  >;
}

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  let partner: TestPartner;
  let sandboxed: TestPartner;

  before(async () => {
    service().advance(TODAY - service().context.now());
    partner = await service().freshPartner();
    sandboxed = await service().freshPartner({ mode: 'test' });
    for (const username of [...USERNAMES, ...MORE_USERNAMES]) await partner.freshPlayers(1, { username });
    await partner.request('PUT', '/v1/rosters/monday-ladder');
  });

  async function operations(): Promise<Operation[]> {
    const { body } = await service().nobody.request<Documented>('GET', '/openapi.json');
    return Object.entries(body.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { requestBody }]) =>
        requestBody === undefined || path === '/v1/passkeys' || path === '/v1/sign-in/passkey'
          ? [] // A credential is for one challenge.
          : [{ method: method.toUpperCase(), path, example: requestBody.content['application/json']?.example }],
      ),
    );
  }

  async function callerOf(path: string): Promise<TestClient> {
    if (path.startsWith('/admin/')) return service().operator;
    if (path.startsWith('/v1/night')) return aPhone();
    if (path === '/v1/confirmation') return anAnswerer();
    if (path === '/v1/sign-in') return partner.withToken((await addedPerson(service(), partner.id)).invitation.token);
    if (path.startsWith('/v1/people') || path === '/v1/partner')
      return (await freshPerson(service(), partner.id)).client;
    return path === '/v1/sandbox' ? sandboxed : partner;
  }

  /** The address of something that is there. */
  async function addressOf(operation: Operation): Promise<string> {
    const { path, example } = operation;
    if (path.startsWith('/v1/sessions/{ref}/')) return nightAddress(operation);
    if (path === '/v1/night/short-code') await insertCodeOf((example as { code: string }).code);
    if (path.startsWith('/v1/night/')) return path.replace('{round}', '1').replace('{court}', '1');
    if (path === '/v1/matches/{id}/links') return path.replace('{id}', await aFreshMatch('player_confirmed'));
    if (path.startsWith('/v1/matches/{id}')) return path.replace('{id}', await aFreshMatch());
    if (path.startsWith('/v1/imports/{id}')) return path.replace('{id}', await aFreshImport());
    if (path.startsWith('/v1/webhook-endpoints/{id}')) return path.replace('{id}', await aFreshEndpoint());
    if (path === '/v1/people/{id}') return path.replace('{id}', (await addedPerson(service(), partner.id)).id);
    if (path.startsWith('/admin/v1/keys/')) return path.replace('{id}', (await service().freshPartner()).keyId);
    if (path === '/v1/merges') {
      const { from, into } = example as { readonly from: string; readonly into: string };
      for (const username of [from, into]) await partner.freshPlayers(1, { username });
    }
    if (path === '/v1/rosters/{slug}/members') await insertSharedBy((example as { share_code: string }).share_code);
    return path
      .replace('{id}', partner.id)
      .replace('{username}', 'ines.carvalho')
      .replace('{slug}', 'monday-ladder')
      .replace('{kind}', 'licence');
  }

  /** The address of a night that the example can change. */
  async function nightAddress({ method, path }: Operation): Promise<string> {
    const plan = `/v1/sessions/${freshName('night')}/plan`;
    const steps: [string, string, unknown][] = [
      ['PUT', '', examplePlan],
      ['PUT', '/rounds/1', exampleRound],
      ['POST', '/rounds/1/open', {}],
      ['POST', '/close', {}],
    ];
    const needed: Readonly<Record<string, number>> = {
      'PUT /v1/sessions/{ref}/plan': 0,
      'POST /v1/sessions/{ref}/plan/undo': 2,
      'POST /v1/sessions/{ref}/plan/reopen': 4,
      'PUT /v1/sessions/{ref}/plan/rounds/{round}/courts/{court}/result': 3,
    };
    for (const [verb, rest, body] of steps.slice(0, needed[`${method} ${path}`] ?? 1)) {
      const answer = await partner.request(verb, plan + rest, { body });
      assert.ok(answer.status < 300, answer.text);
    }
    return path
      .replace('/v1/sessions/{ref}', plan.replace('/plan', ''))
      .replace('{round}', '1')
      .replace('{court}', '1');
  }

  /** A phone with a link to a night that the example can change. */
  async function aPhone(): Promise<TestClient> {
    const result = 'PUT /v1/sessions/{ref}/plan/rounds/{round}/courts/{court}/result';
    const [method = '', path = ''] = result.split(' ');
    const address = await nightAddress({ method, path, example: null });
    const [session = ''] = address.split('/plan/');
    const { body } = await partner.request<IssuedLink>('POST', `${session}/links`, { body: { role: 'score' } });
    return partner.withToken(body.token);
  }

  /** A player with a link to a match. */
  async function anAnswerer(): Promise<TestClient> {
    const path = `/v1/matches/${await aFreshMatch('player_confirmed')}/links`;
    const { body } = await partner.request<{ data: { token: string }[] }>('POST', path, { body: {} });
    return partner.withToken(body.data[0]?.token ?? assert.fail());
  }

  /** A link with this very short code. */
  async function insertCodeOf(code: string): Promise<void> {
    const plan = await nightAddress({ method: 'PUT', path: '/v1/sessions/{ref}/plan/rounds/{round}', example: null });
    const path = `${plan.split('/plan/')[0]}/links`;
    const { token } = (await partner.request<IssuedLink>('POST', path, { body: { role: 'view' } })).body;
    const row = { code_hash: secretHash(code), sealed_token: sealToken(code, token), expires_at: TODAY * 2 };
    assert.ok(await insertShortCode(service().database, row, TODAY));
  }

  async function aFreshEndpoint(): Promise<string> {
    const body = { url: 'https://example.com/bandeja' };
    const answer = await partner.request('POST', '/v1/webhook-endpoints', { body });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.body['id']);
  }

  async function aFreshImport(): Promise<string> {
    const { body } = await partner.request('POST', '/v1/imports', { body: { label: 'liga.csv' } });
    return String(body['id']);
  }

  async function aFreshMatch(trust_tier = 'partner_attested'): Promise<string> {
    const participants = USERNAMES.map((username, place) => ({ username, team: place < 2 ? 'A' : 'B' }));
    const external_ref = freshName('match');
    const body = aMatch({ participants, external_ref, trust_tier, played_at: '2026-05-01T18:00:00Z' });
    const answer = await partner.request('POST', '/v1/matches', { body });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.body['id']);
  }

  /** Another partner's share with this very code. */
  async function insertSharedBy(code: string): Promise<void> {
    const creator = await service().freshPartner();
    const [player] = await creator.freshPlayers(1, { profile_is_public: false });
    const of = { partnerId: creator.id, username: player?.username ?? assert.fail() };
    const share = { id: crypto.randomUUID(), code_hash: secretHash(code), created_at: TODAY, expires_at: TODAY * 2 };
    assert.ok(await insertShare(service().database, of, share));
  }

  describe('the documented example of every body', () => {
    it('is taken by the service', async () => {
      const all = await operations();
      assert.ok(all.length >= 14, `only ${all.length} operations take a body`);
      for (const operation of all) {
        const { method, path, example } = operation;
        assert.notEqual(example, undefined, `${method} ${path} shows no example`);
        const caller = await callerOf(path);
        const answer = await caller.request(method, await addressOf(operation), { body: example });
        assert.ok(answer.status < 300, `${method} ${path} answered ${answer.status}: ${answer.text}`);
        const { summary } = (answer.body ?? {}) as { summary?: { rejected?: number } };
        assert.equal(summary?.rejected ?? 0, 0, answer.text);
      }
    });
  });
});
