/**
 * `npm run drill:clocks`: moves clocks by a day, forward and back, during settlement and kills of nodes. On PostgreSQL it moves the
 * clock of the server, under two nodes with two other clocks; on the embedded database, the clock of the service. After each step
 * the settlement must finish in its usual time. A verification at the end must find no difference. Needs Linux and gcc, which
 * compiles clock.c.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { type ServiceProcess, startServiceProcess } from '@bandeja/service/test/support/service-process';
import { amender, asOperator, DAY_MS, OPERATOR_TOKEN, playSeason, settlement } from './season.ts';

/** Enough that a run takes a second or more. */
const MATCHES = 10_000;
/** A lease of five seconds, the pause after the last run, a run, and the restart of a killed node. */
const SETTLED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const folder = mkdtempSync(join(tmpdir(), 'bandeja-clocks-'));
const library = join(folder, 'clock.so');

/** The clock of the processes that are started with {@link Clock.environment}. */
class Clock {
  readonly #file: string;
  #offsetMs: number;

  constructor(name: string, offsetMs = 0) {
    this.#file = join(folder, name);
    this.#offsetMs = offsetMs;
    writeFileSync(this.#file, '');
    this.step(0);
  }

  get environment(): Record<string, string> {
    return { LD_PRELOAD: library, CLOCK_FILE: this.#file };
  }

  step(ms: number): void {
    this.#offsetMs += ms;
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(this.#offsetMs));
    // The processes have mapped this file into memory, so it must be overwritten in place.
    writeFileSync(this.#file, bytes, { flag: 'r+' });
  }
}

async function until(isThere: () => Promise<boolean>, what: string): Promise<number> {
  const startedAt = performance.now();
  while (!(await isThere())) {
    assert.ok(performance.now() - startedAt < SETTLED_WITHIN_MS, `${what} within ${SETTLED_WITHIN_MS} ms`);
    await sleep(LOOK_EVERY_MS);
  }
  return performance.now() - startedAt;
}

const isSettling = async (url: string): Promise<boolean> => (await settlement(url)).rating_status === 'settling';
const isSettled = async (url: string): Promise<boolean> => (await settlement(url)).rating_status === 'settled';

/** One step of a clock, during the settlement run of an amendment or the pause after it. */
interface Step {
  readonly ms: number;
  readonly when: 'run' | 'pause';
  readonly kills: boolean;
}

const steps: readonly Step[] = [DAY_MS, -DAY_MS, -DAY_MS, DAY_MS].flatMap((ms) =>
  (['run', 'pause'] as const).flatMap((when) => [false, true].map((kills) => ({ ms, when, kills }))),
);

/** The nodes of a drill. A single node has both roles. */
interface Nodes {
  /** The node that receives requests. */
  asked(): ServiceProcess;
  /** Kills a node and starts it again. */
  killOne(): Promise<void>;
}

/** Nodes with these clocks. The one that has run longest is killed first. */
async function startNodes(
  clocks: readonly Clock[],
  environment: Readonly<Record<string, string>>,
): Promise<Nodes & { stop(): Promise<void> }> {
  const start = async (clock: Clock) => ({
    clock,
    service: await startServiceProcess({ environment: { ...environment, ...common, ...clock.environment } }),
  });
  const nodes: Awaited<ReturnType<typeof start>>[] = [];
  for (const clock of clocks) nodes.push(await start(clock));
  return {
    asked: () => nodes.at(-1)?.service ?? assert.fail(),
    killOne: async () => {
      const { clock, service } = nodes.shift() ?? assert.fail();
      await service.kill();
      nodes.push(await start(clock));
    },
    stop: async () => void (await Promise.all(nodes.map(({ service }) => service.kill()))),
  };
}

async function drill(nodes: Nodes, clock: Clock): Promise<string> {
  // Two days ago, so that no clock makes the last match a future one.
  const newest = Date.now() - 2 * DAY_MS;
  const season = await playSeason(nodes.asked().url, { name: 'clocks', players: 40, matches: MATCHES, newest });
  const amend = amender(() => nodes.asked().url, season);
  const settle = (): Promise<number> => until(() => isSettled(nodes.asked().url), 'settled');
  await amend();
  const undisturbed = await settle();
  const waits: number[] = [];
  for (const { ms, when, kills } of steps) {
    await amend();
    if (when === 'run') await until(() => isSettling(nodes.asked().url), 'a run');
    clock.step(ms);
    if (kills) await nodes.killOne();
    waits.push(await settle());
  }
  const task = await asOperator(nodes.asked().url, 'POST', '/tasks', { kind: 'verify' });
  assert.equal(task.status, 202, JSON.stringify(task.body));
  clock.step(DAY_MS);
  await nodes.killOne();
  const read = async (): Promise<Record<string, unknown>> =>
    (await asOperator(nodes.asked().url, 'GET', `/tasks/${task.body['id']}`)).body;
  const verified = await until(async () => (await read())['state'] === 'done', 'verified');
  const { matches, differences } = (await read())['result'] as { matches: number; differences: number };
  assert.deepEqual([matches, differences], [MATCHES, 0]);
  const seconds = (some: number): string => `${(some / 1000).toFixed(1)} s`;
  return (
    `${steps.length} steps of a day, ${steps.filter(({ kills }) => kills).length} of them with a kill: settled after at most ` +
    `${seconds(Math.max(...waits))} (with the pause; ${seconds(undisturbed)} without step and pause); a verification whose node was killed ` +
    `ended after ${seconds(verified)}: ${matches} matches, no difference`
  );
}

async function onPostgres(): Promise<string> {
  const clock = new Clock('server');
  // The server inherits the environment of this process.
  Object.assign(process.env, clock.environment);
  const server = await startPostgres();
  for (const name of Object.keys(clock.environment)) delete process.env[name];
  try {
    const { url } = await createDatabase({ server });
    const nodes = await startNodes([new Clock('ahead', 40_000), new Clock('behind', -40_000)], { DATABASE_URL: url });
    try {
      return await drill(nodes, clock);
    } finally {
      await nodes.stop();
    }
  } finally {
    await server.stop();
  }
}

async function embedded(): Promise<string> {
  const clock = new Clock('embedded');
  const nodes = await startNodes([clock], { DATA_DIR: join(folder, 'data') });
  try {
    return await drill(nodes, clock);
  } finally {
    await nodes.stop();
  }
}

const common = { OPERATOR_TOKEN, LOG_LEVEL: 'fatal', RATE_LIMITS: 'off' };
const source = join(import.meta.dirname, 'clock.c');
try {
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  const results: [string, string][] = [];
  for (const [name, run] of [
    ['PostgreSQL, two nodes', onPostgres],
    ['embedded', embedded],
  ] as const) {
    print(`${name} …`);
    results.push([name, await run()]);
  }
  print('');
  for (const [name, result] of results) print(`${name}: ${result}`);
} finally {
  rmSync(folder, { recursive: true });
}
