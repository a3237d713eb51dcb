/**
 * `npm run bench:reads`: every read at size, beside a Fastify route that returns the same bytes from memory.
 *
 * Service and counterpart are processes of their own and are asked in turn, so that what else the machine does meets both.
 * Shares and rates are medians over rounds. Cards and analyses are asked for again, as the service has kept them, and
 * `anew`, of more players than it keeps. Prints one table a database, keeps them in bench/out/reads.json.
 */
import { statement } from '../src/store/engine/database.ts';
import { postgresDatabase } from '../src/store/engine/postgres.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { startServiceProcess } from '../test/support/service-process.ts';
import { keep, print, tell } from './figures.ts';
import { median } from './kernel/race.ts';
import { inTurn, quantile, rateOf, requestOf, run } from './load.ts';
import { onlyAsked, readOptions } from './options.ts';
import { issueKeys, OPERATOR_TOKEN } from './partners.ts';
import { cpuOf, cpuOfChildren, postmasterOf } from './reads/cpu.ts';
import { MemoryServer } from './reads/memory.ts';
import type { Answers } from './reads/memory-server.ts';
import { firstPartnerOf, READ_CONNECTIONS, type ReadRoute, routesOf } from './reads/routes.ts';
import { seededDatabase, sizeOf } from './seed/databases.ts';

/** Until the code that matters is compiled: some thousand requests. */
const WARM_UP_SECONDS = 4;

const HELP = `npm run bench:reads -- [options]

  --url URL       a database that bench:seed has filled, may be given again
  --matches N     a size to make on a server of the bench’s own, may be given again; 100000 where neither is given
  --rounds N      default 3
  --seconds S     how long each is asked each thing in a round, default 2
  --only NAME     one read alone, such as "match by id" or "card anew"; may be given again
`;

const values = readOptions(HELP, {
  url: { type: 'string', multiple: true, default: [] },
  matches: { type: 'string', multiple: true },
  seconds: { type: 'string', default: '2' },
  rounds: { type: 'string', default: '3' },
  only: { type: 'string', multiple: true },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const sizes = (values.matches ?? (values.url.length === 0 ? ['100000'] : [])).map(Number);

interface Figures {
  readonly name: string;
  readonly aim: number | null;
  readonly bytes: number;
  /** Of the service, one request at a time, ms. */
  readonly p50: number;
  readonly p99: number;
  readonly per_second: number;
  /** Of the memory route’s requests a second. */
  readonly share: number;
  /** Ms of processor a request: the service’s, and the database’s. */
  readonly service_cpu: number;
  readonly database_cpu: number;
}

interface Stage {
  readonly url: string;
  readonly key: string;
  readonly memory: MemoryServer;
  readonly servicePid: number;
  readonly databasePid: number | null;
}

const sizeOfMatches = statement(
  'bench_size',
  "select reltuples::float8 as matches from pg_class where oid = 'matches'::regclass",
);
async function measure({ name, aim, paths }: ReadRoute, stage: Stage): Promise<Figures> {
  const answers = await answersOf(stage, paths);
  await stage.memory.hold(answers);
  const requests = inTurn(paths.map((path) => requestOf(path, stage.key)));
  await run(stage.url, requests, READ_CONNECTIONS, WARM_UP_SECONDS);
  await run(stage.memory.url, requests, READ_CONNECTIONS, 1);
  const alone = await run(stage.url, requests, 1, seconds);
  const shares: number[] = [];
  const rates: number[] = [];
  let spent = { service: 0, database: 0, requests: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const memory = rateOf(await run(stage.memory.url, requests, READ_CONNECTIONS, seconds));
    const before = cpu(stage);
    const load = await run(stage.url, requests, READ_CONNECTIONS, seconds);
    const after = cpu(stage);
    spent = {
      service: spent.service + after.service - before.service,
      database: spent.database + after.database - before.database,
      requests: spent.requests + load.requests,
    };
    rates.push(rateOf(load));
    shares.push(rateOf(load) / memory);
  }
  return {
    name,
    aim,
    bytes: median(Object.values(answers).map(({ text }) => Buffer.byteLength(text))),
    p50: quantile(alone.times, 0.5),
    p99: quantile(alone.times, 0.99),
    per_second: median(rates),
    share: median(shares),
    service_cpu: spent.service / spent.requests,
    database_cpu: spent.database / spent.requests,
  };
}

const cpu = ({ servicePid, databasePid }: Stage) => ({
  service: cpuOf(servicePid),
  database: databasePid === null ? Number.NaN : cpuOfChildren(databasePid),
});

async function answersOf({ url, key }: Stage, paths: readonly string[]): Promise<Answers> {
  const answers: [string, Answers[string]][] = [];
  for (const path of paths) {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`);
    answers.push([path, { type: answer.headers.get('content-type') ?? '', text }]);
  }
  return Object.fromEntries(answers);
}

async function raceAll(databaseUrl: string): Promise<{ readonly matches: number; readonly figures: Figures[] }> {
  const database = postgresDatabase({ url: databaseUrl });
  const service = await startServiceProcess({
    environment: { OPERATOR_TOKEN, LOG_LEVEL: 'error', DATABASE_URL: databaseUrl },
  });
  const memory = await MemoryServer.start();
  try {
    const partner = await firstPartnerOf(database);
    const [{ matches = 0 } = {}] = await database.query<{ matches: number }>(sizeOfMatches);
    const scopes = ['write:matches', 'read:players', 'read:intelligence'] as const;
    const [key = ''] = await issueKeys(service.url, [partner], scopes);
    const stage: Stage = {
      url: service.url,
      key,
      memory,
      servicePid: service.pid,
      databasePid: await postmasterOf(database),
    };
    const figures: Figures[] = [];
    for (const route of onlyAsked(await routesOf(database, partner), values.only)) {
      tell(`${matches.toLocaleString('en')} matches: ${route.name} …`);
      figures.push(await measure(route, stage));
    }
    return { matches, figures };
  } finally {
    await memory.stop();
    await service.stop();
    await database.close();
  }
}

function show({ matches, figures }: Awaited<ReturnType<typeof raceAll>>): void {
  print(
    `\n${matches.toLocaleString('en')} matches stored; ${READ_CONNECTIONS} connections, medians of ${rounds} rounds of ${seconds} s`,
  );
  print('                   bytes   alone p50   p99 ms   requests/s   of memory   aim     CPU ms: service   database');
  for (const row of figures) {
    const cells = [
      row.name.padEnd(14),
      row.bytes.toFixed(0).padStart(9),
      row.p50.toFixed(2).padStart(11),
      row.p99.toFixed(2).padStart(8),
      row.per_second.toFixed(0).padStart(12),
      `${(row.share * 100).toFixed(1)} %`.padStart(11),
      (row.aim === null ? '' : `${row.aim * 100} %`).padStart(5),
      row.service_cpu.toFixed(3).padStart(19),
      row.database_cpu.toFixed(3).padStart(10),
    ];
    print(cells.join(' '));
  }
}

const server = sizes.length === 0 ? null : await startPostgres({ settings: { shared_buffers: '1GB' } });
try {
  const urls = [...values.url];
  for (const matches of sizes) {
    if (server === null) break;
    tell(`seeding ${matches.toLocaleString('en')} matches …`);
    urls.push((await seededDatabase(server, sizeOf(matches))).url);
  }
  const tables: Awaited<ReturnType<typeof raceAll>>[] = [];
  for (const url of urls) tables.push(await raceAll(url));
  keep('reads', tables);
  for (const table of tables) show(table);
} finally {
  await server?.stop();
}
