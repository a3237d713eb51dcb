/**
 * `npm run drill:clocks`: moves clocks. First that of one of two nodes over one PostgreSQL while both serve (clock-of-node.ts). Then it
 * moves clocks by a day, forward and back, during settlement and kills of nodes: on PostgreSQL the clock of the server, under two nodes
 * with two other clocks; on the embedded database, the clock of the service. After each step the settlement must finish in its usual
 * time. A verification at the end must find no difference. Needs Linux and gcc, which compiles clock.c.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asSuperuser, createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { type ServiceProcess, startServiceProcess } from '@bandeja/service/test/support/service-process';
import { readOptions } from '../bench/options.ts';
import { jumpOneNode } from './clock-of-node.ts';
import { compileClocks, MovedClock } from './moved-clock.ts';
import { amender, asOperator, DAY_MS, OPERATOR_TOKEN, playSeason, settlement } from './season.ts';
import { until } from './until.ts';

/** Enough that a run takes a second or more. */
const MATCHES = 10_000;
/** A lease of five seconds, the pause after the last run, a run, and the restart of a killed node. */
const SETTLED_WITHIN_MS = 60_000;

const HELP = `npm run drill:clocks -- [options]   (needs Linux and gcc)

  --only TEXT   one of the parts: "one of two nodes", "the server" or "embedded"
`;
const { only } = readOptions(HELP, { only: { type: 'string', default: '' } });

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const folder = mkdtempSync(join(tmpdir(), 'bandeja-clocks-'));
const library = compileClocks(folder);
const clockNamed = (name: string, offsetMs = 0): MovedClock => new MovedClock(library, join(folder, name), offsetMs);

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
  clocks: readonly MovedClock[],
  environment: Readonly<Record<string, string>>,
): Promise<Nodes & { stop(): Promise<void> }> {
  const start = async (clock: MovedClock) => ({
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

async function drill(nodes: Nodes, clock: MovedClock): Promise<string> {
  // Two days ago, so that no clock makes the last match a future one.
  const newest = Date.now() - 2 * DAY_MS;
  const season = await playSeason(nodes.asked().url, { name: 'clocks', players: 40, matches: MATCHES, newest });
  const amend = amender(() => nodes.asked().url, season);
  const settle = (): Promise<number> => until(() => isSettled(nodes.asked().url), SETTLED_WITHIN_MS, 'settled');
  await amend();
  const undisturbed = await settle();
  const waits: number[] = [];
  for (const { ms, when, kills } of steps) {
    // A large change is refused while the pause after the last one goes on.
    await until(amend, SETTLED_WITHIN_MS, 'amended');
    if (when === 'run') await until(() => isSettling(nodes.asked().url), SETTLED_WITHIN_MS, 'a run');
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
  const verified = await until(async () => (await read())['state'] === 'done', SETTLED_WITHIN_MS, 'verified');
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
  const clock = clockNamed('server');
  const server = await startPostgres({ environment: clock.environment });
  try {
    clock.step(DAY_MS);
    const [row] = await asSuperuser(server, 'select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
    assert.ok(Number(row?.['ms']) - Date.now() > DAY_MS / 2, 'the clock of the server does not move');
    clock.step(-DAY_MS);
    const { url } = await createDatabase({ server });
    const nodes = await startNodes([clockNamed('ahead', 40_000), clockNamed('behind', -40_000)], { DATABASE_URL: url });
    try {
      return await drill(nodes, clock);
    } finally {
      await nodes.stop();
    }
  } finally {
    await server.stop();
  }
}

async function onOneNode(): Promise<string> {
  const moved = clockNamed('moved');
  const server = await startPostgres();
  const { url } = await createDatabase({ server });
  const environment = { DATABASE_URL: url, OPERATOR_TOKEN, LOG_LEVEL: 'warn', WEBHOOK_ALLOW_PRIVATE: '1' };
  const nodes = [await startServiceProcess({ environment })];
  nodes.push(await startServiceProcess({ environment: { ...environment, ...moved.environment } }));
  try {
    return await jumpOneNode(nodes, moved);
  } catch (error) {
    process.stderr.write(nodes.map((node) => node.output().slice(-3_000)).join('\n'));
    throw error;
  } finally {
    await Promise.all(nodes.map((node) => node.kill()));
    await server.stop();
  }
}

async function embedded(): Promise<string> {
  const clock = clockNamed('embedded');
  const nodes = await startNodes([clock], { DATA_DIR: join(folder, 'data') });
  try {
    return await drill(nodes, clock);
  } finally {
    await nodes.stop();
  }
}

const common = { OPERATOR_TOKEN, LOG_LEVEL: 'fatal', RATE_LIMITS: 'off' };
try {
  const results: [string, string][] = [];
  for (const [name, run] of [
    ['PostgreSQL, one of two nodes', onOneNode],
    ['PostgreSQL, the server', onPostgres],
    ['embedded', embedded],
  ] as const) {
    if (!name.includes(only)) continue;
    print(`${name} …`);
    results.push([name, await run()]);
  }
  print('');
  for (const [name, result] of results) print(`${name}: ${result}`);
} finally {
  rmSync(folder, { recursive: true });
}
