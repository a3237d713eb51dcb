/** Who may call what: every operation of the OpenAPI document, for every plan, every scope alone and every role. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Plan, plans, type Role, roleScopes, roles, type Scope, scopes } from '@bandeja/contract/account-enums';
import { signedInOperator } from '../support/operators.ts';
import { addedPerson, freshPerson } from '../support/people.ts';
import { onEachEngine, type ProblemBody, type TestClient } from '../support/service.ts';
import { storedRows } from '../support/stored.ts';
import { type Operation, operations, pathOf } from './contract/document.ts';
import { fixtureOf } from './contract/fixture.ts';
import { useContractService } from './contract/scene.ts';

/** Scopes that Starter lacks. The document and the check have one source, so this is a second one. */
const paidScopes: ReadonlySet<Scope> = new Set([
  'write:matches',
  'write:players',
  'read:intelligence',
  'manage:webhooks',
]);

/** The scopes of the reads that `read:players` does not allow, by hand for the same reason. */
const guardedReads: Readonly<Record<string, readonly Scope[]>> = {
  'GET /v1/players/{username}/analysis': ['read:intelligence'],
  'GET /v1/players/{username}/export': ['write:players'],
  'GET /v1/webhook-endpoints': ['manage:webhooks'],
  'GET /v1/webhook-endpoints/{id}': ['manage:webhooks'],
  'GET /v1/webhook-endpoints/{id}/deliveries': ['manage:webhooks'],
};

/** The roles, by hand for the same reason. */
const scopesOfRoles: Readonly<Record<Role, readonly Scope[]>> = {
  manager: ['write:matches', 'read:players', 'read:intelligence', 'write:players', 'manage:webhooks', 'manage:people'],
  organizer: ['write:matches', 'read:players', 'write:players'],
  coach: ['read:players', 'read:intelligence'],
  viewer: ['read:players'],
};

/** What people may not do by `write:players` alone. */
const irreversible = ['GET /v1/players/{username}/export', 'DELETE /v1/players/{username}'];

const of = (...kinds: readonly Operation['access'][]) => operations.filter(({ access }) => kinds.includes(access));

/** Calls an operation on something that does not exist. */
function call(client: TestClient, operation: Operation, options: { body?: unknown } = {}) {
  const body = ['POST', 'PUT', 'PATCH'].includes(operation.method) ? { body: {} } : {};
  return client.request<ProblemBody>(operation.method, pathOf(operation), { ...body, ...options });
}

const isLetIn = (status: number): boolean => status !== 401 && status !== 403 && status < 500;

onEachEngine((engine) => {
  const service = useContractService(engine);
  /** A key for every plan, with one scope alone or with all. */
  const callers: { readonly plan: Plan; readonly held: readonly Scope[]; readonly client: TestClient }[] = [];
  const testers: TestClient[] = [];
  /** A person for every plan and role, who asks for live data, and the same who asks for the sandbox. */
  const people: { readonly plan: Plan; readonly held: readonly Scope[]; readonly client: TestClient }[] = [];
  const inSandbox: TestClient[] = [];
  /** An operator that is signed in. */
  let asOperator: TestClient;
  let suspended: TestClient;
  let suspendedPerson: TestClient;

  before(async () => {
    for (const plan of plans) {
      testers.push(await service().freshPartner({ plan, mode: 'test' }));
      for (const held of [...scopes.map((scope) => [scope]), scopes]) {
        callers.push({ plan, held, client: await service().freshPartner({ plan, scopes: held }) });
      }
      const { id } = await service().freshPartner({ plan });
      for (const role of roles) {
        const { client, cookie } = await freshPerson(service(), id, role);
        people.push({ plan, held: roleScopes[role], client });
        inSandbox.push(client.withHeaders({ cookie, 'bandeja-mode': 'test' }));
      }
    }
    asOperator = (await signedInOperator(service())).client;
    const partner = await service().freshPartner({ plan: 'starter', scopes: ['manage:webhooks'] });
    suspendedPerson = (await freshPerson(service(), partner.id)).client;
    await service().operator.request('PATCH', `/admin/v1/partners/${partner.id}`, { body: { suspended: true } });
    suspended = partner;
  });

  /** Asserts that `run` stores nothing. */
  async function storingNothing(run: () => Promise<void>): Promise<void> {
    const rows = await storedRows(service().database);
    await run();
    assert.deepEqual(await storedRows(service().database), rows);
  }

  describe('the committed OpenAPI document', () => {
    it('lets `read:players` read everything but exports, analyses and webhooks', () => {
      const guarded = of('partner').filter(
        ({ method, scopes: needed }) => method === 'GET' && needed.length > 0 && !needed.includes('read:players'),
      );
      assert.deepEqual(Object.fromEntries(guarded.map(({ name, scopes: needed }) => [name, needed])), guardedReads);
    });

    it('includes reads in every plan, and every other operation in Pro and Enterprise only', () => {
      for (const { name, method, path, scopes: needed, plans: included } of of('partner')) {
        const isRead = method === 'GET' && (needed.length === 0 || needed.includes('read:players'));
        assert.ok(isRead || needed.every((scope) => paidScopes.has(scope)), `${name} needs ${needed}`);
        assert.deepEqual(included, isRead ? plans : ['pro', 'enterprise'], name);
        const noun = /^\/v1\/([\w-]+)/.exec(path)?.[1];
        const writes = { matches: 'write:matches', players: 'write:players', rosters: 'write:players' }[noun ?? ''];
        if (method !== 'GET' && writes !== undefined) assert.deepEqual(needed, [writes], name);
      }
    });
  });

  for (const operation of of('partner')) {
    const { name, scopes: needed, plans: included } = operation;
    it(`${name} checks a partner’s plan, then the scopes of its key, and stores nothing if it refuses`, async () => {
      const lets = ({ plan, held }: (typeof callers)[number]): boolean =>
        included.includes(plan) && (needed.length === 0 || held.some((scope) => needed.includes(scope)));
      await storingNothing(async () => {
        for (const caller of callers.filter((one) => !lets(one))) {
          const { status, body, headers } = await call(caller.client, operation);
          const who = `${name} by ${caller.plan} with ${caller.held}`;
          if (!included.includes(caller.plan)) {
            assert.deepEqual([status, body.code, body['required_plans']], [403, 'plan_forbidden', included], who);
          } else {
            assert.deepEqual([status, body.code, body['required_scopes']], [403, 'insufficient_scope', needed], who);
            const challenge = `Bearer error="insufficient_scope", scope="${needed.join(' ')}"`;
            assert.equal(headers['www-authenticate'], challenge, who);
          }
        }
      });
      for (const { plan, held, client } of callers.filter(lets)) {
        const { status } = await call(client, operation);
        assert.ok(isLetIn(status), `${name} answered ${status} to ${plan} with ${held}`);
      }
    });
  }

  it('the roles have the scopes of the contract, and only exports and erasures need more of people than of keys', () => {
    assert.deepEqual(roleScopes, scopesOfRoles);
    const stricter = of('partner').filter(
      ({ scopes: needed, personScopes }) => needed.length !== 0 && personScopes.some((all) => all.length > 1),
    );
    assert.deepEqual(stricter.map(({ name }) => name).sort(), [...irreversible].sort());
  });

  for (const operation of of('partner', 'person').filter(({ personScopes }) => personScopes.length > 0)) {
    const { name, personScopes, plans: included } = operation;
    it(`${name} checks the plan, then the role of a person, and stores nothing if it refuses`, async () => {
      const lets = ({ plan, held }: (typeof people)[number]): boolean =>
        included.includes(plan) && personScopes.some((all) => all.every((scope) => held.includes(scope)));
      await storingNothing(async () => {
        for (const person of people.filter((one) => !lets(one))) {
          const { status, body } = await call(person.client, operation);
          const code = included.includes(person.plan) ? 'insufficient_scope' : 'plan_forbidden';
          assert.deepEqual([status, body.code], [403, code], `${name} by ${person.plan} with ${person.held}`);
          const missing = personScopes.flat().filter((scope) => !person.held.includes(scope));
          if (code === 'insufficient_scope')
            assert.ok(
              (body['required_scopes'] as Scope[]).every((scope) => missing.includes(scope)),
              JSON.stringify(body),
            );
        }
      });
      // Signing out would end the sign-in for the operations that follow.
      if (name === 'DELETE /v1/sign-in') return;
      for (const { plan, held, client } of people.filter(lets)) {
        const { status } = await call(client, operation);
        assert.ok(isLetIn(status), `${name} answered ${status} to ${plan} with ${held}`);
      }
    });
  }

  for (const operation of of('person').filter(({ personScopes }) => personScopes.flat().length === 0)) {
    it(`${operation.name} takes no key, as if it were unknown`, async () => {
      const { operator } = service();
      for (const client of [operator, ...testers, ...callers.map((one) => one.client)]) {
        const { status, body } = await call(client, operation);
        assert.deepEqual([status, body.code], [401, 'invalid_credentials']);
      }
    });
  }

  for (const operation of of('person').filter(({ personScopes }) => personScopes.flat().length > 0)) {
    it(`${operation.name} takes no key, whatever its scopes`, async () => {
      for (const { client } of callers) {
        const { status, body } = await call(client, operation);
        assert.deepEqual([status, body.code], [403, 'insufficient_scope']);
      }
    });
  }

  for (const operation of of('invitation')) {
    it(`${operation.name} takes an invitation, and no key and no cookie`, async () => {
      const { nobody, operator } = service();
      const { status, body } = await call(nobody, operation);
      assert.deepEqual([status, body.code], [401, 'missing_credentials']);
      for (const client of [operator, suspended, ...testers, ...[...callers, ...people].map((one) => one.client)]) {
        const answer = await call(client, operation);
        assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_credentials']);
      }
      const { id } = await service().freshPartner();
      const { invitation } = await addedPerson(service(), id);
      assert.ok(isLetIn((await call(nobody.withToken(invitation.token), operation)).status));
    });
  }

  for (const operation of of('test key')) {
    it(`${operation.name} takes any test key of any plan, and no live key`, async () => {
      for (const { client } of callers) {
        const { status, body } = await call(client, operation);
        assert.deepEqual([status, body.code], [403, 'test_key_required']);
      }
      for (const client of testers) assert.ok(isLetIn((await call(client, operation)).status));
      for (const { client } of people) {
        const { status, body } = await call(client, operation);
        assert.deepEqual([status, body.code], [403, 'test_key_required']);
      }
      for (const client of inSandbox) assert.ok(isLetIn((await call(client, operation)).status));
    });
  }

  for (const operation of of('partner', 'test key', 'person')) {
    it(`${operation.name} refuses a call without a valid key before it looks at anything else`, async () => {
      const { nobody, operator } = service();
      for (const [client, code] of [
        [nobody, 'missing_credentials'],
        [asOperator, 'missing_credentials'],
        [nobody.withToken('bdj_live_nonsense'), 'invalid_credentials'],
        [operator, 'invalid_credentials'],
      ] as const) {
        const { status, body, headers } = await call(client, operation, { body: 'wrong' });
        assert.deepEqual([status, body.code, headers['www-authenticate']], [401, code, 'Bearer']);
      }
    });

    // One may sign out even then.
    if (operation.name === 'DELETE /v1/sign-in') continue;
    it(`${operation.name} refuses a suspended partner before it checks plan and scopes`, async () => {
      const isOwn = operation.access === 'person' && operation.personScopes.flat().length === 0;
      const refused = [
        ...(isOwn ? [] : [suspended]),
        ...(operation.personScopes.length === 0 ? [] : [suspendedPerson]),
      ];
      for (const client of refused) {
        const { status, body } = await call(client, operation);
        assert.deepEqual([status, body.code], [403, 'partner_suspended']);
      }
    });
  }

  for (const operation of of('operator')) {
    it(`${operation.name} takes the operator’s token and no partner’s key`, async () => {
      const { nobody, operator } = service();
      await storingNothing(async () => {
        for (const client of [nobody, ...people.map((one) => one.client)]) {
          const { status, body } = await call(client, operation);
          assert.deepEqual([status, body.code], [401, 'missing_credentials']);
        }
        for (const { client } of [{ client: nobody.withToken('nonsense') }, ...callers]) {
          const answer = await call(client, operation);
          assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_credentials']);
        }
      });
      assert.ok(isLetIn((await call(operator, operation)).status));
    });
  }

  for (const operation of of('operator', 'operator cookie')) {
    const { name, access, takesOperatorCookie } = operation;
    it(`${name} takes the cookie of an operator, if at all, for live data only, and never a person’s`, async () => {
      const { nobody, operator } = service();
      const { client, cookie } = await signedInOperator(service());
      const [person = assert.fail()] = people;
      const missing = [nobody, person.client, nobody.withHeaders({ cookie })];
      for (const one of [...missing, nobody.withHeaders({ cookie, 'bandeja-mode': 'test' })]) {
        const { status, body } = await call(one, operation);
        assert.deepEqual([status, body.code], [401, 'missing_credentials']);
      }
      const wrong = [nobody.withToken('nonsense'), ...(access === 'operator' ? [] : [operator])];
      for (const one of [...wrong, ...(takesOperatorCookie ? [] : [client])]) {
        const { status, body } = await call(one, operation);
        assert.deepEqual([status, body.code], [401, 'invalid_credentials']);
      }
      if (takesOperatorCookie) assert.ok(isLetIn((await call(client, operation)).status));
    });
  }

  it('operators have a cookie for every route of theirs but the one that makes it', () => {
    const names = of('operator').filter((one) => !one.takesOperatorCookie);
    assert.deepEqual(
      names.map(({ name }) => name),
      ['POST /admin/v1/sign-in'],
    );
  });

  for (const operation of of('link', 'match link')) {
    it(`${operation.name} takes a link’s token, and no key and no token of another kind`, async () => {
      const { nobody, operator } = service();
      const { phone, answerer } = await fixtureOf(service());
      const [own, other] = operation.access === 'link' ? [phone, answerer] : [answerer, phone];
      const { status, body } = await call(nobody, operation);
      assert.deepEqual([status, body.code], [401, 'missing_credentials']);
      for (const client of [
        operator,
        other,
        suspended,
        ...[...callers, ...people].map((one) => one.client),
        ...testers,
      ]) {
        const answer = await call(client, operation);
        assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_credentials']);
      }
      assert.ok(isLetIn((await call(own, operation)).status));
    });
  }

  for (const operation of of('public')) {
    it(`${operation.name} takes every caller, also one with a wrong key`, async () => {
      const { nobody } = service();
      for (const client of [nobody, nobody.withToken('bdj_live_nonsense')]) {
        assert.ok(isLetIn((await call(client, operation)).status));
      }
    });
  }
});
