/**
 * Flushes to the disk that fail under load, for the durability drill. A flush that fails also loses what it should have written. After
 * each fault the service must report it, recover, and have every acknowledged match, also after a power cut.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  asSuperuser,
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '@bandeja/postgres/test/support/postgres';
import { type ServiceProcess, startServiceProcess } from '@bandeja/service/test/support/service-process';
import { checkAll, Load, readiness, restartIfStopped } from './disk-load.ts';
import { OPERATOR_TOKEN, playSeason } from './season.ts';
import { until } from './until.ts';

/** `struct control` of flush.c: four numbers and 4,096 counters. */
const CONTROL_BYTES = 4 * (4 + 4_096);
const NUMBERS = ['toFail', 'sparesLog', 'failed', 'lost'] as const;
const ALL = 1_000_000;
const FAILED_WITHIN_MS = 60_000;
/** After a crash, a server first flushes each of its thousand files, which takes a while on a busy disk. */
const READY_WITHIN_MS = 180_000;
/**
 * After this a server is killed and started again, as an operator does. PostgreSQL 18.4 stays “in recovery mode” for ever if a flush
 * fails while it recovers from an earlier one: its postmaster ignores the end of the process that recovers.
 */
const HANGS_MS = 20_000;
/** How long the disk stays broken if all flushes fail. */
const BROKEN_MS = 3_000;

/** The numbers that the processes with flush.c have mapped into memory. They must be overwritten in place. */
class Flushes {
  readonly environment: Readonly<Record<string, string>>;
  readonly #file: number;

  constructor(folder: string) {
    const [library, control] = [join(folder, 'flush.so'), join(folder, 'control')];
    execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', library, join(import.meta.dirname, 'flush.c'), '-ldl']);
    writeFileSync(control, Buffer.alloc(CONTROL_BYTES));
    // PostgreSQL does not run as root, and this process may.
    chmodSync(folder, 0o755);
    chmodSync(control, 0o666);
    this.#file = openSync(control, 'r+');
    this.environment = { LD_PRELOAD: library, FLUSH_FILE: control };
  }

  get(name: (typeof NUMBERS)[number]): number {
    const bytes = Buffer.alloc(4);
    readSync(this.#file, bytes, 0, 4, 4 * NUMBERS.indexOf(name));
    return bytes.readInt32LE();
  }

  /** Makes the next flushes fail; 0 mends the disk. */
  fail(count: number, { sparesLog = false } = {}): void {
    const bytes = Buffer.alloc(8);
    bytes.writeInt32LE(count);
    bytes.writeInt32LE(Number(sparesLog), 4);
    writeSync(this.#file, bytes, 0, 8, 0);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** The service and its database, both running. */
interface Subject {
  service: ServiceProcess;
  /** Kills the database at once, as a power cut does, and starts it again. */
  powerCut(): Promise<void>;
  readonly server?: PostgresServer;
  /** How often the server had to be killed to recover. */
  hangs: number;
  /** The end of the server's log. */
  readonly log?: () => string;
}

interface Fault {
  readonly name: string;
  readonly count: number;
  readonly sparesLog?: boolean;
}

const FAULTS: readonly Fault[] = [
  { name: 'one', count: 1 },
  { name: 'three', count: 3 },
  { name: 'five', count: 5 },
  { name: 'all for 3 s', count: ALL },
];
/** Only a server has checkpoints that a drill can start. */
const CHECKPOINT: Fault = { name: 'one of a checkpoint', count: 1, sparesLog: true };

/** @returns ms until the service was ready and stored again */
async function play(fault: Fault, subject: Subject, flushes: Flushes, load: Load): Promise<number> {
  const { service, server } = subject;
  const failedBefore = flushes.get('failed');
  const refusedBefore = load.refused + load.unanswered;
  const from = performance.now();
  flushes.fail(fault.count, fault);
  if (fault.sparesLog === true && server !== undefined) await asSuperuser(server, 'checkpoint').catch(() => {});
  await until(async () => flushes.get('failed') > failedBefore, FAILED_WITHIN_MS, 'a flush fails');
  if (fault.count === ALL) {
    await until(async () => (await readiness(service.url)).status === 503, FAILED_WITHIN_MS, 'not ready');
    const before = load.acknowledged.size;
    await sleep(BROKEN_MS);
    assert.equal(load.acknowledged.size, before, 'matches were acknowledged whose flush failed');
    assert.equal((await readiness(service.url)).status, 503);
    flushes.fail(0);
  }
  let triesUntil = performance.now() + HANGS_MS;
  await until(
    async () => {
      if (server !== undefined) await restartIfStopped(server);
      if (server !== undefined && performance.now() > triesUntil) {
        await subject.powerCut();
        subject.hangs += 1;
        triesUntil = performance.now() + HANGS_MS;
      }
      return flushes.get('toFail') === 0 && (await readiness(service.url)).status === 200;
    },
    READY_WITHIN_MS,
    'ready again',
  );
  await load.storesAgain(READY_WITHIN_MS);
  assert.ok(load.refused + load.unanswered > refusedBefore, 'no request noticed the fault');
  return performance.now() - from;
}

async function drill(subject: Subject, flushes: Flushes, rounds: number): Promise<string> {
  const season = await playSeason(subject.service.url, {
    name: 'flush',
    players: 16,
    matches: 100,
    newest: Date.now() - 1_000,
  });
  const load = new Load(() => subject.service.url, season);
  const faults = subject.server === undefined ? FAULTS : [...FAULTS, CHECKPOINT];
  const longest = new Map<string, number>();
  let cuts = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const fault = faults[round % faults.length] ?? assert.fail();
      await sleep(200 + Math.random() * 800);
      const ms = await play(fault, subject, flushes, load);
      longest.set(fault.name, Math.max(ms, longest.get(fault.name) ?? 0));
      if (Math.floor(round / faults.length) % 2 === 1) continue;
      await subject.powerCut();
      await load.storesAgain(READY_WITHIN_MS);
      cuts += 1;
    }
    await load.stop();
    await subject.powerCut();
    const stored = await checkAll(subject.service.url, season.key, load);
    const times = [...longest].map(([name, ms]) => `${name} ${(ms / 1_000).toFixed(1)} s`).join(', ');
    return (
      `${rounds} faults, ${flushes.get('failed')} failed flushes that lost ${flushes.get('lost')} writes, ${cuts + 1} power cuts: ` +
      `${load.acknowledged.size} matches acknowledged, none lost; ${load.refused} answers 503, ${load.unanswered} without an answer; ` +
      `${stored} stored, ratings and audit trail verified; ${subject.hangs} times the server hung and was killed; longest until it stored again: ${times}`
    );
  } catch (error) {
    const state = NUMBERS.map((name) => `${name} ${flushes.get(name)}`).join(', ');
    process.stderr.write(`${subject.service.output().slice(-5_000)}\n${subject.log?.() ?? ''}\n${state}\n`);
    throw error;
  }
}

const startService = (environment: Readonly<Record<string, string>>): Promise<ServiceProcess> =>
  startServiceProcess({ environment: { OPERATOR_TOKEN, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...environment } });

async function embedded(folder: string, flushes: Flushes, rounds: number): Promise<string> {
  const start = (): Promise<ServiceProcess> => startService({ DATA_DIR: join(folder, 'data'), ...flushes.environment });
  const subject: Subject = {
    service: await start(),
    hangs: 0,
    powerCut: async () => {
      await subject.service.kill();
      subject.service = await start();
    },
  };
  try {
    return await drill(subject, flushes, rounds);
  } finally {
    await subject.service.kill();
  }
}

async function onPostgres(folder: string, flushes: Flushes, rounds: number): Promise<string> {
  const log = join(folder, 'postgres.log');
  const server = await startPostgres({ environment: flushes.environment, log });
  try {
    const { url } = await createDatabase({ server });
    const service = await startService({ DATABASE_URL: url });
    const powerCut = async (): Promise<void> => {
      await server.crash();
      await server.restart();
    };
    try {
      return await drill(
        { service, server, powerCut, hangs: 0, log: () => readFileSync(log, 'utf8').slice(-5_000) },
        flushes,
        rounds,
      );
    } finally {
      await service.kill();
    }
  } finally {
    await server.stop();
  }
}

/** Makes flushes fail, on both databases. @returns a line of figures for each */
export async function failFlushes(rounds: number): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, run] of [
    ['embedded', embedded],
    ['PostgreSQL', onPostgres],
  ] as const) {
    process.stderr.write(`flushes that fail: ${name} …\n`);
    const folder = mkdtempSync(join(tmpdir(), 'bandeja-flush-'));
    const flushes = new Flushes(folder);
    try {
      lines.push(`${name}: ${await run(folder, flushes, rounds)}`);
    } finally {
      flushes.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return lines;
}
