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
import { createDatabase, type PostgresServer, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { startServiceProcess } from '@bandeja/service/test/support/service-process';
import { readOptions } from '../bench/options.ts';
import { checkAll, Load, readiness, restartIfStopped } from './disk-load.ts';
import { OPERATOR_TOKEN, playSeason } from './season.ts';
import { until } from './until.ts';

const DISK_MB = 300;
const MB = 2 ** 20;
/** Free bytes in each round: from none to less than the next log segment. */
const LEFT = [0, 0, 8 * 1024, 300 * 1024, MB, 8 * MB, 15 * MB, 0];
/** Keeps PostgreSQL's log small, so that it does not take the whole disk. */
const POSTGRES_SETTINGS = { min_wal_size: '32MB', max_wal_size: '64MB' };
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
  await load.storesAgain(READY_WITHIN_MS);
  return { storedUntilFull, fullMs, readyMs, hasServerStopped };
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
    const load = new Load(() => url, season);
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
      `  ${load.acknowledged.size} matches acknowledged under load, none lost; ${load.refused} answers 503, ${load.unanswered} without an answer; ` +
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
