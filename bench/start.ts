/**
 * `npm run bench:start`: how long the service takes from its start until it is ready, and until its first 201.
 *
 * `node src/main.js` with the Node of `npm start`, as a process of its own; npm itself takes its time on top. The files
 * have been read before, so they come from the page cache. Cases are started in turn, round after round; figures are
 * medians. After the rounds, Node alone and Node with the service’s modules are timed, and one start a case is profiled, to
 * tell where the time goes. Prints its tables, keeps them in bench/out/start.json.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '../test/support/postgres.ts';
import { startArguments, startServiceProcess } from '../test/support/service-process.ts';
import { keep, print, tableOf, tell } from './figures.ts';
import { median } from './kernel/race.ts';
import { readOptions, SMOKE } from './options.ts';
import { post } from './settlement/load.ts';
import { casesOf, type StartCase } from './start/cases.ts';
import { type Share, sharesOf } from './start/profile.ts';

const HELP = `npm run bench:start -- [options]

  --rounds N     starts of each case, default 7
  --matches N    stored by each start before it is stopped or killed, default 1000
  --only TEXT    the cases whose name has this in it
  --smoke        one round with few matches, and no profile
`;

const values = readOptions(HELP, {
  rounds: { type: 'string', default: '7' },
  matches: { type: 'string', default: '1000' },
  only: { type: 'string', default: '' },
  smoke: SMOKE,
});
const rounds = values.smoke ? 1 : Number(values.rounds);
const PROFILE_SHARES = 6;

interface Start {
  readonly readyMs: number;
  readonly first201Ms: number;
  /** When the database was open and migrated and the port was listened on. */
  readonly listeningMs: number;
}

interface Row {
  readonly name: string;
  readonly aimMs: number | null;
  readonly starts: Start[];
  profile: Share[];
}

async function timeStart(one: StartCase, more: Readonly<Record<string, string>> = {}): Promise<Start> {
  const environment = await one.prepare();
  const startedAt = performance.now();
  const startedOn = Date.now();
  const service = await startServiceProcess({ environment: { ...environment, ...more } });
  try {
    const { key, path, body } = await one.firstRequest(service);
    const { status } = await post(service.url, key, path, body);
    if (status !== 201) throw new Error(`${one.name}: the first request was answered with ${status}`);
    const first201Ms = performance.now() - startedAt;
    const [, listeningOn] = /"time":(\d+)[^\n]*"Server listening/.exec(service.output()) ?? [];
    return { readyMs: service.readyAfterMs, first201Ms, listeningMs: Number(listeningOn) - startedOn };
  } finally {
    await one.end(service);
  }
}

async function profiled(one: StartCase): Promise<Share[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-profile-'));
  try {
    const options = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` };
    const { readyMs } = await timeStart(one, options);
    // The main thread’s; an embedded database has a thread of its own.
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.0.001.cpuprofile'));
    return file === undefined ? [] : sharesOf(join(folder, file), readyMs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ms of a process that only runs this, with what `npm start` gives to Node. */
async function timeScript(script: string): Promise<number> {
  const options = startArguments().slice(0, -1);
  const startedAt = performance.now();
  await promisify(execFile)(process.execPath, [...options, '--input-type=module', '--eval', script]);
  return performance.now() - startedAt;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
const medianOf = (starts: readonly Start[], of: (start: Start) => number): number => median(starts.map(of));

function show(rows: readonly Row[], nodeMs: number, modulesMs: number): void {
  const columns = ['ready', 'slowest', 'first 201', 'aim', 'Node', 'modules', 'database', 'the rest'];
  const table = tableOf(
    [{ title: 'seconds', width: 23 }, ...columns.map((title) => ({ title, width: 9 }))],
    rows.map(({ name, aimMs, starts }) => {
      const ready = medianOf(starts, ({ readyMs }) => readyMs);
      const listening = medianOf(starts, ({ listeningMs }) => listeningMs);
      return [
        name,
        seconds(ready),
        seconds(Math.max(...starts.map(({ readyMs }) => readyMs))),
        seconds(medianOf(starts, ({ first201Ms }) => first201Ms)),
        aimMs === null ? '' : `${seconds(aimMs)}${ready <= aimMs ? '' : ' !'}`,
        seconds(nodeMs),
        seconds(modulesMs - nodeMs),
        seconds(listening - modulesMs),
        seconds(ready - listening),
      ];
    }),
  );
  print(table);
  print(
    `\nmedians of ${rounds}; “database” is until it is open and migrated and the port is listened on, “the rest” until the first 200 of\n` +
      '/health/ready, with the demo where there is one; Node and modules were timed by themselves',
  );
  for (const { name, profile } of rows) {
    if (profile.length === 0) continue;
    const shares = profile.slice(0, PROFILE_SHARES).map(({ what, ms }) => `${what} ${ms.toFixed(0)}`);
    print(`  ${name}: main thread, ms of a profiled start: ${shares.join(', ')}`);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bandeja-start-'));
const server = await startPostgres();
try {
  const cases = casesOf(server, folder, values.smoke ? 20 : Number(values.matches)).filter(({ name }) =>
    name.includes(values.only),
  );
  const rows = cases.map(({ name, aimMs }): Row => ({ name, aimMs, starts: [], profile: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, one] of cases.entries()) {
      tell(`round ${round + 1}: ${one.name} …`);
      rows[index]?.starts.push(await timeStart(one));
    }
  }
  const service = new URL('../src/service.ts', import.meta.url).href;
  const cache = new URL('../node_modules/.cache/bandeja', import.meta.url).pathname;
  // As src/main.js does it.
  const load = `(await import('node:module')).enableCompileCache(${JSON.stringify(cache)}); await import(${JSON.stringify(service)})`;
  const nodeTimes: number[] = [];
  const moduleTimes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    nodeTimes.push(await timeScript('0'));
    moduleTimes.push(await timeScript(load));
  }
  for (const [index, one] of cases.entries()) {
    const row = rows[index];
    if (!values.smoke && row !== undefined) row.profile = await profiled(one);
  }
  show(rows, median(nodeTimes), median(moduleTimes));
  keep(values.smoke ? 'start-smoke' : 'start', { rounds, node_ms: nodeTimes, modules_ms: moduleTimes, rows });
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
