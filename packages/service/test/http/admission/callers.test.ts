/** Each kind of credential against each kind of route, without a database: whether it is let in, and the context of its requests. */
import assert from 'node:assert/strict';
import { after, describe, type TestContext, test } from 'node:test';
import { Fields } from '@bandeja/contract/shapes';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isAnonymous, linkOf, partnerOf } from '../../../src/http/admission/request-context.ts';
import type { Access, RouteModule } from '../../../src/http/route.ts';
import { drillApp } from '../support.ts';
import {
  type Credential,
  cookie,
  credentials,
  gatekeeper,
  invited,
  key,
  match,
  night,
  operatorCookie,
  person,
  token,
} from './known-callers.ts';

/** What each context says on a route of another kind. */
const contexts = {
  context: 'the route has no partner access',
  personContext: 'the route is not for people alone',
  invitedContext: 'invitations have no access to the route',
  linkContext: 'links to nights have no access to the route',
  matchLinkContext: 'links to matches have no access to the route',
  operatorContext: 'the route has no operator access',
} as const;
const contextNames = Object.keys(contexts) as (keyof typeof contexts)[];

const accesses = {
  writing: { kind: 'partner', plans: ['pro', 'enterprise'], scopes: ['write:matches', 'write:players'] },
  guarded: { kind: 'partner', scopes: ['write:matches'], personScope: 'manage:people' },
  free: { kind: 'partner', scopes: [] },
  test: { kind: 'partner', scopes: [], mode: 'test' },
  keys: { kind: 'partner', scopes: [], callers: 'keys' },
  people: { kind: 'partner', scopes: [], callers: 'people', isOutsideModes: true },
  invitation: { kind: 'invitation' },
  night: { kind: 'link', to: 'night' },
  scoring: { kind: 'link', to: 'night', writes: true },
  match: { kind: 'link', to: 'match' },
  answering: { kind: 'link', to: 'match', writes: true },
  operator: { kind: 'operator' },
  operatorToken: { kind: 'operator', by: 'token' },
  operatorCookie: { kind: 'operator', by: 'cookie' },
  personLeaves: { kind: 'cookie', of: 'person' },
  operatorLeaves: { kind: 'cookie', of: 'operator' },
  public: { kind: 'public' },
} as const satisfies Record<string, Access>;
type Route = keyof typeof accesses;

/** The handler returns the actor, or the message, of each context. */
const routes: RouteModule = (app) => {
  for (const [name, access] of Object.entries(accesses)) {
    app.route({
      method: 'GET',
      url: `/v1/${name}`,
      config: { access },
      handler: async (request) => ({
        ...Object.fromEntries(contextNames.map((one) => [one, shownContext(request, one)])),
        spends: [isAnonymous(request), partnerOf(request)?.kind ?? null, linkOf(request)?.kind ?? null],
      }),
    });
  }
  app.route({
    method: 'GET',
    url: '/v1/courts/:court',
    schema: { params: Fields({ court: Type.String() }) },
    config: { access: accesses.scoring, notFoundCode: 'match_not_found' },
    handler: async () => ({}),
  });
};

function shownContext(request: FastifyRequest, name: keyof typeof contexts): unknown {
  try {
    const { actor, sandboxGeneration, language, requestId } = request[name];
    return { actor, sandboxGeneration, language, requestId };
  } catch (error) {
    return (error as Error).message;
  }
}

/** What each route answers to the credentials that are of its kind; all others are invalid, or missing. */
const ofKeys = { key: 200, testKey: 200, starter: 200, noScope: 200, twoScopes: 200, suspended: 'partner_suspended' };
const ofPeople = { person: 200, manager: 200, suspendedPerson: 'partner_suspended' };
const ofNights = { night: 200, viewing: 200, courtTwo: 200, sandboxNight: 200, suspendedNight: 'partner_suspended' };
const noScope = { noScope: 'insufficient_scope', twoScopes: 'insufficient_scope' };
const liveOnly = 'test_key_required';
const answers: Readonly<Record<Route, Readonly<Record<string, number | string>>>> = {
  writing: { ...ofKeys, ...ofPeople, ...noScope, starter: 'plan_forbidden' },
  guarded: { ...ofKeys, ...ofPeople, ...noScope, person: 'insufficient_scope' },
  free: { ...ofKeys, ...ofPeople },
  test: {
    ...ofKeys,
    ...ofPeople,
    ...Object.fromEntries(
      ['key', 'starter', 'noScope', 'twoScopes', 'person', 'manager'].map((one) => [one, liveOnly]),
    ),
  },
  keys: ofKeys,
  people: ofPeople,
  invitation: { invited: 200, suspendedInvited: 'partner_suspended' },
  night: ofNights,
  scoring: { ...ofNights, viewing: 'link_may_not_score', courtTwo: 'link_may_not_score' },
  match: { match: 200 },
  answering: { match: 200 },
  operator: { operator: 200, signedIn: 200 },
  operatorToken: { operator: 200 },
  operatorCookie: { signedIn: 200 },
  personLeaves: { person: 200, manager: 200, suspendedPerson: 200, ended: 200 },
  operatorLeaves: { signedIn: 200, endedOperator: 200 },
  public: Object.fromEntries(Object.keys(credentials).map((name) => [name, 200])),
};

/** A request without a header that the route reads has no credential. */
function codeOfOthers(route: Route, { authorization, cookie: sent }: Credential): string {
  const reads = /^operator/.test(route) ? 'bandeja-operator-80' : 'bandeja-80';
  if (authorization === undefined ? sent?.startsWith(`${reads}=`) : authorization.startsWith('Bearer ')) {
    return 'invalid_credentials';
  }
  return 'missing_credentials';
}

/** Building it takes longer than most tests. */
const app = drillApp({ after } as TestContext, { ...gatekeeper, routes: [routes] });

describe('a route', () => {
  for (const route of Object.keys(accesses) as Route[]) {
    test(`of the access “${route}” lets in the credentials of its kind, and refuses all others`, async () => {
      const shown: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      for (const [name, headers] of Object.entries(credentials)) {
        const response = await app.inject({ url: `/v1/${route}`, headers });
        shown[name] = response.statusCode === 200 ? 200 : response.json().code;
        expected[name] = answers[route][name] ?? codeOfOthers(route, headers);
      }
      assert.deepEqual(shown, expected);
    });
  }

  const callers = [
    ['free', 'key', 'context', key, [false, 'key', null]],
    ['free', 'person', 'context', person, [false, 'person', null]],
    ['people', 'person', 'personContext', person, [false, 'person', null]],
    ['invitation', 'invited', 'invitedContext', { ...invited, tokenHash: {} }, [true, null, null]],
    ['night', 'night', 'linkContext', night.actor, [false, null, 'link']],
    ['match', 'match', 'matchLinkContext', match.actor, [false, null, 'link']],
    ['operator', 'operator', 'operatorContext', { kind: 'operator', name: 'carla' }, [false, null, null]],
    ['operator', 'signedIn', 'operatorContext', { kind: 'operator', name: 'dora' }, [false, null, null]],
  ] as const;
  for (const [route, name, own, actor, spends] of callers) {
    test(`“${route}” has the caller “${name}” as its actor, in ${own} only`, async () => {
      const headers = { ...credentials[name], 'x-request-id': 'the-request', 'accept-language': 'es' };
      const shown = (await app.inject({ url: `/v1/${route}`, headers })).json();
      const isPerson = name === 'person';
      // No text depends on the language of these responses.
      const mine = { actor, sandboxGeneration: null, language: 'en', requestId: 'the-request' };
      assert.deepEqual(shown, {
        ...contexts,
        spends,
        [own]: mine,
        ...(isPerson && { context: mine, personContext: mine }),
      });
    });
  }

  test('that is public has no context', async () => {
    const { spends, ...shown } = (await app.inject({ url: '/v1/public', headers: token('key') })).json();
    assert.deepEqual(new Set(Object.values(shown)), new Set(['requests of public routes have no context']));
    assert.deepEqual(spends, [true, null, null]);
  });
});

describe('the sandbox', () => {
  test('is what a test key and a person in test mode reach, except on routes outside both modes', async () => {
    const reached = async (route: Route, headers: Credential) => {
      const { headers: sent, ...response } = await app.inject({ url: `/v1/${route}`, headers });
      const { actor, sandboxGeneration } = response.json().context ?? {};
      return [sent['bandeja-mode'], actor?.mode, sandboxGeneration];
    };
    assert.deepEqual(await reached('free', token('key')), [undefined, 'live', null]);
    assert.deepEqual(await reached('free', token('testKey')), ['test', 'test', 3]);
    assert.deepEqual(await reached('test', token('testKey')), ['test', 'test', 3]);
    assert.deepEqual(await reached('free', cookie('person')), [undefined, 'live', null]);
    assert.deepEqual(await reached('free', cookie('person', 'test')), ['test', 'test', 3]);
    assert.deepEqual(await reached('people', cookie('person', 'test')), ['test', 'test', null]);
  });

  test('is marked on refusals, and on responses to links and to cookies', async () => {
    const marked = async (route: Route, headers: Credential) =>
      (await app.inject({ url: `/v1/${route}`, headers })).headers['bandeja-mode'];
    assert.equal(await marked('night', token('sandboxNight')), 'test');
    assert.equal(await marked('night', token('night')), undefined);
    assert.equal(await marked('personLeaves', cookie('ended', 'test')), 'test');
    assert.equal(await marked('guarded', cookie('person', 'test')), 'test');
  });

  test('has no operator: their cookie works for live data only', async () => {
    for (const mode of ['test', 'LIVE', '']) {
      const headers = { ...operatorCookie('signedIn'), 'bandeja-mode': mode };
      const response = await app.inject({ url: '/v1/operator', headers });
      assert.deepEqual([response.statusCode, response.json().code], [401, 'missing_credentials']);
    }
  });
});

describe('a refusal', () => {
  const refusals = [
    ['writing', token('starter'), 'Your plan is starter. This needs pro or enterprise.'],
    [
      'writing',
      token('twoScopes'),
      'Your key has read:players, manage:webhooks. This needs write:matches or write:players.',
    ],
    ['writing', token('noScope'), 'Your key has no scope. This needs write:matches or write:players.'],
    ['guarded', cookie('person'), 'Your role, organizer, has write:matches. This needs manage:people.'],
    ['scoring', token('viewing'), 'This link only shows the night.'],
    ['scoring', token('courtTwo'), 'This link enters the results of court 2 only.'],
  ] as const;
  for (const [route, headers, detail] of refusals) {
    test(`says what the caller has and what is needed: ${detail}`, async () => {
      assert.equal((await app.inject({ url: `/v1/${route}`, headers })).json().detail, detail);
    });
  }

  test('of a court is for all courts but that of the link', async () => {
    const status = async (court: string, name: string) =>
      (await app.inject({ url: `/v1/courts/${court}`, headers: token(name) })).statusCode;
    assert.deepEqual([await status('2', 'courtTwo'), await status('3', 'courtTwo')], [200, 403]);
    assert.deepEqual([await status('2', 'night'), await status('2', 'viewing')], [200, 403]);
  });

  test('of a link above its limit comes after the suspension, and before its role', async (t) => {
    const spendRequest = () => ({ isAllowed: false, limit: 120, remaining: 0, waitSeconds: 7 });
    const app = drillApp(t, { ...gatekeeper, spendRequest, routes: [routes] });
    const code = async (name: string) => (await app.inject({ url: '/v1/scoring', headers: token(name) })).json().code;
    assert.deepEqual([await code('suspendedNight'), await code('viewing')], ['partner_suspended', 'rate_limited']);
  });

  test('of a scope or a plan lists what is needed', async () => {
    const plan = await app.inject({ url: '/v1/writing', headers: token('starter') });
    assert.deepEqual(plan.json().required_plans, ['pro', 'enterprise']);
    const scope = await app.inject({ url: '/v1/writing', headers: token('noScope') });
    assert.deepEqual(scope.json().required_scopes, ['write:matches', 'write:players']);
    assert.equal(
      scope.headers['www-authenticate'],
      'Bearer error="insufficient_scope", scope="write:matches write:players"',
    );
  });
});

describe('a cookie', () => {
  test('of another person than the page takes it for is invalid', async () => {
    const status = async (personId: string) => {
      const headers = { ...cookie('person'), 'bandeja-person': personId };
      return (await app.inject({ url: '/v1/free', headers })).statusCode;
    };
    assert.deepEqual([await status('ana'), await status('bea'), await status('')], [200, 401, 401]);
  });

  test('is not read without a mode, and a mode without a cookie opens nothing', async () => {
    for (const headers of [{ 'bandeja-mode': 'live' }, { ...cookie('person'), 'bandeja-mode': '' }]) {
      const response = await app.inject({ url: '/v1/free', headers });
      assert.deepEqual([response.statusCode, response.json().code], [401, 'missing_credentials']);
    }
  });

  test('is refused to other pages, but on public routes, which do not read it', async () => {
    const status = async (route: Route, headers: Credential) =>
      (await app.inject({ url: `/v1/${route}`, headers: { ...headers, origin: 'https://evil.example' } })).statusCode;
    assert.deepEqual([await status('free', cookie('person')), await status('public', cookie('person'))], [403, 200]);
    assert.equal(await status('free', token('key')), 200);
  });

  test('is sent again when its sign-in was extended, and only then', async () => {
    const sent = async (headers: Credential) => (await app.inject({ url: '/v1/free', headers })).headers['set-cookie'];
    assert.equal(
      await sent(cookie('manager')),
      'bandeja-80=manager; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict',
    );
    assert.equal(await sent(cookie('person')), undefined);
  });

  test('and every other credential is invalid where the app has nothing to look it up in', async (t) => {
    const app = drillApp(t, { routes: [routes] });
    for (const [route, name] of [
      ['free', 'person'],
      ['invitation', 'invited'],
      ['night', 'night'],
      ['operatorCookie', 'signedIn'],
    ] as const) {
      const response = await app.inject({ url: `/v1/${route}`, headers: credentials[name] ?? {} });
      assert.deepEqual([response.statusCode, response.json().code], [401, 'invalid_credentials'], route);
    }
  });
});
