/**
 * The clock of one of two nodes jumps by an hour and by a day while both serve, for the clocks drill. Nothing may depend on it: times
 * of matches and of the audit trail, deadlines, keys, sign-ins, rate limits, the feed, and deliveries with their signatures.
 */
import assert from 'node:assert/strict';
import { Receiver } from '@bandeja/service/test/support/receiver';
import type { ServiceProcess } from '@bandeja/service/test/support/service-process';
import type { MovedClock } from './moved-clock.ts';
import {
  type Answer,
  amender,
  asOperator,
  call,
  DAY_MS,
  playSeason,
  type Season,
  settlement,
  verify,
} from './season.ts';
import { until } from './until.ts';
import { assertInOrder } from './webhook-clubs.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const JUMPS = [HOUR_MS, -HOUR_MS, -HOUR_MS, HOUR_MS, DAY_MS, -DAY_MS, -DAY_MS, DAY_MS] as const;
const SEASON = { name: 'nodes', players: 16, matches: 1_000 };
/** Between the clock of this process and that of the service. */
const APART_MS = 1_000;
/** The job of deadlines looks every two seconds. */
const DEADLINE_MS = 2_000;
/** Generous, for a busy machine: the shortest jump is an hour. */
const DECIDED_WITHIN_MS = 60_000;
const SETTLED_WITHIN_MS = 60_000;
/** Receivers refuse a signature that is older, or ahead, by more than five minutes. */
const SIGNED_WITHIN_MS = 60_000;

interface Ways {
  readonly nodes: readonly ServiceProcess[];
  readonly season: Season;
  /** A key that ends in half an hour. */
  readonly endingKey: string;
  /** The value of a person's cookie. */
  readonly signIn: string;
}

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

async function openWays(nodes: readonly ServiceProcess[], receiver: Receiver): Promise<Ways> {
  const [{ url } = assert.fail()] = nodes;
  const season = await playSeason(url, { ...SEASON, newest: Date.now() - 2 * DAY_MS });
  const { data } = (await asOperator(url, 'GET', '/partners')).body as { data: { id: string; name: string }[] };
  const partner = data.find(({ name }) => name === SEASON.name) ?? assert.fail();
  const scopes = ['write:matches', 'read:players', 'manage:webhooks'];
  const ending = { scopes, expires_at: inMs(HOUR_MS / 2) };
  const key = await asOperator(url, 'POST', `/partners/${partner.id}/keys`, ending);
  assert.equal(key.status, 201, JSON.stringify(key.body));
  const endingKey = String(key.body['key']);
  const endpoint = await call(url, endingKey, 'POST', '/v1/webhook-endpoints', { url: receiver.url });
  assert.equal(endpoint.status, 201, JSON.stringify(endpoint.body));
  const ana = { display_name: 'Ana', role: 'manager' };
  const person = await asOperator(url, 'POST', `/partners/${partner.id}/people`, ana);
  const { token } = person.body['invitation'] as { token: string };
  const signedIn = await fetch(`${url}/v1/sign-in`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  assert.equal(signedIn.status, 201);
  const [, signIn = ''] = /^[^=]+=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '') ?? [];
  return { nodes, season, endingKey, signIn };
}

/** Submits matches while a node's clock is wrong. */
class Club {
  readonly matches: string[] = [];
  readonly #ways: Ways;
  #number = 0;

  constructor(ways: Ways) {
    this.#ways = ways;
  }

  async submit({ url }: ServiceProcess, confirmation?: object): Promise<string> {
    this.#number += 1;
    const { usernames } = this.#ways.season;
    const sentAt = Date.now();
    const { status, body } = await call(url, this.#ways.endingKey, 'POST', '/v1/matches', {
      external_ref: `jump-${this.#number}`,
      played_at: inMs(0),
      winning_team: 'A',
      trust_tier: confirmation === undefined ? 'partner_attested' : 'player_confirmed',
      ...(confirmation && { confirmation }),
      participants: [0, 1, 2, 3].map((seat) => ({
        username: usernames[(this.#number + 5 * seat) % usernames.length],
        team: seat < 2 ? 'A' : 'B',
      })),
    });
    assert.equal(status, 201, JSON.stringify(body));
    const at = Date.parse(String(body['created_at']));
    assert.ok(at > sentAt - APART_MS && at < Date.now() + APART_MS, `a match has the time ${body['created_at']}`);
    this.matches.push(String(body['id']));
    return String(body['id']);
  }

  async read(id: string): Promise<Answer> {
    const [{ url } = assert.fail()] = this.#ways.nodes;
    return call(url, this.#ways.endingKey, 'GET', `/v1/matches/${id}`);
  }
}

/** What must work on each node, whatever its clock says. */
async function assertServes({ url }: ServiceProcess, { endingKey, signIn }: Ways): Promise<void> {
  const byKey = await fetch(`${url}/v1/key`, { headers: { authorization: `Bearer ${endingKey}` } });
  assert.equal(byKey.status, 200, 'the key ends in half an hour');
  const [, left] = /r=(\d+)/.exec(byKey.headers.get('ratelimit') ?? '') ?? [];
  assert.ok(Number(left) > 0, `the rate limit leaves ${byKey.headers.get('ratelimit')}`);
  // The name contains the port.
  const cookie = `bandeja-${new URL(url).port}=${signIn}`;
  const byPerson = await fetch(`${url}/v1/sign-in`, { headers: { cookie, 'bandeja-mode': 'live' } });
  assert.equal(byPerson.status, 200, 'the person is signed in');
}

/** Matches with deadlines: one that passes in this step, and two in half an hour. */
async function assertDeadlines(club: Club, nodes: readonly ServiceProcess[]): Promise<void> {
  const statusOf = async (id: string): Promise<unknown> => (await club.read(id)).body['status'];
  for (const node of nodes) {
    const later = await club.submit(node, { deadline: inMs(HOUR_MS / 2), then: 'void' });
    const soon = await club.submit(node, { deadline: inMs(DEADLINE_MS), then: 'complete' });
    await until(async () => (await statusOf(soon)) === 'completed', DECIDED_WITHIN_MS, 'the deadline acts');
    const { body } = await club.read(soon);
    assertInTime(body);
    assert.equal(await statusOf(later), 'pending', 'a deadline acted half an hour early');
  }
}

function assertInTime(body: Answer['body']): void {
  const { deadline } = body['confirmation'] as { deadline: string };
  const late = Date.parse(String(body['completed_at'])) - Date.parse(deadline);
  assert.ok(late >= 0 && late < DECIDED_WITHIN_MS, `a deadline acted ${late} ms after it had passed`);
}

/** The feed and the deliveries: whole, in order, and signed with the right time. @returns the number of events */
async function assertDelivered(
  url: string,
  key: string,
  club: Club,
  receiver: Receiver,
  from: number,
): Promise<number> {
  const events: { id: string; created_at: string; data: { match?: { id: string } } }[] = [];
  for (let after = ''; ; after = `&after=${events.at(-1)?.id}`) {
    const { body } = await call(url, key, 'GET', `/v1/events?limit=100${after}`);
    events.push(...(body['data'] as typeof events));
    if (!(body['pagination'] as { has_more: boolean }).has_more) break;
  }
  const own = events.filter(({ created_at }) => Date.parse(created_at) > from);
  assert.equal(new Set(own.map(({ id }) => id)).size, own.length, 'an event is in the feed twice');
  const matches = new Set(own.map(({ data }) => data.match?.id));
  assert.deepEqual(
    club.matches.filter((id) => !matches.has(id)),
    [],
    'events are missing',
  );
  const ids = new Set(own.map(({ id }) => id));
  await until(async () => [...ids].every((id) => receiver.ids.includes(id)), SETTLED_WITHIN_MS, 'all is delivered');
  assertInOrder(receiver);
  for (const { headers, at } of receiver.received) {
    const apart = Number(headers['webhook-timestamp']) * 1_000 - at;
    assert.ok(Math.abs(apart) < SIGNED_WITHIN_MS, `a delivery was signed ${apart} ms from now`);
  }
  return own.length;
}

/** The times of the audit trail never go back by more than concurrent transactions explain. */
async function assertAuditOrder(url: string, key: string): Promise<void> {
  let last = 0;
  for (let after = ''; ; ) {
    const { body } = await call(url, key, 'GET', `/v1/audit?limit=100${after}`);
    for (const { at } of body['data'] as { at: string }[]) {
      assert.ok(
        Date.parse(at) > last - APART_MS,
        `an audit entry of ${at} follows one of ${new Date(last).toISOString()}`,
      );
      last = Math.max(last, Date.parse(at));
    }
    const { next_cursor } = body['pagination'] as { next_cursor: string | null };
    if (next_cursor === null) return;
    after = `&cursor=${next_cursor}`;
  }
}

/** @param moved the clock of the last node */
export async function jumpOneNode(nodes: readonly ServiceProcess[], moved: MovedClock): Promise<string> {
  const receiver = await Receiver.start();
  try {
    const ways = await openWays(nodes, receiver);
    const [{ url } = assert.fail()] = nodes;
    const club = new Club(ways);
    const from = Date.now();
    const amend = amender(() => url, ways.season);
    for (const ms of JUMPS) {
      moved.step(ms);
      await amend();
      for (const node of nodes) {
        await assertServes(node, ways);
        await club.submit(node);
      }
      await assertDeadlines(club, nodes);
      const isSettled = async () => (await settlement(url)).rating_status === 'settled';
      await until(isSettled, SETTLED_WITHIN_MS, 'ratings settle');
    }
    const events = await assertDelivered(url, ways.endingKey, club, receiver, from);
    await assertAuditOrder(url, ways.endingKey);
    const matches = await verify(url);
    return (
      `${JUMPS.length} jumps of ±${HOUR_MS / MINUTE_MS} minutes and ±1 day of one node's clock, ${club.matches.length} matches over both ` +
      `nodes with the right time; ${2 * JUMPS.length} deadlines acted in time and ${2 * JUMPS.length} not early; ${events} events, all ` +
      `delivered in order and signed with the right time; keys, sign-ins and rate limits held; ${matches} matches verified`
    );
  } finally {
    await receiver.stop();
  }
}
