import assert from 'node:assert/strict';
import { EventFollower } from './event-follower.ts';
import { startServiceProcess } from './service-process.ts';

export const OPERATOR_TOKEN = 'crash-run-operator-token';
const PLAYERS = 24;
const CONNECTIONS = 16;

export interface CrashRunOptions {
  /** `DATABASE_URL` or `DATA_DIR`. */
  readonly database: Readonly<Record<string, string>>;
  /** Options of Node for the service. */
  readonly nodeOptions?: readonly string[];
  readonly kills: number;
  /** How many acknowledged matches to wait for before each kill, so that it falls into the midst of ingest. */
  readonly acknowledgedBeforeKill: number;
  /** Kills something besides the service, such as the database server, and brings it back. */
  readonly alsoCrash?: (moment: 'kill' | 'restart') => Promise<void>;
}

export interface CrashRunResult {
  readonly kills: number;
  readonly acknowledged: number;
  readonly stored: number;
  /** Matches in flight at the kill, without a response. */
  readonly unanswered: number;
  /** Events that a reader got who followed them over all kills: one for each stored match among them, each once. */
  readonly events: number;
  /** The slowest start after a kill, ms. */
  readonly slowestStartMs: number;
}

export interface Acknowledged {
  readonly id: string;
}

interface BatchResult {
  readonly external_ref: string;
  readonly status: 'created' | 'duplicate' | 'rejected';
  readonly existing_match_id: string | null;
}

const BATCH_SIZE = 25;

/** The references in batches, in the order of play of their matches, so that the service has nothing to replay. */
function batchesOf(refs: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(refs.length / BATCH_SIZE) }, (_, index) =>
    refs.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}

/**
 * Submits matches over many connections, and repeatedly kills and restarts the service. Then asserts that every
 * acknowledged match is stored once under its id, and that sending all matches again stores each of the others exactly
 * once. A reader follows the events during the run: no event is lost or repeated.
 */
export async function crashRun(options: CrashRunOptions): Promise<CrashRunResult> {
  const environment = { OPERATOR_TOKEN, LOG_LEVEL: 'fatal', ...options.database };
  const start = () => startServiceProcess({ environment, nodeOptions: options.nodeOptions ?? [] });
  let service = await start();
  const key = await prepare(service.url);
  const acknowledged = new Map<string, Acknowledged>();
  const sent = new Set<string>();
  const events = new EventFollower(key);
  let slowestStartMs = 0;
  for (let round = 0; round < options.kills; round++) {
    const load = submitUntilGone(service.url, key, round, acknowledged, sent);
    events.follow(service.url);
    await load.reached(options.acknowledgedBeforeKill);
    await options.alsoCrash?.('kill');
    await service.kill();
    await load.over;
    await events.pause();
    await options.alsoCrash?.('restart');
    service = await start();
    slowestStartMs = Math.max(slowestStartMs, service.readyAfterMs);
  }
  const stored = await check(service.url, key, acknowledged, sent);
  await events.assertWhole(service.url, sent);
  assert.equal(await service.stop(), 0, 'the service exits with code 0');
  const unanswered = sent.size - acknowledged.size;
  return {
    kills: options.kills,
    acknowledged: acknowledged.size,
    stored,
    unanswered,
    events: events.count,
    slowestStartMs,
  };
}

/** Creates a partner with players. @returns its key */
export async function prepare(url: string): Promise<string> {
  const partner = await send(url, OPERATOR_TOKEN, '/admin/v1/partners', { name: 'Crash', plan: 'pro' });
  const scopes = ['write:matches', 'read:players', 'write:players', 'manage:webhooks'];
  const key = await send(url, OPERATOR_TOKEN, `/admin/v1/partners/${partner.body['id']}/keys`, { scopes });
  const text = String(key.body['key']);
  for (let player = 0; player < PLAYERS; player++) {
    const { status } = await send(url, text, '/v1/players', { username: `player-${player}` });
    assert.equal(status, 201);
  }
  return text;
}

interface Load {
  /** Resolves once that many matches of this round are acknowledged. */
  reached(count: number): Promise<void>;
  /** Resolves when every connection has lost the service. */
  readonly over: Promise<void>;
}

function submitUntilGone(
  url: string,
  key: string,
  round: number,
  acknowledged: Map<string, Acknowledged>,
  sent: Set<string>,
): Load {
  const before = acknowledged.size;
  let wake = (): void => {};
  let next = 0;
  const connection = async (): Promise<void> => {
    for (;;) {
      const number = next++;
      const ref = `round-${round}-${number}`;
      sent.add(ref);
      try {
        const { status, body } = await send(url, key, '/v1/matches', matchOf(ref, round, number));
        if (status === 201) acknowledged.set(ref, { id: String(body['id']) });
        // The database is gone before the service: there is nothing more to acknowledge.
        if (status >= 500) return;
      } catch {
        return;
      }
      wake();
    }
  };
  const over = Promise.all(Array.from({ length: CONNECTIONS }, connection)).then(() => wake());
  const reached = async (count: number): Promise<void> => {
    while (acknowledged.size - before < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { reached, over };
}

/** Sends everything again and reads everything back. @returns how many matches are stored. */
export async function check(
  url: string,
  key: string,
  acknowledged: ReadonlyMap<string, Acknowledged>,
  sent: ReadonlySet<string>,
): Promise<number> {
  for (const batch of batchesOf([...sent])) {
    const { body } = await send(url, key, '/v1/matches/batch', { matches: batch.map(matchNamed) });
    for (const result of body['results'] as BatchResult[]) {
      const known = acknowledged.get(result.external_ref);
      assert.notEqual(result.status, 'rejected', `${result.external_ref} is rejected`);
      if (known === undefined) continue;
      assert.equal(result.status, 'duplicate', `the acknowledged match ${result.external_ref} is lost`);
      assert.equal(result.existing_match_id, known.id);
    }
  }
  const refs = await storedRefs(url, key);
  assert.equal(new Set(refs).size, refs.length, 'a match is stored twice');
  assert.deepEqual(new Set(refs), sent);
  return refs.length;
}

/** The references of all matches of a partner. */
export async function storedRefs(url: string, key: string): Promise<string[]> {
  const refs: string[] = [];
  let cursor = '';
  do {
    const path = `/v1/matches?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    const page = (await answer.json()) as {
      data: { external_ref: string }[];
      pagination: { next_cursor: string | null };
    };
    refs.push(...page.data.map((match) => match.external_ref));
    cursor = page.pagination.next_cursor ?? '';
  } while (cursor !== '');
  return refs;
}

/** The match with a reference such as `round-0-17`. */
export function matchNamed(ref: string): object {
  const [, round, number] = ref.split('-').map(Number);
  return matchOf(ref, round ?? 0, number ?? 0);
}

/** A match with four players that depend on its number; later numbers are played later, so most are in order. */
function matchOf(ref: string, round: number, number: number): object {
  const first = (number * 5) % PLAYERS;
  return {
    external_ref: ref,
    played_at: new Date(Date.UTC(2026, 0, 1 + round) + number * 1000).toISOString(),
    winning_team: number % 2 === 0 ? 'A' : 'B',
    trust_tier: 'partner_attested',
    participants: [0, 1, 2, 3].map((slot) => ({
      username: `player-${(first + slot * 6) % PLAYERS}`,
      team: slot < 2 ? 'A' : 'B',
    })),
  };
}

export async function send(
  url: string,
  token: string,
  path: string,
  body: object,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
