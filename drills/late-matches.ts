/**
 * `npm run drill:late-matches`: one partner amends an old match every two seconds, so there is always something to settle. Two others
 * alternately send small late matches, on both engines. They share players with each other but not with the first partner.
 *
 * Each of these matches must be settled in its response, and the settlement must not move their players again. A
 * fourth partner sends late matches with players of the first, which the settlement has to make exact. A verification at the end
 * must find no difference.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { four } from '@bandeja/service/test/support/matches';
import { startServiceProcess } from '@bandeja/service/test/support/service-process';
import { printEach } from '../bench/figures.ts';
import { amender, call, DAY_MS, OPERATOR_TOKEN, playSeason, type Season, settlement, verify } from './season.ts';

const AMENDED_MATCHES = 10_000;
const AMEND_EVERY_MS = 2_000;
const LATE_MATCHES = 30;
/** Interval of late matches that share players with the amended matches. */
const SHARED_EVERY = 5;
const LATE_EVERY_MS = 1_000;
const SETTLED_WITHIN_MS = 120_000;

interface MatchBody {
  readonly id: string;
  readonly rating_status: string;
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

/** A match before most of the seasons, and later than the previous late match. */
function lateMatch(number: number, { usernames }: Season, newest: number) {
  const seats = [0, 1, 2, 3].map((place) => usernames[(number + place * 2) % usernames.length] ?? assert.fail());
  return {
    external_ref: `late-${number}`,
    played_at: new Date(newest - 100 * 60_000 + number * 1000).toISOString(),
    winning_team: number % 2 === 0 ? 'A' : 'B',
    trust_tier: 'partner_attested',
    participants: four(...seats),
  };
}

/** Sends a new match. */
async function send(url: string, { key }: Season, match: object): Promise<MatchBody> {
  const { status, body } = await call(url, key, 'POST', '/v1/matches', match);
  assert.equal(status, 201, JSON.stringify(body));
  return body as unknown as MatchBody;
}

/** Sends a new match that reaches too much for its request, until the one before has been marked. */
async function sendShared(url: string, { key }: Season, match: object): Promise<void> {
  while ((await call(url, key, 'POST', '/v1/matches', match)).status === 503) await sleep(100);
}

async function drill(url: string): Promise<string> {
  const newest = Date.now() - 2 * DAY_MS;
  const amending = await playSeason(url, { name: 'amending', players: 40, matches: AMENDED_MATCHES, newest });
  const stranger = await playSeason(url, { name: 'stranger', players: 12, matches: 60, newest });
  const guests = stranger.usernames.slice(0, 6);
  const neighbour = await playSeason(url, { name: 'neighbour', players: 6, guests, matches: 60, newest });
  const sharing = await playSeason(url, {
    name: 'sharing',
    players: 4,
    guests: amending.usernames.slice(0, 4),
    matches: 8,
    newest,
  });
  const amend = amender(() => url, amending);
  let isOver = false;
  let amendments = 0;
  const amendingAllTheTime = (async () => {
    while (!isOver) {
      if (await amend()) amendments += 1;
      await sleep(AMEND_EVERY_MS);
    }
  })();
  await sleep(AMEND_EVERY_MS);

  const sent: { readonly by: Season; readonly answer: MatchBody }[] = [];
  const times: number[] = [];
  let settling = 0;
  for (let number = 0; number < LATE_MATCHES; number += 1) {
    if (number % SHARED_EVERY === 0) await sendShared(url, sharing, lateMatch(number, sharing, newest - 60_000));
    const before = await settlement(url);
    const by = number % 2 === 0 ? stranger : neighbour;
    const late = lateMatch(number, by, newest);
    const askedAt = performance.now();
    const answer = await send(url, by, late);
    times.push(performance.now() - askedAt);
    assert.equal(answer.rating_status, 'settled', 'a late match that reaches little is not settled in its response');
    if (before.rating_status === 'settling') settling += 1;
    sent.push({ by, answer });
    await sleep(LATE_EVERY_MS);
  }
  const ratings = () => Promise.all([stranger, neighbour].map((season) => ratingsOf(url, season)));
  const kept = await ratings();
  isOver = true;
  await amendingAllTheTime;
  const startedAt = performance.now();
  while ((await settlement(url)).rating_status !== 'settled') {
    assert.ok(performance.now() - startedAt < SETTLED_WITHIN_MS, 'not settled in time');
    await sleep(100);
  }
  assert.deepEqual(await ratings(), kept, 'the settlement has moved the ratings again');
  // Each was played after the previous one, so none moved another.
  for (const { by, answer } of sent) {
    const read = (await call(url, by.key, 'GET', `/v1/matches/${answer.id}`)).body as unknown as MatchBody;
    assert.deepEqual(changesOf(read), changesOf(answer), 'a late match has another change than it answered');
  }
  const verified = await verify(url);
  const sorted = times.sort((a, b) => a - b);
  return (
    `${sent.length} late matches, ${settling} of them while something else was settling, beside ${amendments} amendments: ` +
    `each was settled in its response and keeps that change, and no rating of their players moved when all was settled; answer after ${Math.round(sorted[sorted.length >> 1] ?? 0)} ms ` +
    `(median), ${Math.round(sorted.at(-1) ?? 0)} ms at most; verification of ${verified} matches: no difference`
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

await printEach({ PostgreSQL: onPostgres, embedded });
