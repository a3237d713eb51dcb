/** What every endpoint refuses alike, as tests: one call makes them for one endpoint. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Scope, scopes } from '@bandeja/contract/keys';
import { type Plan, plans } from '@bandeja/contract/partners';
import type { TestClient, TestPartner, TestService } from './service.ts';
import { storedRows } from './stored.ts';

export interface GatedEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A path that leads to the endpoint; what it names need not exist, since the gate comes first. */
  readonly path: string;
  /** What the query must hold, if anything. */
  readonly query?: Readonly<Record<string, string>>;
  /** A body that its shape takes; undefined where no body is read. */
  readonly body?: unknown;
  /** The plans that may call it; all when left out. */
  readonly plans?: readonly Plan[];
  /** The scopes of which one will do; undefined for an endpoint of the operator. */
  readonly scopes?: readonly Scope[];
}

/** Lays the tests of 401, 403 and of queries and bodies that no endpoint takes. */
export function describeGate(service: () => TestService, endpoint: GatedEndpoint): void {
  const { method, path } = endpoint;
  const name = `${method} ${path}`;
  const query = endpoint.query ?? {};
  const options = endpoint.body === undefined ? { query } : { query, body: endpoint.body };

  async function refused(code: string, status: number, client: TestClient, more: object = {}): Promise<void> {
    const before = await storedRows(service().database);
    const answer = await client.refusal(code, method, path, { ...options, ...more });
    assert.equal(answer.status, status);
    assert.deepEqual(await storedRows(service().database), before);
  }

  async function goodCaller(): Promise<TestClient> {
    return endpoint.scopes === undefined ? service().operator : service().freshPartner();
  }

  describe(`${name} asks for credentials`, () => {
    it(`${name} refuses a call without credentials`, () => refused('missing_credentials', 401, service().nobody));
    it(`${name} refuses a token that is no key`, () =>
      refused('invalid_credentials', 401, service().nobody.withToken('bdj_live_nonsense')));
    if (endpoint.scopes === undefined) {
      it(`${name} refuses a partner’s key`, async () =>
        refused('invalid_credentials', 401, await service().freshPartner()));
    } else {
      it(`${name} refuses the operator’s token`, () => refused('invalid_credentials', 401, service().operator));
    }
  });
  if (endpoint.scopes !== undefined) describeRights(name, endpoint, endpoint.scopes, service, refused);
  describe(`${name} reads strictly`, () => {
    it(`${name} refuses an unknown query parameter`, async () => {
      const caller = await goodCaller();
      const answer = await caller.refusal('invalid_query', method, path, {
        ...options,
        query: { ...query, surprise: 1 },
      });
      assert.equal(answer.status, 400);
      assert.deepEqual(
        answer.body.errors?.map(({ parameter, code }) => ({ parameter, code })),
        [{ parameter: 'surprise', code: 'unknown_field' }],
      );
    });
    if (endpoint.body !== undefined) describeBody(name, endpoint, goodCaller, refused);
  });
}

type Refused = (code: string, status: number, client: TestClient, more?: object) => Promise<void>;

function describeRights(
  name: string,
  endpoint: GatedEndpoint,
  allowed: readonly Scope[],
  service: () => TestService,
  refused: Refused,
): void {
  describe(`${name} asks for rights`, () => {
    it(`${name} refuses a suspended partner`, async () => {
      const partner = await service().freshPartner();
      await suspend(service(), partner);
      await refused('partner_suspended', 403, partner);
    });
    for (const plan of plans.filter((one) => !(endpoint.plans ?? plans).includes(one))) {
      it(`${name} refuses the plan ${plan}, before it looks at scopes`, async () => {
        await refused('plan_forbidden', 403, await service().freshPartner({ plan, scopes: wrongScopes(allowed) }));
      });
    }
    it(`${name} refuses a key without ${allowed.join(' or ')}`, async () => {
      await refused('insufficient_scope', 403, await service().freshPartner({ scopes: wrongScopes(allowed) }));
    });
  });
}

const wrongScopes = (allowed: readonly Scope[]): readonly Scope[] => scopes.filter((scope) => !allowed.includes(scope));

async function suspend(service: TestService, partner: TestPartner): Promise<void> {
  const answer = await service.operator.request('PATCH', `/admin/v1/partners/${partner.id}`, {
    body: { suspended: true },
  });
  assert.equal(answer.status, 200);
}

function describeBody(
  name: string,
  endpoint: GatedEndpoint,
  goodCaller: () => Promise<TestClient>,
  refused: Refused,
): void {
  const kib = endpoint.path.endsWith('/batch') ? 128 : 32;
  it(`${name} refuses another media type`, async () => {
    await refused('unsupported_media_type', 415, await goodCaller(), { headers: { 'content-type': 'text/plain' } });
  });
  it(`${name} refuses text that is not JSON`, async () => {
    await refused('malformed_json', 400, await goodCaller(), { raw: '{"a":' });
  });
  it(`${name} refuses a body above ${kib} KiB`, async () => {
    await refused('body_too_large', 413, await goodCaller(), { raw: `"${'x'.repeat(kib * 1024)}"` });
  });
  for (const [kind, body] of [
    ['a list', '[]'],
    ['a string', '"text"'],
    ['null', 'null'],
  ] as const) {
    it(`${name} refuses ${kind} for a body`, async () => {
      await refused('invalid_body', 422, await goodCaller(), { raw: body });
    });
  }
  it(`${name} refuses an unknown field of the body`, async () => {
    await refused('invalid_body', 422, await goodCaller(), { body: { ...(endpoint.body as object), Surprise: 1 } });
  });
}
