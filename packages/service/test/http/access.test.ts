/** Who may call what: every operation of the OpenAPI document, for every plan and every scope alone. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Scope, scopes } from '@bandeja/contract/keys';
import { type Plan, plans } from '@bandeja/contract/partners';
import { onEachEngine, type TestClient, useTestService } from '../support/service.ts';

interface Right {
  /** Any one of these will do. */
  readonly scopes: readonly Scope[];
  /** The plans that include it. */
  readonly plans: readonly Plan[];
}

const readsMatches: Right = { scopes: ['write:matches', 'read:players'], plans };
const writesMatches: Right = { scopes: ['write:matches'], plans: ['pro', 'enterprise'] };
const readsPlayers: Right = { scopes: ['read:players'], plans };
const readsIntelligence: Right = { scopes: ['read:intelligence'], plans: ['pro', 'enterprise'] };
const managesWebhooks: Right = { scopes: ['manage:webhooks'], plans: ['pro', 'enterprise'] };
const writesPlayers: Right = { scopes: ['write:players'], plans: ['pro', 'enterprise'] };

/** What every operation asks for. One that is not listed here fails, as does one that no longer exists. */
const table: Readonly<Record<string, Right | 'test key' | 'operator' | 'public'>> = {
  'POST /v1/matches': writesMatches,
  'POST /v1/matches/batch': writesMatches,
  'POST /v1/matches/preview': writesMatches,
  'PATCH /v1/matches/{id}': writesMatches,
  'POST /v1/matches/{id}/confirm': writesMatches,
  'POST /v1/matches/{id}/void': writesMatches,
  'GET /v1/matches': readsMatches,
  'GET /v1/matches/{id}': readsMatches,
  'GET /v1/matches/{id}/audit': readsMatches,
  'GET /v1/matches/{id}/explanation': readsMatches,
  'GET /v1/matches/sessions/{ref}': readsMatches,
  'GET /v1/matches/sessions/{ref}/recap.svg': readsMatches,
  'GET /v1/sessions': readsMatches,
  'GET /v1/audit': readsMatches,
  'GET /v1/events': readsMatches,
  'POST /v1/webhook-endpoints': managesWebhooks,
  'GET /v1/webhook-endpoints': managesWebhooks,
  'GET /v1/webhook-endpoints/{id}': managesWebhooks,
  'PATCH /v1/webhook-endpoints/{id}': managesWebhooks,
  'DELETE /v1/webhook-endpoints/{id}': managesWebhooks,
  'GET /v1/webhook-endpoints/{id}/deliveries': managesWebhooks,
  'POST /v1/webhook-endpoints/{id}/replay': managesWebhooks,
  'POST /v1/webhook-endpoints/{id}/rotate-secret': managesWebhooks,
  'POST /v1/webhook-endpoints/{id}/test': managesWebhooks,
  'GET /v1/players/search': readsPlayers,
  'GET /v1/players/{username}': readsPlayers,
  'GET /v1/players/{username}/matches': readsPlayers,
  'GET /v1/players/{username}/progress': readsPlayers,
  'GET /v1/players/{username}/progress.svg': readsPlayers,
  'GET /v1/players/{username}/card': readsPlayers,
  'GET /v1/players/{username}/card.svg': readsPlayers,
  'GET /v1/players/{username}/analysis': readsIntelligence,
  'GET /v1/players': readsPlayers,
  'POST /v1/players': writesPlayers,
  'POST /v1/players/batch': writesPlayers,
  'PATCH /v1/players/{username}': writesPlayers,
  'DELETE /v1/players/{username}': writesPlayers,
  'GET /v1/players/{username}/export': writesPlayers,
  'POST /v1/players/{username}/shares': writesPlayers,
  'GET /v1/rosters': readsPlayers,
  'GET /v1/rosters/{slug}': readsPlayers,
  'GET /v1/rosters/{slug}/members': readsPlayers,
  'GET /v1/rosters/{slug}/leaderboard': readsPlayers,
  'PUT /v1/rosters/{slug}': writesPlayers,
  'DELETE /v1/rosters/{slug}': writesPlayers,
  'POST /v1/rosters/{slug}/members': writesPlayers,
  'PUT /v1/rosters/{slug}/members/{username}': writesPlayers,
  'DELETE /v1/rosters/{slug}/members/{username}': writesPlayers,
  'GET /v1/sandbox': 'test key',
  'PATCH /v1/sandbox': 'test key',
  'DELETE /v1/sandbox': 'test key',
  'GET /admin/v1/partners': 'operator',
  'POST /admin/v1/partners': 'operator',
  'GET /admin/v1/partners/{id}': 'operator',
  'PATCH /admin/v1/partners/{id}': 'operator',
  'GET /admin/v1/partners/{id}/keys': 'operator',
  'POST /admin/v1/partners/{id}/keys': 'operator',
  'POST /admin/v1/keys/{id}/rotate': 'operator',
  'DELETE /admin/v1/keys/{id}': 'operator',
  'GET /admin/v1/erasures': 'operator',
  'DELETE /admin/v1/players/{id}': 'operator',
  'GET /admin/v1/usage': 'operator',
  'GET /admin/v1/settlement': 'operator',
  'GET /admin/v1/calibration': 'operator',
  'POST /admin/v1/tasks': 'operator',
  'GET /admin/v1/tasks': 'operator',
  'GET /admin/v1/tasks/{id}': 'operator',
  'DELETE /admin/v1/tasks/{id}': 'operator',
  'POST /admin/v1/backups': 'operator',
  'GET /admin/v1/diagnosis': 'operator',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'public',
  'GET /openapi.json': 'public',
};

const partnerRows = Object.entries(table).filter((row): row is [string, Right] => typeof row[1] === 'object');
const testKeyRows = Object.keys(table).filter((operation) => table[operation] === 'test key');
const keyRows = [...partnerRows.map(([operation]) => operation), ...testKeyRows];
const operatorRows = Object.keys(table).filter((operation) => table[operation] === 'operator');
const publicRows = Object.keys(table).filter((operation) => table[operation] === 'public');

const placeholders: Readonly<Record<string, string>> = {
  id: '019de4f2-a340-8f34-a99b-71224f08972d',
  ref: 'night-42',
  username: 'nobody-here',
  slug: 'no-roster',
};

/** Calls an operation on something that does not exist; whatever it answers, it has let the caller in or it has not. */
function call(client: TestClient, operation: string, options: { body?: unknown } = {}) {
  const [method = '', pattern = ''] = operation.split(' ');
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => placeholders[name] ?? assert.fail(name));
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { body: {} } : {};
  return client.request<Record<string, unknown>>(method, path, { ...body, ...options });
}

onEachEngine((engine) => {
  const service = useTestService({ engine });
  /** A key for every plan, with one scope alone or with all. */
  const callers: { readonly plan: Plan; readonly scopes: readonly Scope[]; readonly client: TestClient }[] = [];

  before(async () => {
    for (const plan of plans) {
      for (const held of [...scopes.map((scope) => [scope]), scopes]) {
        callers.push({ plan, scopes: held, client: await service().freshPartner({ plan, scopes: held }) });
      }
    }
  });

  describe('the table of rights', () => {
    it('lists every operation of the service, and nothing else', async () => {
      const { body } = await service().nobody.request<{ paths: Record<string, object> }>('GET', '/openapi.json');
      const documented = Object.entries(body.paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
      );
      assert.deepEqual(Object.keys(table).sort(), documented.sort());
    });
  });

  describe('a partner’s key is judged by plan, then by scope', () => {
    for (const [operation, right] of partnerRows) {
      it(operation, async () => {
        for (const { plan, scopes: held, client } of callers) {
          const { status, body, headers } = await call(client, operation);
          const verdict = [status, body?.['code']];
          const who = `${operation} by ${plan} with ${held}`;
          if (!right.plans.includes(plan)) {
            assert.deepEqual(verdict, [403, 'plan_forbidden'], who);
            assert.deepEqual(body['required_plans'], right.plans, who);
          } else if (!held.some((scope) => right.scopes.includes(scope))) {
            assert.deepEqual(verdict, [403, 'insufficient_scope'], who);
            assert.deepEqual(body['required_scopes'], right.scopes, who);
            const challenge = `Bearer error="insufficient_scope", scope="${right.scopes.join(' ')}"`;
            assert.equal(headers['www-authenticate'], challenge, who);
          } else {
            assert.ok(status !== 401 && status !== 403 && status < 500, `${who} answered ${verdict}`);
          }
        }
      });
    }
  });

  describe('an operation of the sandbox takes any test key of any plan, and no live key', () => {
    for (const operation of testKeyRows) {
      it(operation, async () => {
        for (const { client } of callers) {
          const { status, body } = await call(client, operation);
          assert.deepEqual([status, body['code']], [403, 'test_key_required']);
        }
        for (const plan of plans) {
          const { status } = await call(await service().freshPartner({ plan, mode: 'test' }), operation);
          assert.ok(status !== 401 && status !== 403 && status < 500);
        }
      });
    }
  });

  describe('a call without a valid key is refused before anything else is looked at', () => {
    for (const operation of keyRows) {
      it(operation, async () => {
        const { nobody, operator } = service();
        for (const [client, code] of [
          [nobody, 'missing_credentials'],
          [nobody.withToken('bdj_live_nonsense'), 'invalid_credentials'],
          [operator, 'invalid_credentials'],
        ] as const) {
          const { status, body, headers } = await call(client, operation, { body: 'wrong' });
          assert.deepEqual([status, body['code'], headers['www-authenticate']], [401, code, 'Bearer']);
        }
      });
    }
  });

  describe('a suspended partner is refused before its plan and its scopes', () => {
    let suspended: TestClient;
    before(async () => {
      const partner = await service().freshPartner({ plan: 'starter', scopes: ['manage:webhooks'] });
      await service().operator.request('PATCH', `/admin/v1/partners/${partner.id}`, { body: { suspended: true } });
      suspended = partner;
    });
    for (const operation of keyRows) {
      it(operation, async () => {
        const { status, body } = await call(suspended, operation);
        assert.deepEqual([status, body['code']], [403, 'partner_suspended']);
      });
    }
  });

  describe('an operator’s operation takes the operator’s token and no partner’s key', () => {
    for (const operation of operatorRows) {
      it(operation, async () => {
        const { nobody, operator } = service();
        assert.deepEqual((await call(nobody, operation)).body?.['code'], 'missing_credentials');
        for (const { client } of callers) {
          const { status, body } = await call(client, operation);
          assert.deepEqual([status, body['code']], [401, 'invalid_credentials']);
        }
        const { status } = await call(operator, operation);
        assert.ok(status !== 401 && status !== 403 && status < 500);
      });
    }
  });

  describe('an operation for everybody asks for no key, and minds none', () => {
    for (const operation of publicRows) {
      it(operation, async () => {
        const { nobody } = service();
        for (const client of [nobody, nobody.withToken('bdj_live_nonsense')]) {
          assert.equal((await call(client, operation)).status, 200);
        }
      });
    }
  });
});
