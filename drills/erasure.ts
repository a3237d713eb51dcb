/**
 * `npm run drill:erasure`: erases forty players with unique names under load, on both engines. Four clients read, two submit matches,
 * and one amends an old match, so that a settlement is always running.
 *
 * No response to a request sent after an erasure may contain the name, and no webhook from five seconds after it. At the end it
 * searches every table as text, the service's log, all events, and all webhooks sent again: the names of erased players must be
 * gone, and those of the others must be found. Ratings and audit trail verify.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@bandeja/postgres/database';
import { openPglite } from '@bandeja/postgres/pglite';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { dumpOf } from '@bandeja/service/test/support/dump';
import { four } from '@bandeja/service/test/support/matches';
import { Receiver } from '@bandeja/service/test/support/receiver';
import { startServiceProcess } from '@bandeja/service/test/support/service-process';
import { printEach } from '../bench/figures.ts';
import { amender, asOperator, DAY_MS, OPERATOR_TOKEN, playSeason, type Season, settlement, verify } from './season.ts';

const MARKED = 80;
const ERASED = 40;
const READERS = 4;
const SUBMITTERS = 2;
const AMENDED_MATCHES = 3_000;
const AMEND_EVERY_MS = 1_000;
const ERASE_EVERY_MS = 250;
/** An event is rendered at most two seconds before it is sent. */
const DELIVERED_WITHIN_MS = 5_000;
const ROSTER = 'marked';

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] ?? assert.fail();

/** Two partners, the players of one of them, and those of these players that are erased. */
class World {
  readonly url: string;
  readonly markers = Array.from({ length: MARKED }, () => `q${randomBytes(6).toString('hex')}`);
  /** Time of the response to each erasure, by the player's name. */
  readonly erased = new Map<string, number>();
  importId = '';
  readonly counts = { reads: 0, submissions: 0, refused: 0, amendments: 0 };
  readonly #key: { creator: string; other: string };
  isOver = false;

  constructor(url: string, creator: string, other: string) {
    this.url = url;
    this.#key = { creator, other };
  }

  /** Sends a request. @throws if the response names a player that was erased before the request was sent */
  async ask(
    by: 'creator' | 'other',
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string }> {
    const gone = [...this.erased.keys()];
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#key[by]}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // The request contains the name, and an error may quote it.
    const asked = `${path} ${JSON.stringify(body)}`;
    const named = gone.filter((marker) => !asked.includes(marker) && text.toLowerCase().includes(marker));
    assert.deepEqual(named, [], `${method} ${path} names who was erased: ${text.slice(0, 300)}`);
    assert.ok(answer.status < 500, `${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return { status: answer.status, text };
  }

  async found(): Promise<void> {
    await this.ask('creator', 'PUT', `/v1/rosters/${ROSTER}`);
    for (const [index, username] of this.markers.entries()) {
      const player = {
        username,
        display_name: `Zoë ${username.toUpperCase()}`,
        country_code: 'PT',
        profile_is_public: true,
      };
      assert.equal((await this.ask('creator', 'POST', '/v1/players', player)).status, 201);
      await this.ask('creator', 'PUT', `/v1/rosters/${ROSTER}/members/${username}`);
      if (index % 3 === 0) await this.ask('creator', 'POST', `/v1/players/${username}/shares`);
    }
    const opened = await this.ask('creator', 'POST', '/v1/imports', { label: 'liga.csv' });
    this.importId = (JSON.parse(opened.text) as { id: string }).id;
    for (const [index, username] of this.markers.entries()) {
      const rows = [`${username}, 3/4`, `ZOË ${username.toUpperCase()}`].map((text, place) => {
        return { line: 2 * index + place + 1, faults: [{ code: 'unclear_name', values: { text } }] };
      });
      assert.equal((await this.ask('creator', 'POST', `/v1/imports/${this.importId}/rows`, { rows })).status, 200);
    }
    await this.ask('other', 'PUT', `/v1/rosters/${ROSTER}`);
    for (const username of this.markers.slice(0, MARKED / 2)) {
      await this.ask('other', 'PUT', `/v1/rosters/${ROSTER}/members/${username}`);
    }
  }

  async read(): Promise<void> {
    while (!this.isOver) {
      const username = pick(this.markers);
      const path = pick([
        `/v1/players/${username}`,
        `/v1/players/${username}/card`,
        `/v1/players/${username}/matches`,
        `/v1/players/${username}/analysis`,
        '/v1/matches?limit=50',
        '/v1/players?limit=100',
        `/v1/players?q=zoe`,
        `/v1/rosters/${ROSTER}/members?limit=100`,
        `/v1/rosters/${ROSTER}/leaderboard?limit=100`,
        '/v1/matches/sessions/night',
        `/v1/imports/${this.importId}/rows?limit=1000`,
        '/v1/audit?limit=100',
        '/v1/events?limit=100',
      ]);
      await this.ask(pick(['creator', 'other']), 'GET', path);
      this.counts.reads += 1;
    }
  }

  async submit(number: number): Promise<void> {
    for (let sent = 0; !this.isOver; sent += 1) {
      const seats = new Set<string>();
      while (seats.size < 4) seats.add(pick(this.markers));
      const match = {
        external_ref: `load-${number}-${sent}`,
        played_at: new Date(Date.now() - (sent % 5 === 0 ? DAY_MS : 0)).toISOString(),
        winning_team: sent % 2 === 0 ? 'A' : 'B',
        trust_tier: 'partner_attested',
        session_external_ref: 'night',
        participants: four(...seats),
      };
      const { status, text } = await this.ask(number % 2 === 0 ? 'creator' : 'other', 'POST', '/v1/matches', match);
      assert.ok(status === 201 || status === 422, text);
      this.counts[status === 201 ? 'submissions' : 'refused'] += 1;
    }
  }

  async amend(season: Season): Promise<void> {
    for (const amend = amender(() => this.url, season); !this.isOver; await sleep(AMEND_EVERY_MS)) {
      if (await amend()) this.counts.amendments += 1;
    }
  }

  /** @returns the number of erasures during a running or scheduled settlement */
  async erase(): Promise<number> {
    let settling = 0;
    for (const username of this.markers.slice(MARKED / 4, MARKED / 4 + ERASED)) {
      const { rating_status: status } = await settlement(this.url);
      const answer = await this.ask('creator', 'DELETE', `/v1/players/${username}`);
      assert.equal(answer.status, 204, answer.text);
      this.erased.set(username, Date.now());
      settling += Number(status === 'settling');
      await sleep(ERASE_EVERY_MS);
    }
    return settling;
  }

  /** All events of both partners as text. */
  async events(): Promise<string> {
    const texts: string[] = [];
    for (const by of ['creator', 'other'] as const) {
      for (let after = ''; ; ) {
        const { text } = await this.ask(by, 'GET', `/v1/events?limit=100${after}`);
        texts.push(text);
        const { data, pagination } = JSON.parse(text) as {
          data: { id: string }[];
          pagination: { has_more: boolean };
        };
        if (!pagination.has_more) break;
        after = `&after=${data.at(-1)?.id}`;
      }
    }
    return texts.join('\n');
  }
}

async function keyOf(url: string, name: string): Promise<string> {
  const partner = await asOperator(url, 'POST', '/partners', { name, plan: 'enterprise' });
  const scopes = ['write:matches', 'read:players', 'write:players', 'read:intelligence', 'manage:webhooks'];
  const issued = await asOperator(url, 'POST', `/partners/${partner.body['id']}/keys`, { scopes });
  return String(issued.body['key']);
}

/** Verifies the audit trail. @returns the number of entries */
async function verifyAudit(url: string): Promise<{ entries: number; erasures: number }> {
  const { body: started } = await asOperator(url, 'POST', '/tasks', { kind: 'audit' });
  for (;;) {
    const { body: task } = await asOperator(url, 'GET', `/tasks/${started['id']}`);
    if (task['ended_at'] === null) await sleep(100);
    else {
      const { entries, erasures, faults } = task['result'] as { entries: number; erasures: number; faults: unknown[] };
      assert.deepEqual(faults, []);
      return { entries, erasures };
    }
  }
}

/** The webhooks received by both partners. */
class Deliveries {
  readonly #receiver: Receiver;
  readonly #endpoints: readonly string[];
  readonly #world: World;
  readonly #since = new Date().toISOString();

  private constructor(receiver: Receiver, endpoints: readonly string[], world: World) {
    this.#receiver = receiver;
    this.#endpoints = endpoints;
    this.#world = world;
  }

  static async open(world: World): Promise<Deliveries> {
    const receiver = await Receiver.start();
    const endpoints: string[] = [];
    for (const by of ['creator', 'other'] as const) {
      const { status, text } = await world.ask(by, 'POST', '/v1/webhook-endpoints', { url: receiver.url });
      assert.equal(status, 201, text);
      endpoints.push((JSON.parse(text) as { id: string }).id);
    }
    return new Deliveries(receiver, endpoints, world);
  }

  /** Waits until no webhook has arrived for some seconds. */
  async #quiet(): Promise<void> {
    for (let before = -1; before !== this.#receiver.received.length; await sleep(4_000)) {
      before = this.#receiver.received.length;
    }
  }

  /** Checks the received webhooks and triggers all of them again. @returns their number, and the second ones as text */
  async end(): Promise<{ readonly count: number; readonly again: string }> {
    await this.#quiet();
    const first = this.#receiver.received.length;
    for (const { body, at } of this.#receiver.received) {
      const named = [...this.#world.erased].filter(
        ([marker, erasedAt]) => at > erasedAt + DELIVERED_WITHIN_MS && body.toLowerCase().includes(marker),
      );
      assert.deepEqual(named, [], `a webhook names who was erased: ${body.slice(0, 300)}`);
    }
    for (const [index, by] of (['creator', 'other'] as const).entries()) {
      const path = `/v1/webhook-endpoints/${this.#endpoints[index]}/replay`;
      assert.equal((await this.#world.ask(by, 'POST', path, { since: this.#since })).status, 202);
    }
    await this.#quiet();
    const again = this.#receiver.received.slice(first);
    assert.ok(first > 0 && again.length > 0);
    await this.#receiver.stop();
    return { count: this.#receiver.received.length, again: again.map(({ body }) => body).join('\n') };
  }
}

interface Outcome {
  readonly deliveries: { readonly count: number; readonly again: string };
  readonly world: World;
  readonly settling: number;
  readonly events: string;
  readonly matches: number;
  readonly audit: { entries: number; erasures: number };
}

async function drill(url: string): Promise<Outcome> {
  const world = new World(url, await keyOf(url, 'The creator'), await keyOf(url, 'Another'));
  await world.found();
  const newest = Date.now() - 2 * DAY_MS;
  const guests = world.markers;
  const season = await playSeason(url, { name: 'season', players: 20, guests, matches: AMENDED_MATCHES, newest });
  const deliveries = await Deliveries.open(world);
  const load = [
    ...Array.from({ length: READERS }, () => world.read()),
    ...Array.from({ length: SUBMITTERS }, (_, number) => world.submit(number)),
    world.amend(season),
  ];
  const all = Promise.all(load);
  await Promise.race([all, sleep(2_000)]);
  const settling = await Promise.race([world.erase(), all.then(() => assert.fail('the load ended early'))]);
  await Promise.race([all, sleep(2_000)]);
  world.isOver = true;
  await all;
  while ((await settlement(url)).rating_status !== 'settled') await sleep(200);
  return {
    world,
    settling,
    deliveries: await deliveries.end(),
    events: await world.events(),
    matches: await verify(url),
    audit: await verifyAudit(url),
  };
}

async function tried(settings: Readonly<Record<string, string>>, open: () => Promise<Database>): Promise<string> {
  const service = await startServiceProcess({
    environment: { OPERATOR_TOKEN, LOG_LEVEL: 'debug', RATE_LIMITS: 'off', WEBHOOK_ALLOW_PRIVATE: '1', ...settings },
  });
  let outcome: Outcome;
  try {
    outcome = await drill(service.url);
  } finally {
    await service.stop();
  }
  const { world, settling, deliveries, events, matches, audit } = outcome;
  const database = await open();
  const dump = await dumpOf(database).finally(() => database.close());
  const log = service.output();
  const traces = (text: string, markers: readonly string[]): number => {
    const searched = text.toLowerCase();
    return markers.filter((marker) => searched.includes(marker)).length;
  };
  const gone = [...world.erased.keys()];
  const living = world.markers.filter((marker) => !world.erased.has(marker));
  assert.equal(gone.length, ERASED);
  assert.equal(traces(dump, living), living.length, 'the search finds nobody');
  assert.equal(traces(events, living), living.length, 'the search finds nobody');
  const found = {
    tables: traces(dump, gone),
    log: traces(log, gone),
    events: traces(events, gone),
    webhooks: traces(deliveries.again, gone),
  };
  assert.deepEqual(found, { tables: 0, log: 0, events: 0, webhooks: 0 });
  assert.equal(audit.erasures, ERASED);
  const { reads, submissions, refused, amendments } = world.counts;
  return (
    `${ERASED} players erased, ${settling} of them while a settlement was under way, beside ${reads} reads, ${submissions} matches ` +
    `stored, ${refused} refused and ${amendments} amendments: no answer named a player who had been erased before it was asked for. ` +
    `Of ${gone.length} names, ${found.tables} in ${(dump.length / 1e6).toFixed(1)} MB of tables, ${found.log} in ` +
    `${(log.length / 1e6).toFixed(1)} MB of log, ${found.events} in ${(events.length / 1e6).toFixed(1)} MB of events, ${found.webhooks} in the ` +
    `${(deliveries.again.length / 1e6).toFixed(1)} MB of webhooks that were sent again (${deliveries.count} in all); all ` +
    `${living.length} others found. ratings verify: ${matches} matches, no difference; audit verify: ${audit.entries} entries and ` +
    `${audit.erasures} erasures, no fault`
  );
}

async function embedded(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-erasure-'));
  try {
    const directory = join(folder, 'data');
    return await tried({ DATA_DIR: directory }, () => openPglite({ directory: join(directory, 'database') }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function onPostgres(): Promise<string> {
  const server = await startPostgres();
  try {
    const { url } = await createDatabase({ server });
    return await tried({ DATABASE_URL: url }, async () => postgresDatabase({ url }));
  } finally {
    await server.stop();
  }
}

await printEach({ PostgreSQL: onPostgres, embedded });
