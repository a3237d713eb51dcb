/** Partners with a season of matches, for drills that drive the service over HTTP. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { four } from '@bandeja/service/test/support/matches';

export const OPERATOR_TOKEN = 'operator-token-of-the-drill';
export const DAY_MS = 86_400_000;

const BATCH = 25;
const MATCH_EVERY_MS = 60_000;

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export async function call(url: string, token: string, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

export const asOperator = (url: string, method: string, path: string, body?: object): Promise<Answer> =>
  call(url, OPERATOR_TOKEN, method, `/admin/v1${path}`, body);

export interface Settlement {
  readonly rating_status: string;
  readonly model_version: string;
}

export const settlement = async (url: string): Promise<Settlement> =>
  (await asOperator(url, 'GET', '/settlement')).body as unknown as Settlement;

export interface SeasonOptions {
  /** The partner's name, and the prefix of its usernames. */
  readonly name: string;
  readonly players: number;
  /** Players of other partners that take part. */
  readonly guests?: readonly string[];
  readonly matches: number;
  /** The time of the last match, in ms; the others precede it, one per minute. */
  readonly newest: number;
}

export interface Season {
  readonly key: string;
  /** Guests are last. */
  readonly usernames: readonly string[];
  /** The id of the first match. */
  readonly oldest: string;
}

/** Creates a partner whose players play one match after the other. */
export async function playSeason(
  url: string,
  { name, players, guests = [], matches, newest }: SeasonOptions,
): Promise<Season> {
  const partner = await asOperator(url, 'POST', '/partners', { name, plan: 'enterprise' });
  const scopes = ['write:matches', 'read:players', 'write:players'];
  const issued = await asOperator(url, 'POST', `/partners/${partner.body['id']}/keys`, { scopes });
  const key = String(issued.body['key']);
  const own = Array.from({ length: players }, (_, seat) => `${name}-${seat}`);
  for (const username of own) {
    assert.equal((await call(url, key, 'POST', '/v1/players', { username })).status, 201);
  }
  const usernames = [...own, ...guests];
  const matchOf = (number: number): object => {
    const seats = [0, 1, 2, 3].map((place) => (number * 7 + place * (usernames.length >> 2)) % usernames.length);
    return {
      external_ref: `m${number}`,
      played_at: new Date(newest - (matches - 1 - number) * MATCH_EVERY_MS).toISOString(),
      winning_team: number % 2 === 0 ? 'A' : 'B',
      trust_tier: 'partner_attested',
      participants: four(...seats.map((seat) => usernames[seat] ?? assert.fail())),
    };
  };
  let oldest = '';
  for (let from = 0; from < matches; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, matches - from) }, (_, index) => matchOf(from + index));
    const { status, body } = await call(url, key, 'POST', '/v1/matches/batch', { matches: batch });
    assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
    const [first] = body['results'] as { match: { id: string } }[];
    if (from === 0) oldest = first?.match.id ?? assert.fail();
  }
  return { key, usernames, oldest };
}

/** Whether a change was refused because the partner's last large change is still being followed. Nothing was stored. */
export const isTooSoon = ({ status, body }: Answer): boolean => status === 503 && body['code'] === 'overloaded';

/**
 * Amends the first match of a season, which changes everything after it. While the reach of an earlier amendment is followed, the
 * service refuses the next one. @returns whether it was stored
 */
export function amender(url: () => string, { key, oldest }: Season): () => Promise<boolean> {
  let revision = 1;
  return async () => {
    const winner = revision % 2 === 0 ? 'A' : 'B';
    const amendment = { revision, winning_team: winner };
    const answer = await call(url(), key, 'PATCH', `/v1/matches/${oldest}`, amendment);
    if (isTooSoon(answer)) return false;
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    revision += 1;
    return true;
  };
}

/** Waits until no task is queued or running. */
export async function tasksEnded(url: string): Promise<void> {
  for (;;) {
    const { data } = (await asOperator(url, 'GET', '/tasks')).body as { data?: readonly { ended_at: string | null }[] };
    if (data?.every((task) => task.ended_at !== null)) return;
    await sleep(100);
  }
}

/** Verifies the whole ledger. @returns the number of matches, all equal to those of a replay */
export async function verify(url: string): Promise<number> {
  const { status, body: started } = await asOperator(url, 'POST', '/tasks', { kind: 'verify' });
  assert.equal(status, 202, JSON.stringify(started));
  for (;;) {
    const { body: task } = await asOperator(url, 'GET', `/tasks/${started['id']}`);
    if (task['ended_at'] !== null) {
      assert.equal(task['state'], 'done', JSON.stringify(task));
      const { matches, differences } = task['result'] as { matches: number; differences: number };
      assert.equal(differences, 0, JSON.stringify(task));
      return matches;
    }
    await sleep(100);
  }
}
