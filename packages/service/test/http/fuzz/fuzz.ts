/** Sends changed requests to every operation, and compares every response with `openapi.json`. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import type { IssuedKey } from '@bandeja/contract/keys';
import { Contract } from '../../support/contract.ts';
import { seeded } from '../../support/seeded.ts';
import type { TestService } from '../../support/service.ts';
import { callers, document, type Operation, pathOf } from '../contract/document.ts';
import { done, type Fixture, fixtureOf, ROSTER, SESSION } from '../contract/fixture.ts';
import { requests, type ValidRequest } from '../contract/requests.ts';
import { faultOf } from './answer-faults.ts';
import { type Draft, jsonBytes, type Known, Mutator } from './mutations.ts';
import { type RawRequest, sendRaw, shown } from './raw-request.ts';

export interface FuzzReport {
  readonly sent: number;
  /** How many responses had each status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** One for each distinct fault of an operation, with the first request that shows it. */
  readonly findings: ReadonlyMap<string, string>;
}

/** Many requests wait: for the throttle of refusals without a key, and after large bodies. */
const WORKERS = 24;

/** The service listens, and no other test has it. */
export async function fuzz(service: TestService, count: number, seed: number): Promise<FuzzReport> {
  const fixture = await fixtureOf(service);
  const other = await service.freshPartner();
  const bases = new Bases(fixture, other.id);
  const known = await knownOf(fixture);
  const contract = new Contract(document);
  const { port } = service.app.server.address() as AddressInfo;
  const statuses = new Map<number, number>();
  const findings = new Map<string, string>();
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      // A generator each: from one for all, the order of the responses would decide what is sent.
      const mutator = new Mutator(seeded(seed * count + left), known);
      const operation = mutator.operation();
      const draft = draftOf(fixture, operation, await bases.of(operation, mutator.chance(0.2)));
      mutator.mutate(draft);
      const request = rawOf(draft);
      const response = await sendRaw(port, request);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const fault = faultOf(contract, request, response);
      if (fault === null) continue;
      const key = `${operation.name}: ${fault.slice(0, 160).replaceAll(/[0-9a-f-]{36}/g, '…')}`;
      if (!findings.has(key))
        findings.set(
          key,
          `${fault.slice(0, 600)}\n    ${shown(request)}\n    → ${response.status} ${response.text.slice(0, 600)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return { sent: count, statuses, findings };
}

/** Valid requests, kept for some time since most changes make the service refuse them. */
class Bases {
  readonly #fixture: Fixture;
  /** Operators change this partner, not the one that sends the requests. */
  readonly #otherPartner: string;
  readonly #kept = new Map<string, Promise<ValidRequest>>();

  constructor(fixture: Fixture, otherPartner: string) {
    this.#fixture = fixture;
    this.#otherPartner = otherPartner;
  }

  of(operation: Operation, isFresh: boolean): Promise<ValidRequest> {
    const { name, access } = operation;
    const kept = this.#kept.get(name);
    if (kept !== undefined && !isFresh) return kept;
    const made = this.#make(operation).then(({ values = {}, ...rest }): ValidRequest => {
      const isOfPartner = access === 'operator' && values['id'] === this.#fixture.partner.id;
      return { ...rest, values: isOfPartner ? { id: this.#otherPartner } : values };
    });
    this.#kept.set(name, made);
    return made;
  }

  async #make({ name, body }: Operation): Promise<ValidRequest> {
    const { partner, endpointId } = this.#fixture;
    // Nobody can add one at 127.0.0.1.
    if (name.includes('passkey')) return { values: { id: partner.id }, body: body?.example };
    if (name.includes('/webhook-endpoints')) {
      // A partner has at most 20.
      const { data } = await done<{ data: { id: string }[] }>(partner, 'GET', '/v1/webhook-endpoints?limit=100');
      const old = data.filter(({ id }) => id !== endpointId).slice(10);
      for (const { id } of old) await partner.request('DELETE', `/v1/webhook-endpoints/${id}`);
    }
    return requests[name]?.(this.#fixture) ?? assert.fail(name);
  }
}

function draftOf(fixture: Fixture, operation: Operation, request: ValidRequest): Draft {
  const { values = {}, query = {}, body } = request;
  const { authorization = null, ...others } = request.headers ?? fixture[callers[operation.access]].headers;
  const hasBody = body !== undefined;
  return {
    operation,
    method: operation.method,
    segments: pathOf(operation, values).split('/').slice(1),
    query: Object.entries(query).map(([name, value]) => [encodeURIComponent(name), encodeURIComponent(value)]),
    headers: Object.entries(others),
    credentials: authorization,
    mediaType: hasBody ? 'application/json' : null,
    body: hasBody ? jsonBytes(body) : null,
  };
}

function rawOf({ method, segments, query, headers, credentials, mediaType, body }: Draft): RawRequest {
  const pairs = query.map(([name, value]) => `${name}=${value}`).join('&');
  const target = `/${segments.join('/')}${pairs === '' ? '' : `?${pairs}`}`;
  const all = [
    ...(headers.some(([name]) => name === 'Host') ? [] : [['Host', 'localhost'] as const]),
    ...(credentials === null ? [] : [['Authorization', credentials] as const]),
    ...(mediaType === null ? [] : [['Content-Type', mediaType] as const]),
    ...headers,
  ];
  return { method, target, headers: all, body };
}

async function knownOf(fixture: Fixture): Promise<Known> {
  const { service, partner, tester, operator, players, hidden, matches, endpointId, taskId, merge, mergedId } = fixture;
  const [starter, hooks, reader, suspended] = await Promise.all([
    service.freshPartner({ plan: 'starter' }),
    service.freshPartner({ scopes: ['manage:webhooks'] }),
    service.freshPartner({ plan: 'pro', scopes: ['read:players'] }),
    service.freshPartner(),
  ]);
  await done(operator, 'PATCH', `/admin/v1/partners/${suspended.id}`, { suspended: true });
  const expired = await done<IssuedKey>(operator, 'POST', `/admin/v1/partners/${starter.id}/keys`, {
    scopes: ['read:players'],
  });
  await done(operator, 'DELETE', `/admin/v1/keys/${expired.id}`);
  const tokens = [partner, starter, hooks, reader, suspended, tester, operator].map(({ token }) => token);
  // Requests may erase the players that are named here; the fixture needs the first six.
  const names = players.slice(6).flatMap(({ id, username }) => [id, username]);
  return {
    names: [
      ...[
        ...names,
        hidden.id,
        hidden.username,
        ROSTER,
        SESSION,
        endpointId,
        taskId,
        merge.task.id,
        merge.id,
        mergedId,
        partner.id,
      ],
      ...matches.slice(2, 8).flatMap(({ id, external_ref }) => [id, external_ref]),
    ],
    credentials: [...tokens, expired.key].map((token) => `Bearer ${token}`),
  };
}
