/**
 * `npm run drill:restarts`: two processes over one PostgreSQL behind each proxy of `ops/proxy`, with clients that never retry. The
 * processes restart one after the other, and once more with another migration. No request may fail, and none may be lost or doubled.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createDatabase, type PostgresServer, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { storedRefs } from '@bandeja/service/test/support/crash-run';
import { four } from '@bandeja/service/test/support/matches';
import { type ServiceProcess, startServiceProcess } from '@bandeja/service/test/support/service-process';
import { print, printProgress, tableOf } from '../bench/figures.ts';
import { namesOf, readOptions } from '../bench/options.ts';
import { THIS_CHECKOUT } from '../bench/subject.ts';
import {
  ask,
  checkRules,
  freePorts,
  PROXIES,
  type ProxyName,
  type RunningProxy,
  startProxy,
  versionOf,
} from './restarts-proxies.ts';
import { OPERATOR_TOKEN, playSeason, type Season, verify } from './season.ts';

const HELP = `npm run drill:restarts -- [options]   (needs nginx, Caddy and HAProxy)

  --proxies LIST  default: ${PROXIES.join(',')}
  --requests N    minimum of submissions, and of reads, in each run; default 1000
  --rate N        of each kind a second, default 50
  --rounds N      how often the processes restart in a run, default 2
  --drain S       DRAIN_SECONDS, default 5
  --checkout DIR  the checkout whose service and proxy files are tried, with node_modules; default: this one
`;

const values = readOptions(HELP, {
  proxies: { type: 'string' },
  requests: { type: 'string', default: '1000' },
  rate: { type: 'string', default: '50' },
  rounds: { type: 'string', default: '2' },
  drain: { type: 'string', default: '5' },
  checkout: { type: 'string', default: THIS_CHECKOUT },
});
const checkout = resolve(values.checkout);
const requests = Number(values.requests);

const NODES = 2;
const PLAYERS = 24;
const CLIENTS = 8;
const MINUTE_MS = 60_000;
/** As the docs show: the proxies need a moment to notice that a process is ready. */
const NOTICE_MS = 3_000;

/** A version of the service. */
interface Version {
  readonly nodeOptions: readonly string[];
}

const CURRENT: Version = { nodeOptions: [] };

/** The checkout's service with one more migration, which changes tables that are read and written all the time. */
function withMigration(folder: string): Version {
  const service = join(checkout, 'packages/service');
  const migrations = join(folder, 'migrations');
  cpSync(join(service, 'migrations'), migrations, { recursive: true });
  writeFileSync(
    join(migrations, '0002_drill.sql'),
    'alter table matches add column drill text;\nalter table players add column drill text;\n',
  );
  const original = join(service, 'src/migrations.ts');
  const changed = readFileSync(original, 'utf8').replace(/fileURLToPath\(.*\)/, JSON.stringify(migrations));
  const copy = join(folder, 'migrations.ts');
  writeFileSync(copy, changed);
  const copies = new URLSearchParams([[pathToFileURL(original).href, pathToFileURL(copy).href]]);
  return { nodeOptions: ['--import', new URL(`changed-source.ts?${copies}`, import.meta.url).href] };
}

/** The processes, each on its port. */
class Nodes {
  restarts = 0;
  readonly ports: readonly number[];
  readonly #databaseUrl: string;
  readonly #running: ServiceProcess[] = [];

  constructor(ports: readonly number[], databaseUrl: string) {
    this.ports = ports;
    this.#databaseUrl = databaseUrl;
  }

  get url(): string {
    return this.#running[0]?.url ?? assert.fail('no process runs');
  }

  async start(version: Version): Promise<void> {
    for (const index of this.ports.keys()) await this.#start(index, version);
  }

  /** One after the other, as the docs show. */
  async restart(version: Version): Promise<void> {
    for (const [index, node] of [...this.#running.entries()]) {
      assert.equal(await node.stop(), 0, node.output());
      await this.#start(index, version);
      this.restarts += 1;
      await sleep(NOTICE_MS);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((node) => node.kill()));
  }

  async #start(index: number, { nodeOptions }: Version): Promise<void> {
    this.#running[index] = await startServiceProcess({
      checkout,
      nodeOptions,
      environment: {
        OPERATOR_TOKEN,
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'off',
        DATABASE_URL: this.#databaseUrl,
        PORT: String(this.ports[index]),
        DRAIN_SECONDS: values.drain,
      },
    });
  }
}

interface Row {
  readonly proxy: string;
  readonly run: string;
  readonly restarts: number;
  readonly submissions: number;
  readonly reads: number;
  readonly errors: ReadonlyMap<string, number>;
  readonly slowestMs: number;
}

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

/** Submissions and reads at a constant rate, none of which is repeated. */
class Load {
  readonly acknowledged = new Set<string>();
  readonly errors = new Map<string, number>();
  reads = 0;
  slowestMs = 0;
  readonly #agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  readonly #proxy: RunningProxy;
  readonly #season: Season;
  readonly #run: string;
  readonly #stopped = new AbortController();
  readonly #clients: Promise<void>[];

  constructor(proxy: RunningProxy, season: Season, run: string) {
    this.#proxy = proxy;
    this.#season = season;
    this.#run = run;
    this.#clients = Array.from({ length: CLIENTS }, (_, client) => [
      this.#repeat(client, (number) => this.#submit(number)),
      this.#repeat(client, (number) => this.#read(number)),
    ]).flat();
  }

  /** Goes on until there are enough requests of both kinds. */
  async end(): Promise<void> {
    while (Math.min(this.acknowledged.size, this.reads) < requests && sumOf(this.errors) < requests) await sleep(50);
    this.#stopped.abort();
    await Promise.all(this.#clients);
    this.#agent.destroy();
  }

  async #repeat(client: number, work: (number: number) => Promise<void>): Promise<void> {
    const everyMs = (CLIENTS * 1_000) / Number(values.rate);
    let next = performance.now() + (everyMs * client) / CLIENTS;
    for (let number = client; !this.#stopped.signal.aborted; number += CLIENTS) {
      await sleep(Math.max(0, next - performance.now()));
      next = Math.max(next + everyMs, performance.now());
      const startedAt = performance.now();
      await work(number).catch((error: Error) => this.#fail(error.message));
      this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
    }
  }

  #fail(what: string): void {
    this.errors.set(what, (this.errors.get(what) ?? 0) + 1);
  }

  async #submit(number: number): Promise<void> {
    const { usernames, key } = this.#season;
    const seats = [0, 6, 12, 18].map((seat) => usernames[(seat + number) % PLAYERS] ?? assert.fail());
    const external_ref = `${this.#run}-${number}`;
    const body = {
      external_ref,
      played_at: new Date().toISOString(),
      winning_team: number % 2 === 0 ? 'A' : 'B',
      trust_tier: 'partner_attested',
      participants: four(...seats),
    };
    const { status, text } = await ask(this.#agent, this.#proxy.port, {
      method: 'POST',
      path: '/v1/matches',
      key,
      body,
    });
    if (status === 201) this.acknowledged.add(external_ref);
    else this.#fail(`POST ${status} ${text.slice(0, 80)}`);
  }

  async #read(number: number): Promise<void> {
    const { usernames, key } = this.#season;
    const path = `/v1/players/${usernames[number % PLAYERS]}/card`;
    const { status, text } = await ask(this.#agent, this.#proxy.port, { method: 'GET', path, key });
    if (status === 200) this.reads += 1;
    else this.#fail(`GET ${status} ${text.slice(0, 80)}`);
  }
}

/** @throws if an acknowledged match is missing, or one is stored twice */
async function checkStored(url: string, key: string, acknowledged: ReadonlySet<string>): Promise<void> {
  const refs = await storedRefs(url, key);
  assert.equal(new Set(refs).size, refs.length, 'a match is stored twice');
  const lost = acknowledged.difference(new Set(refs));
  assert.deepEqual([...lost], [], 'an acknowledged match is lost');
}

async function drill(name: ProxyName, server: PostgresServer): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-restarts-'));
  const { url: databaseUrl } = await createDatabase({ server });
  const [port = 0, plainPort = 0, ...ports] = await freePorts(2 + NODES);
  const nodes = new Nodes(ports, databaseUrl);
  let proxy: RunningProxy | undefined;
  try {
    await nodes.start(CURRENT);
    const season = await playSeason(nodes.url, {
      name,
      players: PLAYERS,
      matches: 100,
      newest: Date.now() - MINUTE_MS,
    });
    proxy = await startProxy(name, { checkout, folder: join(folder, name), processes: ports, port, plainPort });
    await checkRules(port);
    const rows: Row[] = [];
    const acknowledged = new Set<string>();
    for (const [run, versions] of [
      ['restart', Array.from({ length: Number(values.rounds) }, () => CURRENT)],
      ['upgrade', [withMigration(folder)]],
    ] as const) {
      const before = nodes.restarts;
      const load = new Load(proxy, season, run);
      for (const version of versions) await nodes.restart(version);
      await load.end();
      for (const ref of load.acknowledged) acknowledged.add(ref);
      rows.push({
        proxy: `${name} ${proxy.version}`,
        run,
        restarts: nodes.restarts - before,
        submissions: load.acknowledged.size,
        reads: load.reads,
        errors: load.errors,
        slowestMs: load.slowestMs,
      });
      printProgress(`${name}: ${run} done`);
    }
    await checkStored(nodes.url, season.key, acknowledged);
    await verify(nodes.url);
    return rows;
  } finally {
    await proxy?.stop();
    await nodes.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const proxies = namesOf(values.proxies, PROXIES);
for (const name of proxies) versionOf(name);
const server = await startPostgres();
const rows: Row[] = [];
try {
  for (const name of proxies) {
    print(`${name} …`);
    rows.push(...(await drill(name, server)));
  }
} finally {
  await server.stop();
}
print('\nNo acknowledged match is lost, none is stored twice, and every rating is that of a replay.\n');
print(
  tableOf(
    ['proxy', 'run', 'restarts', 'submissions', 'reads', 'errors', 'slowest response, ms'],
    rows.map(({ proxy, run, restarts, submissions, reads, errors, slowestMs }) => [
      ...[proxy, run],
      ...[restarts, submissions, reads, sumOf(errors), Math.round(slowestMs)].map(String),
    ]),
  ),
);
for (const { proxy, run, errors } of rows)
  for (const [what, count] of errors) print(`${proxy}, ${run}: ${count} × ${what}`);
process.exitCode = rows.some((row) => row.errors.size > 0) ? 1 : 0;
