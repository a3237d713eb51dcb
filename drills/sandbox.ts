/**
 * `npm run drill:sandbox`: live matches and two busy sandboxes at once, on both engines. All use the same references and usernames;
 * display names, venue labels and rosters identify the world. A third sandbox is filled and cleared repeatedly, and clocks are
 * moved.
 *
 * Afterwards it searches every row of every schema for data of another world, and compares the ratings of each world, bit for bit,
 * with those of a separate service that received the same matches. `--seconds N` sets the time of each phase (20).
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from '@bandeja/postgres/database';
import { openPglite } from '@bandeja/postgres/pglite';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { createDatabase, type PostgresServer, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { startServiceProcess } from '@bandeja/service/test/support/service-process';
import { asOperator, OPERATOR_TOKEN } from './season.ts';
import { aloneBits, searchSchemas, settleAll, worldBits } from './worlds.ts';
import { type DrillWorld, fillAndClear, load, moveClocks, openWorld } from './worlds-load.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
const PHASE_MS = Number(values.seconds) * 1_000;
/** Concurrent submissions of live keys, and of the test keys of each sandbox. */
const LIVE_AT_ONCE = 16;
const SANDBOX_AT_ONCE = 4;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface Engine {
  readonly environment: Readonly<Record<string, string>>;
  /** The database after the service has stopped. */
  open(): Promise<Database>;
}

const perSecond = (count: number): number => Math.round(count / (PHASE_MS / 1_000));

async function partnerWith(url: string, modes: readonly ('live' | 'test')[]) {
  const { body } = await asOperator(url, 'POST', '/partners', { name: 'Drill', plan: 'enterprise' });
  const keys = modes.map(async (mode) => {
    const scopes = ['write:matches', 'read:players', 'write:players'];
    return String((await asOperator(url, 'POST', `/partners/${body['id']}/keys`, { scopes, mode })).body['key']);
  });
  return { id: String(body['id']), keys: await Promise.all(keys) };
}

async function drill({ environment, open }: Engine, reference: PostgresServer): Promise<string> {
  const service = await startServiceProcess({
    environment: { OPERATOR_TOKEN, LOG_LEVEL: 'fatal', RATE_LIMITS: 'off', ...environment },
  });
  const worlds: DrillWorld[] = [];
  let figures = '';
  try {
    const { url } = service;
    const [one, two, third] = [
      await partnerWith(url, ['live', 'test']),
      await partnerWith(url, ['test']),
      await partnerWith(url, ['test']),
    ];
    const [liveKey = '', testKey = ''] = one.keys;
    const live = await openWorld(url, { name: 'markerlive', partnerId: one.id, key: liveKey, mode: 'live' });
    const sandboxes = [
      await openWorld(url, { name: 'markerone', partnerId: one.id, key: testKey, mode: 'test' }),
      await openWorld(url, { name: 'markertwo', partnerId: two.id, key: two.keys[0] ?? '', mode: 'test' }),
    ];
    worlds.push(live, ...sandboxes);
    print('  live alone …');
    const alone = await load(url, [{ world: live, atOnce: LIVE_AT_ONCE }], PHASE_MS);
    print('  live beside three sandboxes …');
    const until = performance.now() + PHASE_MS;
    const [beside, clears, moves] = await Promise.all([
      load(
        url,
        [{ world: live, atOnce: LIVE_AT_ONCE }, ...sandboxes.map((world) => ({ world, atOnce: SANDBOX_AT_ONCE }))],
        PHASE_MS,
      ),
      fillAndClear(url, third.keys[0] ?? '', until),
      moveClocks(url, sandboxes, until),
    ]);
    const [inLive = 0, ...inSandboxes] = beside;
    figures =
      `live ${perSecond(alone[0] ?? 0)} matches a second alone and ${perSecond(inLive)} beside sandboxes, which took ` +
      `${inSandboxes.map(perSecond).join(' and ')} and ${clears} clears; ${moves} moves of clocks`;
  } finally {
    await service.stop();
  }
  const database = await open();
  try {
    const schemas = await settleAll(database, worlds);
    const { rows, foreign } = await searchSchemas(database, schemas);
    assert.deepEqual(foreign, [], 'a world contains data of another');
    let compared = 0;
    for (const [index, world] of worlds.entries()) {
      const own = await worldBits(schemas[index]?.database ?? assert.fail());
      const alone = await aloneBits(reference, world);
      assert.equal(own.size, alone.size);
      for (const [name, bits] of own) assert.equal(bits, alone.get(name), `${world.name}: ${name}`);
      compared += own.size;
    }
    const matches = worlds.reduce((sum, world) => sum + world.acknowledged.length, 0);
    return (
      `${figures}; ${matches} matches acknowledged; ${rows} rows of ${schemas.length} schemas searched: 0 with anything of another ` +
      `world; ${compared} ratings and rated matches have the same bits as in a separate service`
    );
  } finally {
    await database.close();
  }
}

async function embedded(server: PostgresServer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-sandbox-'));
  const data = join(folder, 'data');
  try {
    return await drill(
      { environment: { DATA_DIR: data }, open: () => openPglite({ directory: join(data, 'database') }) },
      server,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function onPostgres(server: PostgresServer): Promise<string> {
  const { url } = await createDatabase({ server });
  return drill({ environment: { DATABASE_URL: url }, open: async () => postgresDatabase({ url }) }, server);
}

const server = await startPostgres();
try {
  const results: [string, string][] = [];
  for (const [name, run] of [
    ['PostgreSQL', onPostgres],
    ['embedded', embedded],
  ] as const) {
    print(`${name} …`);
    results.push([name, await run(server)]);
  }
  print('');
  for (const [name, result] of results) print(`${name}: ${result}`);
} finally {
  await server.stop();
}
