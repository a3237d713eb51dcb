/** Partners with receivers for the webhook drill. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Receiver } from '@bandeja/service/test/support/receiver';
import type { ServiceProcess } from '@bandeja/service/test/support/service-process';

const OPERATOR_TOKEN = 'webhook-drill-operator-token';
const PLAYERS = 12;
const MINUTE = 60_000;
/** Early enough that no match is in the future. */
const FIRST_MATCH_AT = Date.now() - 30 * 24 * 60 * MINUTE;

export class Club {
  readonly receivers: readonly Receiver[];
  readonly #name: string;
  readonly #key: string;
  #url: string;

  constructor(url: string, name: string, key: string, receivers: readonly Receiver[]) {
    this.#url = url;
    this.#name = name;
    this.#key = key;
    this.receivers = receivers;
  }

  /** Call it when the address of the service changes. */
  moveTo(url: string): void {
    this.#url = url;
  }

  call<T>(method: string, path: string, body?: unknown): Promise<T> {
    return call(this.#url, this.#key, method, path, body);
  }

  username(index: number): string {
    return `${this.#name}-${index % PLAYERS}`;
  }

  /** The ids of all events since its endpoints were created. */
  async eventIds(): Promise<string[]> {
    const ids: string[] = [];
    // The last commit is published within a second.
    await sleep(2_000);
    for (let after = ''; ; after = `&after=${ids.at(-1)}`) {
      const page = await this.call<{ data: { id: string; type: string }[]; pagination: { has_more: boolean } }>(
        'GET',
        `/v1/events?limit=100${after}`,
      );
      ids.push(...page.data.map(({ id }) => id));
      if (!page.pagination.has_more) return ids.slice(PLAYERS);
    }
  }

  /** Retries pending deliveries immediately. */
  async enableAll(): Promise<void> {
    const { data } = await this.call<{ data: { id: string }[] }>('GET', '/v1/webhook-endpoints');
    for (const { id } of data) await this.call('PATCH', `/v1/webhook-endpoints/${id}`, { enabled: true });
  }
}

/** A partner with players and an endpoint for each receiver. */
export async function foundClub(url: string, name: string, receivers: readonly Receiver[]): Promise<Club> {
  const operator = <T>(path: string, body: object): Promise<T> => call(url, OPERATOR_TOKEN, 'POST', path, body);
  const { id } = await operator<{ id: string }>('/admin/v1/partners', { name, plan: 'enterprise' });
  const scopes = ['write:matches', 'read:players', 'write:players', 'manage:webhooks'];
  const { key } = await operator<{ key: string }>(`/admin/v1/partners/${id}/keys`, { scopes });
  const club = new Club(url, name, key, receivers);
  for (let index = 0; index < PLAYERS; index += 1) {
    await club.call('POST', '/v1/players', { username: club.username(index), profile_is_public: true });
  }
  // Its first events are published before its endpoints are created.
  await sleep(1_500);
  for (const receiver of receivers) await club.call('POST', '/v1/webhook-endpoints', { url: receiver.url });
  return club;
}

/** Submits a match of four players. Every tenth match is amended twice immediately. */
export async function submit(club: Club, number: number): Promise<void> {
  const participants = [0, 1, 2, 3].map((place) => ({
    username: club.username(number + place * (1 + (number % 2))),
    team: place < 2 ? 'A' : 'B',
  }));
  const { id } = await club.call<{ id: string }>('POST', '/v1/matches', {
    external_ref: `m${number}`,
    played_at: new Date(FIRST_MATCH_AT + number * MINUTE).toISOString(),
    winning_team: number % 3 === 0 ? 'A' : 'B',
    trust_tier: 'partner_attested',
    participants,
  });
  if (number % 10 !== 9) return;
  for (const label of ['Norte', 'Sur']) await club.call('PATCH', `/v1/matches/${id}`, { venue_label: label });
}

/** Commits a match and kills the service right after its response. */
export async function commitAndKill(
  service: ServiceProcess,
  club: Club,
  number: number,
  afterMs: number,
): Promise<void> {
  await submit(club, number);
  await sleep(afterMs);
  await service.kill();
}

/** Asserts that first deliveries of events about one match or player arrived in order. */
export function assertInOrder({ received }: Receiver): void {
  const last = new Map<string, number>();
  const seen = new Set<string>();
  for (const { id, event } of received) {
    if (seen.has(id)) continue;
    seen.add(id);
    const { match, profile_id: player, sequence } = event.data;
    const subject = match?.id ?? player ?? '';
    const number = match?.revision ?? sequence ?? 0;
    const before = last.get(subject) ?? -1;
    assert.ok(before < number, `${event.type} ${number} of ${subject} came after ${before}`);
    last.set(subject, number);
  }
}

/** Times from commit to first arrival, in ms, ascending. */
export function delays(receivers: readonly Receiver[]): number[] {
  const all = receivers.flatMap(({ received }) => {
    const first = new Map(received.toReversed().map((message) => [message.id, message]));
    return [...first.values()].map(({ at, event }) => at - Date.parse(event.created_at));
  });
  return all.toSorted((a, b) => a - b);
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}

async function call<T>(url: string, token: string, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
