/**
 * `npm run drill:full-disk`: fills the disk of the database during writes and frees it, twice, with the embedded database and with
 * PostgreSQL. The service must report the full disk, continue without a restart when there is space, and lose no acknowledged
 * match. The disk is a file system in memory that only the drill sees. Needs Linux, but no privileges.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  asSuperuser,
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '@bandeja/postgres/test/support/postgres';
import { aMatch, four } from '@bandeja/service/test/support/matches';
import { startServiceProcess } from '@bandeja/service/test/support/service-process';
import { readOptions } from '../bench/options.ts';
import { asOperator, call, OPERATOR_TOKEN, playSeason, type Season, settlement, verify } from './season.ts';

const DISK_MB = 300;
const MB = 2 ** 20;
/** Free bytes in each round: from none to less than the next log segment. */
const LEFT = [0, 0, 8 * 1024, 300 * 1024, MB, 8 * MB, 15 * MB, 0];
/** Keeps PostgreSQL's log small, so that it does not take the whole disk. */
const POSTGRES_SETTINGS = { min_wal_size: '32MB', max_wal_size: '64MB' };
const WRITERS = 8;
const LATE_EVERY = 50;
const LATE_MS = 10 * 60_000;
const FULL_WITHIN_MS = 60_000;
const READY_WITHIN_MS = 30_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** A file that fills the disk. */
class Filler {
  readonly #file: number;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = openSync(join(folder, 'filler'), 'w');
  }

  /** Fills the disk except for `left` bytes. */
  fill(left: number): void {
    const { bavail, bsize } = statfsSync(this.#folder);
    const block = Buffer.alloc(64 * 1024, 1);
    try {
      for (let missing = bavail * bsize - left; missing > 0; missing -= block.length) {
        writeSync(this.#file, block, 0, Math.min(block.length, missing));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  free(): void {
    ftruncateSync(this.#file, 0);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Submits matches until it is stopped. Some are late, so that the settler writes, too. */
class Load {
  readonly acknowledged = new Set<string>();
  refused = 0;
  #isOver = false;
  readonly #writers: Promise<void>[];

  constructor(url: string, { key, usernames }: Season) {
    this.#writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let number = 0; !this.#isOver; number += 1) {
        const seats = [0, 1, 2, 3].map((seat) => usernames[(writer + 3 * seat + number) % usernames.length] ?? '');
        const match = aMatch({
          external_ref: `load-${writer}-${number}`,
          played_at: new Date(Date.now() - (number % LATE_EVERY === 1 ? LATE_MS : 0)).toISOString(),
          participants: four(...seats),
          venue_label: 'A court in a hall with a long name, so that rows take some room on the disk',
        });
        await this.#submit(url, key, match);
      }
    });
  }

  async #submit(url: string, key: string, match: ReturnType<typeof aMatch>): Promise<void> {
    for (;;) {
      const { status, body } = await call(url, key, 'POST', '/v1/matches', match);
      // If an acknowledgement is lost, the retry finds the match stored.
      if (status === 201 || (status === 409 && body['code'] === 'duplicate_external_ref')) {
        this.acknowledged.add(match.external_ref);
        return;
      }
      assert.deepEqual([status, body['code']], [503, 'not_ready'], JSON.stringify(body));
      this.refused += 1;
      await sleep(100);
    }
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

async function readiness(url: string): Promise<Readiness> {
  const answer = await fetch(`${url}/health/ready`);
  return { ...((await answer.json()) as object), status: answer.status };
}

async function until(condition: () => Promise<boolean>, withinMs: number, what: string): Promise<number> {
  const from = performance.now();
  while (!(await condition())) {
    assert.ok(performance.now() - from < withinMs, `${what} within ${withinMs} ms`);
    await sleep(20);
  }
  return Math.round(performance.now() - from);
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

/** Restarts the server if the full disk stopped it, like a supervisor. @returns whether it had stopped */
async function restartIfStopped(server: PostgresServer): Promise<boolean> {
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

interface Round {
  readonly storedUntilFull: number;
  readonly fullMs: number;
  readonly readyMs: number;
  readonly hasServerStopped: boolean;
}

async function round(url: string, load: Load, filler: Filler, left: number, server?: PostgresServer): Promise<Round> {
  const before = load.acknowledged.size;
  filler.fill(left);
  // The load uses up the remaining space.
  const fullMs = await until(async () => (await readiness(url)).status === 503, FULL_WITHIN_MS, 'not ready');
  const { detail } = await readiness(url);
  assert.match(detail ?? '', /disk of the database is full.* without a restart/);
  const storedUntilFull = load.acknowledged.size - before;
  await sleep(3_000);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  assert.match(metrics, /^bandeja_ready 0$/m, 'ready on a full disk');
  assert.match(metrics, /^bandeja_database_disk_full 1$/m);
  assert.equal((await fetch(`${url}/health/live`)).status, 200);
  filler.free();
  const hasServerStopped = server !== undefined && (await restartIfStopped(server));
  const readyMs = await until(async () => (await readiness(url)).status === 200, READY_WITHIN_MS, 'ready again');
  const acknowledged = load.acknowledged.size;
  await until(async () => load.acknowledged.size > acknowledged + WRITERS, READY_WITHIN_MS, 'matches are stored again');
  return { storedUntilFull, fullMs, readyMs, hasServerStopped };
}

/** Checks acknowledged matches, ratings and the audit trail. @returns the number of stored matches */
async function checkAll(url: string, key: string, load: Load): Promise<number> {
  const stored = await storedMatches(url, key);
  const lost = [...load.acknowledged].filter((ref) => !stored.has(ref));
  assert.deepEqual(lost, [], 'matches that were acknowledged are lost');
  await until(async () => (await settlement(url)).rating_status === 'settled', 120_000, 'ratings are settled');
  assert.equal(await verify(url), stored.size);
  const { body: started } = await asOperator(url, 'POST', '/tasks', { kind: 'audit' });
  let task: Record<string, unknown> = {};
  await until(
    async () => {
      task = (await asOperator(url, 'GET', `/tasks/${started['id']}`)).body;
      return task['ended_at'] !== null;
    },
    120_000,
    'the audit ends',
  );
  assert.deepEqual((task['result'] as { faults: unknown[] } | null)?.faults, [], JSON.stringify(task));
  return stored.size;
}

/** Fills and frees the disk under load. @returns lines with figures */
async function fillAndFree(
  filler: Filler,
  database: Readonly<Record<string, string>>,
  server?: PostgresServer,
): Promise<string[]> {
  const lines: string[] = [];
  const service = await startServiceProcess({
    environment: { OPERATOR_TOKEN, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...database },
  });
  const { url } = service;
  try {
    const season = await playSeason(url, { name: 'full', players: 16, matches: 100, newest: Date.now() - 1_000 });
    const load = new Load(url, season);
    for (const left of LEFT) {
      const { storedUntilFull, fullMs, readyMs, hasServerStopped } = await round(url, load, filler, left, server);
      lines.push(
        `  ${Math.round(left / 1024)} KB left: not ready after ${fullMs} ms and ${storedUntilFull} matches more; ` +
          `ready ${readyMs} ms after ${hasServerStopped ? 'the server was started again' : 'there was room'}`,
      );
    }
    await load.stop();
    const stored = await checkAll(url, season.key, load);
    lines.push(
      `  ${load.acknowledged.size} matches acknowledged under load, none lost; ${load.refused} answers 503; ` +
        `${stored} stored, ratings and audit trail verified; one process of the service, not restarted`,
    );
    return lines;
  } catch (error) {
    print([...lines, service.output().slice(-5_000)].join('\n'));
    throw error;
  } finally {
    await service.stop();
  }
}

/** A start on a full disk must report the reason, and work when there is space. */
async function checkStarts(disk: string, filler: Filler): Promise<void> {
  for (const [directory, left] of [
    ['data', 0],
    ['new', 0],
    ['new', 5 * MB],
    ['new', 20 * MB],
  ] as const) {
    const environment = { OPERATOR_TOKEN, LOG_LEVEL: 'warn', DATA_DIR: join(disk, directory) };
    filler.fill(left);
    await assert.rejects(startServiceProcess({ environment }), (error: Error) => {
      assert.match(error.message, /disk(?: is full)?: free some space, and start again/);
      assert.doesNotMatch(error.message, /backup/);
      return true;
    });
    filler.free();
    if (directory === 'data') await (await startServiceProcess({ environment })).stop();
  }
  await (await startServiceProcess({ environment: { OPERATOR_TOKEN, DATA_DIR: join(disk, 'new') } })).stop();
}

async function drill(disk: string): Promise<void> {
  const filler = new Filler(disk);
  print('embedded database …');
  const embedded = await fillAndFree(filler, { DATA_DIR: join(disk, 'data') });
  await checkStarts(disk, filler);
  for (const directory of ['data', 'new']) rmSync(join(disk, directory), { recursive: true });
  print('PostgreSQL …');
  const server = await startPostgres({ folder: disk, settings: POSTGRES_SETTINGS });
  try {
    const { url } = await createDatabase({ server });
    const postgres = await fillAndFree(filler, { DATABASE_URL: url }, server);
    print(['', 'Embedded database', ...embedded].join('\n'));
    print('  4 starts on a full disk reported it; with free space it started');
    print(['PostgreSQL', ...postgres].join('\n'));
  } finally {
    await server.stop();
    filler.close();
  }
}

/**
 * Runs this file again with a private disk. The user namespace that may mount has the user as root, but PostgreSQL refuses to run
 * as root. So a second namespace inside it restores the user.
 */
function runWithDisk(): void {
  const disk = mkdtempSync(join(tmpdir(), 'bandeja-full-disk-'));
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  const isRoot = user === 0;
  const mount = `mount -t tmpfs -o size=${DISK_MB}m tmpfs "$1"`;
  const asUser = isRoot ? '' : `unshare --user --map-user=${user} --map-group=${group}`;
  const { status } = spawnSync(
    'unshare',
    [
      ...(isRoot ? [] : ['--user', '--map-root-user']),
      ...['--mount', 'sh', '-c', `${mount} && exec ${asUser} "$2" "$3" --inside "$1"`, 'sh'],
      ...[disk, process.execPath, import.meta.filename],
    ],
    { stdio: 'inherit' },
  );
  rmSync(disk, { recursive: true });
  process.exitCode = status ?? 1;
}

const HELP = 'npm run drill:full-disk\n';
/** Marks the process that has the disk. */
const { inside } = readOptions(HELP, { inside: { type: 'string' } });
if (inside === undefined) runWithDisk();
else await drill(inside);
