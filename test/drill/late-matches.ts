/**
 * `npm run drill:late-matches`: while one partner amends an old match every two seconds, which keeps a settlement run scheduled
 * or under way all the time, another partner sends small late matches of its own players, on both engines. Each of these has to
 * answer with the change that it keeps and schedule no run, and the settlement must not move the ratings of their players
 * again. Prints its figures last.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { four } from '../support/matches.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { amender, call, DAY_MS, OPERATOR_TOKEN, playSeason, type Season, settlement } from './season.ts';

const AMENDED_MATCHES = 10_000;
const AMEND_EVERY_MS = 2_000;
const LATE_MATCHES = 30;
const LATE_EVERY_MS = 1_000;
const SETTLED_WITHIN_MS = 120_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface MatchBody {
  readonly id: string;
  readonly participants: readonly { readonly username: string; readonly rating_change: unknown }[];
}

const changesOf = ({ participants }: MatchBody): unknown[] => participants.map((one) => one.rating_change);

async function ratingsOf(url: string, { key, usernames }: Season): Promise<unknown[]> {
  const ratings: unknown[] = [];
  for (const username of usernames) {
    const { rating } = (await call(url, key, 'GET', `/v1/players/${username}`)).body as { rating: object };
    const { rating_status: _status, percentile: _percentile, ...numbers } = rating as Record<string, unknown>;
    ratings.push(numbers);
  }
  return ratings;
}

/** A match that was played before most of the stranger's season; each comes after the one before. */
function lateMatch(number: number, { usernames }: Season, newest: number): object {
  const seats = [0, 1, 2, 3].map((place) => usernames[(number + place * 2) % usernames.length] ?? assert.fail());
  return {
    external_ref: `late-${number}`,
    played_at: new Date(newest - 100 * 60_000 + number * 1000).toISOString(),
    winning_team: number % 2 === 0 ? 'A' : 'B',
    trust_tier: 'partner_attested',
    participants: four(...seats),
  };
}

async function drill(url: string): Promise<string> {
  const newest = Date.now() - 2 * DAY_MS;
  const amending = await playSeason(url, { name: 'amending', players: 40, matches: AMENDED_MATCHES, newest });
  const stranger = await playSeason(url, { name: 'stranger', players: 12, matches: 100, newest });
  const amend = amender(() => url, amending);
  let isOver = false;
  let amendments = 0;
  const amendingAllTheTime = (async () => {
    while (!isOver) {
      await amend();
      amendments += 1;
      await sleep(AMEND_EVERY_MS);
    }
  })();
  await sleep(AMEND_EVERY_MS);

  const answers: MatchBody[] = [];
  const times: number[] = [];
  let settling = 0;
  for (let number = 0; number < LATE_MATCHES; number += 1) {
    const before = await settlement(url);
    const askedAt = performance.now();
    const { status, body } = await call(url, stranger.key, 'POST', '/v1/matches', lateMatch(number, stranger, newest));
    times.push(performance.now() - askedAt);
    assert.equal(status, 201, JSON.stringify(body));
    const { next } = await settlement(url);
    // A run for the late match would begin right before it.
    const late = (lateMatch(number, stranger, newest) as { played_at: string }).played_at;
    assert.notEqual(next?.settled_until, late, 'the late match has scheduled a run');
    if (before.rating_status === 'settling') settling += 1;
    answers.push(body as unknown as MatchBody);
    await sleep(LATE_EVERY_MS);
  }
  const kept = await ratingsOf(url, stranger);
  isOver = true;
  await amendingAllTheTime;
  const startedAt = performance.now();
  while ((await settlement(url)).rating_status !== 'settled') {
    assert.ok(performance.now() - startedAt < SETTLED_WITHIN_MS, 'not settled in time');
    await sleep(100);
  }
  assert.deepEqual(await ratingsOf(url, stranger), kept, 'the settlement has moved the ratings again');
  // Each was played after the one before, so none of them has moved another.
  for (const answer of answers) {
    const read = (await call(url, stranger.key, 'GET', `/v1/matches/${answer.id}`)).body as unknown as MatchBody;
    assert.deepEqual(changesOf(read), changesOf(answer), 'a late match has another change than it answered');
  }
  const sorted = times.sort((a, b) => a - b);
  return (
    `${answers.length} late matches, ${settling} of them while a run was scheduled or under way, beside ${amendments} amendments: ` +
    `none scheduled a run, each keeps the change that it answered, and no rating of their players moved when all was settled; answer after ${Math.round(sorted[sorted.length >> 1] ?? 0)} ms ` +
    `(median), ${Math.round(sorted.at(-1) ?? 0)} ms at most`
  );
}

async function withService(database: Readonly<Record<string, string>>): Promise<string> {
  const environment = { OPERATOR_TOKEN, LOG_LEVEL: 'fatal', RATE_LIMITS: 'off', ...database };
  const service = await startServiceProcess({ environment });
  try {
    return await drill(service.url);
  } finally {
    await service.stop();
  }
}

async function embedded(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-late-'));
  try {
    return await withService({ DATA_DIR: join(folder, 'data') });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function onPostgres(): Promise<string> {
  const server = await startPostgres();
  try {
    return await withService({ DATABASE_URL: (await createDatabase({ server })).url });
  } finally {
    await server.stop();
  }
}

const results: [string, string][] = [];
for (const [name, run] of [
  ['PostgreSQL', onPostgres],
  ['embedded', embedded],
] as const) {
  print(`${name} …`);
  results.push([name, await run()]);
}
print('');
for (const [name, result] of results) print(`${name}: ${result}`);
