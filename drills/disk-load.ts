/** Clients that submit matches while the disk fails, and the checks afterwards. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { asSuperuser, type PostgresServer } from '@bandeja/postgres/test/support/postgres';
import { aMatch, four } from '@bandeja/service/test/support/matches';
import { asOperator, call, isTooSoon, type Season, settlement, verify } from './season.ts';
import { until } from './until.ts';

export const WRITERS = 8;
const LATE_EVERY = 50;
const LATE_MS = 10 * 60_000;
const SETTLED_WITHIN_MS = 120_000;
const RETRY_MS = 100;

/** Submits matches until it is stopped, and repeats what is not acknowledged. Some are late, so that the settler writes, too. */
export class Load {
  readonly acknowledged = new Set<string>();
  /** Matches that the service refused as too soon after a large change, so that they are not stored. */
  readonly tooSoon = new Set<string>();
  /** Answers 503 `not_ready`. */
  refused = 0;
  /** Requests without an answer. */
  unanswered = 0;
  #isOver = false;
  readonly #url: () => string;
  readonly #key: string;
  readonly #writers: Promise<void>[];

  constructor(url: () => string, { key, usernames }: Season) {
    this.#url = url;
    this.#key = key;
    this.#writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let number = 0; !this.#isOver; number += 1) {
        const seats = [0, 1, 2, 3].map((seat) => usernames[(writer + 3 * seat + number) % usernames.length] ?? '');
        const match = aMatch({
          external_ref: `load-${writer}-${number}`,
          played_at: new Date(Date.now() - (number % LATE_EVERY === 1 ? LATE_MS : 0)).toISOString(),
          participants: four(...seats),
          venue_label: 'A court in a hall with a long name, so that rows take some room on the disk',
        });
        await this.#submit(match);
      }
    });
  }

  async #submit(match: ReturnType<typeof aMatch>): Promise<void> {
    for (;;) {
      const answer = await call(this.#url(), this.#key, 'POST', '/v1/matches', match).catch(() => undefined);
      // If an acknowledgement is lost, the retry finds the match stored.
      if (answer?.status === 201 || (answer?.status === 409 && answer.body['code'] === 'duplicate_external_ref')) {
        this.acknowledged.add(match.external_ref);
        return;
      }
      if (answer === undefined) this.unanswered += 1;
      else if (isTooSoon(answer)) {
        this.tooSoon.add(match.external_ref);
        return;
      } else {
        assert.deepEqual([answer.status, answer.body['code']], [503, 'not_ready'], JSON.stringify(answer.body));
        this.refused += 1;
      }
      await sleep(RETRY_MS);
    }
  }

  /** Resolves after each writer had a chance to store another match. */
  async storesAgain(withinMs: number): Promise<void> {
    const before = this.acknowledged.size;
    await until(async () => this.acknowledged.size > before + WRITERS, withinMs, 'matches are stored again');
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#writers);
  }
}

interface Readiness {
  readonly status: number;
  readonly detail?: string;
}

export async function readiness(url: string): Promise<Readiness> {
  const answer = await fetch(`${url}/health/ready`);
  return { ...((await answer.json()) as object), status: answer.status };
}

/** Restarts the server if its disk stopped it, like a supervisor. @returns whether it had stopped */
export async function restartIfStopped(server: PostgresServer): Promise<boolean> {
  try {
    await asSuperuser(server, 'select 1');
    return false;
  } catch (error) {
    // Any other error means that the server is up and recovering.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') return false;
    await server.restart();
    return true;
  }
}

/** Every match of the partner, by its reference. */
async function storedMatches(url: string, key: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let cursor = ''; ; ) {
    const { status, body } = await call(url, key, 'GET', `/v1/matches?limit=100${cursor}`);
    assert.equal(status, 200);
    for (const { external_ref } of body['data'] as { external_ref: string }[]) found.add(external_ref);
    const { next_cursor } = body['pagination'] as { next_cursor: string | null };
    if (next_cursor === null) return found;
    cursor = `&cursor=${next_cursor}`;
  }
}

/** Checks acknowledged and refused matches, ratings and the audit trail. @returns the number of stored matches */
export async function checkAll(url: string, key: string, load: Load): Promise<number> {
  const stored = await storedMatches(url, key);
  const lost = [...load.acknowledged].filter((ref) => !stored.has(ref));
  assert.deepEqual(lost, [], 'matches that were acknowledged are lost');
  const refused = [...load.tooSoon].filter((ref) => stored.has(ref));
  assert.deepEqual(refused, [], 'matches that were refused are stored');
  await until(
    async () => (await settlement(url)).rating_status === 'settled',
    SETTLED_WITHIN_MS,
    'ratings are settled',
  );
  assert.equal(await verify(url), stored.size);
  const { body: started } = await asOperator(url, 'POST', '/tasks', { kind: 'audit' });
  let task: Record<string, unknown> = {};
  await until(
    async () => {
      task = (await asOperator(url, 'GET', `/tasks/${started['id']}`)).body;
      return task['ended_at'] !== null;
    },
    SETTLED_WITHIN_MS,
    'the audit ends',
  );
  assert.deepEqual((task['result'] as { faults: unknown[] } | null)?.faults, [], JSON.stringify(task));
  return stored.size;
}
