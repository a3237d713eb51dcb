/** The parameters and bodies that the API page fills in are taken by the demo as it stands. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Api, Bandeja } from '@bandeja/client';
import { examplePlan, exampleRound } from '@bandeja/contract/plan-examples';
import { type DocsService, startDocsService } from '@bandeja/service/test/support/demo-service';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

const { paths } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** These take away what other operations need, so they come last, in this order. */
const LAST = ['voidMatch', 'removeRosterMember', 'deleteRoster', 'erasePlayer', 'deleteWebhookEndpoint'];

/** These need a match that waits for confirmation. */
const PENDING = ['confirmMatch', 'createMatchLinks'];

/** The session of the examples. */
const NIGHT = 'club-norte-2025-10-17';

const MERGE = { from: 'marta.gil.2', into: 'marta.gil' };

/** An example cannot contain a share code, which is a new secret each time. A task of the demo ends before it can be cancelled. */
const UNTRIED = ['redeemShare', 'cancelTask'];

/** The operations of partners. */
const tried = Object.entries(paths)
  .flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { security }]) => security.some((one) => 'partnerKey' in one))
      .map(([method, operation]) => ({ method, path, operation })),
  )
  .toSorted((a, b) => LAST.indexOf(a.operation.operationId) - LAST.indexOf(b.operation.operationId));

describe('the demo takes what the API page fills in', () => {
  let service: DocsService;
  /** Matches of the demo. */
  let matchIds: string[];
  before(async () => {
    service = await startDocsService({ demo: true });
    const { data } = (await (await call('GET', '/v1/matches')).json()) as { data: { id: string }[] };
    matchIds = data.map(({ id }) => id);
    for (const username of Object.values(MERGE)) await call('POST', '/v1/players', { username });
  });
  after(() => service.stop());

  function call(method: string, address: string, body?: unknown, key = service.key): Promise<Response> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    return fetch(new URL(address, service.url), {
      method,
      headers: { authorization: `Bearer ${key}`, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** A match to operate on. Each gets another one, since an amended one has another revision and a voided one is final. */
  async function idFor(path: string, operation: Operation): Promise<string> {
    if (path === '/v1/links/{id}') return aLink();
    if (path.startsWith('/v1/merges')) return (await aMerge()).id;
    if (path.startsWith('/v1/tasks')) return (await aMerge()).task.id;
    const made = [
      ['/v1/imports', { label: 'liga.csv' }],
      ['/v1/webhook-endpoints', { url: 'https://127.0.0.1:9/nobody-listens' }],
    ] as const;
    const [collection, body] = made.find(([prefix]) => path.startsWith(prefix)) ?? [];
    if (collection === undefined) return matchFor(operation);
    return ((await (await call('POST', collection, body)).json()) as { id: string }).id;
  }

  /** Plans the night of the examples, as far as an operation on it needs. */
  async function planNight(operationId: string): Promise<void> {
    const plan = `/v1/sessions/${NIGHT}/plan`;
    const steps: [string, string, unknown][] = [
      ['PUT', '', examplePlan],
      ['PUT', '/rounds/1', exampleRound],
      ['POST', '/rounds/1/open', {}],
      ['POST', '/close', {}],
    ];
    const needed: Readonly<Record<string, number>> = {
      putPlan: 0,
      undoPlan: 2,
      putResult: 3,
      removeResult: 3,
      reopenPlan: 4,
    };
    await call('DELETE', plan);
    for (const [method, rest, body] of steps.slice(0, needed[operationId] ?? 1)) {
      const answer = await call(method, plan + rest, body);
      assert.ok(answer.status < 300, await answer.text());
    }
  }

  /** A merge whose task has ended. */
  async function aMerge(): Promise<Api.Merge> {
    const client = new Bandeja({ baseUrl: service.url, key: service.key });
    const merge = await client.merges.start(MERGE);
    await client.tasks.wait(merge.task.id);
    return merge;
  }

  async function aLink(): Promise<string> {
    await planNight('createLink');
    const answer = await call('POST', `/v1/sessions/${NIGHT}/links`, { role: 'view' });
    return ((await answer.json()) as { id: string }).id;
  }

  async function matchFor({ operationId }: Operation): Promise<string> {
    if (!PENDING.includes(operationId)) return matchIds.pop() ?? assert.fail('the demo has too few matches');
    const submitted = paths['/v1/matches']?.['post'];
    const example = submitted?.requestBody?.content['application/json']?.example as object;
    const pending = { ...example, external_ref: operationId, trust_tier: 'player_confirmed' };
    const { id } = (await (await call('POST', '/v1/matches', pending)).json()) as { id: string };
    return id;
  }

  for (const { method, path, operation } of tried) {
    if (UNTRIED.includes(operation.operationId)) continue;
    it(operation.operationId, async () => {
      const url = new URL(service.url);
      if (path.startsWith('/v1/sessions/{ref}/')) await planNight(operation.operationId);
      const id = path.includes('{id}') ? await idFor(path, operation) : '';
      url.pathname = path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? id : exampleOf(operation, name)));
      for (const one of operation.parameters ?? []) {
        if (one.in === 'query' && one.required) url.searchParams.set(one.name, exampleOf(operation, one.name));
      }
      const body = operation.requestBody?.content['application/json']?.example;
      const key = path === '/v1/sandbox' ? service.testKey : service.key;
      const answer = await call(method.toUpperCase(), url.href, body, key);
      assert.ok(answer.status < 300, `${method} ${url.pathname}${url.search}: ${answer.status} ${await answer.text()}`);
    });
  }
});

function exampleOf({ parameters = [] }: Operation, name: string): string {
  const example = parameters.find((one) => one.name === name)?.example;
  assert.notEqual(example, undefined, `${name} has no example`);
  return String(example);
}
